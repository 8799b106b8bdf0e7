/** Reads answers from bytes, one after the other, and says where they are no HTTP. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { Answered } from '../support/contract.ts'

/** A stream of events has no end to wait for: it is read no further than its head. */
export type Read = Answered & { version: string; closes: boolean; endless: boolean }

export class NotHttp extends Error {}

export type Reader = {
  /** The next whole answer to a request of this method, if it is there. */
  next(method: string, ended?: boolean): Read | undefined
  push(bytes: Buffer): void
  /** Bytes that belong to no answer yet. */
  left(): number
}

type Head = { end: number; status: number; version: string; headers: Record<string, string> }

export function createReader(): Reader {
  let bytes: Buffer = Buffer.alloc(0)
  const take = (end: number) => {
    bytes = bytes.subarray(end)
  }
  return {
    push(more) {
      bytes = bytes.length === 0 ? more : Buffer.concat([bytes, more])
    },
    left: () => bytes.length,
    next(method, ended = false) {
      for (;;) {
        const head = headOf(bytes)
        if (!head) return undefined
        if (head.status >= 200) {
          const answer = answerOf(bytes, head, method, ended)
          if (answer) take(answer.end)
          return answer?.read
        }
        take(head.end)
      }
    },
  }
}

function headOf(bytes: Buffer): Head | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) {
    if (bytes.length > 65_536) throw new NotHttp('a head without an end')
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

function answerOf(
  bytes: Buffer,
  { end, status, version, headers }: Head,
  method: string,
  ended: boolean,
): { read: Read; end: number } | undefined {
  const closes = /\bclose\b/i.test(headers.connection ?? '') || version === '1.0'
  const whole = (body: Buffer, till: number, endless = false) => ({
    read: { status, headers, text: textOf(body, headers), version, closes, endless },
    end: till,
  })
  if (method === 'HEAD' || status === 204 || status === 304) return whole(nothing, end)
  if ((headers['content-type'] ?? '').startsWith('text/event-stream'))
    return whole(nothing, end, true)
  if (/chunked/i.test(headers['transfer-encoding'] ?? '')) {
    const chunks = chunksOf(bytes, end)
    return chunks && whole(chunks.body, chunks.end)
  }
  const length = headers['content-length']
  if (length === undefined) {
    return ended ? whole(bytes.subarray(end), bytes.length) : undefined
  }
  if (!/^\d+$/.test(length)) throw new NotHttp(`has the length ${length}`)
  const till = end + Number(length)
  return bytes.length < till ? undefined : whole(bytes.subarray(end, till), till)
}

const nothing = Buffer.alloc(0)

function textOf(body: Buffer, { 'content-encoding': encoding }: Head['headers']): string {
  if (body.length === 0 || encoding === undefined) return body.toString()
  if (encoding !== 'br' && encoding !== 'gzip') throw new NotHttp(`is encoded as ${encoding}`)
  return (encoding === 'br' ? brotliDecompressSync : gunzipSync)(body).toString()
}

function chunksOf(bytes: Buffer, start: number): { body: Buffer; end: number } | undefined {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16)
    if (!(size >= 0)) throw new NotHttp('has a broken chunk')
    const till = line + 2 + size
    if (bytes.length < till + 2) return undefined
    if (size === 0) return { body: Buffer.concat(parts), end: till + 2 }
    parts.push(bytes.subarray(line + 2, till))
    at = till + 2
  }
}
