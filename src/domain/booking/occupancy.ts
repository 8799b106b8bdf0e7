/** Inserts and deletes occupied cells. */
import { minute } from '../../kernel/time.ts'
import { type Sql, UniqueViolation } from '../../store/sql.ts'
import { type Cell, cellsOf } from '../scheduling/cells.ts'
import type { Option, Start } from '../scheduling/rules.ts'
import type { OccupancyCache } from './occupancy-cache.ts'

/** A booking needs one statement; only long blocks need several. */
const maxCellsPerStatement = 64

/** Holds the cells of an option from its start on. */
export function holdOption(
  sql: Sql,
  cache: OccupancyCache,
  holder: string,
  option: Option,
  date: string,
  start: Start,
): Promise<void> {
  return holdCells(sql, cache, holder, cellsOf(option, date, start))
}

/** Throws UniqueViolation if another holder has one of the cells: the primary key decides. */
export async function holdCells(
  sql: Sql,
  cache: OccupancyCache,
  holder: string,
  all: readonly Cell[],
): Promise<void> {
  const inserts: Promise<unknown>[] = []
  for (let offset = 0; offset < all.length; offset += maxCellsPerStatement) {
    const cells = all.slice(offset, offset + maxCellsPerStatement)
    const statement = `INSERT INTO cells (cell, resource, holder) VALUES ${cells.map(() => '(?, ?, ?)').join(', ')}`
    const values = cells.flatMap(({ cell, resource }) => [cell, resource, holder])
    inserts.push(sql.run(statement, ...values))
  }
  const writes = Promise.all([cache.bumpVersions(sql, all, true), ...inserts])
  const [updateCache] = await writes.catch((error: unknown) => {
    // A cell was inserted without a new day version, so the retry must not use the cache.
    if (error instanceof UniqueViolation && isCellConflict(error)) cache.bypass(all)
    throw error
  })
  updateCache()
}

/** Statements are pipelined, so the violated key may also belong to another table. */
function isCellConflict({ cause }: UniqueViolation): boolean {
  return cause instanceof Error && cause.message.includes('cells')
}

/** The largest value of the column. */
const lastCell = 2 ** 31 - 1

/** Releases all cells of a holder, or those from a cell on, or those before a cell. */
export async function releaseCells(
  sql: Sql,
  cache: OccupancyCache,
  holder: string,
  { from = 0, before = lastCell }: { from?: number; before?: number } = {},
): Promise<void> {
  const cells = await sql.all<Cell>(
    'DELETE FROM cells WHERE holder = ? AND cell >= ? AND cell < ? RETURNING cell, resource',
    holder,
    from,
    before,
  )
  const updateCache = await cache.bumpVersions(sql, cells, false)
  updateCache()
}

/** The current quarter hour: a table that is vacated early is free again from this cell on. */
export function cellAt(atMs: number): number {
  return Math.floor(atMs / (15 * minute))
}
