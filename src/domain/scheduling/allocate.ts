/** Chooses what to give. Pure: the same options on the same day give the same choice. */
import { countCells, hold, isFree, type Occupancy } from './cells.ts'
import type { Option, Start } from './rules.ts'

/** The best free option: the best fit first, then the least busy, then the first in the list. */
export function allocate(
  options: readonly Option[],
  start: Start,
  occupancy: Occupancy,
): Option | undefined {
  let best: { option: Option; busy: number } | undefined
  for (const option of options) {
    if (best && option.preference > best.option.preference) continue
    if (!isFree(option, start, occupancy)) continue
    const busy = load(option, occupancy)
    if (best && option.preference === best.option.preference && busy >= best.busy) continue
    best = { option, busy }
  }
  return best?.option
}

/** How many more such requests the day can take at this start, each allocated in turn. */
export function remainingCapacity(
  options: readonly Option[],
  start: Start,
  occupancy: Occupancy,
): number {
  const day = new Map(occupancy)
  if (options.every(({ balanceAcross }) => balanceAcross.length === 0))
    return countInOrder(options, start, day)
  let count = 0
  for (;;) {
    const option = allocate(options, start, day)
    if (!option) return count
    hold(option, start, day)
    count++
  }
}

/** Where nothing is spread the order never changes, so one walk takes what many would. */
function countInOrder(options: readonly Option[], start: Start, day: Map<string, bigint>): number {
  let count = 0
  for (const option of options.toSorted((one, other) => one.preference - other.preference)) {
    if (!isFree(option, start, day)) continue
    hold(option, start, day)
    count++
  }
  return count
}

function load({ balanceAcross }: Option, occupancy: Occupancy): number {
  return balanceAcross.reduce((sum, resource) => sum + countCells(occupancy.get(resource) ?? 0n), 0)
}
