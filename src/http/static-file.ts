/** A file that is served from memory, such as /openapi.json. */
import { contentCacheControl } from './cache-control.ts'
import type { Headers, Reply } from './message.ts'

export type ServedFile = {
  path: string
  type: string
  /** A function for text that takes time to create: it is called for the first request. */
  body: string | Buffer | (() => string)
  /** In addition to the common headers, or instead of them. */
  headers?: Headers
}

/** Pages of any origin may read these files. */
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
    body,
    cacheable: true,
    route: path,
  }
}
