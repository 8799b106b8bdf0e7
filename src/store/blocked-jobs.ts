/**
 * Writes that met a lock of another client of the database, and writes of the rows that are known to be locked. They
 * wait outside of the queue, so that they do not delay the writes of other rows, and a few of them are attempted again
 * from time to time.
 */
import { canRetry, startAttempt, type WriteJob } from './write-job.ts'

const retryIntervalMs = 300
/** Each attempt delays the other writes by a few milliseconds, the first one by the timeout for locks. */
const maxAttemptsAtOnce = 8

type BlockedJobs = {
  count(): number
  add(job: WriteJob): void
  remove(job: WriteJob): void
  /** The row of the job is locked: until it is attempted again, no other write of this row is attempted. */
  markLocked(job: WriteJob): void
  isLocked(job: WriteJob): boolean
  /** Adds the jobs whose row is known to be locked, and returns the others. */
  setAside(jobs: readonly WriteJob[]): WriteJob[]
  /** The jobs to attempt now, one for each row; the one that has waited longest is first. */
  takeDue(): WriteJob[]
  /** Those that have waited as long as a write is attempted again. */
  takeExpired(error: unknown): WriteJob[]
  takeAll(): WriteJob[]
  /** Whether the job was added before, at any time. */
  wasBlocked(job: WriteJob): boolean
}

export function createBlockedJobs(): BlockedJobs {
  let jobs: WriteJob[] = []
  const known = new WeakSet<WriteJob>()
  const lockedRows = new Set<string>()
  let nextAttemptAtMs = 0

  const add = (job: WriteJob) => {
    if (jobs.length === 0) nextAttemptAtMs = performance.now() + retryIntervalMs
    jobs.push(job)
    known.add(job)
  }

  const isLocked = ({ row }: WriteJob) => row !== undefined && lockedRows.has(row)

  const take = (taken: readonly WriteJob[]): WriteJob[] => {
    jobs = jobs.filter((job) => !taken.includes(job))
    return [...taken]
  }

  return {
    count: () => jobs.length,
    add,
    remove: (job) => take([job]),
    markLocked({ row }) {
      if (row !== undefined) lockedRows.add(row)
    },
    isLocked,
    setAside(candidates) {
      const { locked = [], free = [] } = Object.groupBy(candidates, (job) =>
        isLocked(job) ? 'locked' : 'free',
      )
      for (const job of locked) {
        startAttempt(job)
        add(job)
      }
      return free
    },
    takeDue() {
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
    },
    takeExpired: (error) => take(jobs.filter((job) => !canRetry(job, error))),
    takeAll() {
      lockedRows.clear()
      return take(jobs)
    },
    wasBlocked: (job) => known.has(job),
  }
}
