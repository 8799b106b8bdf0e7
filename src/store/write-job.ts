/** A write in the queue: its deadline, its attempts, and when it is attempted again. */
import { LoggableError } from '../kernel/describe-error.ts'
import {
  LockConflict,
  LockTimeout,
  type PreparedWrite,
  type Sql,
  StoreUnavailable,
  UniqueViolation,
} from './sql.ts'

/**
 * From the request for a write to its end. The rest of the request, and a COMMIT that is already sent, must end before
 * the HTTP server gives up after 13 seconds.
 */
const deadlineMs = 7_000

/** How long a job is attempted again, from its first attempt. */
const retryWindowMs = 2_000

export type WriteJob = {
  readonly requestedAtMs: number
  readonly deadlineAtMs: number
  work(sql: Sql): Promise<unknown>
  /** The row that it changes and that other clients may lock, if that is known before it is attempted. */
  readonly row: string | undefined
  /** Its decision. Removed when it could not be stored: then the job decides in the transaction. */
  prepared: PreparedWrite<unknown> | undefined
  resolve(result: unknown): void
  reject(reason: unknown): void
  /** Attempts that were started. Waiting in the queue is none. */
  attempts: number
  firstAttemptAtMs: number | undefined
  /** From here on the caller waits for the result of the COMMIT, because it may be stored. */
  isCommitting: boolean
  /** The caller has got an error, so nothing of this job may be stored. */
  isAbandoned: boolean
}

/** `onExpire` is called at the deadline, unless the job has ended or its COMMIT was sent. */
export function createWriteJob<Result>(
  work: (sql: Sql) => Promise<Result>,
  { resolve, reject }: Pick<PromiseWithResolvers<Result>, 'resolve' | 'reject'>,
  onExpire: (job: WriteJob) => void,
  prepared?: PreparedWrite<Result>,
): WriteJob {
  const requestedAtMs = performance.now()
  const timer = setTimeout(() => {
    if (job.isCommitting) return
    job.isAbandoned = true
    onExpire(job)
    reject(new StoreUnavailable(new LoggableError('the write did not finish before its deadline')))
  }, deadlineMs)
  const job: WriteJob = {
    requestedAtMs,
    deadlineAtMs: requestedAtMs + deadlineMs,
    work,
    row: prepared?.row,
    prepared: prepared?.storeAll && prepared,
    resolve(result) {
      clearTimeout(timer)
      resolve(result as Result)
    },
    reject(reason) {
      clearTimeout(timer)
      reject(reason)
    },
    attempts: 0,
    firstAttemptAtMs: undefined,
    isCommitting: false,
    isAbandoned: false,
  }
  return job
}

export function startAttempt(job: WriteJob): void {
  job.attempts++
  job.firstAttemptAtMs ??= performance.now()
}

/** Only after errors that stored nothing. */
export function canRetry(job: WriteJob, error: unknown): boolean {
  const now = performance.now()
  if (job.isAbandoned || now >= job.deadlineAtMs) return false
  const isInWindow = now - (job.firstAttemptAtMs ?? now) < retryWindowMs
  return isInWindow && job.attempts < maxAttemptsAfter(error)
}

/** After a unique violation the job decides again on fresh data. */
function maxAttemptsAfter(error: unknown): number {
  // Each attempt waits only briefly, so the time limits them and not their number.
  if (error instanceof LockTimeout) return Number.POSITIVE_INFINITY
  if (error instanceof LockConflict) return 3
  const isUniqueViolation =
    error instanceof Error && [error, error.cause].some((one) => one instanceof UniqueViolation)
  return isUniqueViolation ? 2 : 0
}

/** The shortest time until a deadline of these jobs. */
export function timeLeftOf(jobs: readonly WriteJob[]): number {
  return Math.min(...jobs.map(({ deadlineAtMs }) => deadlineAtMs)) - performance.now()
}
