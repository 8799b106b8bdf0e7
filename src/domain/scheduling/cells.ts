/** Cells: quarter hours of a resource. The cells of a day are one bitmap for each resource. */
import { minute, minutesOfDay, startOfDay } from '../../kernel/time.ts'
import type { Arrival } from './pace.ts'
import type { Hold, Option, Start } from './rules.ts'

const quarterMinutes = 15

const cellsUntilMidnight = 24 * 4

/** A booking may last past midnight, so the morning after belongs to the day as well. */
export const cellsOfDay = 36 * 4

/** A resource for a quarter of an hour. */
export type Cell = { cell: number; resource: string }

/** The occupied cells of a day, by resource. */
export type Occupancy = ReadonlyMap<string, bigint>

/**
 * The occupancy of a day and the version under which it is stored. Equal versions of a day mean equal occupancy;
 * without a version the occupancy must not be cached, nor anything that is computed from it.
 */
export type DayOccupancy = {
  occupancy: Occupancy
  version: string | undefined
  /** Only of a day with a pace. */
  arrivals?: readonly Arrival[]
}

export function firstCell(date: string): number {
  return startOfDay(date) / (quarterMinutes * minute)
}

/** Any midnight; before 1975 the offset of Vietnam was different. */
const someMidnight = firstCell('2000-01-01')

/** The days to which cells belong, each given by its first cell. */
export function daysOfCells(cells: readonly Cell[]): number[] {
  const days = new Set<number>()
  for (const { cell } of cells) {
    const offset = (cell - someMidnight) % cellsUntilMidnight
    days.add(cell - offset)
    if (offset + cellsUntilMidnight < cellsOfDay) days.add(cell - offset - cellsUntilMidnight)
  }
  return [...days]
}

/** The occupancy of a day, given by its first cell, after its share of the cells was occupied or released. */
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

/** The bitmap of a hold that begins at a certain start. */
export type MaskOf = (hold: Hold) => bigint

/** Options of one start have few different durations, so each bitmap is computed once. */
export function masksAt({ at }: Start): MaskOf {
  const masks = new Map<number, bigint>()
  return (hold) => {
    // A buffer is shorter than a day.
    const key = hold.minutes * minutesOfDay + (hold.before ?? 0)
    const known = masks.get(key)
    if (known !== undefined) return known
    const { first, count } = quartersOf(hold)
    const mask = ((1n << BigInt(count)) - 1n) << BigInt(at / quarterMinutes + first)
    masks.set(key, mask)
    return mask
  }
}

/** The quarter hours of a hold: the first one relative to the start, and their number. */
export function quartersOf({ minutes, before = 0 }: Hold): { first: number; count: number } {
  const lead = Math.ceil(before / quarterMinutes)
  return { first: -lead, count: lead + Math.ceil(minutes / quarterMinutes) }
}

/** The minutes that a buffer holds ahead of a start. It ends at midnight, where another bitmap begins. */
export function minutesBefore(buffer: number, { at }: Start): { before?: number } {
  const before = Math.min(buffer, at)
  return before > 0 ? { before } : {}
}

export function isFree({ holds }: Option, maskOf: MaskOf, occupancy: Occupancy): boolean {
  return holds.every((hold) => ((occupancy.get(hold.resource) ?? 0n) & maskOf(hold)) === 0n)
}

/** For cells that are not those of an option; `date` is the day of the occupancy. */
export function areCellsFree(cells: readonly Cell[], occupancy: Occupancy, date: string): boolean {
  const first = firstCell(date)
  return cells.every(({ cell, resource }) => {
    const bit = 1n << BigInt(cell - first)
    return ((occupancy.get(resource) ?? 0n) & bit) === 0n
  })
}

/** Adds the cells of an option to the occupancy of a day. */
export function occupy({ holds }: Option, maskOf: MaskOf, day: Map<string, bigint>): void {
  for (const hold of holds) {
    day.set(hold.resource, (day.get(hold.resource) ?? 0n) | maskOf(hold))
  }
}

/** Every cell of every resource that an option holds. */
export function cellsOf(option: Option, date: string, start: Start): Cell[] {
  return cellsFrom(option, firstCell(date) + start.at / quarterMinutes)
}

/** The same for a start that is given by its cell. */
export function cellsFrom(option: Option, start: number): Cell[] {
  return option.holds.flatMap((hold) => {
    const { first, count } = quartersOf(hold)
    const { resource } = hold
    return Array.from({ length: count }, (_, index) => ({ cell: start + first + index, resource }))
  })
}

export function countCells(mask: bigint): number {
  let count = 0
  for (let remaining = mask; remaining > 0n; remaining &= remaining - 1n) count++
  return count
}
