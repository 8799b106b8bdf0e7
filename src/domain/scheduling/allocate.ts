/** Chooses what to give. Pure: the same options on the same day give the same choice. */
import { countCells, type Held, hold, isFree } from './cells.ts'
import type { Option, Start } from './rules.ts'

/** The best free option: the best fit first, then the least busy, then the first in the list. */
export function allocate(options: readonly Option[], start: Start, held: Held): Option | undefined {
  let best: { option: Option; busy: number } | undefined
  for (const option of options) {
    if (best && option.rank > best.option.rank) continue
    if (!isFree(option, start, held)) continue
    const busy = busyness(option, held)
    if (best && option.rank === best.option.rank && busy >= best.busy) continue
    best = { option, busy }
  }
  return best?.option
}

/** How many more such requests the day can take at this start, each allocated in turn. */
export function countLeft(options: readonly Option[], start: Start, held: Held): number {
  const day = new Map(held)
  if (options.every(({ spread }) => spread.length === 0)) return countInOrder(options, start, day)
  let left = 0
  for (;;) {
    const option = allocate(options, start, day)
    if (!option) return left
    hold(option, start, day)
    left++
  }
}

/** Where nothing is spread the order never changes, so one walk takes what many would. */
function countInOrder(options: readonly Option[], start: Start, day: Map<string, bigint>): number {
  let left = 0
  for (const option of options.toSorted((one, other) => one.rank - other.rank)) {
    if (!isFree(option, start, day)) continue
    hold(option, start, day)
    left++
  }
  return left
}

function busyness({ spread }: Option, held: Held): number {
  return spread.reduce((sum, resource) => sum + countCells(held.get(resource) ?? 0n), 0)
}
