/** What is held on days, read from the store once and remembered until somebody touches the day. */
import { randomUUID } from 'node:crypto'
import { remember as rememberText } from '../../kernel/memoize.ts'
import type { Sql } from '../../store/sql.ts'
import {
  type Cell,
  cellsOfDay,
  daysOf,
  firstCell,
  type Held,
  withCells,
} from '../scheduling/cells.ts'

const nothing: Held = new Map()

/** A day that nobody has touched yet. */
const untouched = rememberText((): Held => new Map())

/**
 * Days by their version. None is ever given twice, not even for what is undone: whoever finds the
 * same version in the store finds the same day. Those that were used last are kept.
 */
const remembered = new Map<string, Held>()
const mostRemembered = 500

/** Days of which the store's own word has proved wrong. */
const doubted = new Set<number>()

/** What is held on each of some days that follow one another. */
export async function readHeld(sql: Sql, dates: readonly string[]): Promise<Map<string, Held>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await readVersions(sql, first, last)
  const known = new Map(rows.map((row) => [row.day, recall(row)]))
  const unknown = dates.filter((date) => {
    const day = firstCell(date)
    return doubted.has(day) || (known.has(day) && known.get(day) === undefined)
  })
  const read = await readCells(sql, unknown)
  // What was written between the two looks may yet be lost with the server that took it.
  const after = read.size === 0 ? [] : await readVersions(sql, first, last)
  for (const row of after) {
    const same = rows.some(({ day, version }) => day === row.day && version === row.version)
    if (same) remember(row, read.get(row.day))
  }
  return new Map(
    dates.map((date) => {
      const day = firstCell(date)
      return [date, read.get(day) ?? known.get(day) ?? untouched(date)]
    }),
  )
}

/** What is held on a day, but for what one holder holds. */
export async function readDay(sql: Sql, date: string, butFor = ''): Promise<Held> {
  const day = firstCell(date)
  if (butFor !== '') return (await readCells(sql, [date], butFor)).get(day) ?? nothing
  const row = await sql.get<Versioned>('SELECT day, version FROM held_days WHERE day = ?', day)
  const known = row ? recall(row) : untouched(date)
  if (known && !doubted.has(day)) return known
  return (await readHeld(sql, [date])).get(date) ?? nothing
}

/**
 * Says in the store that these cells are held now, or free. What is returned is to be called when
 * they are: where we know the days as they were, we know them as they are.
 */
export async function touchDays(
  sql: Sql,
  cells: readonly Cell[],
  held: boolean,
): Promise<() => void> {
  const days = daysOf(cells)
  if (days.length === 0) return () => {}
  const version = randomUUID()
  const [before] = await Promise.all([
    sql.all<Versioned>(
      `SELECT day, version FROM held_days WHERE day IN (${days.map(() => '?').join(', ')})`,
      ...days,
    ),
    sql.run(
      `INSERT INTO held_days (day, version) VALUES ${days.map(() => '(?, ?)').join(', ')}
       ON CONFLICT (day) DO UPDATE SET version = excluded.version`,
      ...days.flatMap((day) => [day, version]),
    ),
  ])
  return () => {
    for (const day of days) {
      const row = before.find((one) => one.day === day)
      const known = row ? recall(row) : nothing
      if (row) forget(row)
      if (known) remember({ day, version }, withCells(known, day, cells, held))
    }
  }
}

/** Somebody wrote cells and not the day: from now on this process reads its cells every time. */
export function doubtDay(date: string): void {
  doubted.add(firstCell(date))
}

function readVersions(sql: Sql, first: string, last: string): Promise<Versioned[]> {
  return sql.all<Versioned>(
    'SELECT day, version FROM held_days WHERE day >= ? AND day <= ?',
    firstCell(first),
    firstCell(last),
  )
}

type Versioned = { day: number; version: string }

function recall({ day, version }: Versioned): Held | undefined {
  const held = remembered.get(`${version} ${day}`)
  if (held) remember({ day, version }, held)
  return held
}

/** Nobody will ask for it again, unless what has replaced it is undone. */
function forget({ day, version }: Versioned): void {
  remembered.delete(`${version} ${day}`)
}

function remember({ day, version }: Versioned, held: Held | undefined): void {
  if (version === '' || !held) return
  const name = `${version} ${day}`
  remembered.delete(name)
  remembered.set(name, held)
  if (remembered.size <= mostRemembered) return
  const [oldest = ''] = remembered.keys()
  remembered.delete(oldest)
}

/** The days themselves by their first cell, read at once from the first of them to the last. */
async function readCells(
  sql: Sql,
  dates: readonly string[],
  butFor = '',
): Promise<Map<number, Held>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await sql.all<Cell>(
    'SELECT cell, resource FROM cells WHERE cell >= ? AND cell < ? AND holder <> ?',
    firstCell(first),
    firstCell(last) + cellsOfDay,
    butFor,
  )
  return new Map(
    dates.map((date) => [firstCell(date), withCells(nothing, firstCell(date), rows, true)]),
  )
}
