/** Parses HTTP responses and reports violations of the protocol. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { ReceivedResponse } from '../support/contract.ts'

/** An event stream has no end, so only its head is read. */
export type ParsedResponse = ReceivedResponse & {
  version: string
  isLast: boolean
  isStream: boolean
}

export class NotHttp extends Error {}

type ResponseReader = {
  /** The next complete response to a request with this method. */
  next(method: string, ended?: boolean): ParsedResponse | undefined
  push(bytes: Buffer): void
  /** Number of bytes that belong to no response yet. */
  pendingBytes(): number
}

type Head = { end: number; status: number; version: string; headers: Record<string, string> }

export function createResponseReader(): ResponseReader {
  let bytes: Buffer = Buffer.alloc(0)
  const consume = (end: number) => {
    bytes = bytes.subarray(end)
  }
  return {
    push(more) {
      bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more])
    },
    pendingBytes: () => bytes.length,
    next(method, ended = false) {
      for (;;) {
        const head = parseHead(bytes)
        if (!head) return undefined
        if (head.status >= 200) {
          const response = parseResponse(bytes, head, method, ended)
          if (response) consume(response.end)
          return response?.read
        }
        consume(head.end)
      }
    },
  }
}

function parseHead(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) {
    if (bytes.length > 65_536) throw new NotHttp('incomplete response head')
    return undefined
  }
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const [, version = '', status] = /^HTTP\/(1\.[01]) ([1-5]\d\d) [\x20-\x7e]*$/.exec(first) ?? []
  if (status === undefined) throw new NotHttp(`begins with ${JSON.stringify(first.slice(0, 80))}`)
  const headers: Record<string, string> = Object.create(null)
  for (const line of lines) {
    const [, name = '', value = ''] = /^([\w!#$%&'*+.^`|~-]+): ?([^\0\r\n]*)$/.exec(line) ?? []
    if (name === '') throw new NotHttp(`has the header ${JSON.stringify(line.slice(0, 80))}`)
    const known = name.toLowerCase()
    headers[known] = known in headers ? `${headers[known]}, ${value}` : value
  }
  return { end: end + 4, status: Number(status), version, headers }
}

function parseResponse(
  bytes: Buffer,
  { end, status, version, headers }: Head,
  method: string,
  ended: boolean,
): { read: ParsedResponse; end: number } | undefined {
  const isLast = /\bclose\b/i.test(headers.connection ?? '') || version === '1.0'
  const toParsed = (body: Buffer, bodyEnd: number, isStream = false) => ({
    read: { status, headers, text: textOf(body, headers), version, isLast, isStream },
    end: bodyEnd,
  })
  if (method === 'HEAD' || status === 204 || status === 304) return toParsed(nothing, end)
  if ((headers['content-type'] ?? '').startsWith('text/event-stream'))
    return toParsed(nothing, end, true)
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) {
    const chunks = parseChunks(bytes, end)
    return chunks && toParsed(chunks.body, chunks.end)
  }
  const length = headers['content-length']
  if (length === undefined) {
    return ended ? toParsed(bytes.subarray(end), bytes.length) : undefined
  }
  if (!/^\d+$/.test(length)) throw new NotHttp(`has the length ${length}`)
  const bodyEnd = end + Number(length)
  return bytes.length < bodyEnd ? undefined : toParsed(bytes.subarray(end, bodyEnd), bodyEnd)
}

const nothing = Buffer.alloc(0)

function textOf(body: Buffer, { 'content-encoding': encoding }: Head['headers']): string {
  if (body.length === 0 || encoding === undefined) return body.toString()
  if (encoding !== 'br' && encoding !== 'gzip') throw new NotHttp(`is encoded as ${encoding}`)
  return (encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()
}

function parseChunks(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (!(size >= 0)) throw new NotHttp('invalid chunk')
    const bodyEnd = line + 2 + size
    if (bytes.length < bodyEnd + 2) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end: bodyEnd + 2 }
    parts.push(bytes.subarray(line + 2, bodyEnd))
    at = bodyEnd + 2
  }
}
