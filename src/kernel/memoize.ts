/** Memoization of pure functions of a text, and lazy values. */

/** Clients can send texts of any length; the results for long ones are not cached. */
const maxKeyLength = 500

/**
 * Caches the results of a pure function; at module level the cache is shared by all apps of the process. It is cleared
 * when it is full, which is cheaper than LRU eviction.
 */
export function memoize<Result>(
  compute: (text: string) => Result,
  maxEntries = 500,
): (text: string) => Result {
  const cache = new Map<string, Result>()
  return (text) => {
    if (text.length > maxKeyLength) return compute(text)
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = compute(text)
    if (cache.size >= maxEntries) cache.clear()
    cache.set(text, result)
    return result
  }
}

/** Computes a value on first use. What the computation refers to can then be garbage collected. */
export function lazy<Value>(compute: () => Value): () => Value {
  let pending: (() => Value) | undefined = compute
  let cached: { value: Value } | undefined
  return () => {
    if (!cached) {
      cached = { value: (pending as () => Value)() }
      pending = undefined
    }
    return cached.value
  }
}
