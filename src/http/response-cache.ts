/**
 * Lasting replies by what was asked, each made once. The plain addresses are few and stay; those
 * with a query or an escape are as many as callers invent and share a bounded room, the oldest
 * leaving first.
 */

import { type EncodedResponse, encodeResponse } from './encoded-response.ts'
import type { Reply, Request } from './message.ts'

export type ResponseCache = {
  find(request: Request): EncodedResponse | undefined
  store(request: Request, reply: Reply): EncodedResponse
}

const maxBytes = 8 * 1024 * 1024

/** So many addresses, with headers of such a length, are remembered with what was found for them last. */
const maxRecentEntries = 500
const maxRecentKeyLength = 500

/** What an answer may depend on beside the address. */
type Recent = {
  accept: string | undefined
  language: string | undefined
  version: string | string[] | undefined
  response: EncodedResponse
}

/**
 * `question` gives requests that get the same answer the same text, and others none. It goes by the
 * address and by Accept, Accept-Language and Api-Version.
 */
export function createResponseCache(
  cacheKey: (request: Request) => string | undefined,
): ResponseCache {
  const pinned = new Map<string, EncodedResponse>()
  const evictable = new Map<string, EncodedResponse>()
  /** Most ask as the one before: then the question need not even be put. */
  const recent = new Map<string, Recent>()
  let usedBytes = 0

  const lookUp = (request: Request): EncodedResponse | undefined => {
    const key = cacheKey(request)
    const response = key === undefined ? undefined : (pinned.get(key) ?? evictable.get(key))
    const { accept, 'accept-language': language, 'api-version': version } = request.headers
    const length = [request.target, accept, language, version].join('').length
    if (!response || length > maxRecentKeyLength) return response
    if (recent.size >= maxRecentEntries) recent.clear()
    recent.set(request.target, { accept, language, version, response })
    return response
  }

  return {
    find(request) {
      const last = recent.get(request.target)
      const { headers } = request
      if (
        last &&
        last.accept === headers.accept &&
        last.language === headers['accept-language'] &&
        last.version === headers['api-version']
      ) {
        return last.response
      }
      return lookUp(request)
    },
    store(request, reply) {
      recent.clear()
      const response = encodeResponse(reply)
      const key = cacheKey(request)
      if (key === undefined) return response
      if (request.query === '' && !request.path.includes('%')) {
        pinned.set(key, response)
        return response
      }
      const previous = evictable.get(key)
      if (previous) usedBytes -= estimateBytes(key, previous)
      evictable.set(key, response)
      usedBytes += estimateBytes(key, response)
      for (const [oldestKey, evicted] of evictable) {
        if (usedBytes <= maxBytes) break
        evictable.delete(oldestKey)
        usedBytes -= estimateBytes(oldestKey, evicted)
      }
      return response
    },
  }
}

/** About what an answer takes in memory, with its headers and compressed forms. */
function estimateBytes(key: string, { size }: EncodedResponse): number {
  return key.length + size * 2 + 2000
}
