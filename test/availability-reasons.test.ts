/** Every free time and every reason for a time that is not free is true, computed a second way from the content files. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { book, guest } from './support/booking.ts'
import { fuzzRuns, seed } from './support/seed.ts'
import { monday, openForEachTrade, startShop, type TradeName, trades } from './support/shop.ts'
import { appointmentTimetable } from './support/timetable/appointments.ts'
import {
  type Code,
  codesInOrder,
  daysAfter,
  type Query,
  type Timetable,
  toMinutes,
  toMs,
} from './support/timetable/day.ts'
import { restaurantTimetable } from './support/timetable/restaurant.ts'

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 100_000 }))

const timetables: Record<TradeName, Timetable> = {
  restaurant: restaurantTimetable(),
  spa: appointmentTimetable('spa', { service: 'treatment', person: 'therapist', place: 'room' }),
  salon: appointmentTimetable('salon', { service: 'service', person: 'stylist', place: 'seat' }),
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })

const queries: Record<TradeName, fc.Arbitrary<Query>> = {
  restaurant: fc.oneof(
    fc.record({
      party_size: maybe(fc.integer({ min: 1, max: 14 })),
      table_type: maybe(fc.constantFrom('trong-nha', 'hien-vuon')),
      team_id: maybe(fc.constantFrom('nguyen-thi-mai', 'tran-van-thang', 'pham-thi-lua')),
    }),
    fc.record({
      party_size: fc.integer({ min: 8, max: 14 }),
      table_type: fc.constant('phong-rieng'),
    }),
  ),
  spa: fc.oneof(
    fc.record({
      offerId: fc.constantFrom('co-vai-gay', 'massage-sa-chanh', 'cho-hai-nguoi'),
      therapist_id: maybe(fc.constantFrom('hong-nhung', 'bich-tram', 'quoc-bao')),
    }),
    fc.record({
      offerId: fc.constantFrom('co-vai-gay', 'massage-da-am', 'cho-hai-nguoi'),
      therapist_gender: fc.constantFrom('female', 'male'),
    }),
  ),
  salon: fc.oneof(
    fc.record({ offerId: fc.constantFrom('cat-nu', 'cat-nam', 'nhuom-mot-mau-dai') }),
    fc.record({
      offerId: fc.constant('cat-nu'),
      stylist_id: fc.constantFrom('thuy-vy', 'ngoc-diep'),
    }),
  ),
}

/** Requests that fill a Saturday for some of the queries. */
const crowds: Record<TradeName, readonly object[]> = {
  restaurant: [8, 4, 2].map((party_size) => ({ party_size })),
  spa: [{ offerId: 'cho-hai-nguoi' }, { offerId: 'co-vai-gay' }],
  salon: [{ offerId: 'cat-nu' }],
}
const crowdedDay = '2026-11-21'

