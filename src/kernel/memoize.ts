/** What is longer is nothing that many send, and would only take room. */
const maxKeyLength = 500

/** Remembers the results for the last few hundred texts: callers send the same headers again. */
export function memoize<Result>(
  work: (text: string) => Result,
  maxEntries = 500,
): (text: string) => Result {
  const cache = new Map<string, Result>()
  return (text) => {
    if (text.length > maxKeyLength) return work(text)
    const cached = cache.get(text)
    if (cached !== undefined) return cached
    const result = work(text)
    if (cache.size >= maxEntries) cache.clear()
    cache.set(text, result)
    return result
  }
}

export type ObjectCache<Result> = (owner: object, name: string, make: () => Result) => Result

/** Remembers results by name for as long as what they belong to is used by anybody. */
export function createObjectCache<Result>(maxEntries = 500): ObjectCache<Result> {
  const cache = new WeakMap<object, Map<string, Result>>()
  return (owner, name, make) => {
    let ofOwner = cache.get(owner)
    if (!ofOwner) {
      ofOwner = new Map()
      cache.set(owner, ofOwner)
    }
    const cached = ofOwner.get(name)
    if (cached !== undefined) return cached
    const result = make()
    if (name.length > maxKeyLength) return result
    if (ofOwner.size >= maxEntries) ofOwner.clear()
    ofOwner.set(name, result)
    return result
  }
}

/** Remembers what was made of a thing that does not change, for as long as anybody uses the thing. */
export function memoizeByObject<Key extends object, Value>(
  make: (key: Key) => Value,
): (key: Key) => Value {
  const cache = new WeakMap<Key, { value: Value }>()
  return (key) => {
    const cached = cache.get(key)
    if (cached) return cached.value
    const value = make(key)
    cache.set(key, { value })
    return value
  }
}

/** Makes it when somebody asks for it, and once; what it is made of is then let go. */
export function lazy<Value>(make: () => Value): () => Value {
  let maker: (() => Value) | undefined = make
  let cached: { value: Value } | undefined
  return () => {
    if (!cached) {
      cached = { value: (maker as () => Value)() }
      maker = undefined
    }
    return cached.value
  }
}
