/** Allocation compared with brute force: minute by minute, with random shops and days. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { seed } from '../../../test/support/seed.ts'
import { allocate, remainingCapacity } from './allocate.ts'
import { masksAt, occupy } from './cells.ts'
import type { Option, Start } from './rules.ts'

/** From 01:00, so that no buffer begins on the day before, to 06:00 on the next day. */
const quarter = fc.integer({ min: 4, max: 119 }).map((index) => index * 15)
const buffer = fc.integer({ min: 0, max: 4 }).map((quarters) => quarters * 15)
const length = fc.integer({ min: 1, max: 12 }).map((quarters) => quarters * 15)
const resource = fc.constantFrom('a', 'b', 'c', 'd', 'e')

const resources = ['a', 'b', 'c', 'd', 'e']

/** Options whose load is balanced across some resources, or none. */
const optionWith = (balanceAcross: fc.Arbitrary<string[]>): fc.Arbitrary<Option> =>
  fc.record({
    holds: fc.uniqueArray(fc.record({ resource, minutes: length, before: buffer }), {
      minLength: 1,
      maxLength: 3,
      selector: (hold) => hold.resource,
    }),
    preference: fc.integer({ min: 0, max: 3 }),
    balanceAcross,
    assignment: fc.constant({}),
  })

const option = optionWith(fc.subarray(resources))
const unbalancedOption = optionWith(fc.constant([]))
const options = fc.oneof(
  fc.array(option, { minLength: 1, maxLength: 8 }),
  fc.array(unbalancedOption, { minLength: 1, maxLength: 8 }),
)

const start: fc.Arbitrary<Start> = fc.record({ at: quarter, minutes: length })

type Allocation = { option: Option; start: Start }

/** A resource is busy in a minute if an allocation holds it then. */
function isBusy(allocations: readonly Allocation[], name: string, minute: number): boolean {
  return allocations.some(({ option, start }) =>
    option.holds.some(
      ({ resource, minutes, before = 0 }) =>
        resource === name && start.at - before <= minute && minute < start.at + minutes,
    ),
  )
}

function isFreeByMinutes(
  wanted: Option,
  { at }: Start,
  allocations: readonly Allocation[],
): boolean {
  return wanted.holds.every(({ resource: name, minutes, before = 0 }) => {
    for (let minute = at - before; minute < at + minutes; minute++) {
      if (isBusy(allocations, name, minute)) return false
    }
    return true
  })
}

it('finds the best free option if there is one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(options, start), {
        maxLength: 20,
      }),
      (requests) => {
        const allocations: Allocation[] = []
        const occupancy = new Map<string, bigint>()
        for (const [choice, at] of requests) {
          const free = choice.filter((one) => isFreeByMinutes(one, at, allocations))
          const chosen = allocate(choice, at, occupancy)
          assert.equal(chosen === undefined, free.length === 0)
          if (!chosen) continue
          assert.ok(free.includes(chosen))
          assert.equal(chosen.preference, Math.min(...free.map(({ preference: rank }) => rank)))
          allocations.push({ option: chosen, start: at })
          occupy(chosen, masksAt(at), occupancy)
        }
      },
    ),
    { seed, numRuns: 300 },
  )
})

it('counts as remaining exactly what can be allocated one after another', () => {
  fc.assert(
    fc.property(options, start, (choice, at) => {
      const occupancy = new Map<string, bigint>()
      const remaining = remainingCapacity(choice, at, occupancy)
      for (let count = 0; count < remaining; count++) {
        const chosen = allocate(choice, at, occupancy)
        assert.ok(chosen)
        occupy(chosen, masksAt(at), occupancy)
      }
      assert.equal(allocate(choice, at, occupancy), undefined)
    }),
    { seed, numRuns: 300 },
  )
})

it('balances load across equal resources', () => {
  const three: Option[] = resources.slice(0, 3).map((name) => ({
    holds: [{ resource: name, minutes: 60 }],
    preference: 0,
    balanceAcross: [name],
    assignment: {},
  }))
  const count = new Map<string, number>()
  const occupancy = new Map<string, bigint>()
  for (let index = 0; index < 9; index++) {
    const at = { at: index * 60, minutes: 60 }
    const chosen = allocate(three, at, occupancy)
    assert.ok(chosen)
    occupy(chosen, masksAt(at), occupancy)
    const [name = ''] = chosen.balanceAcross
    count.set(name, (count.get(name) ?? 0) + 1)
  }
  assert.deepEqual([...count.values()], [3, 3, 3])
})
