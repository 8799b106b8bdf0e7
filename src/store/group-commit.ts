/** Group commit: up to 64 queued writes run in one transaction, each in its own savepoint. */
import { createHistogram, observe } from '../kernel/histogram.ts'
import {
  LockConflict,
  type Sql,
  type StoreMetrics,
  StoreUnavailable,
  UniqueViolation,
} from './sql.ts'

export type WriteConnection = Sql & {
  /** Begins a transaction that excludes all other writers. */
  begin(): Promise<void>
  commit(): Promise<void>
  /** Sends a statement that fails only together with the transaction, so its result need not be awaited. */
  send(statement: string): Promise<void>
  /** False after the engine has ended the transaction by itself. */
  isInTransaction(): boolean
}

type Job = {
  work(sql: Sql): Promise<unknown>
  resolve(result: unknown): void
  reject(reason: unknown): void
  enqueuedAtMs: number
  attempts: number
  /** Start of the first attempt. */
  startedAtMs: number
}

type JobResult = { hasChanges: boolean; finish(): void }

const maxBatchSize = 64
const maxQueueLength = 10_000

/** A longer batch is committed early, so that other processes get the lock. */
const maxTransactionMs = 500

/** With the delay: two seconds in total. */
const maxLockAttempts = 80
const retryDelayMs = 25

/** How long a job is retried after a lock conflict, a lost connection or a unique violation. */
const retryWindowMs = 2_000

export type GroupCommit = {
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** False after a transaction failed because the store was unavailable, until one has changed a row. */
  isWritable(): boolean
  metrics(): StoreMetrics
  /** Resolves when the queue is empty. */
  waitUntilIdle(): Promise<void>
}

export function createGroupCommit(connection: WriteConnection): GroupCommit {
  const queue: Job[] = []
  let draining: Promise<void> | undefined
  let isWritable = true
  const writeDurations = createHistogram()
  let transactions = 0
  let failures = 0

  const drain = async () => {
    // Waits one turn of the event loop, so that concurrent requests share the first batch.
    await new Promise(setImmediate)
    while (queue.length > 0) {
      const batch = queue.splice(0, maxBatchSize)
      try {
        const hasChanges = await transact(batch)
        if (hasChanges) isWritable = true
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          isWritable = false
          failures++
        }
        await rollBack()
        const retried = batch.filter((job) => canRetry(job, error))
        // While the store is unavailable the queued jobs would fail too: reject them immediately.
        const isUnavailable = retried.length === 0 && error instanceof StoreUnavailable
        const abandoned = isUnavailable ? queue.splice(0) : []
        for (const job of batch) if (!retried.includes(job)) job.reject(error)
        for (const job of abandoned) job.reject(new StoreUnavailable(error))
        queue.unshift(...retried)
        if (retried.length > 0) await waitForRetry()
      }
    }
    draining = undefined
  }

  /** Returns whether a row changed: a transaction without changes succeeds even on a full disk or a standby. */
  const transact = async (batch: readonly Job[]): Promise<boolean> => {
    for (const job of batch) markStarted(job)
    await beginWithRetry()
    const startedAtMs = performance.now()
    const outcomes: JobResult[] = []
    for (const job of batch) {
      if (performance.now() - startedAtMs > maxTransactionMs) break
      outcomes.push(await runJob(job))
    }
    await connection.commit()
    transactions++
    for (const { finish } of outcomes) finish()
    const remaining = batch.slice(outcomes.length)
    for (const job of remaining) job.attempts = 0
    queue.unshift(...remaining)
    return outcomes.some(({ hasChanges }) => hasChanges)
  }

  const beginWithRetry = async () => {
    for (let attempts = 1; ; attempts++) {
      try {
        await connection.begin()
        return
      } catch (error) {
        if (!(error instanceof LockConflict) || attempts === maxLockAttempts) throw error
        await waitForRetry()
      }
    }
  }

  const runJob = async (job: Job): Promise<JobResult> => {
    await connection.send('SAVEPOINT job')
    let changes = 0
    const run: Sql['run'] = async (statement, ...values) => {
      const changed = await connection.run(statement, ...values)
      changes += changed
      return changed
    }
    try {
      const result = await job.work({ all: connection.all, get: connection.get, run })
      await connection.send('RELEASE job')
      return { hasChanges: changes > 0, finish: () => resolveJob(job, result) }
    } catch (error) {
      // A lock conflict undoes only this job, like any other error of the job.
      const failsTransaction = error instanceof StoreUnavailable && !(error instanceof LockConflict)
      if (failsTransaction || !connection.isInTransaction()) throw error
      await connection.send('ROLLBACK TO job')
      await connection.send('RELEASE job')
      return { hasChanges: false, finish: () => retryOrReject(job, error) }
    }
  }

  const resolveJob = (job: Job, result: unknown) => {
    observe(writeDurations, performance.now() - job.enqueuedAtMs)
    job.resolve(result)
  }

  const retryOrReject = (job: Job, error: unknown) => {
    if (canRetry(job, error)) queue.push(job)
    else job.reject(error)
  }

  const rollBack = async () => {
    // Awaited, because a pooler reassigns the connection as soon as it has responded.
    if (connection.isInTransaction()) await connection.run('ROLLBACK').catch(() => {})
  }

  return {
    write: <Result>(work: (sql: Sql) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (queue.length >= maxQueueLength) {
          reject(new StoreUnavailable('the write queue is full'))
          return
        }
        const callbacks = { resolve: resolve as (result: unknown) => void, reject }
        queue.push({
          work,
          ...callbacks,
          enqueuedAtMs: performance.now(),
          attempts: 0,
          startedAtMs: 0,
        })
        draining ??= drain()
      }),
    isWritable: () => isWritable,
    metrics: () => ({
      writeDurations,
      transactions,
      failures,
      queueLength: queue.length,
    }),
    waitUntilIdle: async () => {
      while (draining) await draining
    },
  }
}

function markStarted(job: Job): void {
  if (job.attempts++ === 0) job.startedAtMs = performance.now()
}

function canRetry({ attempts, startedAtMs }: Job, error: unknown): boolean {
  return attempts < maxAttemptsAfter(error) && performance.now() - startedAtMs < retryWindowMs
}

/** Only errors after which nothing was stored. After a unique violation the job decides again on fresh data. */
function maxAttemptsAfter(error: unknown): number {
  if (error instanceof LockConflict) return 3
  const isUniqueViolation =
    error instanceof Error && [error, error.cause].some((one) => one instanceof UniqueViolation)
  return isUniqueViolation ? 2 : 0
}

function waitForRetry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryDelayMs))
}
