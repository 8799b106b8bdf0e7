/** The held cells, read from and written to the store. */
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { cellsOf, cellsOfDay, firstCell, type Held } from './cells.ts'
import type { Option, Start } from './plan.ts'

/** What is held on each of some days that follow one another, but for what one holder holds. */
export async function readHeld(
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
  const days = dates.map((date) => ({
    date,
    first: firstCell(date),
    held: new Map<string, bigint>(),
  }))
  for (const { cell, resource } of rows) {
    // A cell after midnight belongs to its own day and to the night of the day before.
    const place = Math.floor((cell - firstCell(first)) / 96)
    for (const day of [days[place - 1], days[place]]) {
      const bit = day ? cell - day.first : cellsOfDay
      if (!day || bit >= cellsOfDay) continue
      day.held.set(resource, (day.held.get(resource) ?? 0n) | (1n << BigInt(bit)))
    }
  }
  return new Map(days.map(({ date, held }) => [date, held]))
}

export async function readDay(sql: Sql, date: string, butFor?: string): Promise<Held> {
  return (await readHeld(sql, [date], butFor)).get(date) ?? new Map()
}

/** A whole evening is one statement; a block of weeks is as many as it needs. */
const mostAtOnce = 64

/** Throws KeyTaken where somebody else holds one of the cells: the database has the last word. */
export async function holdCells(
  sql: Sql,
  holder: string,
  option: Option,
  date: string,
  start: Start,
): Promise<void> {
  const all = cellsOf(option, date, start)
  for (let place = 0; place < all.length; place += mostAtOnce) {
    const cells = all.slice(place, place + mostAtOnce)
    await sql.run(
      `INSERT INTO cells (cell, resource, holder) VALUES ${cells.map(() => '(?, ?, ?)').join(', ')}`,
      ...cells.flatMap(({ cell, resource }) => [cell, resource, holder]),
    )
  }
}

/** Lets go of what somebody holds, all of it or from a cell on. */
export async function releaseCells(sql: Sql, holder: string, from = 0): Promise<void> {
  await sql.run('DELETE FROM cells WHERE holder = ? AND cell >= ?', holder, from)
}

/** The quarter hour that has begun: a table that was left is free for whoever stands at the door. */
export function cellAt(moment: number): number {
  return Math.floor(moment / (15 * minute))
}
