/**
 * Cache of computed results by an explicit key, created once per app and limited in size. It contains the free starts
 * of a day, the outputs of GET /api/availability and the serialized results of MCP tools. The HTTP response cache
 * cannot hold these: they depend on bookings, or they are responses to POST.
 *
 * No entry is ever invalidated, because a key names everything that its result depends on within the app: the kind of
 * result, the language, the query, the minute, and the versions of the days that were read. Results are shared between
 * requests, so callers must not modify them.
 */
import { LRUCache } from 'lru-cache'

export type ResultCache = {
  /** Returns the result of an earlier call with the same key. Without a key it always computes. */
  get<Result extends object | string>(key: string | undefined, compute: () => Result): Result
  /** Whether there is a result of an earlier call with this key. */
  has(key: string): boolean
}

const maxBytes = 8 * 1024 * 1024

/** Approximate memory of an entry besides its texts. */
const entryOverheadBytes = 1_000

export function createResultCache(): ResultCache {
  const results = new LRUCache<string, object | string>({
    maxSize: maxBytes,
    sizeCalculation: (result, key) => entryOverheadBytes + key.length + textLength(result),
  })
  return {
    get<Result extends object | string>(key: string | undefined, compute: () => Result): Result {
      if (key === undefined) return compute()
      const cached = results.get(key)
      if (cached !== undefined) return cached as Result
      const result = compute()
      results.set(key, result)
      return result
    },
    has: (key) => results.has(key),
  }
}

function textLength(result: object | string): number {
  return typeof result === 'string' ? result.length : JSON.stringify(result).length
}
