/**
 * Response cache: each cacheable reply is encoded once and served to later requests with the same cache key.
 * The content limits the number of plain paths: they are in Maps. Clients can invent any number of queries and
 * percent-encoded paths: those are in an LRU cache of limited size, together with shared replies.
 */
import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/time.ts'
import { type EncodedResponse, encodeResponse } from './encoded-response.ts'
import type { Reply, Request, SharedReply } from './message.ts'

/** Requests with the same key get the same response. */
export type CacheKey = {
  /** The path, with the query if the response depends on it. */
  address: string
  /** Which of the responses of this address: its language or its format. */
  variant: string
}

export type ResponseCache = {
  find(request: Request): EncodedResponse | undefined
  store(request: Request, reply: Reply): EncodedResponse
}

/** The cache of one app. */
type AppResponseCache = ResponseCache & {
  /** The response to a shared reply, encoded once. */
  share(reply: SharedReply): EncodedResponse
}

/** Joining address and variant to one text for each request would cost more than the second lookup. */
type Variants = ReadonlyMap<CacheKey['variant'], CacheEntry>

type CacheEntry = { response: EncodedResponse; storedAtMs: number; expiresAtMs: number }

const maxQueryBytes = 8 * 1024 * 1024

/** `cacheKey` returns `undefined` for requests that must not be served from the cache. */
export function createResponseCache(
  cacheKey: (request: Request) => CacheKey | undefined,
  now: Clock,
): AppResponseCache {
  const plainPaths = new Map<string, Variants>()
  const queries = new LRUCache<string, Variants>({
    maxSize: maxQueryBytes,
    sizeCalculation: estimateBytes,
  })
  const findEntry = ({ address, variant }: CacheKey) =>
    (plainPaths.get(address) ?? queries.get(address))?.get(variant)

  const storeEntry = ({ address, variant }: CacheKey, entry: CacheEntry) => {
    const isPlainPath = !address.includes('?') && !address.includes('%')
    const addresses = isPlainPath ? plainPaths : queries
    // A new Map, so that the LRU cache computes the size again.
    addresses.set(address, new Map(addresses.get(address)).set(variant, entry))
  }

  return {
    find(request) {
      const key = cacheKey(request)
      const entry = key && findEntry(key)
      return entry && isValid(entry, now) ? entry.response : undefined
    },
    store(request, reply) {
      const response = encodeResponse(reply)
      const key = cacheKey(request)
      if (!key) return response
      const { cacheable } = reply
      const expiresAtMs =
        typeof cacheable === 'object' ? cacheable.untilMs : Number.POSITIVE_INFINITY
      storeEntry(key, { response, storedAtMs: now(), expiresAtMs })
      return response
    },
    share({ cacheKey, create, isShortLived }) {
      // No path starts like this.
      const key = { address: `shared? ${cacheKey}`, variant: '' }
      const entry = findEntry(key)
      if (entry) return entry.response
      const response = encodeResponse(create(), isShortLived ? 'once' : 'stored')
      storeEntry(key, { response, storedAtMs: now(), expiresAtMs: Number.POSITIVE_INFINITY })
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

/** Approximate memory of the entries of an address with its text, their headers and compressed bodies. */
function estimateBytes(variants: Variants, address: string): number {
  const entries = [...variants.values()]
  return entries.reduce((sum, { response }) => sum + response.size * 2 + 2000, address.length)
}
