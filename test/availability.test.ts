import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expectToolResult } from './support/assistant.ts'
import { book, type Day, dayOf, guest, massage, monthOf, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'
import { type FreeStarts, readStarts } from './support/starts.ts'

const plenty = { writeLimit: 100_000 }
const restaurant = openBefore(() => startShop('restaurant', plenty))
const spa = openBefore(() => startShop('spa', plenty))

describe('availability of a day', () => {
  it('starts at 11:00 and 17:00 and ends with the last start time', async () => {
    const { slots } = await dayOf(restaurant, 'date=2026-11-24&party_size=2')
    const times = slots.map(({ time }) => time)
    assert.deepEqual(
      [times[0], times[7], times[8], times.at(-1)],
      ['11:00', '14:30', '17:00', '22:00'],
    )
    assert.equal(times.length, 19)
  })

  it('holds a table for its duration, or until closing time', async () => {
    const lengths = async (size: number) =>
      Object.fromEntries(
        (await dayOf(restaurant, `date=2026-11-24&party_size=${size}`)).slots.map((slot) => [
          slot.time,
          slot.duration_minutes,
        ]),
      )
    const [two, seven] = [await lengths(2), await lengths(7)]
    assert.deepEqual([two['18:00'], two['22:00']], [90, 90])
    assert.deepEqual([seven['18:00'], seven['22:00']], [120, 90])
  })

  it('contains the reason for a closed day, without an error', async () => {
    const reasons: [string, RegExp][] = [
      ['2026-11-23', /closed on Monday/],
      ['2026-11-01', /past/],
      ['2027-06-01', /60 days ahead/],
    ]
    for (const [date, reason] of reasons) {
      const day = await dayOf(restaurant, `date=${date}&locale=en`)
      assert.equal(day.open, false)
      assert.match(day.reason ?? '', reason)
      assert.deepEqual(day.slots, [])
    }
  })

  it('follows the shift of a therapist', async () => {
    const all = await dayOf(restaurant, 'date=2026-11-24')
    const unknown = await restaurant.get('/api/availability?date=2026-11-24&team_id=nobody')
    assert.equal(unknown.status, 400)
    const counts = new Set<number>()
    const openapi = JSON.stringify(await restaurant.json('/openapi.json'))
    const ids = JSON.parse(
      /"name":"team_id".*?"enum":(\[.*?\])/.exec(openapi)?.[1] ?? '[]',
    ) as string[]
    assert.ok(ids.length >= 4)
    for (const id of ids) {
      const day = await dayOf(restaurant, `date=2026-11-24&team_id=${id}`)
      assert.ok(day.slots.every(({ time }) => all.slots.some((slot) => slot.time === time)))
      counts.add(day.slots.length)
    }
    assert.ok(counts.size > 1, 'all shifts are the same')
  })

  it('lists the free therapists, filtered by gender on request', async () => {
    const all = await dayOf(spa, 'date=2026-11-22&offerId=co-vai-gay')
    const men = await dayOf(spa, 'date=2026-11-22&offerId=co-vai-gay&therapist_gender=male')
    assert.deepEqual(
      new Set(men.slots.flatMap(({ therapists }) => therapists)),
      new Set(['quoc-bao']),
    )
    assert.ok(new Set(all.slots.flatMap(({ therapists }) => therapists)).size >= 3)
  })

  it('needs two therapists and the double room for two guests', async () => {
    const query = 'date=2026-11-21&offerId=cho-hai-nguoi'
    const before = await dayOf(spa, query)
    assert.ok(before.slots.length > 0)
    assert.ok(before.slots.every(({ left }) => left === 1))
    const [slot] = before.slots
    const { status, body } = await book(spa, {
      ...guest,
      date: '2026-11-21',
      time: slot?.time,
      offerId: 'cho-hai-nguoi',
    })
    assert.equal(status, 202)
    assert.equal(body.party_size, 2)
    assert.ok(body.therapist && body.second_therapist)
    const after = await dayOf(spa, query)
    assert.ok(!after.slots.some(({ time }) => time === slot?.time))
    const again = await book(spa, {
      ...guest,
      date: '2026-11-21',
      time: slot?.time,
      offerId: 'cho-hai-nguoi',
    })
    assert.equal(again.status, 409)
  })

  it('adds 15 minutes of preparation time to the room, but not to the therapist', async () => {
    const app = await startShop('spa', plenty)
    const day = 'date=2026-11-18&offerId=cap-am-nha-dam'
    const minutes = (await dayOf(app, day)).slots[0]?.duration_minutes ?? 0
    assert.equal(minutes % 15, 0)
    const { store } = app
    const { body } = await book(app, {
      ...guest,
      date: '2026-11-18',
      time: '10:00',
      offerId: 'cap-am-nha-dam',
    })
    assert.ok(body.code)
    const rows = await store.read.all<{ resource: string; cells: number }>(
      'SELECT resource, COUNT(*) AS cells FROM cells GROUP BY resource ORDER BY resource',
    )
    const [room, therapist] = rows
    assert.match(room?.resource ?? '', /^room:/)
    assert.equal(room?.cells, minutes / 15 + 1)
    assert.equal(therapist?.cells, minutes / 15)
    await app.stop()
  })

  it('accepts only the parameters of its trade, and lists their allowed values', async () => {
    const cases: [app: typeof spa, query: string, fields: string[]][] = [
      [restaurant, '', ['date', 'month']],
      [restaurant, 'date=2026-11-20&month=2026-11', ['date', 'month']],
      [restaurant, 'date=20-11-2026', ['date']],
      [restaurant, 'month=2026-13', ['month']],
      [restaurant, 'date=2026-11-20&party_size=15', ['party_size']],
      [restaurant, 'date=2026-11-20&table_type=roof', ['table_type']],
      [restaurant, 'date=2026-11-20&offerId=x', ['offerId']],
      [spa, 'date=2026-11-20', ['offerId']],
      [spa, 'date=2026-11-20&offerId=pizza', ['offerId']],
      [spa, 'date=2026-11-20&offerId=co-vai-gay&party_size=2', ['party_size']],
      [spa, 'date=2026-11-20&offerId=co-vai-gay&table_type=x', ['table_type']],
    ]
    for (const [app, query, fields] of cases) {
      const response = await app.get(`/api/availability?${query}`)
      assert.equal(response.status, 400, query)
      const problem = (await response.json()) as { fields: { name: string }[] }
      assert.deepEqual(
        problem.fields.map(({ name }) => name),
        fields,
        query,
      )
    }
  })
})

describe('availability of a month', () => {
  it('counts the same free times as the day itself', async () => {
    await book(restaurant, { ...table, date: '2026-11-25', party_size: 14 })
    await book(spa, { ...massage, date: '2026-11-25' })
    for (const [app, query] of [
      [restaurant, 'party_size=14'],
      [restaurant, 'party_size=2&table_type=hien-vuon'],
      [spa, 'offerId=cho-hai-nguoi'],
      [spa, 'offerId=co-vai-gay&therapist_id=quoc-bao'],
    ] as const) {
      const { days, share } = await monthOf(app, `month=2026-11&${query}`)
      assert.equal(days.length, 30)
      for (const { date, open, free } of days) {
        const day = await dayOf(app, `date=${date}&${query}`)
        assert.equal(day.open, open, date)
        assert.equal(day.slots.length, free, `${date} ${query}`)
      }
      const [free, total] = [
        days.reduce((sum, day) => sum + day.free, 0),
        days.reduce((sum, day) => sum + day.total, 0),
      ]
      assert.equal(share, Math.round((free / total) * 1000) / 1000)
    }
  })

  it('counts only bookable times: every start is tried', async () => {
    const times = Array.from(
      { length: 96 },
      (_, index) =>
        `${String(Math.floor(index / 4)).padStart(2, '0')}:${String((index % 4) * 15).padStart(2, '0')}`,
    )
    const cases: [typeof spa, object][] = [
      [restaurant, { party_size: 14 }],
      [restaurant, { party_size: 9, table_type: 'hien-vuon' }],
      [spa, { offerId: 'cho-hai-nguoi' }],
      [spa, { offerId: 'co-vai-gay', therapist_id: 'quoc-bao' }],
    ]
    for (const [app, fields] of cases) {
      await book(app, { ...guest, ...fields, date: '2026-11-26', time: '18:00' })
      const query = new URLSearchParams(fields as Record<string, string>)
      const { days } = await monthOf(app, `month=2026-11&${query}`)
      let taken = 0
      for (const time of times) {
        const response = await app.post('/api/booking?dry_run=1', {
          ...guest,
          ...fields,
          date: '2026-11-26',
          time,
        })
        if (response.status === 202) taken++
      }
      assert.ok(taken > 0)
      assert.equal(
        days.find(({ date }) => date === '2026-11-26')?.free,
        taken,
        JSON.stringify(fields),
      )
    }
  })

  it('needs no treatment at the spa: it counts the times at which any treatment can start', async () => {
    const { days } = await monthOf(spa, 'month=2026-12')
    assert.ok(days.filter(({ free }) => free > 0).length >= 28)
  })
})

describe('cached availability', () => {
  const date = '2026-11-24'
  const at = (time: string, day = date) => Date.parse(`${day}T${time}:00+07:00`)

  it('is reused only until the clock changes it', async () => {
    const app = await startShop('restaurant', { now: at('00:00') })
    const notice = 60 * 60_000
    const all = (await dayOf(app, `date=${date}&party_size=2`)).slots
    const inTime = () =>
      all.filter(({ starts_at }) => Date.parse(starts_at) - notice >= app.clock.now)
    const clockTimes = [
      ...Array.from({ length: 200 }, (_, minute) => at('09:50') + minute * 60_000),
      // The clock is set back.
      at('09:30'),
      at('10:00') - 1,
      at('10:00'),
      at('10:00') + 1,
      at('23:59'),
    ]
    for (const now of clockTimes) {
      app.clock.now = now
      const left = inTime()
      const { slots } = await dayOf(app, `date=${date}&party_size=2`)
      assert.deepEqual(slots, left, new Date(now).toISOString())
      const { days } = await monthOf(app, 'month=2026-11&party_size=2')
      assert.equal(days.find((day) => day.date === date)?.free, left.length)
      const response = await expectToolResult<FreeStarts>(app, 'check_table_availability', {
        date,
        party_size: 2,
      })
      assert.deepEqual(
        readStarts(response).map(({ time }) => time),
        left.map(({ time }) => time),
      )
    }
    app.clock.now = at('00:00', '2026-11-25')
    const { open, reason } = await dayOf(app, `date=${date}&party_size=2&locale=en`)
    assert.equal(open, false)
    assert.equal(reason, 'This day is past; today is Wednesday 25 November 2026.')
  })

  it('changes after a booking', async () => {
    const app = await startShop('restaurant')
    const query = '/api/availability?date=2026-11-24&party_size=6'
    const before = await app.get(query)
    const same = await app.get(query, {
      headers: { 'if-none-match': before.headers.get('etag') ?? '' },
    })
    assert.equal(same.status, 304)
    const left = (day: Day) => day.slots.find(({ time }) => time === '18:00')?.left ?? 0
    const first = left((await before.json()) as Day)
    const { status } = await book(app, {
      ...table,
      date: '2026-11-24',
      time: '18:00',
      party_size: 6,
    })
    assert.equal(status, 202)
    assert.equal(left(await dayOf(app, 'date=2026-11-24&party_size=6')), first - 1)
  })
})
