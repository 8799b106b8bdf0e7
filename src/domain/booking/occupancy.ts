/** Holding cells and letting them go. */
import { minute } from '../../kernel/time.ts'
import { KeyTaken, type Sql } from '../../store/sql.ts'
import { type Cell, cellsOf } from '../scheduling/cells.ts'
import type { Option, Start } from '../scheduling/rules.ts'
import { doubtDay, touchDays } from './occupancy-cache.ts'

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
  const steps: Promise<unknown>[] = []
  for (let place = 0; place < all.length; place += mostAtOnce) {
    const cells = all.slice(place, place + mostAtOnce)
    const statement = `INSERT INTO cells (cell, resource, holder) VALUES ${cells.map(() => '(?, ?, ?)').join(', ')}`
    const values = cells.flatMap(({ cell, resource }) => [cell, resource, holder])
    steps.push(sql.run(statement, ...values))
  }
  const touched = Promise.all([touchDays(sql, all, true), ...steps])
  const [held] = await touched.catch((error: unknown) => {
    // Somebody held one without a word to the day: it is decided once more, by the cells.
    if (error instanceof KeyTaken && isOfCells(error)) doubtDay(date)
    throw error
  })
  held()
}

/** Whether it was the key of the cells, and not that of something else that was sent with them. */
function isOfCells({ cause }: KeyTaken): boolean {
  return cause instanceof Error && cause.message.includes('cells')
}

/** Lets go of what somebody holds, all of it or from a cell on. */
export async function releaseCells(sql: Sql, holder: string, from = 0): Promise<void> {
  const cells = await sql.all<Cell>(
    'DELETE FROM cells WHERE holder = ? AND cell >= ? RETURNING cell, resource',
    holder,
    from,
  )
  const released = await touchDays(sql, cells, false)
  released()
}

/** The quarter hour that has begun: a table that was left is free for whoever stands at the door. */
export function cellAt(moment: number): number {
  return Math.floor(moment / (15 * minute))
}
