/** Faults in how data is made durable. */
import type { Edit, FaultsOfProof } from '../broken/fault.ts'

const groupCommit = 'src/store/group-commit.ts'
const sqlite = ['src/store/sqlite.ts', 'src/store/sqlite']

const commit = 'await connection.commit(timeLeftOf(outcomes.map(({ job }) => job)))'

const commitBeforeResponse = `    ${commit}
    transactions++
    for (const { finish } of outcomes) finish()
`

/** The writes are acknowledged first, and committed after this statement. */
const commitAfterResponse = (between: string): Edit => ({
  file: groupCommit,
  from: commitBeforeResponse,
  to: `    for (const { finish } of outcomes) finish()
    ${between}
    ${commit}
    transactions++
`,
})

export const unknownOutcomeAccepted = {
  name: 'unknown-outcome-accepted',
  breaks: 'a COMMIT without a response counts as committed',
  edits: [
    {
      file: 'src/store/postgres/writer.ts',
      from: 'throw new CommitOutcomeUnknown(error)',
      to: "return { command: 'COMMIT' }",
    },
  ],
}

export const storageFaults = {
  R3: {
    implementedIn: [
      ...sqlite,
      groupCommit,
      'src/domain/guard/guard.ts',
      'src/store/postgres/writer.ts',
    ],
    faults: [
      {
        name: 'commit-after-response',
        breaks: 'a booking is acknowledged 10 ms before it is committed',
        // Without a pause the commit is on its way before the process can be killed.
        edits: [commitAfterResponse('await new Promise((resolve) => setTimeout(resolve, 10))')],
        options: { engine: 'postgres', rounds: 2 },
        isTested: true,
      },
      {
        name: 'key-in-second-transaction',
        breaks: 'the idempotency key is stored in a transaction after that of the booking',
        edits: [
          {
            file: 'src/domain/guard/guard.ts',
            from: '            storeResponse(sql, write, response),\n',
            to: '',
          },
          // Requests that are decided before their transaction store the key on their own.
          {
            file: 'src/domain/guard/guard.ts',
            from: '      }, prepared)\n',
            to: '      })\n',
          },
          {
            file: 'src/domain/guard/guard.ts',
            from: '      if (outcome instanceof Problem) throw outcome\n',
            to: `      if (outcome instanceof Problem) throw outcome
      if (!outcome.replayed) await store.write((sql) => storeResponse(sql, write, outcome.response))
`,
          },
        ],
        // A transaction takes longer there.
        options: { engine: 'postgres', rounds: 8 },
      },
    ],
  },
  R4: {
    implementedIn: [...sqlite, groupCommit],
    faults: [
      {
        name: 'no-flush',
        breaks: 'commits are not flushed to the disk (synchronous = NORMAL)',
        edits: [
          {
            file: 'src/store/sqlite/connection.ts',
            from: "'synchronous = FULL'",
            to: "'synchronous = NORMAL'",
          },
        ],
      },
    ],
  },
  R5: {
    implementedIn: [...sqlite, groupCommit, 'src/store/readiness.ts'],
    faults: [
      {
        name: 'no-retry-after',
        breaks: 'a write that cannot be stored gets 503 without Retry-After',
        edits: [
          {
            file: 'src/store/sql.ts',
            from: "super('store-unavailable', { retryAfter, ",
            to: "super('store-unavailable', { ",
          },
        ],
      },
      {
        name: 'wal-not-restarted',
        breaks: 'after EIO from fsync the same WAL is used as before',
        edits: [
          {
            file: 'src/store/sqlite/connection.ts',
            from: 'if (primaryCode(error) === diskErrorCode) onDiskError()',
            to: '',
          },
        ],
      },
    ],
  },
  R6: {
    implementedIn: ['src/store/postgres', 'src/store/postgres.ts', groupCommit],
    faults: [
      {
        name: 'commit-after-response',
        breaks: 'a booking is acknowledged immediately before its COMMIT is sent',
        edits: [commitAfterResponse('')],
        // Without the other outages, which take longer.
        options: { rounds: 0, cuts: 2 },
        isTested: true,
      },
      {
        ...unknownOutcomeAccepted,
        options: { rounds: 0, cuts: 2 },
      },
    ],
  },
  R12: {
    implementedIn: ['src/server/backup.ts', 'src/store/sqlite/database-file.ts'],
    faults: [
      {
        name: 'copy-without-wal',
        breaks: 'the backup is a copy of the main file without its WAL',
        edits: [
          {
            file: 'src/store/sqlite/database-file.ts',
            from: 'import { closeSync, fsyncSync,',
            to: 'import { closeSync, copyFileSync, fsyncSync,',
          },
          {
            file: 'src/store/sqlite/database-file.ts',
            from: "translateErrors(() => database.prepare('VACUUM INTO ?').run(to))",
            to: 'copyFileSync(from, to)',
          },
        ],
      },
    ],
  },
  R14: {
    implementedIn: ['src/store/migrate.ts', 'src/store/migrations'],
    faults: [
      {
        name: 'commit-after-each-statement',
        breaks: 'each statement of a migration is committed on its own',
        edits: [
          {
            file: 'src/store/migrate.ts',
            from: 'for (const statement of splitStatements(text)) await connection.run(statement)',
            to: `for (const statement of splitStatements(text)) {
      await connection.run(statement)
      await connection.commit()
      await connection.begin()
    }`,
          },
        ],
      },
    ],
  },
} as const satisfies Record<string, FaultsOfProof>
