/** One writer for a process: whatever waits is gathered into one transaction, a savepoint each. */
import { type Sql, StoreBusy, StoreUnavailable } from './sql.ts'

export type Connection = Sql & {
  /** Begins a transaction in which nobody else writes. */
  begin(): Promise<void>
  commit(): Promise<void>
  /** For what can fail only with the whole transaction; the answer need not be waited for. */
  send(statement: string): Promise<void>
  /** False once the engine itself has given a transaction up. */
  inTransaction(): boolean
}

type Job = {
  work(sql: Sql): Promise<unknown>
  resolve(result: unknown): void
  reject(reason: unknown): void
}

type Outcome = { job: Job; settle(): void }

const most = 64
const mostWaiting = 10_000

/** Two seconds in all; then the callers are told to come back. */
const mostTries = 80
const betweenTries = 25

export type Writer = {
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** False from a transaction that failed for want of the store until one that did not. */
  works(): boolean
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>
}

export function createWriter(connection: Connection): Writer {
  const waiting: Job[] = []
  let draining: Promise<void> | undefined
  let works = true

  const drain = async () => {
    // A turn of the event loop, so that requests that came together are gathered.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        await transact(batch)
        works = true
      } catch (error) {
        if (error instanceof StoreUnavailable) works = false
        await giveUp()
        // Who waits behind a store that cannot be used would only wait in vain.
        const behind = error instanceof StoreUnavailable ? waiting.splice(0) : []
        for (const job of [...batch, ...behind]) job.reject(error)
      }
    }
    draining = undefined
  }

  const transact = async (batch: readonly Job[]) => {
    await beginWhenFree()
    const outcomes: Outcome[] = []
    for (const job of batch) outcomes.push(await perform(job))
    await connection.commit()
    for (const { settle } of outcomes) settle()
  }

  const beginWhenFree = async () => {
    for (let tries = 1; ; tries++) {
      try {
        await connection.begin()
        return
      } catch (error) {
        if (!(error instanceof StoreBusy) || tries === mostTries) throw error
        await new Promise((resolve) => setTimeout(resolve, betweenTries))
      }
    }
  }

  const perform = async (job: Job): Promise<Outcome> => {
    await connection.send('SAVEPOINT job')
    try {
      const result = await job.work(connection)
      await connection.send('RELEASE job')
      return { job, settle: () => job.resolve(result) }
    } catch (error) {
      if (error instanceof StoreUnavailable || !connection.inTransaction()) throw error
      await connection.send('ROLLBACK TO job')
      await connection.send('RELEASE job')
      return { job, settle: () => job.reject(error) }
    }
  }

  const giveUp = async () => {
    if (connection.inTransaction()) await connection.send('ROLLBACK').catch(() => {})
  }

  return {
    write: <Result>(work: (sql: Sql) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          reject(new StoreUnavailable('too many are waiting'))
          return
        }
        waiting.push({ work, resolve: resolve as (result: unknown) => void, reject })
        draining ??= drain()
      }),
    works: () => works,
    idle: async () => {
      while (draining) await draining
    },
  }
}
