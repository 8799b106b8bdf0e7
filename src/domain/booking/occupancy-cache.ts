/**
 * Cache of occupied cells per day, keyed by the day's version. Every change of a cell writes a new random version in
 * the same transaction. A version is never used again, not even after a rollback, so that an entry is right for every
 * app and every process that reads this version from the store. A day that another process has changed is computed from
 * the version that is known and the changes since then.
 */
import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { addDays, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import {
  type Cell,
  cellsOfDay,
  type DayOccupancy,
  daysOfCells,
  firstCell,
  type Occupancy,
  withCells,
} from '../scheduling/cells.ts'
import { addedChange, applyChanges, formatChange, formatUnknownChange } from './day-changes.ts'

export type OccupancyCache = {
  loadDay(sql: Sql, date: string): Promise<DayOccupancy>
  /** Loads days that are sorted. */
  loadDays(sql: Sql, dates: readonly string[]): Promise<Map<string, DayOccupancy>>
  /**
   * Writes a new version of the days of some cells that become occupied or free. The returned function updates the
   * cache; call it after the cells are written.
   */
  bumpVersions(sql: Sql, cells: readonly Cell[], isHeld: boolean): Promise<() => void>
  /** From now on the days of these cells are read from the store each time: their versions were not maintained. */
  bypass(cells: readonly Cell[]): void
}

type DayVersion = { day: number; version: string }

const maxCachedDays = 500

const noCells: Occupancy = new Map()

/** A day without a version has never had an occupied cell. */
const untouchedDay: DayOccupancy = { occupancy: noCells, version: '-' }

export function createOccupancyCache(): OccupancyCache {
  const cache = new LRUCache<string, DayOccupancy>({ max: maxCachedDays })
  const bypassedDays = new Set<number>()

  const find = ({ day, version }: DayVersion): DayOccupancy | undefined =>
    bypassedDays.has(day) ? undefined : cache.get(keyOf(day, version))

  const findDay = (date: string, row: DayVersion | undefined): DayOccupancy | undefined => {
    if (row) return find(row)
    return bypassedDays.has(firstCell(date)) ? undefined : untouchedDay
  }

  const store = ({ day, version }: DayVersion, occupancy: Occupancy): DayOccupancy => {
    // Rows that are older than versions have an empty one, which does not change with the cells.
    if (version === '' || bypassedDays.has(day)) return { occupancy, version: undefined }
    const stored = { occupancy, version }
    cache.set(keyOf(day, version), stored)
    return stored
  }

  /** The days among these of which an earlier version and the changes since then are known. */
  const catchUp = async (sql: Sql, dates: readonly string[]) => {
    const caughtUp = new Map<string, DayOccupancy>()
    if (dates.length === 0 || cache.size === 0) return caughtUp
    const rows = await loadChanges(sql, dates)
    for (const date of dates) {
      const row = rows.get(firstCell(date))
      const findOccupancy = (version: string) => row && find({ day: row.day, version })?.occupancy
      const occupancy = row && applyChanges(row.changes, row, findOccupancy)
      if (occupancy) caughtUp.set(date, store(row, occupancy))
    }
    return caughtUp
  }

  const loadDays: OccupancyCache['loadDays'] = async (sql, dates) => {
    const [first, last] = [dates[0], dates.at(-1)]
    if (first === undefined || last === undefined) return new Map()
    const rows = new Map((await loadVersions(sql, first, last)).map((row) => [row.day, row]))
    const days = new Map(dates.map((date) => [date, findDay(date, rows.get(firstCell(date)))]))
    const changed = dates.filter((date) => !days.get(date))
    for (const [date, day] of await catchUp(sql, changed)) days.set(date, day)
    const uncached = dates.filter((date) => !days.get(date))
    if (uncached.length > 0) {
      const cells = await loadCellsOf(sql, uncached)
      // Cells written between the queries can be lost in a failover, and then the first version is current again.
      const after = new Map((await loadVersions(sql, first, last)).map((row) => [row.day, row]))
      for (const date of uncached) {
        const day = firstCell(date)
        const row = rows.get(day)
        const isUnchanged = row !== undefined && after.get(day)?.version === row.version
        const occupancy = withCells(noCells, day, cells.get(date) ?? [], true)
        days.set(date, isUnchanged ? store(row, occupancy) : { occupancy, version: undefined })
      }
    }
    return days as Map<string, DayOccupancy>
  }

  return {
    loadDays,
    async loadDay(sql, date) {
      const day = firstCell(date)
      const row = await sql.get<DayVersion>('SELECT day, version FROM held_days WHERE day = ?', day)
      return findDay(date, row) ?? (await loadDays(sql, [date])).get(date) ?? untouchedDay
    },
    async bumpVersions(sql, cells, isHeld) {
      const days = daysOfCells(cells)
      if (days.length === 0) return () => {}
      const version = randomBytes(12).toString('base64url')
      // Other processes may still know the cells without what was changed by hand.
      const changeOf = (day: number) =>
        bypassedDays.has(day)
          ? formatUnknownChange(version)
          : formatChange(version, day, cells, isHeld)
      const [before] = await Promise.all([
        sql.all<DayVersion>(
          `SELECT day, version FROM held_days WHERE day IN (${days.map(() => '?').join(', ')})`,
          ...days,
        ),
        sql.run(
          `INSERT INTO held_days (day, version, changes) VALUES ${days.map(() => '(?, ?, ?)').join(', ')}
           ON CONFLICT (day) DO UPDATE SET version = excluded.version, changes = ${addedChange}`,
          ...days.flatMap((day) => [day, version, changeOf(day)]),
        ),
      ])
      return () => {
        for (const day of days) {
          const row = before.find((one) => one.day === day)
          // The old version stays: until the commit, requests that are decided outside of the transaction read it.
          const known = row ? find(row) : untouchedDay
          if (known) store({ day, version }, withCells(known.occupancy, day, cells, isHeld))
        }
      }
    },
    bypass(cells) {
      for (const day of daysOfCells(cells)) bypassedDays.add(day)
    },
  }
}

/**
 * Names the state from which availability is computed: the versions of the days and the minute. Undefined if it must
 * not be cached.
 */
export function availabilityKey(days: Iterable<DayOccupancy>, now: number): string | undefined {
  // A day is past from a full minute on, and a start is too soon from one millisecond later on.
  let key = `${Math.floor(now / minute)} ${Math.ceil(now / minute)}`
  for (const { version } of days) {
    if (version === undefined) return undefined
    key += ` ${version}`
  }
  return key
}

/** The occupancy of a day without the cells of some holders. */
export async function loadDayWithout(
  sql: Sql,
  date: string,
  ...holders: readonly string[]
): Promise<DayOccupancy> {
  const cells = await loadCells(sql, [date], holders)
  return { occupancy: withCells(noCells, firstCell(date), cells, true), version: undefined }
}

function keyOf(day: number, version: string): string {
  return `${day} ${version}`
}

function loadVersions(sql: Sql, first: string, last: string): Promise<DayVersion[]> {
  return sql.all<DayVersion>(
    'SELECT day, version FROM held_days WHERE day >= ? AND day <= ?',
    firstCell(first),
    firstCell(last),
  )
}

async function loadChanges(
  sql: Sql,
  dates: readonly string[],
): Promise<ReadonlyMap<number, DayVersion & { changes: string }>> {
  const rows = await sql.all<DayVersion & { changes: string }>(
    `SELECT day, version, changes FROM held_days WHERE day IN (${dates.map(() => '?').join(', ')})`,
    ...dates.map(firstCell),
  )
  return new Map(rows.map((row) => [row.day, row]))
}

/** The cells of each day, with one query for those that follow each other. */
async function loadCellsOf(
  sql: Sql,
  dates: readonly string[],
): Promise<ReadonlyMap<string, Cell[]>> {
  const runs: string[][] = []
  for (const date of dates) {
    const run = runs.at(-1)
    if (run && addDays(run.at(-1) ?? '', 1) === date) run.push(date)
    else runs.push([date])
  }
  const cells = await Promise.all(runs.map((run) => loadCells(sql, run)))
  return new Map(runs.flatMap((run, index) => run.map((date) => [date, cells[index] ?? []])))
}

/** The cells from the first of the days to the last, in one query. */
async function loadCells(
  sql: Sql,
  dates: readonly string[],
  excludedHolders: readonly string[] = [],
): Promise<Cell[]> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  return sql.all<Cell>(
    `SELECT cell, resource FROM cells WHERE cell >= ? AND cell < ?
     ${excludedHolders.map(() => 'AND holder <> ?').join(' ')}`,
    firstCell(first),
    firstCell(last) + cellsOfDay,
    ...excludedHolders,
  )
}
