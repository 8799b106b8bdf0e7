/** Observes the statements that an app reads from its store. */
import type { Sql, Store } from '../../src/store/sql.ts'

/** Calls `beforeRead` with each statement while `work` runs, and waits for it. */
export async function observeReads<Result>(
  store: Store,
  beforeRead: (statement: string) => void | Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { read } = store
  const observed: Sql = {
    async all(statement, ...values) {
      await beforeRead(statement)
      return read.all(statement, ...values)
    },
    async get(statement, ...values) {
      await beforeRead(statement)
      return read.get(statement, ...values)
    },
    async run(statement, ...values) {
      await beforeRead(statement)
      return read.run(statement, ...values)
    },
  }
  store.read = observed
  try {
    return await work()
  } finally {
    store.read = read
  }
}

/** The number of statements that are read while `work` runs. */
export async function countReads(store: Store, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  await observeReads(store, () => void count++, work)
  return count
}
