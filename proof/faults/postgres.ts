/** Faults in how locks, clocks, migrations and failovers of PostgreSQL are handled. */
import type { FaultsOfProof } from '../broken/fault.ts'
import { unknownOutcomeAccepted } from './storage.ts'

const writeJob = 'src/store/write-job.ts'

export const postgresFaults = {
  R23: {
    implementedIn: [
      'src/store/postgres',
      'src/store/postgres.ts',
      'src/store/group-commit.ts',
      writeJob,
      'src/store/blocked-jobs.ts',
      'src/domain/outbox/event-order.ts',
      'src/desk/event-hub.ts',
    ],
    faults: [
      {
        name: 'no-deadline-and-new-attempts',
        breaks: 'a blocked write is attempted without a limit, counted from its last attempt',
        edits: [
          {
            file: writeJob,
            from: '  job.firstAttemptAtMs ??= performance.now()',
            to: '  job.firstAttemptAtMs = performance.now()',
          },
          { file: writeJob, from: '    if (job.isCommitting) return\n', to: '    return\n' },
          { file: writeJob, from: ' || now >= job.deadlineAtMs', to: '' },
        ],
        options: { parts: 'a', lockKinds: 'day', holdSeconds: '20', maxResponseMs: 10_000 },
      },
      {
        name: 'abandoned-job-stored',
        breaks: 'a write is stored although its caller has got a 503',
        edits: [
          {
            file: writeJob,
            from: "    reject(new StoreUnavailable(new LoggableError('the write did not finish before its deadline')))\n  }, deadlineMs)",
            to: "    reject(new StoreUnavailable(new LoggableError('the write did not finish before its deadline')))\n  }, 1_000)",
          },
          { file: writeJob, from: '    job.isAbandoned = true\n    onExpire(job)\n', to: '' },
        ],
        options: { parts: 'a', lockKinds: 'day' },
      },
      {
        name: 'locked-row-not-set-aside',
        breaks: 'every write of a locked row is attempted, while the writes of other rows wait',
        edits: [
          {
            file: 'src/store/blocked-jobs.ts',
            from: 'row !== undefined && lockedRows.has(row)',
            to: 'row !== undefined && false',
          },
          {
            file: 'src/store/blocked-jobs.ts',
            from: 'if (row === undefined) return true',
            to: 'if (row !== undefined) return true',
          },
        ],
        options: {
          parts: 'a',
          lockKinds: 'day',
          holdSeconds: '5',
          callers: '64',
          processes: '3',
          maxDelayMs: 1_000,
        },
      },
      {
        name: 'event-order-by-clock',
        breaks: 'the position of an event is the time of the process',
        edits: [
          {
            file: 'src/domain/outbox/events.ts',
            from: '?, $'.concat('{nextPosition} + CAST'),
            to: '?, $'.concat('{now % 100_000_000_000} + CAST'),
          },
        ],
        options: { parts: 'b' },
      },
      {
        name: 'long-lock-timeout',
        breaks: 'a migration waits 60 s for the lock of a table',
        edits: [
          {
            file: 'src/store/postgres/timeouts.ts',
            from: 'rowLockMs: 200,',
            to: 'rowLockMs: 60_000,',
          },
        ],
        options: { parts: 'c', maxDelayMs: 1_000 },
      },
      {
        name: 'former-primary-used',
        breaks: 'a former primary is used again when it returns',
        edits: [
          {
            file: 'src/store/postgres/servers.ts',
            from: 'timeline !== undefined && timeline >= newestTimeline',
            to: 'timeline !== undefined',
          },
          {
            file: 'src/store/postgres/servers.ts',
            from: 'if (!current) return choose(connect)',
            to: 'current = addresses[0] as ServerAddress',
          },
        ],
        options: { parts: 'd' },
      },
      {
        ...unknownOutcomeAccepted,
        options: { parts: 'd' },
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
