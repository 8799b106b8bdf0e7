/** Changes many rows in short transactions, so that bookings do not wait. */
import type { Sql, Store } from '../../store/sql.ts'

export const batchSize = 50

/**
 * Returns the number of rows. Checked with a read first, so that a job needs no write transaction as long as nothing
 * is due.
 */
export async function inBatches(
  store: Store,
  find: (sql: Sql) => Promise<{ id: string }[]>,
  change: (sql: Sql, ids: readonly string[]) => Promise<void>,
): Promise<number> {
  let count = 0
  for (;;) {
    if ((await find(store.read)).length === 0) return count
    const changed = await store.write(async (sql) => {
      const ids = (await find(sql)).map(({ id }) => id)
      await change(sql, ids)
      return ids.length
    })
    count += changed
    if (changed < batchSize) return count
  }
}
