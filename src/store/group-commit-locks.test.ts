/** Writes that meet a lock of another client or another process. */
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
import { LockTimeout, StoreUnavailable } from './sql.ts'

mockClock()

describe('a write that meets a lock of another client', () => {
  const isLockedBy = () => new LockTimeout('locked')

  it('is attempted again for two seconds, and others do not wait for it', async () => {
    const { write, waitUntilIdle } = createConnection()
    const startedAtMs = clock.ms
    let attempts = 0
    const blocked = write(async () => {
      attempts++
      throw isLockedBy()
    })
    let otherEndedAtMs = 0
    const other = write(insert).then(() => {
      otherEndedAtMs = clock.ms
    })
    await other
    assert.equal(otherEndedAtMs, startedAtMs)
    const result = await settle(blocked)
    assert.equal(result.status, 'rejected')
    assert.ok(result.status === 'rejected' && result.reason instanceof LockTimeout)
    assert.ok(attempts >= 5 && attempts <= 8, `${attempts} attempts`)
    const tookMs = clock.ms - startedAtMs
    assert.ok(tookMs >= 2_000 && tookMs < 2_500, `${tookMs} ms`)
    await waitUntilIdle()
  })

  it('lets the writes after it wait hardly for locks, and all blocked ones succeed together', async () => {
    let isLocked = true
    const { write, sent } = createConnection()
    const work = async () => {
      if (isLocked) throw isLockedBy()
    }
    const blocked = Promise.all(Array.from({ length: 20 }, () => write(work)))
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    assert.equal(sent.indexOf('SET lock_timeout'), sent.indexOf('ROLLBACK TO job') + 2)
    await settle(write(insert))
    assert.equal(sent[sent.lastIndexOf('BEGIN') + 1], 'SET lock_timeout')
    isLocked = false
    const beganAtMs = clock.ms
    assert.equal((await settle(blocked)).status, 'fulfilled')
    assert.ok(clock.ms - beganAtMs <= 400, `${clock.ms - beganAtMs} ms`)
  })

  it('is attempted for the other writes of its row, which succeed or fail with it', async () => {
    let isLocked = true
    let attempts = 0
    const { write } = createConnection()
    const work = async () => {
      attempts++
      if (isLocked) throw isLockedBy()
      return 'done'
    }
    const prepared = (row: string) => ({ part: row, row, storeAll: async () => [undefined] })
    const startedAtMs = clock.ms
    const first = Array.from({ length: 50 }, () => write(work, prepared('day 1')))
    let otherEndedAtMs = 0
    const other = write(insert, prepared('day 2')).then(() => {
      otherEndedAtMs = clock.ms
    })
    await other
    assert.equal(otherEndedAtMs, startedAtMs)
    assert.equal(attempts, 1)
    const results = await settle(Promise.allSettled(first))
    const statuses = results.status === 'fulfilled' ? results.value.map(({ status }) => status) : []
    assert.deepEqual(new Set(statuses), new Set(['rejected']))
    const tookMs = clock.ms - startedAtMs
    assert.ok(tookMs >= 2_000 && tookMs < 2_500, `${tookMs} ms`)
    assert.ok(attempts <= 8, `${attempts} attempts`)

    // They wait for the next attempt, and none waits for a second one.
    const later = Promise.all(Array.from({ length: 50 }, () => write(work, prepared('day 1'))))
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    isLocked = false
    const releasedAtMs = clock.ms
    assert.equal((await settle(later)).status, 'fulfilled')
    assert.ok(clock.ms - releasedAtMs <= 400, `${clock.ms - releasedAtMs} ms`)
  })

  it('is rejected a few at a time, so that callers do not all try again at the same time', async () => {
    const { write } = createConnection()
    const rejectedAtMs: number[] = []
    const work = async () => {
      throw isLockedBy()
    }
    const blocked = Array.from({ length: 64 }, () =>
      write(work, { row: 'day 1' }).catch(() => rejectedAtMs.push(clock.ms)),
    )
    await settle(Promise.all(blocked))
    const counts = [...Map.groupBy(rejectedAtMs, (atMs) => atMs).values()].map(
      ({ length }) => length,
    )
    assert.ok(Math.max(...counts) <= 12, counts.join())
    assert.ok(Math.min(...counts.slice(0, -1)) >= 4, counts.join())
    const lastMs = Math.max(...rejectedAtMs) - Math.min(...rejectedAtMs)
    assert.ok(lastMs <= 1_000, `${lastMs} ms`)
  })

  it('joins the writes of other rows a few at a time when the lock is gone', async () => {
    let isLocked = true
    const { write } = createConnection()
    const prepared = (row: string) => ({ row })
    const takeOneTurn = async () => {
      if (isLocked) throw isLockedBy()
      await nextTurn()
    }
    const blocked = Promise.all(
      Array.from({ length: 64 }, () => write(takeOneTurn, prepared('day 1'))),
    )
    const first = blocked.then(() => clock.ms)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    isLocked = false
    clock.ms += 300
    mock.timers.tick(300)
    let slowestMs = 0
    const bookOther = async () => {
      const beganAtMs = clock.ms
      await write(insert, prepared('day 2'))
      slowestMs = Math.max(slowestMs, clock.ms - beganAtMs)
      await nextTurn()
    }
    let isDone = false
    const others = (async () => {
      while (!isDone) await bookOther()
    })()
    assert.equal((await settle(first)).status, 'fulfilled')
    isDone = true
    await settle(others)
    assert.ok(slowestMs <= 600, `${slowestMs} ms`)
  })

  it('is set aside with its row also if it is decided in its transaction', async () => {
    const { write } = createConnection()
    let attempts = 0
    const work = async () => {
      attempts++
      throw isLockedBy()
    }
    const blocked = Promise.allSettled(
      Array.from({ length: 50 }, () => write(work, { row: 'day 1' })),
    )
    await write(insert, { row: 'day 2' })
    assert.equal(attempts, 1)
    await settle(blocked)
    assert.ok(attempts <= 8, `${attempts} attempts`)
  })

  it('releases the others also if it is refused, because then its row is free', async () => {
    let isLocked = true
    const { write } = createConnection()
    const prepared = { part: '', row: 'day 1', storeAll: async () => [undefined] }
    const blocked = write(async () => {
      throw isLocked ? isLockedBy() : new Error('taken meanwhile')
    }, prepared)
    const others = Promise.all(Array.from({ length: 20 }, () => write(insert, prepared)))
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    isLocked = false
    const releasedAtMs = clock.ms
    const results = await settle(Promise.allSettled([blocked, others]))
    const statuses = results.status === 'fulfilled' ? results.value.map(({ status }) => status) : []
    assert.deepEqual(statuses, ['rejected', 'fulfilled'])
    assert.ok(clock.ms - releasedAtMs <= 400, `${clock.ms - releasedAtMs} ms`)
  })

  it('does not get its attempts back when its batch is split', async () => {
    const { write } = createConnection()
    const startedAtMs = clock.ms
    const slowlyBlocked = () =>
      write(async () => {
        clock.ms += 300
        mock.timers.tick(300)
        throw isLockedBy()
      }).catch(() => clock.ms - startedAtMs)
    const results = await settle(Promise.all(Array.from({ length: 8 }, slowlyBlocked)))
    const times = results.status === 'fulfilled' ? results.value : []
    assert.equal(times.length, 8)
    for (const tookMs of times) assert.ok(Number(tookMs) <= 7_300, `${tookMs} ms`)
  })
})

describe('the lock of another process', () => {
  it('is waited for, 80 times with a pause', async () => {
    let isLocked = true
    const { write, sent } = createConnection((statement) => {
      if (statement !== 'BEGIN' || !isLocked) return
      clock.ms += 1
      throw lock()
    })
    const { status } = await settle(write(insert))
    assert.equal(status, 'rejected')
    assert.equal(sent.filter((one) => one === 'BEGIN').length, 80)
    assert.ok(!sent.includes('ROLLBACK'), 'there is no transaction to roll back')

    const before = sent.length
    const accepted = settle(write(insert))
    while (sent.length < before + 3) await nextTurn()
    isLocked = false
    assert.equal((await accepted).status, 'fulfilled')
  })

  it('is not waited for if the transaction fails for another reason', async () => {
    const { write, sent } = createConnection((statement) => {
      if (statement === 'BEGIN') throw new StoreUnavailable('gone')
    })
    await assert.rejects(write(insert), StoreUnavailable)
    assert.deepEqual(sent, ['BEGIN'])
  })
})
