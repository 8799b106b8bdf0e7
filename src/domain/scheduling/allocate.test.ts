/** Allocation against brute force: minute by minute, on random shops and days. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import { allocate, countLeft } from './allocate.ts'
import { hold } from './cells.ts'
import type { Option, Start } from './rules.ts'

const quarter = fc.integer({ min: 0, max: 95 }).map((place) => place * 15)
const length = fc.integer({ min: 1, max: 12 }).map((quarters) => quarters * 15)
const resource = fc.constantFrom('a', 'b', 'c', 'd', 'e')

const people = ['a', 'b', 'c', 'd', 'e']

/** Options whose work is spread over some resources, or over none. */
const optionWith = (spread: fc.Arbitrary<string[]>): fc.Arbitrary<Option> =>
  fc.record({
    holds: fc.uniqueArray(fc.record({ resource, minutes: length }), {
      minLength: 1,
      maxLength: 3,
      selector: (hold) => hold.resource,
    }),
    rank: fc.integer({ min: 0, max: 3 }),
    spread,
    given: fc.constant({}),
  })

const option = optionWith(fc.subarray(people))
const plainOption = optionWith(fc.constant([]))
const options = fc.oneof(
  fc.array(option, { minLength: 1, maxLength: 8 }),
  fc.array(plainOption, { minLength: 1, maxLength: 8 }),
)

const start: fc.Arbitrary<Start> = fc.record({ at: quarter, minutes: length })

type Taken = { option: Option; start: Start }

/** A resource is busy in a minute if something that was taken holds it then. */
function isBusy(taken: readonly Taken[], name: string, minute: number): boolean {
  return taken.some(({ option, start }) =>
    option.holds.some(
      (hold) => hold.resource === name && start.at <= minute && minute < start.at + hold.minutes,
    ),
  )
}

function isFreeByMinutes(wanted: Option, { at }: Start, taken: readonly Taken[]): boolean {
  return wanted.holds.every(({ resource: name, minutes }) => {
    for (let minute = at; minute < at + minutes; minute++) {
      if (isBusy(taken, name, minute)) return false
    }
    return true
  })
}

it('finds a free option whenever there is one, and the best of them', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(options, start), {
        maxLength: 20,
      }),
      (requests) => {
        const taken: Taken[] = []
        const held = new Map<string, bigint>()
        for (const [choice, at] of requests) {
          const free = choice.filter((one) => isFreeByMinutes(one, at, taken))
          const chosen = allocate(choice, at, held)
          assert.equal(chosen === undefined, free.length === 0)
          if (!chosen) continue
          assert.ok(free.includes(chosen))
          assert.equal(chosen.rank, Math.min(...free.map(({ rank }) => rank)))
          taken.push({ option: chosen, start: at })
          hold(chosen, at, held)
        }
      },
    ),
    { numRuns: 300 },
  )
})

it('counts as left what can really be taken one after another', () => {
  fc.assert(
    fc.property(options, start, (choice, at) => {
      const held = new Map<string, bigint>()
      const left = countLeft(choice, at, held)
      for (let taken = 0; taken < left; taken++) {
        const chosen = allocate(choice, at, held)
        assert.ok(chosen)
        hold(chosen, at, held)
      }
      assert.equal(allocate(choice, at, held), undefined)
    }),
    { numRuns: 300 },
  )
})

it('spreads work over equals', () => {
  const three: Option[] = people.slice(0, 3).map((name) => ({
    holds: [{ resource: name, minutes: 60 }],
    rank: 0,
    spread: [name],
    given: {},
  }))
  const count = new Map<string, number>()
  const held = new Map<string, bigint>()
  for (let place = 0; place < 9; place++) {
    const at = { at: place * 60, minutes: 60 }
    const chosen = allocate(three, at, held)
    assert.ok(chosen)
    hold(chosen, at, held)
    const [name = ''] = chosen.spread
    count.set(name, (count.get(name) ?? 0) + 1)
  }
  assert.deepEqual([...count.values()], [3, 3, 3])
})
