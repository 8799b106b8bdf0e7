/**
 * Writes that met a lock of another client of the database, and writes of the rows that are known to be locked. They
 * wait outside of the queue, so that they do not delay the writes of other rows, and a few of them are attempted again
 * from time to time. When the lock is gone, a few join each batch: all together would delay the others in every
 * process.
 */
import { canRetry, startAttempt, type WriteJob } from './write-job.ts'

const retryIntervalMs = 300
/** Each attempt delays the other writes of its batch by some milliseconds, the first one by the timeout for locks. */
const maxAttemptsAtOnce = 8
/** Callers that try again would otherwise do so all at the same time, and delay the requests for other rows. */
const minExpiredAtOnce = 4
const expiredPart = 1 / 16
/** The part is for this time, so that a slow batch delays the refusals after it only once. */
const expiryIntervalMs = 25

type BlockedJobs = {
  count(): number
  add(job: WriteJob): void
  remove(job: WriteJob): void
  /** The row of the job is locked: until it is attempted again, no other write of this row is attempted. */
  markLocked(job: WriteJob): void
  isLocked(job: WriteJob): boolean
  /** Adds the jobs whose row is known to be locked, and returns the others. */
  setAside(jobs: readonly WriteJob[]): WriteJob[]
  /**
   * The jobs to attempt now, one for each row and some whose lock is gone; those that have waited longest are first.
   */
  takeDue(): WriteJob[]
  /** Some of those that have waited as long as a write is attempted again. */
  takeExpired(error: unknown): WriteJob[]
  /** No row is locked any longer, as far as is known. */
  release(): void
  takeAll(): WriteJob[]
  /** Whether the job was added before, and not released since. */
  wasBlocked(job: WriteJob): boolean
}

export function createBlockedJobs(): BlockedJobs {
  let jobs: WriteJob[] = []
  let released: WriteJob[] = []
  const known = new WeakSet<WriteJob>()
  const lockedRows = new Set<string>()
  let nextAttemptAtMs = 0
  let lastExpiryAtMs = 0

  const add = (job: WriteJob) => {
    if (jobs.length === 0) nextAttemptAtMs = performance.now() + retryIntervalMs
    jobs.push(job)
    known.add(job)
  }

  const isLocked = ({ row }: WriteJob) => row !== undefined && lockedRows.has(row)

  const take = (taken: readonly WriteJob[]): WriteJob[] => {
    jobs = jobs.filter((job) => !taken.includes(job))
    released = released.filter((job) => !taken.includes(job))
    return [...taken]
  }

  const setAside: BlockedJobs['setAside'] = (candidates) => {
    const { locked = [], free = [] } = Object.groupBy(candidates, (job) =>
      isLocked(job) ? 'locked' : 'free',
    )
    for (const job of locked) {
      startAttempt(job)
      add(job)
    }
    return free
  }

  const takeProbes = () => {
    if (jobs.length === 0 || performance.now() < nextAttemptAtMs) return []
    nextAttemptAtMs = performance.now() + retryIntervalMs
    const rows = new Set<string>()
    const firstOfRow = jobs.filter(({ row }) => {
      if (row === undefined) return true
      const isFirst = !rows.has(row)
      rows.add(row)
      return isFirst
    })
    const due = take(firstOfRow.slice(0, maxAttemptsAtOnce))
    for (const { row } of due) if (row !== undefined) lockedRows.delete(row)
    return due
  }

  return {
    count: () => jobs.length + released.length,
    add,
    remove: (job) => take([job]),
    markLocked({ row }) {
      if (row !== undefined) lockedRows.add(row)
    },
    isLocked,
    setAside,
    takeDue() {
      const free = setAside(take(released.slice(0, maxAttemptsAtOnce)))
      return [...takeProbes(), ...free]
    },
    takeExpired(error) {
      const expired = jobs.filter((job) => !canRetry(job, error))
      const now = performance.now()
      const intervals = Math.max(1, (now - lastExpiryAtMs) / expiryIntervalMs)
      lastExpiryAtMs = now
      const part = expired.length * expiredPart * Math.min(1 / expiredPart, intervals)
      return take(expired.slice(0, Math.max(minExpiredAtOnce, Math.ceil(part))))
    },
    release() {
      lockedRows.clear()
      for (const job of jobs) known.delete(job)
      released.push(...jobs.splice(0))
    },
    takeAll() {
      lockedRows.clear()
      return take([...jobs, ...released])
    },
    wasBlocked: (job) => known.has(job),
  }
}
