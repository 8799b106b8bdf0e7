/** Group commit on a connection whose results the tests choose, with a clock that they set. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGroupCommit, type WriteConnection } from '../../src/store/group-commit.ts'
import { LockConflict, type Sql, UniqueViolation } from '../../src/store/sql.ts'

/** What `performance.now()` returns. */
export const clock = { ms: 0 }

/** Call it at the top of a test file: time passes only if its tests let it pass. */
export function mockClock(): void {
  beforeEach(() => {
    clock.ms = 1_000
    mock.method(performance, 'now', () => clock.ms)
    mock.timers.enable({ apis: ['setTimeout'] })
  })
  afterEach(() => {
    mock.restoreAll()
    mock.timers.reset()
  })
}

export function createConnection(fail: (statement: string) => void = () => {}) {
  const sent: string[] = []
  let isInTransaction = false
  const send = async (statement: string) => {
    sent.push(statement)
    fail(statement)
    if (statement === 'BEGIN') isInTransaction = true
    if (statement === 'COMMIT' || statement === 'ROLLBACK') isInTransaction = false
  }
  const connection: WriteConnection = {
    send,
    begin: () => send('BEGIN'),
    commit: () => send('COMMIT'),
    stopWaitingForLocks: () => send('SET lock_timeout'),
    isInTransaction: () => isInTransaction,
    all: async () => [],
    get: async () => undefined,
    async run(statement) {
      await send(statement)
      return statement.startsWith('INSERT') ? 1 : 0
    },
  }
  const end = () => {
    isInTransaction = false
  }
  return { connection, sent, end, ...createGroupCommit(connection) }
}

export async function settle<Result>(
  pending: Promise<Result>,
): Promise<PromiseSettledResult<Result>> {
  let settled: PromiseSettledResult<Result> | undefined
  void Promise.allSettled([pending]).then(([one]) => {
    settled = one
  })
  for (let turns = 0; settled === undefined; turns++) {
    assert.ok(turns < 2_000, 'the write does not end')
    await nextTurn()
    clock.ms += 25
    mock.timers.tick(25)
  }
  return settled
}

export const insert = async (sql: Sql) => sql.run('INSERT')

/** A job that fails with these errors, one in each attempt, and then succeeds. */
export function failing(...errors: unknown[]) {
  const job = {
    attempts: 0,
    work: async () => {
      const error = errors[job.attempts++]
      if (error !== undefined) throw error
      return 'done'
    },
  }
  return job
}

export const lock = () => new LockConflict('locked')
export const taken = () => new UniqueViolation('taken')
