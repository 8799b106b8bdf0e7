/** What is held on days, read from the store once and remembered until somebody touches the day. */
import { randomUUID } from 'node:crypto'
import type { Sql } from '../../store/sql.ts'
import { cellsOfDay, firstCell, type Held } from './cells.ts'

const quartersOfDay = 96

/** Some midnight; before 1975 the clocks of Vietnam went otherwise. */
const midnight = firstCell('2000-01-01')
const nothing: Held = new Map()

/**
 * The newest that this process has seen of each day. A version is never given twice, not even for
 * what is undone, so that whoever finds the same version in the store finds the same day.
 */
const remembered = new Map<number, { version: string; held: Held }>()
const mostRemembered = 500

/** What is held on each of some days that follow one another. */
export async function readHeld(sql: Sql, dates: readonly string[]): Promise<Map<string, Held>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await sql.all<{ day: number; version: string }>(
    'SELECT day, version FROM held_days WHERE day >= ? AND day <= ?',
    firstCell(first),
    firstCell(last),
  )
  const versions = new Map(rows.map(({ day, version }) => [day, version]))
  const unknown = dates.filter((date) => {
    const version = versions.get(firstCell(date))
    return version !== undefined && !isRemembered(firstCell(date), version)
  })
  const read = await readCells(sql, unknown)
  for (const [date, held] of read) remember(firstCell(date), versions.get(firstCell(date)), held)
  return new Map(
    dates.map((date) => {
      const day = firstCell(date)
      const held = versions.has(day) ? (read.get(date) ?? remembered.get(day)?.held) : undefined
      return [date, held ?? nothing]
    }),
  )
}

/** What is held on a day, but for what one holder holds. */
export async function readDay(sql: Sql, date: string, butFor = ''): Promise<Held> {
  const days = butFor === '' ? await readHeld(sql, [date]) : await readCells(sql, [date], butFor)
  return days.get(date) ?? nothing
}

/** Says that something else is held now on the days of these cells. */
export async function touchDays(sql: Sql, cells: readonly number[]): Promise<void> {
  const days = new Set<number>()
  for (const cell of cells) {
    const place = (cell - midnight) % quartersOfDay
    days.add(cell - place)
    if (place + quartersOfDay < cellsOfDay) days.add(cell - place - quartersOfDay)
  }
  if (days.size === 0) return
  const version = randomUUID()
  await sql.run(
    `INSERT INTO held_days (day, version) VALUES ${[...days].map(() => '(?, ?)').join(', ')}
     ON CONFLICT (day) DO UPDATE SET version = excluded.version`,
    ...[...days].flatMap((day) => [day, version]),
  )
}

function isRemembered(day: number, version: string): boolean {
  return version !== '' && remembered.get(day)?.version === version
}

function remember(day: number, version: string | undefined, held: Held): void {
  if (!version) return
  remembered.delete(day)
  remembered.set(day, { version, held })
  const [oldest] = remembered.keys()
  if (oldest !== undefined && remembered.size > mostRemembered) remembered.delete(oldest)
}

/** The days themselves, from the first of them to the last. */
async function readCells(
  sql: Sql,
  dates: readonly string[],
  butFor = '',
): Promise<Map<string, Held>> {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const rows = await sql.all<{ cell: number; resource: string }>(
    'SELECT cell, resource FROM cells WHERE cell >= ? AND cell < ? AND holder <> ?',
    firstCell(first),
    firstCell(last) + cellsOfDay,
    butFor,
  )
  const days = new Map(dates.map((date) => [firstCell(date), new Map<string, bigint>()]))
  for (const { cell, resource } of rows) {
    // A cell after midnight belongs to its own day and to the night of the day before.
    const place = (cell - midnight) % quartersOfDay
    for (const bit of [place, place + quartersOfDay]) {
      const held = bit < cellsOfDay ? days.get(cell - bit) : undefined
      held?.set(resource, (held.get(resource) ?? 0n) | (1n << BigInt(bit)))
    }
  }
  return new Map(dates.map((date) => [date, days.get(firstCell(date)) ?? nothing]))
}
