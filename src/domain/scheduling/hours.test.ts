/** Opening hours: their borders, special days, and whether a shop is open now. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sampleFolder } from '../../content/sample.ts'
import type { Business } from '../../content/shop.ts'
import { findTrade } from '../../variants/index.ts'
import { hoursOn, latestStart, periodFor, startsAtInterval } from './hours.ts'
import { openNow } from './open-now.ts'

const { business } = findTrade('restaurant').open(sampleFolder('restaurant'))

/** Open from Tuesday to Sunday, for lunch and for dinner. */
const shop: Business = {
  ...business,
  hours: [
    {
      days: [2, 3, 4, 5, 6, 7],
      periods: [
        { from: '11:00', to: '14:00' },
        { from: '17:00', to: '22:00' },
      ],
    },
  ],
  special_days: [
    { from: '2026-11-24', to: '2026-11-25', reason: { vi: 'Tiệc', en: 'A party' } },
    {
      from: '2026-11-30',
      to: '2026-11-30',
      reason: { vi: 'Lễ', en: 'A holiday' },
      hours: [{ from: '12:00', to: '13:00' }],
    },
  ],
}

const at = (local: string) => Date.parse(`${local}+07:00`)

describe('the hours of a day', () => {
  it('are those of its weekday', () => {
    const open = hoursOn(shop, '2026-11-17')
    assert.deepEqual(open.open && open.periods, [
      { from: 660, to: 840 },
      { from: 1020, to: 1320 },
    ])
    const closed = hoursOn(shop, '2026-11-16')
    assert.deepEqual([closed.open, 'special' in closed], [false, false])
  })

  it('are those of a special day from its first to its last date', () => {
    const isOpen = (date: string) => hoursOn(shop, date).open
    assert.deepEqual(['2026-11-22', '2026-11-24', '2026-11-25', '2026-11-26'].map(isOpen), [
      true,
      false,
      false,
      true,
    ])
    assert.deepEqual(hoursOn(shop, '2026-11-24'), {
      open: false,
      code: 'closed',
      reason: { vi: 'Tiệc', en: 'A party' },
      special: true,
    })
    // A Monday, which is closed otherwise.
    assert.deepEqual(hoursOn(shop, '2026-11-30'), { open: true, periods: [{ from: 720, to: 780 }] })
  })
})

describe('a start', () => {
  it('is possible from opening until the booking just ends at closing time', () => {
    const hours = hoursOn(shop, '2026-11-17')
    const isPossible = (time: number) =>
      hours.open && periodFor(hours.periods, time, 60) !== undefined
    assert.deepEqual([659, 660, 780, 781, 1019, 1020, 1260, 1261].map(isPossible), [
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ])
  })

  it('is moved forward to the latest possible one', () => {
    assert.equal(latestStart(shop, 1320, 60), 1260)
    assert.equal(latestStart(shop, 1260, 60), 1260)
    assert.equal(latestStart(shop, 1259, 60), 1259)
    assert.equal(latestStart(shop, 1020, 60), 1020)
    assert.equal(latestStart(shop, 1019, 60), 780)
    assert.equal(latestStart(shop, 1320, 300), 1020)
    assert.equal(latestStart(shop, 1320, 301), undefined)
    assert.equal(latestStart(shop, 659, 60), undefined)
    assert.equal(latestStart(shop, 660, 60), 660)
  })

  it('is offered at intervals, including the first and the last', () => {
    assert.deepEqual(startsAtInterval(30, '11:00', '12:00'), [660, 690, 720])
    assert.deepEqual(startsAtInterval(30, '11:00', '12:29'), [660, 690, 720])
    assert.deepEqual(startsAtInterval(30, '11:00', '11:00'), [660])
  })
})

describe('a shop', () => {
  const cases: [now: string, closesAt: string | undefined, opensNext: string | undefined][] = [
    ['2026-11-17T10:59:59', undefined, '2026-11-17T11:00:00'],
    ['2026-11-17T11:00:00', '2026-11-17T14:00:00', undefined],
    ['2026-11-17T13:59:59', '2026-11-17T14:00:00', undefined],
    ['2026-11-17T14:00:00', undefined, '2026-11-17T17:00:00'],
    ['2026-11-17T17:00:00', '2026-11-17T22:00:00', undefined],
    ['2026-11-17T22:00:00', undefined, '2026-11-18T11:00:00'],
    ['2026-11-22T22:00:00', undefined, '2026-11-26T11:00:00'],
    ['2026-11-29T22:00:00', undefined, '2026-11-30T12:00:00'],
  ]
  for (const [now, closesAt, opensNext] of cases) {
    it(`at ${now} is ${closesAt ? 'open' : 'closed'}`, () => {
      assert.deepEqual(openNow(shop, at(now)), {
        isOpen: closesAt !== undefined,
        ...(closesAt !== undefined && { closesAt: at(closesAt) }),
        ...(opensNext !== undefined && { opensNext: at(opensNext) }),
      })
    })
  }

  it('that opens again in 29 days says so, and one that is closed longer does not', () => {
    const closedUntil = (to: string): Business => ({
      ...shop,
      special_days: [{ from: '2026-11-17', to, reason: { vi: 'Sửa', en: 'Repairs' } }],
    })
    const now = at('2026-11-17T12:00:00')
    // 16 December is a Wednesday, 17 December a Thursday.
    assert.deepEqual(openNow(closedUntil('2026-12-15'), now), {
      isOpen: false,
      opensNext: at('2026-12-16T11:00:00'),
    })
    assert.deepEqual(openNow(closedUntil('2026-12-16'), now), { isOpen: false })
  })
})
