/** The short forms of the figures that we publish; the long ones are `npm run prove`. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { hotSlot } from '../proof/hot-slot.ts'
import { kill } from '../proof/kill.ts'
import { retries } from '../proof/retries.ts'
import { stateMachine } from '../proof/state-machine.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))

it('R1: 500 at once for a slot of 40, three times: exactly 40 each, and true alternatives', async (test) => {
  const result = await hotSlot({
    rounds: 3,
    requests: 500,
    capacity: 40,
    connections: 64,
    processes: 1,
  })
  test.diagnostic(`${result.requestsPerSecond} requests/s, p95 ${result.p95Milliseconds} ms`)
  assert.deepEqual(result.accepted, [40, 40, 40])
  assert.deepEqual(result.refused, [460, 460, 460])
  assert.deepEqual(result.otherStatuses, {})
  assert.equal(result.falseAlternatives, 0)
})

it('R1: the last table goes to one of 500, five times in one process and in three', async () => {
  const last = { requests: 500, capacity: 1, connections: 64 }
  for (const processes of [1, 3]) {
    const result = await hotSlot({ ...last, rounds: 5, processes })
    assert.deepEqual(result.accepted, [1, 1, 1, 1, 1])
    assert.deepEqual(result.otherStatuses, {})
    assert.equal(result.falseAlternatives, 0)
  }
})

it(`R2, R8: guests, staff and time against a model (SEED=${seed})`, async () => {
  const result = await stateMachine({ days: 4, operations: 200, seed })
  assert.deepEqual(result.wrong, [])
  assert.ok(
    result.accepted > 100 && result.refused > 20 && result.acts > 50 && result.expired > 0,
    JSON.stringify(result),
  )
})

it(`R3: killed under load: none lost, none half, none doubled (SEED=${seed})`, async (test) => {
  const result = await kill({ rounds: 4, writers: 16, seed })
  test.diagnostic(`${result.acknowledged} bookings over ${result.rounds} kills`)
  assert.ok(result.acknowledged > 20)
  assert.deepEqual([result.lost, result.doubled, result.broken], [0, 0, []])
})

it(`R7: sent again and again, some hung up on: one booking each (SEED=${seed})`, async () => {
  const result = await retries({ bookings: 150, atOnce: 16, seed })
  assert.ok(result.hungUp > 20)
  assert.deepEqual([result.differing, result.reusedRefused, result.broken], [0, 150, []])
  assert.deepEqual(result.otherStatuses, {})
})
