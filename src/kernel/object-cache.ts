/**
 * Answers that stand: for as long as what an answer rests on is the same and the clock changes
 * nothing of it, whoever asks the same is given the very same object. Whatever is made of it, such
 * as its text or the hash of that, is then made once, and stands as long.
 */
export type DependencyCache<Value extends object> = (
  key: string,
  /** What the answer rests on. Something that changes becomes another object. */
  dependencies: readonly object[],
  now: number,
  compute: () => ComputedValue<Value>,
) => Value

/** An answer, and until when the clock leaves it true. */
export type ComputedValue<Value extends object> = { value: Value; validUntil: number }

type CacheEntry<Value> = {
  value: Value
  dependencyKey: string
  cachedAtMs: number
  validUntil: number
}

/** Remembers so many answers; whoever asks for everything does not fill the memory. */
export function createDependencyCache<Value extends object>(
  maxEntries = 200,
): DependencyCache<Value> {
  const entries = new Map<string, CacheEntry<Value>>()
  return (key, dependencies, now, compute) => {
    const dependencyKey = dependencyKeyOf(dependencies)
    const cached = entries.get(key)
    if (
      cached &&
      cached.dependencyKey === dependencyKey &&
      cached.cachedAtMs <= now &&
      now < cached.validUntil
    ) {
      return cached.value
    }
    const { value, validUntil } = compute()
    derivedValues.set(value, new Map())
    entries.delete(key)
    if (entries.size >= maxEntries) entries.delete(entries.keys().next().value as string)
    entries.set(key, { value, dependencyKey, cachedAtMs: now, validUntil })
    return value
  }
}

/** What was made of each thing that stands. */
const derivedValues = new WeakMap<object, Map<string, object>>()

const maxDerivedValues = 16

/** Makes something of an answer, or of what was made of one: once, if that stands. */
export function deriveOnce<Derived extends object>(
  source: object,
  name: string,
  make: () => Derived,
): Derived {
  const derived = derivedValues.get(source)
  if (!derived) return make()
  const cached = derived.get(name)
  if (cached) return cached as Derived
  const result = make()
  derivedValues.set(result, new Map())
  if (derived.size >= maxDerivedValues) derived.clear()
  derived.set(name, result)
  return result
}

/** Things are told apart by number, so that none is kept for being remembered. */
const objectIds = new WeakMap<object, number>()
let lastObjectId = 0

function dependencyKeyOf(objects: readonly object[]): string {
  return objects.map(objectId).join(' ')
}

function objectId(object: object): number {
  const known = objectIds.get(object)
  if (known !== undefined) return known
  objectIds.set(object, ++lastObjectId)
  return lastObjectId
}
