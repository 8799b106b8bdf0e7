/** How long a write may take, from the request to the commit. */
import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  clock,
  createConnection,
  insert,
  lock,
  mockClock,
  settle,
} from '../../test/support/group-commit.ts'
import { createGroupCommit } from './group-commit.ts'
import { StoreUnavailable } from './sql.ts'

mockClock()

describe('the deadline of a write', () => {
  it('is seven seconds after the request, also for a write in the queue', async () => {
    for (const [elapsedMs, expected] of [
      [6_999, 'fulfilled'],
      [7_000, 'rejected'],
    ] as const) {
      const { write, waitUntilIdle } = createConnection()
      const slow = Promise.withResolvers<void>()
      let hasRun = false
      const first = write(() => slow.promise)
      await nextTurn()
      const second = write(async () => {
        hasRun = true
      })
      const results = Promise.allSettled([first, second])
      clock.ms += elapsedMs
      mock.timers.tick(elapsedMs)
      slow.resolve()
      await waitUntilIdle()
      assert.deepEqual(
        (await results).map(({ status }) => status),
        [expected, expected],
      )
      assert.equal(hasRun, expected === 'fulfilled', 'an abandoned write does not run')
    }
  })

  it('rejects with a Retry-After, and rolls back what an abandoned write has changed', async () => {
    const { write, sent, isWritable } = createConnection()
    const held = Promise.withResolvers<void>()
    const abandoned = write(async (sql) => {
      await sql.run('INSERT')
      await held.promise
    })
    await nextTurn()
    clock.ms += 1_000
    mock.timers.tick(1_000)
    const later = write(insert)
    await nextTurn()
    clock.ms += 6_000
    mock.timers.tick(6_000)
    const error = await abandoned.catch((reason: unknown) => reason)
    assert.ok(error instanceof StoreUnavailable)
    assert.equal(error.details.retryAfter, 5)
    assert.equal(isWritable(), false)
    held.resolve()
    assert.equal((await settle(later)).status, 'fulfilled')
    assert.deepEqual(sent, [
      ...['BEGIN', 'SAVEPOINT job', 'INSERT', 'RELEASE job', 'ROLLBACK'],
      ...['BEGIN', 'SAVEPOINT job', 'INSERT', 'RELEASE job', 'COMMIT'],
    ])
  })

  it('repeats the other writes of the transaction without the abandoned one', async () => {
    const { write, sent } = createConnection()
    const held = Promise.withResolvers<void>()
    const first = assert.rejects(write(insert), StoreUnavailable)
    clock.ms += 100
    mock.timers.tick(100)
    const second = write(() => held.promise)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    clock.ms += 6_900
    mock.timers.tick(6_900)
    held.resolve()
    await Promise.all([first, second])
    assert.deepEqual(
      sent.filter((one) => !one.endsWith(' job')),
      ['BEGIN', 'INSERT', 'ROLLBACK', 'BEGIN', 'COMMIT'],
    )
  })

  it('does not end the wait for a COMMIT that was sent', async () => {
    const committed = Promise.withResolvers<void>()
    const { connection } = createConnection()
    const { write } = createGroupCommit({ ...connection, commit: () => committed.promise })
    const pending = write(insert)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    clock.ms += 8_000
    mock.timers.tick(8_000)
    committed.resolve()
    assert.equal(await pending, 1)
  })

  it('ends a write that is attempted again after its COMMIT failed', async () => {
    const { connection } = createConnection()
    let commits = 0
    const { write } = createGroupCommit({
      ...connection,
      async commit(timeLeftMs) {
        if (commits++ === 0) throw lock()
        await connection.commit(timeLeftMs)
      },
    })
    const held = Promise.withResolvers<void>()
    let attempts = 0
    const result = await settle(write(async () => (++attempts === 2 ? held.promise : undefined)))
    assert.ok(result.status === 'rejected' && result.reason instanceof StoreUnavailable)
    assert.equal(attempts, 2)
    held.resolve()
  })

  it('passes the time left to the connection', async () => {
    const times: number[] = []
    const { connection } = createConnection()
    const { write } = createGroupCommit({
      ...connection,
      async begin(timeLeftMs) {
        times.push(timeLeftMs)
        clock.ms += 500
        await connection.begin(timeLeftMs)
      },
      async commit(timeLeftMs) {
        times.push(timeLeftMs)
        await connection.commit(timeLeftMs)
      },
    })
    const pending = write(insert)
    clock.ms += 1_000
    await pending
    assert.deepEqual(times, [6_000, 5_500])
  })
})
