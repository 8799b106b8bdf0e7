/** What differs from answer to answer stands last, so that all before it can be kept ready. */
import { longestIdle } from './connections.ts'
import type { Headers } from './message.ts'

/** Header names and values in turn, as writeHead takes them. */
export type RawHeaders = string[]

/** As they are for whoever may ask again; the id is still to be put in. */
export const lastHeaders: Headers = {
  'Keep-Alive': `timeout=${longestIdle / 1000}`,
  'X-Request-Id': '',
}

const kept = Object.entries(lastHeaders).flat() as string[]

/** Headers that end with these, for one request: to be written at once, as the next one may have the same array. */
export function withLast(headers: RawHeaders, id: string, mayAskAgain: boolean): RawHeaders {
  const own = mayAskAgain ? headers : headers.with(-4, 'Connection').with(-3, 'close')
  own[own.length - 1] = id
  return own
}

/** Those for one request alone. */
export function lastFor(id: string, mayAskAgain: boolean): RawHeaders {
  return withLast(kept, id, mayAskAgain)
}
