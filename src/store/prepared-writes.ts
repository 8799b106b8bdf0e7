/**
 * Writes that were decided before their transaction. Those of one kind are verified and stored together, so that a
 * batch needs few statements and holds the lock of the writers for a short time.
 */
import { LockConflict, LockTimeout, type Sql, StoreUnavailable } from './sql.ts'
import type { WriteJob } from './write-job.ts'

type SavepointConnection = Sql & {
  send(statement: string): Promise<void>
  stopWaitingForLocks?(): Promise<void>
  isInTransaction(): boolean
}

/** The jobs that are stored, with their results. All others have changed nothing, and decide in the transaction. */
export async function runPrepared(
  connection: SavepointConnection,
  jobs: readonly WriteJob[],
): Promise<Map<WriteJob, unknown>> {
  const stored = new Map<WriteJob, unknown>()
  const prepared = jobs.filter((job) => job.prepared && !job.isAbandoned)
  for (const [storeAll, group] of Map.groupBy(prepared, (job) => job.prepared?.storeAll)) {
    if (!storeAll) continue
    const parts = group.map((job) => job.prepared?.part)
    const results = await inSavepoint(connection, (sql) => storeAll(sql, parts))
    for (const [index, job] of group.entries()) {
      const result = results?.[index]
      if (result !== undefined) stored.set(job, result)
    }
  }
  return stored
}

/** Undefined after an error, which each job then meets or avoids on its own. */
async function inSavepoint<Result>(
  connection: SavepointConnection,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result | undefined> {
  const { all, get, run } = connection
  await connection.send('SAVEPOINT prepared')
  try {
    const result = await work({ all, get, run })
    await connection.send('RELEASE prepared')
    return result
  } catch (error) {
    const failsTransaction = error instanceof StoreUnavailable && !(error instanceof LockConflict)
    if (failsTransaction || !connection.isInTransaction()) throw error
    await connection.send('ROLLBACK TO prepared')
    await connection.send('RELEASE prepared')
    if (error instanceof LockTimeout) await connection.stopWaitingForLocks?.()
    return undefined
  }
}
