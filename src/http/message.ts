/** A request and its reply as plain values; only server.ts touches a socket. */
import type { IncomingHttpHeaders } from 'node:http'

export type Request = {
  /** Made by us; stands in the log, in X-Request-Id and in every problem. */
  id: string
  method: string
  /** The path and the query as they were sent, still encoded. */
  target: string
  /** Without the query. */
  path: string
  /** What stands after the question mark, still encoded. */
  query: string
  headers: IncomingHttpHeaders
  /** The other end of the connection: a caller, or a proxy. */
  remoteAddress: string
  body: Buffer
  /** When it came, by the clock of `performance`. */
  receivedAtMs: number
  /** The body was over the limit and was not kept. */
  isBodyTooLarge: boolean
}

export type HeaderValue = string | readonly string[]

export type Headers = Readonly<Record<string, HeaderValue>>

export type Reply = {
  status: number
  headers: Headers
  body: string
  /** The characters of `body` are its bytes: it was encoded before. */
  encoded?: boolean
  /** True for what changes only with the content: it is kept, and served again as it is. */
  cacheable?: boolean
  /** What the log calls it: the route's pattern, never the address with what a guest typed. */
  route?: string
  /** Goes on after the head was sent, for as long as it takes; `body` is then empty. */
  stream?: (stream: OutputStream) => Promise<void>
  /** What broke, where an answer could be given all the same; it goes into the log. */
  error?: unknown
}

/** Where a stream writes to. */
export type OutputStream = {
  write(text: string): void
  /** Aborted when the reader leaves. */
  closed: AbortSignal
}

export const bodyLimitBytes = 16 * 1024
