/** Parses a raw email into headers and parts. */

export type Part = { headers: Map<string, string>; text: string }

export type ParsedMail = Part & {
  /** The leaf parts in order; an email without parts is its own part. */
  parts: Part[]
}

export function parseMail(raw: string): ParsedMail {
  const { headers, body } = split(raw)
  const parts = partsOf(headers, body)
  return { headers, parts, text: parts[0]?.text ?? '' }
}

function split(raw: string): { headers: Map<string, string>; body: string } {
  const [head = '', ...bodyParts] = raw.split('\r\n\r\n')
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim())]
  })
  return { headers: new Map(headers), body: bodyParts.join('\r\n\r\n') }
}

function partsOf(headers: Map<string, string>, body: string): Part[] {
  const boundary = /boundary="?([^";]+)/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary === undefined) return [{ headers, text: decode(headers, body) }]
  const inner = body.split(`--${boundary}--`)[0]?.split(`--${boundary}\r\n`).slice(1) ?? []
  return inner.flatMap((raw) => {
    const part = split(raw.replace(/\r\n$/, ''))
    return partsOf(part.headers, part.body)
  })
}

function decode(headers: Map<string, string>, body: string): string {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString()
  return encoding === 'quoted-printable' ? decodeQuoted(body.replace(/=\r\n/g, '')) : body
}

/** "=?UTF-8?Q?B=C3=A0n?=" → "Bàn"; adjacent encoded words are joined. */
function decodeWords(value: string): string {
  const word = /=\?utf-8\?([bq])\?([^?]*)\?=/gi
  return value.replace(/\?=\s+=\?/g, '?==?').replace(word, (_, how: string, text: string) => {
    if (how.toLowerCase() === 'b') return Buffer.from(text, 'base64').toString()
    return decodeQuoted(text.replaceAll('_', ' '))
  })
}

function decodeQuoted(text: string): string {
  const bytes = text.replace(/=([0-9A-F]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
