/**
 * Response cache: each cacheable reply is encoded once and served to later requests with the same cache key.
 * The content limits the number of plain paths: they are in a Map. Clients can invent any number of queries and
 * percent-encoded paths: those are in an LRU cache of limited size, together with shared replies.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/time.ts'
import { type EncodedResponse, encodeResponse } from './encoded-response.ts'
import type { Reply, Request, SharedReply } from './message.ts'

export type ResponseCache = {
  find(request: Request): EncodedResponse | undefined
  store(request: Request, reply: Reply): EncodedResponse
}

/** The cache of one app. */
type AppResponseCache = ResponseCache & {
  /** The response to a shared reply, encoded once. */
  share(reply: SharedReply): EncodedResponse
}

type CacheEntry = { response: EncodedResponse; storedAtMs: number; expiresAtMs: number }

const maxQueryBytes = 8 * 1024 * 1024

/**
 * `cacheKey` returns the same text for requests that get the same response, and `undefined` for requests that must
 * not be served from the cache.
 */
export function createResponseCache(
  cacheKey: (request: Request) => string | undefined,
  now: Clock,
): AppResponseCache {
  const plainPaths = new Map<string, CacheEntry>()
  const queries = new LRUCache<string, CacheEntry>({
    maxSize: maxQueryBytes,
    sizeCalculation: estimateBytes,
  })
  const cacheFor = ({ path, query }: Request) =>
    query === '' && !path.includes('%') ? plainPaths : queries

  return {
    find(request) {
      const key = cacheKey(request)
      const entry = key === undefined ? undefined : cacheFor(request).get(key)
      return entry && isValid(entry, now) ? entry.response : undefined
    },
    store(request, reply) {
      const response = encodeResponse(reply)
      const key = cacheKey(request)
      if (key === undefined) return response
      const { cacheable } = reply
      const expiresAtMs =
        typeof cacheable === 'object' ? cacheable.untilMs : Number.POSITIVE_INFINITY
      cacheFor(request).set(key, { response, storedAtMs: now(), expiresAtMs })
      return response
    },
    share({ cacheKey, create }) {
      const key = `shared ${cacheKey}`
      const entry = queries.get(key)
      if (entry) return entry.response
      const response = encodeResponse(create())
      queries.set(key, { response, storedAtMs: now(), expiresAtMs: Number.POSITIVE_INFINITY })
      return response
    },
  }
}

/** A clock that was set back makes an entry with an expiry invalid, because it may describe a later time. */
function isValid({ storedAtMs, expiresAtMs }: CacheEntry, now: Clock): boolean {
  if (expiresAtMs === Number.POSITIVE_INFINITY) return true
  const nowMs = now()
  return storedAtMs <= nowMs && nowMs < expiresAtMs
}

/** Approximate memory of an entry with its key, headers and compressed bodies. */
function estimateBytes({ response }: CacheEntry, key: string): number {
  return key.length + response.size * 2 + 2000
}
