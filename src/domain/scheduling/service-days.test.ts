/** Service days compared with a plain rule: a moment after midnight belongs to the evening whose hours contain it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { seed } from '../../../test/support/seed.ts'
import { sampleFolder } from '../../content/sample.ts'
import type { Business } from '../../content/shop.ts'
import { addDays, minute, startOfDay, timeOf, weekdayOf } from '../../kernel/time.ts'
import { findTrade } from '../../variants/index.ts'
import { createServiceDays, toCalendarTime } from './service-days.ts'

const { business } = findTrade('restaurant').open(sampleFolder('restaurant'))

/** Open every day from 18:00; `nights` has the minutes after midnight at which each weekday closes. */
const barWith = (
  nights: readonly number[],
  special_days: Business['special_days'] = [],
): Business => ({
  ...business,
  hours: nights.map((night, index) => ({
    days: [index + 1],
    periods: [{ from: '18:00', to: clock(1440 + night) }],
  })),
  special_days,
})

/** As the content stores it: "26:00". */
function clock(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

const quarters = (max: number) => fc.integer({ min: 0, max: max / 15 }).map((one) => one * 15)
const nights = fc.array(quarters(360), { minLength: 7, maxLength: 7 })
const date = fc.integer({ min: 0, max: 400 }).map((days) => addDays('2026-11-01', days))

describe('service days', () => {
  it('of a time and the calendar time of a service are inverse to each other', () => {
    fc.assert(
      fc.property(nights, date, quarters(1425), (closing, day, at) => {
        const serviceDays = createServiceDays(barWith(closing))
        const start = { date: day, time: timeOf(at) }
        const service = serviceDays.find(start)
        assert.deepEqual(toCalendarTime(service), start)
        const night = closing[weekdayOf(addDays(day, -1)) - 1] ?? 0
        assert.equal(service.date, at < night ? addDays(day, -1) : day)
        assert.equal(serviceDays.dateAt(startOfDay(day) + at * minute), service.date)
      }),
      { seed, numRuns: 300 },
    )
  })

  it('follow one another without a gap and without overlap', () => {
    fc.assert(
      fc.property(nights, date, (closing, day) => {
        const { rangeOf } = createServiceDays(barWith(closing))
        const [one, next] = [day, addDays(day, 1)].map((of) => rangeOf({ from: of, to: of }))
        assert.equal(one?.end, next?.begin)
        assert.deepEqual(rangeOf({ from: day, to: addDays(day, 1) }), {
          begin: one?.begin,
          end: next?.end,
        })
      }),
      { seed, numRuns: 100 },
    )
  })

  it('are calendar days in a shop that closes by midnight', () => {
    const serviceDays = createServiceDays(business)
    assert.equal(serviceDays.hasNights, false)
    assert.deepEqual(serviceDays.find({ date: '2026-11-21', time: '00:30' }), {
      date: '2026-11-21',
      at: 30,
    })
    assert.equal(serviceDays.minutesOf('00:30'), 30)
  })

  it('keep the night of a day that is closed, unless the next day is open at that time', () => {
    const closed = (hours?: { from: string; to: string }[]): Business['special_days'] => [
      { from: '2026-11-20', to: '2026-11-20', reason: { vi: 'Nghỉ', en: 'Closed' } },
      ...(hours
        ? [{ from: '2026-11-21', to: '2026-11-21', reason: { vi: 'Lễ', en: 'Party' }, hours }]
        : []),
    ]
    const everyNight = Array.from({ length: 7 }, () => 120)
    const dayOf = (special: Business['special_days'], time: string) =>
      createServiceDays(barWith(everyNight, special)).find({ date: '2026-11-21', time }).date
    assert.deepEqual(
      ['01:45', '02:00'].map((time) => dayOf(closed(), time)),
      ['2026-11-20', '2026-11-21'],
    )
    const early = closed([{ from: '01:00', to: '05:00' }])
    assert.deepEqual(
      ['00:45', '01:00'].map((time) => dayOf(early, time)),
      ['2026-11-20', '2026-11-21'],
    )
  })
})
