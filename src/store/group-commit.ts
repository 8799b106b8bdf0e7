/** One writer for a process: whatever waits is gathered into one transaction, a savepoint each. */
import { createHistogram, observe } from '../kernel/histogram.ts'
import { KeyTaken, type Sql, StoreBusy, type StoreFigures, StoreUnavailable } from './sql.ts'

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
  /** When it was wished for. */
  asked: number
  /** How often it was begun, and when for the first time. */
  tries: number
  since: number
}

type Outcome = { changed: boolean; settle(): void }

const most = 64
const mostWaiting = 10_000

/** However many wait: after so long it is kept, and other processes have their turn. */
const longest = 500

/** Two seconds in all; then the callers are told to come back. */
const mostTries = 80
const betweenTries = 25

/** How long a work may be tried again that met a lock, a lost connection or a taken key. */
const mostForTries = 2_000

export type Writer = {
  write<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  /** False from a transaction that failed for want of the store until one that changed something. */
  works(): boolean
  figures(): StoreFigures
  /** Resolves when nothing waits any more. */
  idle(): Promise<void>
}

export function createWriter(connection: Connection): Writer {
  const waiting: Job[] = []
  let draining: Promise<void> | undefined
  let works = true
  const took = createHistogram()
  let transactions = 0
  let failures = 0

  const drain = async () => {
    // A turn of the event loop, so that requests that came together are gathered.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most)
      try {
        const changed = await transact(batch)
        if (changed) works = true
      } catch (error) {
        if (error instanceof StoreUnavailable) {
          works = false
          failures++
        }
        await giveUp()
        const again = batch.filter((job) => mayTryAgain(job, error))
        // Who waits behind a store that cannot be used would only wait in vain.
        const vain = again.length === 0 && error instanceof StoreUnavailable
        const behind = vain ? waiting.splice(0) : []
        for (const job of batch) if (!again.includes(job)) job.reject(error)
        for (const job of behind) job.reject(new StoreUnavailable(error))
        waiting.unshift(...again)
        if (again.length > 0) await moment()
      }
    }
    draining = undefined
  }

  /** Whether anything changed: what changes nothing succeeds on a full disk, and where one only reads. */
  const transact = async (batch: readonly Job[]): Promise<boolean> => {
    for (const job of batch) begun(job)
    await beginWhenFree()
    const began = performance.now()
    const outcomes: Outcome[] = []
    for (const job of batch) {
      if (performance.now() - began > longest) break
      outcomes.push(await perform(job))
    }
    await connection.commit()
    transactions++
    for (const { settle } of outcomes) settle()
    const left = batch.slice(outcomes.length)
    for (const job of left) job.tries = 0
    waiting.unshift(...left)
    return outcomes.some(({ changed }) => changed)
  }

  const beginWhenFree = async () => {
    for (let tries = 1; ; tries++) {
      try {
        await connection.begin()
        return
      } catch (error) {
        if (!(error instanceof StoreBusy) || tries === mostTries) throw error
        await moment()
      }
    }
  }

  const perform = async (job: Job): Promise<Outcome> => {
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
      return { changed: changes > 0, settle: () => kept(job, result) }
    } catch (error) {
      // Another's lock undoes this one alone, like whatever else the work throws.
      const whole = error instanceof StoreUnavailable && !(error instanceof StoreBusy)
      if (whole || !connection.inTransaction()) throw error
      await connection.send('ROLLBACK TO job')
      await connection.send('RELEASE job')
      return { changed: false, settle: () => undone(job, error) }
    }
  }

  const kept = (job: Job, result: unknown) => {
    observe(took, performance.now() - job.asked)
    job.resolve(result)
  }

  const undone = (job: Job, error: unknown) => {
    if (mayTryAgain(job, error)) waiting.push(job)
    else job.reject(error)
  }

  const giveUp = async () => {
    // Waited for: a pooler gives the connection to somebody else as soon as it is answered.
    if (connection.inTransaction()) await connection.run('ROLLBACK').catch(() => {})
  }

  return {
    write: <Result>(work: (sql: Sql) => Promise<Result>) =>
      new Promise<Result>((resolve, reject) => {
        if (waiting.length >= mostWaiting) {
          reject(new StoreUnavailable('too many are waiting'))
          return
        }
        const settle = { resolve: resolve as (result: unknown) => void, reject }
        waiting.push({ work, ...settle, asked: performance.now(), tries: 0, since: 0 })
        draining ??= drain()
      }),
    works: () => works,
    figures: () => ({ writes: took, transactions, failures, waiting: waiting.length }),
    idle: async () => {
      while (draining) await draining
    },
  }
}

function begun(job: Job): void {
  if (job.tries++ === 0) job.since = performance.now()
}

function mayTryAgain({ tries, since }: Job, error: unknown): boolean {
  return tries < mostTriesAfter(error) && performance.now() - since < mostForTries
}

/** Where nothing was kept for certain. Who finds a key taken has decided by something that has changed. */
function mostTriesAfter(error: unknown): number {
  if (error instanceof StoreBusy) return 3
  const taken =
    error instanceof Error && [error, error.cause].some((one) => one instanceof KeyTaken)
  return taken ? 2 : 0
}

function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, betweenTries))
}
