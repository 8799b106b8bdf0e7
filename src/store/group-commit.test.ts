/** Group commit on a connection whose results the tests choose, with a clock that they set. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createGroupCommit, type WriteConnection } from './group-commit.ts'
import { LockConflict, LockTimeout, type Sql, StoreUnavailable, UniqueViolation } from './sql.ts'

let clockMs = 0
beforeEach(() => {
  clockMs = 1_000
  mock.method(performance, 'now', () => clockMs)
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => {
  mock.restoreAll()
  mock.timers.reset()
})

/** Records what is sent. `fail` may throw instead. */
function createConnection(fail: (statement: string) => void = () => {}) {
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

/** Waits for the result of a write, and lets the pauses between retries pass. */
async function settle<Result>(pending: Promise<Result>): Promise<PromiseSettledResult<Result>> {
  let settled: PromiseSettledResult<Result> | undefined
  void Promise.allSettled([pending]).then(([one]) => {
    settled = one
  })
  for (let turns = 0; settled === undefined; turns++) {
    assert.ok(turns < 2_000, 'the write does not end')
    await nextTurn()
    clockMs += 25
    mock.timers.tick(25)
  }
  return settled
}

const insert = async (sql: Sql) => sql.run('INSERT')

/** A job that fails with these errors, one in each attempt, and then succeeds. */
function failing(...errors: unknown[]) {
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

const lock = () => new LockConflict('locked')
const taken = () => new UniqueViolation('taken')

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
        clockMs += elapsedMs ?? 0
      })
      await Promise.all([slow, write(insert)])
      assert.equal(metrics().transactions, transactions)
    }
  })

  it('have all of their attempts left after they were postponed', async () => {
    const { write } = createConnection()
    const slow = () =>
      write(async () => {
        clockMs += 600
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
        clockMs += elapsedMs ?? 0
        throw lock()
      }
      await Promise.allSettled([write(work)])
      assert.equal(count, attempts, `after ${elapsedMs} ms`)
    }
  })
})

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
      clockMs += elapsedMs
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
    clockMs += 1_000
    mock.timers.tick(1_000)
    const later = write(insert)
    await nextTurn()
    clockMs += 6_000
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
    clockMs += 100
    mock.timers.tick(100)
    const second = write(() => held.promise)
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    clockMs += 6_900
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
    clockMs += 8_000
    mock.timers.tick(8_000)
    committed.resolve()
    assert.equal(await pending, 1)
  })

  it('passes the time left to the connection', async () => {
    const times: number[] = []
    const { connection } = createConnection()
    const { write } = createGroupCommit({
      ...connection,
      async begin(timeLeftMs) {
        times.push(timeLeftMs)
        clockMs += 500
        await connection.begin(timeLeftMs)
      },
      async commit(timeLeftMs) {
        times.push(timeLeftMs)
        await connection.commit(timeLeftMs)
      },
    })
    const pending = write(insert)
    clockMs += 1_000
    await pending
    assert.deepEqual(times, [6_000, 5_500])
  })
})

describe('a write that meets a lock of another client', () => {
  const isLockedBy = () => new LockTimeout('locked')

  it('is attempted again for two seconds, and others do not wait for it', async () => {
    const { write, waitUntilIdle } = createConnection()
    const startedAtMs = clockMs
    let attempts = 0
    const blocked = write(async () => {
      attempts++
      throw isLockedBy()
    })
    let otherEndedAtMs = 0
    const other = write(insert).then(() => {
      otherEndedAtMs = clockMs
    })
    await other
    assert.equal(otherEndedAtMs, startedAtMs)
    const result = await settle(blocked)
    assert.equal(result.status, 'rejected')
    assert.ok(result.status === 'rejected' && result.reason instanceof LockTimeout)
    assert.ok(attempts >= 5 && attempts <= 8, `${attempts} attempts`)
    const tookMs = clockMs - startedAtMs
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
    const beganAtMs = clockMs
    assert.equal((await settle(blocked)).status, 'fulfilled')
    assert.ok(clockMs - beganAtMs <= 400, `${clockMs - beganAtMs} ms`)
  })

  it('does not get its attempts back when its batch is split', async () => {
    const { write } = createConnection()
    const startedAtMs = clockMs
    const slowlyBlocked = () =>
      write(async () => {
        clockMs += 300
        mock.timers.tick(300)
        throw isLockedBy()
      }).catch(() => clockMs - startedAtMs)
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
      clockMs += 1
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
    if (statement === 'COMMIT') clockMs += 40
  })
  await write(insert)
  const { total, milliseconds } = metrics().writeDurations
  assert.deepEqual([total, milliseconds], [1, 40])
})
