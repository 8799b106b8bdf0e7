import { contentCacheControl } from './cache-control.ts'
import type { Headers, Reply } from './message.ts'

/** A file that is served as it is, such as /openapi.json. */
export type ServedFile = {
  path: string
  type: string
  /** What takes time to write is written for the first who wants it. */
  body: string | Buffer | (() => string)
  /** Beside or instead of those that every file has. */
  headers?: Headers
}

/** What may be read by programs may be read by pages of any origin. */
export function fileReply({ path, type, body: source, headers }: ServedFile): Reply {
  const body = typeof source === 'function' ? source() : source
  return {
    status: 200,
    headers: {
      'Content-Type': type,
      'Cache-Control': contentCacheControl,
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
    body: typeof body === 'string' ? body : body.toString('latin1'),
    encoded: typeof body !== 'string',
    cacheable: true,
    route: path,
  }
}
