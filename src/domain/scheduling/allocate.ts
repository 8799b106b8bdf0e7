/** Chooses the resources of a booking. Pure: equal options and equal occupancy give the same choice. */
import { countCells, isFree, type MaskOf, masksAt, type Occupancy, occupy } from './cells.ts'
import type { Option, Start } from './rules.ts'

/** The best free option: the lowest preference, then the lowest load, then the first in the list. */
export function allocate(
  options: readonly Option[],
  start: Start,
  occupancy: Occupancy,
): Option | undefined {
  return bestFree(options, masksAt(start), occupancy)
}

function bestFree(
  options: readonly Option[],
  maskOf: MaskOf,
  occupancy: Occupancy,
): Option | undefined {
  return bestOption(options, (option) => isFree(option, maskOf, occupancy), occupancy)
}

/** The best of the options that are possible. */
export function bestOption<One extends Option>(
  options: readonly One[],
  isPossible: (option: One) => boolean,
  occupancy: Occupancy,
): One | undefined {
  let best: { option: One; busy: number } | undefined
  for (const option of options) {
    if (best && option.preference > best.option.preference) continue
    // No load is lower than none.
    if (best?.busy === 0 && option.preference === best.option.preference) continue
    if (!isPossible(option)) continue
    const busy = load(option, occupancy)
    if (best && option.preference === best.option.preference && busy >= best.busy) continue
    best = { option, busy }
  }
  return best?.option
}

function load({ balanceAcross }: Option, occupancy: Occupancy): number {
  return balanceAcross.reduce((sum, resource) => sum + countCells(occupancy.get(resource) ?? 0n), 0)
}

/** How many more equal requests fit at this start if they are allocated one after the other. */
export function remainingCapacity(
  options: readonly Option[],
  start: Start,
  occupancy: Occupancy,
): number {
  const maskOf = masksAt(start)
  const day = new Map(occupancy)
  if (options.every(({ balanceAcross }) => balanceAcross.length === 0))
    return countInOrder(options, maskOf, day)
  let count = 0
  for (;;) {
    const option = bestFree(options, maskOf, day)
    if (!option) return count
    occupy(option, maskOf, day)
    count++
  }
}

/** Without balancing, the order of the options never changes, so a single pass is enough. */
function countInOrder(
  options: readonly Option[],
  maskOf: MaskOf,
  day: Map<string, bigint>,
): number {
  let count = 0
  for (const option of options.toSorted((one, other) => one.preference - other.preference)) {
    if (!isFree(option, maskOf, day)) continue
    occupy(option, maskOf, day)
    count++
  }
  return count
}
