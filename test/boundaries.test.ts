/** The first and the last day, minute and length at which a guest can book: allowed, and just beyond rejected. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { book, dayOf, massage, monthOf, table } from './support/booking.ts'
import { type RunningShop, runShop } from './support/shop.ts'

let restaurant: RunningShop
let spa: RunningShop
before(async () => {
  restaurant = await runShop('restaurant', { writeLimit: 100_000 })
  spa = await runShop('spa', { writeLimit: 100_000 })
})
after(async () => {
  await restaurant.stop()
  await spa.stop()
})

/** The status of a request, and the codes of its errors. */
async function tryBooking(app: RunningShop, fields: object): Promise<string> {
  const { status, body } = await book(app, { ...(app === spa ? massage : table), ...fields })
  if (status === 202) return 'accepted'
  return body.fields?.map(({ name, code }) => `${name} ${code}`).join(', ') ?? String(status)
}

const at = (local: string) => Date.parse(`${local}+07:00`)

describe('the booking horizon', () => {
  const isOpen = async (date: string) => (await dayOf(restaurant, `date=${date}&party_size=4`)).open
  const daysOf = async (month: string) => {
    const { days } = await monthOf(restaurant, `month=${month}&party_size=4`)
    return new Map(days.map(({ date, open, free }) => [date, open && free > 0]))
  }

  it('begins today, and yesterday is past', async () => {
    restaurant.clock.now = at('2026-11-17T23:59:59.999')
    assert.equal(await isOpen('2026-11-16'), false)
    assert.equal(await isOpen('2026-11-17'), true)
    restaurant.clock.now += 1
    assert.equal(await isOpen('2026-11-17'), false)
    assert.equal(await isOpen('2026-11-18'), true)
    const days = await daysOf('2026-11')
    assert.deepEqual([days.get('2026-11-17'), days.get('2026-11-18')], [false, true])
    assert.equal(await tryBooking(restaurant, { date: '2026-11-17' }), 'date not_open')
    assert.equal(await tryBooking(restaurant, { date: '2026-11-18' }), 'accepted')
  })

  it('answers for the last day of the calendar, after which dates have more digits', async () => {
    assert.equal(await isOpen('9999-12-31'), false)
    assert.equal((await daysOf('9999-12')).get('9999-12-31'), false)
    assert.equal(await tryBooking(restaurant, { date: '9999-12-31' }), 'date not_open')
    assert.equal((await restaurant.get('/booking?date=9999-12-31&party_size=4')).status, 200)
    const range = await restaurant.get(
      '/api/availability?date=9999-12-30&to_date=9999-12-31&party_size=4',
    )
    assert.ok([200, 400].includes(range.status), String(range.status))
  })

  it('ends 60 days ahead, from midnight to midnight', async () => {
    for (const now of ['2026-11-18T00:00:00', '2026-11-18T23:59:59.999']) {
      restaurant.clock.now = at(now)
      assert.equal(await isOpen('2027-01-17'), true, now)
      assert.equal(await tryBooking(restaurant, { date: '2027-01-17' }), 'accepted', now)
      const days = await daysOf('2027-01')
      assert.deepEqual([days.get('2027-01-17'), days.get('2027-01-19')], [true, false])
      assert.equal(await isOpen('2027-01-19'), false, now)
    }
    restaurant.clock.now = at('2026-11-19T23:59:59.999')
    assert.equal(await tryBooking(restaurant, { date: '2027-01-19' }), 'date not_open')
    restaurant.clock.now += 1
    assert.equal(await tryBooking(restaurant, { date: '2027-01-19' }), 'accepted')
  })
})

describe('the notice before a booking', () => {
  const cases: [string, () => RunningShop, fields: object, latest: string][] = [
    ['one hour', () => restaurant, { party_size: 7 }, '2026-12-04T17:30:00'],
    ['one day', () => restaurant, { party_size: 8 }, '2026-12-03T18:30:00'],
    [
      'two days',
      () => restaurant,
      { party_size: 10, table_type: 'phong-rieng' },
      '2026-12-02T18:30:00',
    ],
    ['two hours', () => spa, { time: '10:00' }, '2026-12-04T08:00:00'],
  ]
  for (const [name, shop, fields, latest] of cases) {
    it(`of ${name} counts to the minute`, async () => {
      const app = shop()
      const request = { date: '2026-12-04', ...fields }
      app.clock.now = at(latest) + 1
      assert.equal(await tryBooking(app, request), 'time too_soon')
      app.clock.now = at(latest)
      assert.equal(await tryBooking(app, request), 'accepted')
    })
  }
})

describe('the end of a shift', () => {
  it('is the end of the last treatment, and its start that of the first', async () => {
    spa.clock.now = at('2026-12-10T09:00:00')
    /** On a Saturday, when both work. */
    const times = async (therapist: string, offerId: string) => {
      const query = `date=2026-12-12&offerId=${offerId}&therapist_id=${therapist}`
      const { slots } = await dayOf(spa, query)
      return [slots[0]?.time, slots.at(-1)?.time]
    }
    // From 9:00 to 20:00 and from 10:00 to 21:00; 60 and 45 minutes; the last start of the spa is 19:30.
    assert.deepEqual(await times('thanh-mai', 'lam-sach-diu-nhe'), ['09:00', '19:00'])
    assert.deepEqual(await times('thanh-mai', 'co-vai-gay'), ['09:00', '19:00'])
    assert.deepEqual(await times('hong-nhung', 'lam-sach-diu-nhe'), ['10:00', '19:30'])
  })

  it('is not a time at which a person of the restaurant can be requested', async () => {
    restaurant.clock.now = at('2026-12-10T09:00:00')
    const times = async (id: string) => {
      const { slots } = await dayOf(restaurant, `date=2026-12-11&party_size=2&team_id=${id}`)
      return slots.map(({ time }) => time)
    }
    // From 10:30 to 16:00 and from 17:00 to 21:30; from 10:30 to 14:30 and from 17:00 to 22:45.
    const [mai, thang] = [await times('nguyen-thi-mai'), await times('tran-van-thang')]
    assert.deepEqual(
      ['14:30', '17:00', '21:00', '21:30', '22:00'].map((time) => mai.includes(time)),
      [true, true, true, false, false],
    )
    assert.deepEqual(
      ['11:00', '14:00', '14:30', '17:00', '22:00'].map((time) => thang.includes(time)),
      [true, true, false, true, true],
    )
  })
})
