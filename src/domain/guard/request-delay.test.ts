import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertElapsed } from '../../../test/support/timing.ts'
import { createRequestDelay } from './request-delay.ts'

describe('hold', () => {
  it('waits for the duration (timing)', async () => {
    const hold = createRequestDelay()
    const start = performance.now()
    assert.equal(await hold('a', 60, undefined), true)
    assertElapsed(start, { atLeastMs: 55 })
  })

  it('rejects more than the limit of a client and of all clients, until one is released', async () => {
    const hold = createRequestDelay({ perClient: 2, total: 3 })
    const held = [hold('a', 30, undefined), hold('a', 30, undefined)]
    assert.equal(await hold('a', 30, undefined), false)
    held.push(hold('b', 30, undefined))
    assert.equal(await hold('c', 30, undefined), false)
    assert.deepEqual(await Promise.all(held), [true, true, true])
    assert.equal(await hold('a', 1, undefined), true)
  })

  it('ends when the client disconnects, and releases its place', async () => {
    const hold = createRequestDelay({ perClient: 1, total: 1 })
    const controller = new AbortController()
    const held = hold('a', 60_000, controller.signal)
    controller.abort()
    assert.equal(await held, false)
    assert.equal(await hold('a', 1, AbortSignal.abort()), false)
    assert.equal(await hold('a', 1, undefined), true)
  })
})
