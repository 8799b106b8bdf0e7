/** Group commit: up to 64 queued writes run in one transaction, each in its own savepoint. */
import { createHistogram, observe } from '../kernel/histogram.ts'
import { createBlockedJobs } from './blocked-jobs.ts'
import { runPrepared } from './prepared-writes.ts'
import {
  LockConflict,
  LockTimeout,
  type PreparedWrite,
  type Sql,
  type StoreMetrics,
  StoreUnavailable,
} from './sql.ts'
import { canRetry, createWriteJob, startAttempt, timeLeftOf, type WriteJob } from './write-job.ts'

export type WriteConnection = Sql & {
  /** Begins a transaction that excludes all other writers. No statement may take longer than the time left. */
  begin(timeLeftMs: number): Promise<void>
  commit(timeLeftMs: number): Promise<void>
  /** Sends a statement that fails only together with the transaction, so its result need not be awaited. */
  send(statement: string): Promise<void>
  /** From here on, statements of the transaction hardly wait for locks. Absent if other clients lock no rows. */
  stopWaitingForLocks?(): Promise<void>
  /** False after the engine has ended the transaction by itself. */
  isInTransaction(): boolean
}

type JobResult = { job: WriteJob; hasChanges: boolean; finish(): void }

const maxBatchSize = 64
const maxQueueLength = 10_000

/** A longer batch is committed early, so that other processes get the lock. */
const maxTransactionMs = 500

/** With the delay: two seconds in total. */
const maxLockAttempts = 80
const retryDelayMs = 25

const rowIsLocked = () =>
  new LockTimeout('another client of the database holds the lock of its row')

export type GroupCommit = {
  write<Result>(
    work: (sql: Sql) => Promise<Result>,
    prepared?: PreparedWrite<Result>,
  ): Promise<Result>
  /** False after a write failed because the store was unavailable, until one has changed a row. */
  isWritable(): boolean
  metrics(): StoreMetrics
  /** Resolves when the queue is empty. */
  waitUntilIdle(): Promise<void>
  /** Rejects later writes, and resolves when the queue is empty. */
  close(): Promise<void>
}

