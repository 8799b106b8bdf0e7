/** Writes that were decided before their transaction: stored together, or decided in it one after the other. */
import assert from 'node:assert/strict'
import { describe, it, mock } from 'node:test'
import {
  clock,
  createConnection,
  lock,
  mockClock,
  settle,
} from '../../test/support/group-commit.ts'
import type { PreparedWrite } from './sql.ts'

mockClock()

/** Stores the parts for which `store` returns a result; each call is recorded. */
function createPrepared(store: (part: string) => string | undefined | Promise<string>) {
  const calls: string[][] = []
  const storeAll = async (_sql: unknown, parts: readonly unknown[]) => {
    calls.push(parts.map(String))
    const results: (string | undefined)[] = []
    for (const part of parts) results.push(await store(String(part)))
    return results
  }
  return { calls, prepare: (part: string): PreparedWrite<string> => ({ part, storeAll }) }
}

const inside = async () => 'decided inside'

describe('prepared writes', () => {
  it('are verified together, and those that do not hold decide in the transaction', async () => {
    const { write, sent } = createConnection()
    const { calls, prepare } = createPrepared((part) =>
      part === 'b' ? undefined : `early ${part}`,
    )
    const results = await Promise.all(['a', 'b', 'c'].map((part) => write(inside, prepare(part))))
    assert.deepEqual(results, ['early a', 'decided inside', 'early c'])
    assert.deepEqual(calls, [['a', 'b', 'c']])
    assert.deepEqual(sent, [
      ...['BEGIN', 'SAVEPOINT prepared', 'RELEASE prepared'],
      ...['SAVEPOINT job', 'RELEASE job', 'COMMIT'],
    ])
  })

  it('decide one after the other after an error, so that one of them fails alone', async () => {
    const { write, sent } = createConnection()
    const { prepare } = createPrepared((part) => {
      if (part === 'b') throw new Error('a wrong value')
      return `early ${part}`
    })
    const fail = () => Promise.reject(new Error('a wrong value'))
    const results = await Promise.allSettled([
      write(inside, prepare('a')),
      write(fail, prepare('b')),
      write(inside, prepare('c')),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.ok(sent.includes('ROLLBACK TO prepared'))
    assert.ok(sent.includes('ROLLBACK TO job'))
    assert.equal(sent.at(-1), 'COMMIT')
  })

  it('are attempted three times if the connection is lost while they are stored', async () => {
    const { write, end } = createConnection()
    const { calls, prepare } = createPrepared(() => {
      end()
      throw lock()
    })
    const result = await settle(write(inside, prepare('a')))
    assert.equal(result.status, 'rejected')
    assert.equal(calls.length, 3)
  })

  it('are stored by a later attempt after the connection was lost', async () => {
    const { write, end } = createConnection()
    let isLost = true
    const { prepare } = createPrepared((part) => {
      if (!isLost) return `early ${part}`
      isLost = false
      end()
      throw lock()
    })
    const results = await settle(
      Promise.all(['a', 'b'].map((part) => write(inside, prepare(part)))),
    )
    assert.deepEqual(results, { status: 'fulfilled', value: ['early a', 'early b'] })
  })

  it('are verified once, even if that takes longer than a transaction may', async () => {
    const { write } = createConnection()
    const { calls, prepare } = createPrepared(() => {
      clock.ms += 600
      return undefined
    })
    const result = await settle(write(inside, prepare('a')))
    assert.deepEqual(result, { status: 'fulfilled', value: 'decided inside' })
    assert.equal(calls.length, 1)
  })

  it('that wait when the store closes are stored', async () => {
    const { write, close, sent } = createConnection()
    const { prepare } = createPrepared((part) => `early ${part}`)
    const writes = Promise.all(['a', 'b'].map((part) => write(inside, prepare(part))))
    await close()
    assert.deepEqual(await writes, ['early a', 'early b'])
    assert.equal(sent.at(-1), 'COMMIT')
    await assert.rejects(write(inside, prepare('c')), /store is closed|store-unavailable/)
  })

  it('whose caller has got an error meanwhile are not stored, and the others are', async () => {
    const { write, sent } = createConnection()
    const { calls, prepare } = createPrepared(async (part) => `early ${part}`)
    const { promise: storing, resolve: finishStoring } = Promise.withResolvers<void>()
    const slow = createPrepared(async (part) => {
      await storing
      return `late ${part}`
    })
    const expired = Promise.allSettled([write(inside, slow.prepare('a'))])
    for (let turns = 0; slow.calls.length === 0; turns++) {
      assert.ok(turns < 100)
      await new Promise(setImmediate)
    }
    clock.ms += 7_000
    mock.timers.tick(7_000)
    const other = write(inside, prepare('b'))
    finishStoring()
    const [[first], second] = await Promise.all([expired, settle(other)])
    assert.equal(first?.status, 'rejected')
    assert.deepEqual(second, { status: 'fulfilled', value: 'early b' })
    assert.deepEqual([slow.calls, calls], [[['a']], [['b']]])
    assert.equal(sent.filter((one) => one === 'ROLLBACK').length, 1)
  })
})
