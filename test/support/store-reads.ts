/** Observes the statements that an app reads from its store. */
import type { Sql, Store } from '../../src/store/sql.ts'

/** Calls `beforeRead` with each statement while `work` runs, and waits for it. */
export async function observeReads<Result>(
  store: Store,
  beforeRead: (statement: string) => void | Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  const { read } = store
  store.read = observe(read, beforeRead)
  try {
    return await work()
  } finally {
    store.read = read
  }
}

/** The statements that the transactions send which `work` starts. */
export async function statementsOfWrites(
  store: Store,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { write } = store
  const statements: string[] = []
  store.write = (transact) =>
    write((sql) => transact(observe(sql, (statement) => void statements.push(statement))))
  try {
    await work()
  } finally {
    store.write = write
  }
  return statements
}

function observe(sql: Sql, beforeStatement: (statement: string) => void | Promise<void>): Sql {
  return {
    async all(statement, ...values) {
      await beforeStatement(statement)
      return sql.all(statement, ...values)
    },
    async get(statement, ...values) {
      await beforeStatement(statement)
      return sql.get(statement, ...values)
    },
    async run(statement, ...values) {
      await beforeStatement(statement)
      return sql.run(statement, ...values)
    },
  }
}

/** The number of statements that are read while `work` runs. */
export async function countReads(store: Store, work: () => Promise<unknown>): Promise<number> {
  let count = 0
  await observeReads(store, () => void count++, work)
  return count
}
