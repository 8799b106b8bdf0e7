/** Quarter hours. A day's cells stand in one number for each resource, a bit for each cell. */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Hold, Option, Start } from './rules.ts'

const quarter = 15

const cellsUntilMidnight = 24 * 4

/** A night may run on: the next day's morning belongs to the day before as well. */
export const cellsOfDay = 36 * 4

/** A resource for a quarter of an hour. */
export type Cell = { cell: number; resource: string }

/** What is held on a day, by resource. */
export type Occupancy = ReadonlyMap<string, bigint>

export function firstCell(date: string): number {
  return startOfDay(date) / (quarter * minute)
}

/** Some midnight; before 1975 the clocks of Vietnam went otherwise. */
const midnight = firstCell('2000-01-01')

/** The days to which cells belong, by their first cell. */
export function daysOf(cells: readonly Cell[]): number[] {
  const days = new Set<number>()
  for (const { cell } of cells) {
    const offset = (cell - midnight) % cellsUntilMidnight
    days.add(cell - offset)
    if (offset + cellsUntilMidnight < cellsOfDay) days.add(cell - offset - cellsUntilMidnight)
  }
  return [...days]
}

/** A day, given by its first cell, with those of the cells that belong to it held or free. */
export function withCells(
  day: Occupancy,
  first: number,
  cells: readonly Cell[],
  isHeld: boolean,
): Occupancy {
  const next = new Map(day)
  for (const { cell, resource } of cells) {
    if (cell < first || cell >= first + cellsOfDay) continue
    const bit = 1n << BigInt(cell - first)
    const before = next.get(resource) ?? 0n
    const after = isHeld ? before | bit : before & ~bit
    if (after === 0n) next.delete(resource)
    else next.set(resource, after)
  }
  return next
}

/** The cells of a start and a length; there are only so many of them, and they are asked for often. */
const maskCache = new Map<number, bigint>()

function cellMask({ at }: Start, { minutes }: Hold): bigint {
  const length = Math.ceil(minutes / quarter)
  const key = (at / quarter) * 1_000 + length
  const cached = maskCache.get(key)
  if (cached !== undefined) return cached
  const mask = ((1n << BigInt(length)) - 1n) << BigInt(at / quarter)
  maskCache.set(key, mask)
  return mask
}

export function isFree(option: Option, start: Start, occupancy: Occupancy): boolean {
  return option.holds.every(
    (hold) => ((occupancy.get(hold.resource) ?? 0n) & cellMask(start, hold)) === 0n,
  )
}

/** Holds this option on a day as well. */
export function hold(option: Option, start: Start, day: Map<string, bigint>): void {
  for (const one of option.holds) {
    day.set(one.resource, (day.get(one.resource) ?? 0n) | cellMask(start, one))
  }
}

/** The rows that hold an option: every cell of every resource. */
export function cellsOf(option: Option, date: string, start: Start): Cell[] {
  const first = firstCell(date) + start.at / quarter
  return option.holds.flatMap(({ resource, minutes }) =>
    Array.from({ length: Math.ceil(minutes / quarter) }, (_, index) => ({
      cell: first + index,
      resource,
    })),
  )
}

export function countCells(mask: bigint): number {
  let count = 0
  for (let remaining = mask; remaining > 0n; remaining &= remaining - 1n) count++
  return count
}
