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
export type Held = ReadonlyMap<string, bigint>

export function firstCell(date: string): number {
  return startOfDay(date) / (quarter * minute)
}

/** Some midnight; before 1975 the clocks of Vietnam went otherwise. */
const midnight = firstCell('2000-01-01')

/** The days to which cells belong, by their first cell. */
export function daysOf(cells: readonly Cell[]): number[] {
  const days = new Set<number>()
  for (const { cell } of cells) {
    const place = (cell - midnight) % cellsUntilMidnight
    days.add(cell - place)
    if (place + cellsUntilMidnight < cellsOfDay) days.add(cell - place - cellsUntilMidnight)
  }
  return [...days]
}

/** A day, given by its first cell, with those of the cells that belong to it held or free. */
export function withCells(day: Held, first: number, cells: readonly Cell[], held: boolean): Held {
  const next = new Map(day)
  for (const { cell, resource } of cells) {
    if (cell < first || cell >= first + cellsOfDay) continue
    const bit = 1n << BigInt(cell - first)
    const before = next.get(resource) ?? 0n
    const after = held ? before | bit : before & ~bit
    if (after === 0n) next.delete(resource)
    else next.set(resource, after)
  }
  return next
}

/** The cells of a start and a length; there are only so many of them, and they are asked for often. */
const spans = new Map<number, bigint>()

function span({ at }: Start, { minutes }: Hold): bigint {
  const length = Math.ceil(minutes / quarter)
  const name = (at / quarter) * 1_000 + length
  const before = spans.get(name)
  if (before !== undefined) return before
  const made = ((1n << BigInt(length)) - 1n) << BigInt(at / quarter)
  spans.set(name, made)
  return made
}

export function isFree(option: Option, start: Start, held: Held): boolean {
  return option.holds.every((hold) => ((held.get(hold.resource) ?? 0n) & span(start, hold)) === 0n)
}

/** Holds this option on a day as well. */
export function hold(option: Option, start: Start, day: Map<string, bigint>): void {
  for (const one of option.holds) {
    day.set(one.resource, (day.get(one.resource) ?? 0n) | span(start, one))
  }
}

/** The rows that hold an option: every cell of every resource. */
export function cellsOf(option: Option, date: string, start: Start): Cell[] {
  const first = firstCell(date) + start.at / quarter
  return option.holds.flatMap(({ resource, minutes }) =>
    Array.from({ length: Math.ceil(minutes / quarter) }, (_, place) => ({
      cell: first + place,
      resource,
    })),
  )
}

export function countCells(held: bigint): number {
  let count = 0
  for (let rest = held; rest > 0n; rest &= rest - 1n) count++
  return count
}
