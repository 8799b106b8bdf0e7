/** Writes that share a transaction: their order, their results, and when the queue is empty. */
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
} from '../../test/support/group-commit.ts'
import { StoreUnavailable } from './sql.ts'

mockClock()

describe('writes that are queued together', () => {
  it('share transactions of up to 64, and get their own results', async () => {
    const { write, sent, metrics } = createConnection()
    const writes = Array.from({ length: 65 }, (_, index) => write(async () => index))
    assert.equal(metrics().queueLength, 65)
    assert.deepEqual(
      await Promise.all(writes),
      Array.from({ length: 65 }, (_, index) => index),
    )
    const commits = sent.flatMap((one, index) => (one === 'COMMIT' ? [index] : []))
    const countJobs = (from: number, to?: number) =>
      sent.slice(from, to).filter((one) => one === 'SAVEPOINT job').length
    assert.deepEqual(
      [countJobs(0, commits[0]), countJobs(commits[0] ?? 0), commits.length],
      [64, 1, 2],
    )
    assert.deepEqual([metrics().transactions, metrics().queueLength], [2, 0])
  })

  it('share one transaction while each turn of the event loop brings another write', async () => {
    const { write, metrics } = createConnection()
    const later = new Promise<unknown>((resolve) => {
      setImmediate(() => {
        const second = write(insert)
        setImmediate(() => resolve(Promise.all([second, write(insert)])))
      })
    })
    await Promise.all([write(insert), later])
    assert.equal(metrics().transactions, 1)
  })

  it('are resolved after the commit, not before', async () => {
    const order: string[] = []
    const { write } = createConnection((statement) => void order.push(statement))
    await write(insert).then(() => order.push('resolved'))
    assert.deepEqual(order, [
      'BEGIN',
      'SAVEPOINT job',
      'INSERT',
      'RELEASE job',
      'COMMIT',
      'resolved',
    ])
  })

  it('are undone one by one if they fail', async () => {
    const { write, sent } = createConnection()
    const error = new Error('wrong')
    const results = await Promise.allSettled([
      write(insert),
      write(failing(error).work),
      write(insert),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.equal(results[1]?.status === 'rejected' && results[1].reason, error)
    assert.deepEqual(sent, [
      ...['BEGIN', 'SAVEPOINT job', 'INSERT', 'RELEASE job'],
      ...['SAVEPOINT job', 'ROLLBACK TO job', 'RELEASE job'],
      ...['SAVEPOINT job', 'INSERT', 'RELEASE job', 'COMMIT'],
    ])
  })

  it('are split after half a second, so that other processes get the lock', async () => {
    for (const [elapsedMs, transactions] of [
      [500, 1],
      [501, 2],
    ]) {
      const { write, metrics } = createConnection()
      const slow = write(async () => {
        clock.ms += elapsedMs ?? 0
      })
      await Promise.all([slow, write(insert)])
      assert.equal(metrics().transactions, transactions)
    }
  })

  it('have all of their attempts left after they were postponed', async () => {
    const { write } = createConnection()
    const slow = () =>
      write(async () => {
        clock.ms += 600
      })
    const postponed = failing(lock(), lock())
    const writes = [slow(), slow(), slow(), slow(), write(postponed.work)]
    assert.equal((await settle(Promise.all(writes))).status, 'fulfilled')
    assert.equal(postponed.attempts, 3)
  })

  it('are rejected beyond 10,000', async () => {
    const { write, metrics } = createConnection()
    const writes = Array.from({ length: 10_000 }, () => write(async () => undefined))
    assert.equal(metrics().queueLength, 10_000)
    await assert.rejects(write(insert), StoreUnavailable)
    await Promise.all(writes)
    assert.equal(await write(insert), 1)
  })
})

it('is idle when the queue is empty', async () => {
  const { write, waitUntilIdle, metrics } = createConnection()
  await waitUntilIdle()
  let done = 0
  for (let count = 0; count < 130; count++) void write(async () => done++)
  await waitUntilIdle()
  assert.deepEqual([done, metrics().queueLength, metrics().transactions], [130, 0, 3])
})

it('the time of a write is measured from the call to the commit', async () => {
  const { write, metrics } = createConnection((statement) => {
    if (statement === 'COMMIT') clock.ms += 40
  })
  await write(insert)
  const { total, milliseconds } = metrics().writeDurations
  assert.deepEqual([total, milliseconds], [1, 40])
})