const timeOfDay = fc.integer({ min: 0, max: 95 }).map((quarter) => {
  return `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
})

type Narrowing = Partial<Record<'around' | 'from' | 'to', string | undefined>>

const narrowing: fc.Arbitrary<Narrowing> = fc.oneof(
  fc.constant({}),
  fc.record({ around: timeOfDay }),
  fc.tuple(timeOfDay, timeOfDay).map((times) => {
    const [from, to] = times.toSorted()
    return { from, to }
  }),
)

const days = fc.oneof(
  { weight: 3, arbitrary: fc.constant(crowdedDay) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 0, max: 10 }).map((days) => daysAfter('2026-11-16', days)),
  },
  {
    weight: 3,
    arbitrary: fc.integer({ min: -3, max: 90 }).map((days) => daysAfter('2026-11-16', days)),
  },
)

type Answer = {
  reason?: string
  reason_code?: Code
  asked?: { time: string; free: boolean; reason_code?: Code }
  slots: (Record<string, unknown> & { time: string })[]
}

const allQuarters = Array.from({ length: 96 }, (_, index) => index * 15)

for (const trade of trades) {
  describe(`the ${trade}`, () => {
    const app = apps[trade]
    const timetable = timetables[trade]
    const heldCells = new Set<string>()
    const isHeld = (resource: string, date: string, from: number, minutes: number) => {
      const first = toMs(date, from) / 900_000
      const count = Math.ceil(minutes / 15)
      return Array.from({ length: count }, (_, index) => `${first + index} ${resource}`).some(
        (cell) => heldCells.has(cell),
      )
    }

    before(async () => {
      for (const fields of crowds[trade]) {
        const query = new URLSearchParams({ date: crowdedDay, ...fields } as Record<string, string>)
        const { slots } = (await app.json(`/api/availability?${query}`)) as unknown as Answer
        for (const { time } of slots.filter((_, index) => index % 3 === 0)) {
          const request = { ...guest, ...fields, date: crowdedDay, time }
          while ((await book(app, request)).status === 202);
        }
      }
      const rows = await app.store.read.all<{ cell: number; resource: string }>(
        'SELECT cell, resource FROM cells',
      )
      for (const { cell, resource } of rows) heldCells.add(`${cell} ${resource}`)
      assert.ok(heldCells.size > 100, `${heldCells.size}`)
    })

    it('has a true reason for every day and time without a free place', async () => {
      const seen = new Set<Code>()
      const property = fc.asyncProperty(
        queries[trade],
        days,
        narrowing,
        fc.integer({ min: 0, max: 6 * 96 }),
        async (query, date, narrow: Narrowing, quarters) => {
          app.clock.now = monday + quarters * 900_000
          const verdicts = allQuarters.map((at) =>
            timetable.judge(query, date, at, app.clock.now, isHeld),
          )
          const judgeAt = (at: number) => verdicts[at / 15] ?? { code: 'no_start', kinds: [] }
          const furthest = (times: readonly number[]) =>
            codesInOrder[Math.max(...times.map((at) => codesInOrder.indexOf(judgeAt(at).code)))]
          /** If nothing can start on the day, the reason is that of the day. */
          const expectedCode = (times: readonly number[]) => {
            const ofDay = furthest(allQuarters)
            const isBookable =
              codesInOrder.indexOf(ofDay ?? 'past') > codesInOrder.indexOf('understaffed')
            return isBookable ? furthest(times) : ofDay
          }
          const given = new URLSearchParams()
          for (const [name, value] of Object.entries({ date, ...query, ...narrow })) {
            if (value !== undefined) given.set(name, String(value))
          }
          const response = await app.get(`/api/availability?${given}`)
          assert.equal(response.status, 200)
          const { slots, asked, reason, reason_code } = (await response.json()) as Answer
          const context = `${given} at ${new Date(app.clock.now).toISOString()}`

          for (const slot of slots) {
            const { code, kinds } = judgeAt(toMinutes(slot.time))
            assert.equal(code, 'free', `${context} ${slot.time}`)
            assert.deepEqual([...timetable.kindsOf(slot)].sort(), [...kinds].sort(), context)
          }
          const { around, from = '00:00', to = '23:45' } = narrow
          const inWindow = allQuarters.filter((at) => toMinutes(from) <= at && at <= toMinutes(to))
          const free = inWindow.filter((at) => judgeAt(at).code === 'free')
          if (around === undefined) assert.equal(slots.length, free.length, context)
          if (free.length === 0) {
            const expected = expectedCode(inWindow)
            assert.equal(reason_code, expected, `${context}: ${reason}`)
            assert.ok(reason)
            if (expected) seen.add(expected)
          } else {
            assert.equal(reason_code, undefined, context)
          }
          if (around !== undefined) {
            const code = expectedCode([toMinutes(around)])
            assert.equal(asked?.free, code === 'free', context)
            assert.equal(asked?.reason_code, code === 'free' ? undefined : code, context)
            if (code) seen.add(code)
          }
        },
      )
      await fc.assert(property, { seed, numRuns: fuzzRuns * 3 })
      const always: Code[] = ['past', 'too_far', 'no_start', 'too_soon', 'full', 'free']
      const ofTrade: Record<TradeName, Code[]> = {
        restaurant: ['closed', 'off'],
        spa: ['off', 'understaffed'],
        salon: ['off'],
      }
      for (const code of [...always, ...ofTrade[trade]]) assert.ok(seen.has(code), code)
    })
  })
}
