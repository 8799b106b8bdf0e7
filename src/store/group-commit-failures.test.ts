/** A write that fails alone, and a transaction that fails with all of its writes. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  clock,
  createConnection,
  failing,
  insert,
  lock,
  mockClock,
  settle,
  taken,
} from '../../test/support/group-commit.ts'
import { StoreUnavailable } from './sql.ts'

mockClock()

describe('a failed write', () => {
  const cases: [name: string, error: () => unknown, attempts: number][] = [
    ['a lock conflict', lock, 3],
    ['a unique violation', taken, 2],
    ['an error caused by a unique violation', () => new Error('code', { cause: taken() }), 2],
    ['another error', () => new Error('wrong'), 1],
  ]
  for (const [name, error, attempts] of cases) {
    it(`is attempted ${attempts} times after ${name}`, async () => {
      const { write } = createConnection()
      const errors = Array.from({ length: attempts }, error)
      const hopeless = failing(...errors)
      const rejected = await settle(write(hopeless.work))
      assert.equal(rejected.status === 'rejected' && rejected.reason, errors.at(-1))
      assert.equal(hopeless.attempts, attempts)
      const lucky = failing(...errors.slice(1))
      const accepted = await settle(write(lucky.work))
      assert.deepEqual(accepted, { status: 'fulfilled', value: 'done' })
    })
  }

  it('is not attempted again two seconds after its start', async () => {
    for (const [elapsedMs, attempts] of [
      [1_999, 2],
      [2_000, 1],
    ]) {
      const { write } = createConnection()
      let count = 0
      const work = async () => {
        if (++count > 1) return
        clock.ms += elapsedMs ?? 0
        throw lock()
      }
      await Promise.allSettled([write(work)])
      assert.equal(count, attempts, `after ${elapsedMs} ms`)
    }
  })
})

describe('a transaction that fails as a whole', () => {
  it('rejects its writes and those in the queue while the store is unavailable', async () => {
    let isDown = true
    const { write, sent, isWritable, metrics, waitUntilIdle } = createConnection((statement) => {
      if (statement === 'COMMIT' && isDown) throw new StoreUnavailable('disk full')
    })
    const results = await Promise.allSettled(Array.from({ length: 70 }, () => write(insert)))
    assert.ok(
      results.every((one) => one.status === 'rejected' && one.reason instanceof StoreUnavailable),
    )
    const [first, last] = [results[0], results[69]].map((one) =>
      one?.status === 'rejected' ? (one.reason as StoreUnavailable) : undefined,
    )
    assert.deepEqual([first?.cause, first?.details.retryAfter], ['disk full', 5])
    assert.equal(last?.cause, first, 'a write in the queue names the reason')
    assert.deepEqual([sent.filter((one) => one === 'BEGIN').length, sent.at(-1)], [1, 'ROLLBACK'])
    assert.deepEqual([isWritable(), metrics().failures, metrics().transactions], [false, 1, 0])

    // A transaction that changes nothing succeeds even on a full disk.
    isDown = false
    await write(async () => undefined)
    await waitUntilIdle()
    assert.equal(isWritable(), false)
    await write(insert)
    await waitUntilIdle()
    assert.equal(isWritable(), true)
  })

  it('rejects its writes, but not those in the queue, after an error of the engine', async () => {
    let count = 0
    const { write, isWritable, metrics } = createConnection((statement) => {
      if (statement === 'COMMIT' && ++count === 1) throw new Error('constraint')
    })
    const results = await Promise.allSettled(Array.from({ length: 65 }, () => write(insert)))
    assert.deepEqual([results[63]?.status, results[64]?.status], ['rejected', 'fulfilled'])
    assert.deepEqual([isWritable(), metrics().failures], [true, 0])
  })

  it('runs again after a lock conflict, before the writes in the queue', async () => {
    let count = 0
    const { write } = createConnection((statement) => {
      if (statement === 'COMMIT' && ++count === 1) throw lock()
    })
    const order: number[] = []
    const writes = Array.from({ length: 65 }, (_, index) => write(async () => order.push(index)))
    assert.equal((await settle(Promise.all(writes))).status, 'fulfilled')
    assert.deepEqual([order.length, order[64], order[128]], [129, 0, 64])
  })

  it('fails with a write that finds the store unavailable, or whose transaction has ended', async () => {
    for (const error of [new StoreUnavailable('gone'), new Error('the engine rolled back')]) {
      const { write, sent, end } = createConnection()
      const first = write(insert)
      const second = write(async () => {
        if (!(error instanceof StoreUnavailable)) end()
        throw error
      })
      const results = await Promise.allSettled([first, second])
      assert.deepEqual(
        results.map((one) => one.status === 'rejected' && one.reason),
        [error, error],
      )
      assert.ok(!sent.includes('COMMIT'))
      assert.equal(sent.includes('ROLLBACK'), error instanceof StoreUnavailable)
    }
  })
})
