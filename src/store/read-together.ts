/** Reads that requests need at the same time, with one statement for all of them. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sql } from './sql.ts'

/**
 * `load` reads for all callers of one turn of the event loop, and returns what finds the part of each. It is called
 * with the `sql` of the first of them.
 */
export function readTogether<Item, Part>(
  load: (sql: Sql, items: readonly Item[]) => Promise<(item: Item) => Part>,
): (sql: Sql, item: Item) => Promise<Part> {
  let waiting: Item[] = []
  let loading: Promise<(item: Item) => Part> | undefined
  const loadNext = async (sql: Sql) => {
    await nextTurn()
    const items = waiting
    waiting = []
    loading = undefined
    return load(sql, items)
  }
  return async (sql, item) => {
    waiting.push(item)
    loading ??= loadNext(sql)
    return (await loading)(item)
  }
}
