/** What is held on days, read from the store once and remembered until somebody touches the day. */
import { randomUUID } from 'node:crypto'
import { memoize as rememberText } from '../../kernel/memoize.ts'
import type { Sql } from '../../store/sql.ts'
import {
  type Cell,
  cellsOfDay,
  daysOf,
  firstCell,
  type Occupancy,
  withCells,
} from '../scheduling/cells.ts'

const noCells: Occupancy = new Map()

/** A day that nobody has touched yet. */
const emptyOccupancy = rememberText((): Occupancy => new Map())

/**
 * Days by their version. None is ever given twice, not even for what is undone: whoever finds the
 * same version in the store finds the same day. Those that were used last are kept.
 */
const cache = new Map<string, Occupancy>()
const maxCachedDays = 500

/** Days of which the store's own word has proved wrong. */
const bypassedDays = new Set<number>()

/** What is held on each of some days that follow one another. */
export async function loadOccupancy(
  sql: Sql,
  dates: readonly string[],
): Promise<Map<string, Occupancy>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await loadVersions(sql, first, last)
  const cached = new Map(rows.map((row) => [row.day, findCached(row)]))
  const uncached = dates.filter((date) => {
    const day = firstCell(date)
    return bypassedDays.has(day) || (cached.has(day) && cached.get(day) === undefined)
  })
  const loaded = await loadCells(sql, uncached)
  // What was written between the two looks may yet be lost with the server that took it.
  const after = loaded.size === 0 ? [] : await loadVersions(sql, first, last)
  for (const row of after) {
    const same = rows.some(({ day, version }) => day === row.day && version === row.version)
    if (same) storeInCache(row, loaded.get(row.day))
  }
  return new Map(
    dates.map((date) => {
      const day = firstCell(date)
      return [date, loaded.get(day) ?? cached.get(day) ?? emptyOccupancy(date)]
    }),
  )
}

/** What is held on a day, but for what one holder holds. */
export async function loadDayOccupancy(
  sql: Sql,
  date: string,
  excludeHolder = '',
): Promise<Occupancy> {
  const day = firstCell(date)
  if (excludeHolder !== '') return (await loadCells(sql, [date], excludeHolder)).get(day) ?? noCells
  const row = await sql.get<DayVersion>('SELECT day, version FROM held_days WHERE day = ?', day)
  const cached = row ? findCached(row) : emptyOccupancy(date)
  if (cached && !bypassedDays.has(day)) return cached
  return (await loadOccupancy(sql, [date])).get(date) ?? noCells
}

/**
 * Says in the store that these cells are held now, or free. What is returned is to be called when
 * they are: where we know the days as they were, we know them as they are.
 */
export async function bumpDayVersion(
  sql: Sql,
  cells: readonly Cell[],
  isHeld: boolean,
): Promise<() => void> {
  const days = daysOf(cells)
  if (days.length === 0) return () => {}
  const version = randomUUID()
  const [before] = await Promise.all([
    sql.all<DayVersion>(
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
      const cached = row ? findCached(row) : noCells
      if (row) evict(row)
      if (cached) storeInCache({ day, version }, withCells(cached, day, cells, isHeld))
    }
  }
}

/** Somebody wrote cells and not the day: from now on this process reads its cells every time. */
export function bypassCacheFor(date: string): void {
  bypassedDays.add(firstCell(date))
}

function loadVersions(sql: Sql, first: string, last: string): Promise<DayVersion[]> {
  return sql.all<DayVersion>(
    'SELECT day, version FROM held_days WHERE day >= ? AND day <= ?',
    firstCell(first),
    firstCell(last),
  )
}

type DayVersion = { day: number; version: string }

function findCached({ day, version }: DayVersion): Occupancy | undefined {
  const occupancy = cache.get(`${version} ${day}`)
  if (occupancy) storeInCache({ day, version }, occupancy)
  return occupancy
}

/** Nobody will ask for it again, unless what has replaced it is undone. */
function evict({ day, version }: DayVersion): void {
  cache.delete(`${version} ${day}`)
}

function storeInCache({ day, version }: DayVersion, occupancy: Occupancy | undefined): void {
  if (version === '' || !occupancy) return
  const key = `${version} ${day}`
  cache.delete(key)
  cache.set(key, occupancy)
  if (cache.size <= maxCachedDays) return
  const [oldest = ''] = cache.keys()
  cache.delete(oldest)
}

/** The days themselves by their first cell, read at once from the first of them to the last. */
async function loadCells(
  sql: Sql,
  dates: readonly string[],
  excludeHolder = '',
): Promise<Map<number, Occupancy>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await sql.all<Cell>(
    'SELECT cell, resource FROM cells WHERE cell >= ? AND cell < ? AND holder <> ?',
    firstCell(first),
    firstCell(last) + cellsOfDay,
    excludeHolder,
  )
  return new Map(
    dates.map((date) => [firstCell(date), withCells(noCells, firstCell(date), rows, true)]),
  )
}
