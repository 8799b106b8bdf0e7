/**
 * Writes that met a lock of another client of the database. They wait outside of the queue, so that they do not delay
 * the writes of other rows, and a few of them are attempted again from time to time.
 */
import type { WriteJob } from './write-job.ts'

const retryIntervalMs = 300
/** Each attempt delays the other writes by a few milliseconds, the first one by the timeout for locks. */
const maxAttemptsAtOnce = 8

type BlockedJobs = {
  count(): number
  add(job: WriteJob): void
  remove(job: WriteJob): void
  /** The jobs to attempt now; the one that has waited longest is first. */
  takeDue(): WriteJob[]
  takeAll(): WriteJob[]
  /** Whether the job was added before, at any time. */
  wasBlocked(job: WriteJob): boolean
}

export function createBlockedJobs(): BlockedJobs {
  const jobs: WriteJob[] = []
  const known = new WeakSet<WriteJob>()
  let nextAttemptAtMs = 0

  return {
    count: () => jobs.length,
    add(job) {
      if (jobs.length === 0) nextAttemptAtMs = performance.now() + retryIntervalMs
      jobs.push(job)
      known.add(job)
    },
    remove(job) {
      const index = jobs.indexOf(job)
      if (index >= 0) jobs.splice(index, 1)
    },
    takeDue() {
      if (jobs.length === 0 || performance.now() < nextAttemptAtMs) return []
      nextAttemptAtMs = performance.now() + retryIntervalMs
      return jobs.splice(0, maxAttemptsAtOnce)
    },
    takeAll: () => jobs.splice(0),
    wasBlocked: (job) => known.has(job),
  }
}
