/**
 * What an absence holds: all time of its person, table or room that no booking and no other block holds. Time that a
 * booking releases falls to the absence in the same transaction.
 */
import type { TimeRange } from '../../kernel/date-range.ts'
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { cellsOfDay, firstCell } from '../scheduling/cells.ts'
import type { BookingContext } from './context.ts'
import { cellAt, holdCells, releaseCells } from './occupancy.ts'

type AbsentTime = { id: string; resource: string; starts_at: number; ends_at: number }

const quarterMs = 15 * minute

/** The time of a service day, as cells are counted. */
export function rangeOfDay(date: string): TimeRange {
  const begin = startOfDay(date)
  return { begin, end: begin + cellsOfDay * quarterMs }
}

/** Gives what is free within these ranges to the absences, from now on. */
export async function holdAbsences(
  sql: Sql,
  context: BookingContext,
  ranges: readonly TimeRange[],
  nowMs: number,
): Promise<void> {
  for (const range of ranges) {
    const absences = await sql.all<AbsentTime>(
      `SELECT id, resource, starts_at, ends_at FROM absences
       WHERE removed_at IS NULL AND ends_at > ? AND starts_at < ? ORDER BY id`,
      Math.max(range.begin, nowMs),
      range.end,
    )
    for (const absence of absences) await holdFreeTime(sql, context, absence, range, nowMs)
  }
}

async function holdFreeTime(
  sql: Sql,
  { occupancyCache }: BookingContext,
  { id, resource, starts_at, ends_at }: AbsentTime,
  { begin, end }: TimeRange,
  nowMs: number,
): Promise<void> {
  const first = cellAt(Math.max(starts_at, begin, nowMs))
  const after = Math.ceil(Math.min(ends_at, end) / quarterMs)
  const taken = await sql.all<{ cell: number }>(
    'SELECT cell FROM cells WHERE cell >= ? AND cell < ? AND resource = ?',
    ...[first, after, resource],
  )
  const takenCells = new Set(taken.map(({ cell }) => cell))
  const free = Array.from({ length: Math.max(0, after - first) }, (_, index) => first + index)
    .filter((cell) => !takenCells.has(cell))
    .map((cell) => ({ cell, resource }))
  if (free.length > 0) await holdCells(sql, occupancyCache, `block:${id}`, free)
}

/**
 * Takes the time of these resources on a service day away from absences, so that an undo finds the place that the
 * booking had. `holdAbsences` must follow in the same transaction.
 */
export async function releaseAbsences(
  sql: Sql,
  { occupancyCache }: BookingContext,
  resources: readonly string[],
  date: string,
): Promise<void> {
  const { begin, end } = rangeOfDay(date)
  const absences = await sql.all<AbsentTime>(
    `SELECT id, resource, starts_at, ends_at FROM absences
     WHERE removed_at IS NULL AND ends_at > ? AND starts_at < ? ORDER BY id`,
    ...[begin, end],
  )
  const from = firstCell(date)
  for (const { id, resource } of absences) {
    if (resources.includes(resource))
      await releaseCells(sql, occupancyCache, `block:${id}`, { from, before: from + cellsOfDay })
  }
}
