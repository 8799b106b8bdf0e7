/** Encodes a request in unusual ways. */
import type { Random } from '../support/random.ts'

export type Header = readonly [name: string, value: string]

export type RequestParts = {
  method: string
  /** The target in the request line. */
  target: string
  headers: readonly Header[]
  body: Buffer
}

/** `broken` requests may be rejected before their target is read. */
type EncodedRequest = { bytes: Buffer; broken: boolean }

export function encodeRequest(request: RequestParts, host: string, random: Random): EncodedRequest {
  const { method, target, body } = request
  const strange = random.below(40)
  const version = strange === 0 ? random.pick(['1.0', '1.1', '1.2', '0.9', '2.0']) : '1.1'
  const hosts =
    strange === 1 ? random.pick([[], [host, host], [''], ['zqx.example'], ['[::1']]) : [host]
  const chunked = random.below(12) === 0 && version === '1.1'
  const sends = body.length > 0 || method === 'POST'
  const length: Header[] = chunked
    ? [['Transfer-Encoding', 'chunked']]
    : sends
      ? [['Content-Length', String(body.length)]]
      : []
  const wrong = strange === 2 ? [random.pick(wrongLengths)] : []
  const lines = [
    ...hosts.map((one): Header => ['Host', one]),
    ...request.headers,
    ...length,
    ...wrong,
  ].map(([name, value]) => `${name}: ${inHeader(value)}\r\n`)
  const head = Buffer.from(`${method} ${target} HTTP/${version}\r\n${lines.join('')}\r\n`, 'latin1')
  const sent = chunked ? inChunks(body, random) : { bytes: body, broken: false }
  const asUsual = version === '1.1' && hosts.length === 1 && hosts[0] === host
  return {
    bytes: Buffer.concat([head, sent.bytes]),
    broken: !asUsual || wrong.length > 0 || sent.broken,
  }
}

const wrongLengths: Header[] = [
  ['Content-Length', '-1'],
  ['Content-Length', '1e3'],
  ['Content-Length', '99999999999999999999'],
  ['Transfer-Encoding', 'gzip'],
  ['Transfer-Encoding', 'chunked, chunked'],
  ['Transfer-Encoding', 'identity'],
  ['X-Zqx ', '1'],
  ['X-Zqx\0', '1'],
  ['', 'zqx'],
  [' folded', 'zqx'],
]

function inChunks(body: Buffer, random: Random): EncodedRequest {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; ) {
    const size = Math.min(body.length - at, 1 + random.below(random.pick([2, 40, 20_000])))
    const extension = random.below(8) === 0 ? ';zqx="1"' : ''
    parts.push(Buffer.from(`${size.toString(16)}${extension}\r\n`), body.subarray(at, at + size))
    parts.push(Buffer.from('\r\n'))
    at += size
    if (parts.length > 300) {
      parts.push(Buffer.from(`${(body.length - at).toString(16)}\r\n`), body.subarray(at))
      parts.push(Buffer.from('\r\n'))
      break
    }
  }
  const trailer = random.below(6) === 0 ? 'X-Zqx: 1\r\nContent-Type: text/zqx\r\n' : ''
  const broken = random.below(20) === 0
  const end = broken
    ? random.pick(['zz\r\n', '-1\r\n\r\n', 'ffffffffffffffff1\r\n', '0;\0\r\n\r\n'])
    : `0\r\n${trailer}\r\n`
  return { bytes: Buffer.concat([...parts, Buffer.from(end)]), broken }
}

/** Removes characters that would end the header line. */
function inHeader(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '?')
    .slice(0, 14_000)
    .trim()
}
