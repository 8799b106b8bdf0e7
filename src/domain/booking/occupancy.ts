/** Holding cells and letting them go. */
import { minute } from '../../kernel/time.ts'
import { type Sql, UniqueViolation } from '../../store/sql.ts'
import { type Cell, cellsOf } from '../scheduling/cells.ts'
import type { Option, Start } from '../scheduling/rules.ts'
import { bumpDayVersion, bypassCacheFor } from './occupancy-cache.ts'

/** A whole evening is one statement; a block of weeks is as many as it needs. */
const maxCellsPerStatement = 64

/** Throws KeyTaken where somebody else holds one of the cells: the database has the last word. */
export async function holdCells(
  sql: Sql,
  holder: string,
  option: Option,
  date: string,
  start: Start,
): Promise<void> {
  const all = cellsOf(option, date, start)
  const inserts: Promise<unknown>[] = []
  for (let offset = 0; offset < all.length; offset += maxCellsPerStatement) {
    const cells = all.slice(offset, offset + maxCellsPerStatement)
    const statement = `INSERT INTO cells (cell, resource, holder) VALUES ${cells.map(() => '(?, ?, ?)').join(', ')}`
    const values = cells.flatMap(({ cell, resource }) => [cell, resource, holder])
    inserts.push(sql.run(statement, ...values))
  }
  const writes = Promise.all([bumpDayVersion(sql, all, true), ...inserts])
  const [updateCache] = await writes.catch((error: unknown) => {
    // Somebody held one without a word to the day: it is decided once more, by the cells.
    if (error instanceof UniqueViolation && isCellConflict(error)) bypassCacheFor(date)
    throw error
  })
  updateCache()
}

/** Whether it was the key of the cells, and not that of something else that was sent with them. */
function isCellConflict({ cause }: UniqueViolation): boolean {
  return cause instanceof Error && cause.message.includes('cells')
}

/** Lets go of what somebody holds, all of it or from a cell on. */
export async function releaseCells(sql: Sql, holder: string, from = 0): Promise<void> {
  const cells = await sql.all<Cell>(
    'DELETE FROM cells WHERE holder = ? AND cell >= ? RETURNING cell, resource',
    holder,
    from,
  )
  const updateCache = await bumpDayVersion(sql, cells, false)
  updateCache()
}

/** The quarter hour that has begun: a table that was left is free for whoever stands at the door. */
export function cellAt(atMs: number): number {
  return Math.floor(atMs / (15 * minute))
}
