/** Quarter hours. A day's cells stand in one number for each resource, a bit for each cell. */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Hold, Option, Start } from './plan.ts'

const quarter = 15

/** A night may run on: the next day's morning belongs to the day before as well. */
export const cellsOfDay = 36 * 4

/** What is held on a day, by resource. */
export type Held = ReadonlyMap<string, bigint>

export function firstCell(date: string): number {
  return startOfDay(date) / (quarter * minute)
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

/** The day with this option held as well. */
export function withHeld(option: Option, start: Start, held: Held): Held {
  const next = new Map(held)
  for (const hold of option.holds) {
    next.set(hold.resource, (next.get(hold.resource) ?? 0n) | span(start, hold))
  }
  return next
}

/** The rows that hold an option: every cell of every resource. */
export function cellsOf(
  option: Option,
  date: string,
  start: Start,
): { cell: number; resource: string }[] {
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
