/** Pseudo-random numbers that are repeatable with the same seed (mulberry32). */
export type Random = {
  next(): number
  below(max: number): number
  pick<Item>(from: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const below = (max: number) => Math.floor(next() * max)
  return {
    next,
    below,
    pick: (from) => {
      const item = from[below(from.length)]
      if (item === undefined) throw new Error('The list is empty.')
      return item
    },
    shuffle: (items) => {
      const order = new Map(items.map((item) => [item, next()]))
      return items.toSorted((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
    },
  }
}