export function createGroupCommit(connection: WriteConnection): GroupCommit {
  const queue: WriteJob[] = []
  const blocked = createBlockedJobs()
  let draining: Promise<void> | undefined
  let isWritable = true
  let isClosed = false
  const writeDurations = createHistogram()
  let transactions = 0
  let failures = 0

  const drain = async () => {
    await waitForConcurrentWrites()
    while (queue.length + blocked.count() > 0) {
      if (blocked.count() > 0) {
        for (const job of blocked.takeExpired(rowIsLocked())) job.reject(rowIsLocked())
      }
      const attempted = blocked.setAside(queue.splice(0, maxBatchSize))
      const batch = [...blocked.takeDue(), ...attempted]
      if (batch.length === 0) await pauseForRetry()
      else await commitBatch(batch)
    }
    draining = undefined
  }

  /** Concurrent requests share the first batch: waits until a turn of the event loop brings no further write. */
  const waitForConcurrentWrites = async () => {
    let known: number
    do {
      known = queue.length
      await new Promise(setImmediate)
    } while (queue.length > known && queue.length < maxBatchSize)
  }

  const commitBatch = async (batch: readonly WriteJob[]) => {
    let hasBegun = false
    try {
      await beginWithRetry(batch)
      hasBegun = true
      if (await transact(batch)) isWritable = true
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        isWritable = false
        failures++
      }
      await rollBack()
      for (const job of batch) job.isCommitting = false
      const retried = hasBegun ? batch.filter((job) => canRetry(job, error)) : []
      // While the store is unavailable the queued jobs would fail too: reject them immediately.
      const isUnavailable = retried.length === 0 && error instanceof StoreUnavailable
      const abandoned = isUnavailable ? [...queue.splice(0), ...blocked.takeAll()] : []
      for (const job of batch) if (!retried.includes(job)) job.reject(error)
      for (const job of abandoned) job.reject(new StoreUnavailable(error))
      queue.unshift(...retried)
      if (retried.length > 0) await pauseForRetry()
    }
  }

  /** Returns whether a row changed: a transaction without changes succeeds even on a full disk or a standby. */
  const transact = async (batch: readonly WriteJob[]): Promise<boolean> => {
    const startedAtMs = performance.now()
    // A job that is attempted again waits as long as the first time, so that the holder of the lock can be found.
    const isRetry = batch.some(blocked.wasBlocked)
    if (blocked.count() > 0 && !isRetry) await connection.stopWaitingForLocks?.()
    const outcomes = await storePrepared(batch)
    const stored = new Set(outcomes.map(({ job }) => job))
    const remaining = batch.filter((job) => !stored.has(job))
    while (remaining.length > 0 && performance.now() - startedAtMs <= maxTransactionMs) {
      const job = remaining.shift()
      if (job && !job.isAbandoned) outcomes.push(await runJob(job))
    }
    queue.unshift(...remaining)
    if (outcomes.some(({ job, hasChanges }) => job.isAbandoned && hasChanges)) {
      return repeatWithoutAbandoned(outcomes)
    }
    for (const { job } of outcomes) job.isCommitting = true
    await connection.commit(timeLeftOf(outcomes.map(({ job }) => job)))
    transactions++
    for (const { finish } of outcomes) finish()
    return outcomes.some(({ hasChanges }) => hasChanges)
  }

  /** Without those that met a lock before: they would make the others wait for it. */
  const storePrepared = async (batch: readonly WriteJob[]): Promise<JobResult[]> => {
    const jobs = batch.filter((job) => job.prepared && !blocked.wasBlocked(job))
    // Before it runs, because losing the connection is a failed attempt too.
    for (const job of jobs) startAttempt(job)
    const stored = await runPrepared(connection, jobs)
    for (const job of jobs) {
      if (stored.has(job)) continue
      // Verified once: otherwise a slow transaction could spend all its time on verifying the same jobs again.
      job.prepared = undefined
      job.attempts--
    }
    return [...stored].map(([job, result]) => {
      return { job, hasChanges: true, finish: () => resolveJob(job, result) }
    })
  }

  /** The caller of an abandoned job has got an error, so its rows are rolled back, with those of the others. */
  const repeatWithoutAbandoned = async (outcomes: readonly JobResult[]): Promise<boolean> => {
    await rollBack()
    const repeated = outcomes.map(({ job }) => job).filter(({ isAbandoned }) => !isAbandoned)
    for (const job of repeated) job.attempts--
    queue.unshift(...repeated)
    return false
  }

  const beginWithRetry = async (batch: readonly WriteJob[]) => {
    for (let attempts = 1; ; attempts++) {
      try {
        await connection.begin(timeLeftOf(batch))
        return
      } catch (error) {
        if (!(error instanceof LockConflict) || attempts === maxLockAttempts) throw error
        await pauseForRetry()
      }
    }
  }

  const runJob = async (job: WriteJob): Promise<JobResult> => {
    startAttempt(job)
    if (blocked.isLocked(job)) {
      return { job, hasChanges: false, finish: () => retryOrReject(job, rowIsLocked()) }
    }
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
      return { job, hasChanges: changes > 0, finish: () => resolveJob(job, result) }
    } catch (error) {
      // A lock conflict undoes only this job, like any other error of the job.
      const failsTransaction = error instanceof StoreUnavailable && !(error instanceof LockConflict)
      if (failsTransaction || !connection.isInTransaction()) throw error
      await connection.send('ROLLBACK TO job')
      await connection.send('RELEASE job')
      // One lock may block many jobs, and those that need other rows must not wait for each of them.
      if (error instanceof LockTimeout) {
        blocked.markLocked(job)
        await connection.stopWaitingForLocks?.()
      }
      return { job, hasChanges: false, finish: () => retryOrReject(job, error) }
    }
  }

  const resolveJob = (job: WriteJob, result: unknown) => {
    observe(writeDurations, performance.now() - job.requestedAtMs)
    job.resolve(result)
    releaseAfter(job)
  }

  const retryOrReject = (job: WriteJob, error: unknown) => {
    job.isCommitting = false
    const isBlocked = error instanceof LockTimeout
    if (!canRetry(job, error)) job.reject(error)
    else if (isBlocked) blocked.add(job)
    else queue.push(job)
    if (!isBlocked) releaseAfter(job)
  }

  /** A job that was blocked and no longer is: its lock is gone. */
  const releaseAfter = (job: WriteJob) => {
    if (blocked.wasBlocked(job)) blocked.release()
  }

  const rollBack = async () => {
    // Awaited, because a pooler reassigns the connection as soon as it has responded.
    if (connection.isInTransaction()) await connection.run('ROLLBACK').catch(() => {})
  }

  const removeExpired = (job: WriteJob) => {
    isWritable = false
    const index = queue.indexOf(job)
    if (index >= 0) queue.splice(index, 1)
    blocked.remove(job)
  }

  const waitUntilIdle = async () => {
    while (draining) await draining
  }

  return {
    write: <Result>(work: (sql: Sql) => Promise<Result>, prepared?: PreparedWrite<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (isClosed || queue.length + blocked.count() >= maxQueueLength) {
          reject(new StoreUnavailable(isClosed ? 'the store is closed' : 'the write queue is full'))
          return
        }
        queue.push(createWriteJob(work, { resolve, reject }, removeExpired, prepared))
        draining ??= drain()
      }),
    isWritable: () => isWritable,
    metrics: () => ({
      writeDurations,
      transactions,
      failures,
      queueLength: queue.length + blocked.count(),
    }),
    waitUntilIdle,
    close: () => {
      isClosed = true
      return waitUntilIdle()
    },
  }
}

function pauseForRetry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, retryDelayMs))
}
