import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { bookingConsent } from '../src/domain/guest/consent.ts'
import { book, dayOf, guest, massage, rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { readContract } from './support/openapi.ts'
import { base, startShop } from './support/shop.ts'

const plenty = { writeLimit: 100_000 }
const restaurant = openBefore(() => startShop('restaurant', plenty))
const spa = openBefore(() => startShop('spa', plenty))

describe('table booking', () => {
  it('is pending, describes the next step, and does not reveal the guest', async () => {
    const { status, body, response } = await book(restaurant, {
      ...table,
      email: 'lan@example.com',
      note: 'Ghế trẻ em\nnếu có',
      allergens: ['peanuts', 'fish'],
    })
    assert.equal(status, 202)
    assert.match(
      body.code,
      /^BAN-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{2}$/,
    )
    assert.equal(body.status, 'pending')
    assert.equal(body.status_label, 'chờ')
    assert.equal(body.starts_at, '2026-11-20T18:30:00+07:00')
    assert.equal(body.ends_at, '2026-11-20T20:15:00+07:00')
    assert.deepEqual(body.offer, { id: 'dat-ban-thuong', name: 'Bàn thường' })
    assert.equal(body.party_size, 4)
    assert.equal(body.table_type, 'trong-nha')
    const { content_version, ...terms } = body.terms as Record<string, unknown>
    assert.match(String(content_version), /^[0-9a-f]{12}$/)
    assert.deepEqual(terms, {
      hold_minutes: 15,
      notice_minutes: 60,
      free_cancellation_hours: 2,
      vat_percent: 8,
    })
    assert.match(
      String(body.next_step),
      /đang chờ.*gọi hoặc nhắn tin trước 12:30 Thứ Ba 17\/11\/2026/,
    )
    assert.equal(response.headers.get('location'), `${base}/api/booking/${body.code}`)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    assert.equal(response.headers.get('access-control-allow-origin'), null)

    const known = await restaurant.get(`/api/booking/${body.code}?locale=en`)
    const text = await known.text()
    assert.doesNotMatch(text, /Lan|912345678|example\.com|Ghế|peanuts/)
    assert.deepEqual(JSON.parse(text), {
      code: body.code,
      status: 'pending',
      status_label: 'pending',
      starts_at: body.starts_at,
      ends_at: body.ends_at,
      offer: { id: 'dat-ban-thuong', name: 'A table' },
      party_size: 4,
      table_type: 'trong-nha',
      terms: { ...(body.terms as object) },
      next_step:
        'Your request is waiting for our call, and the time is held until staff answer; a phone number holds one place at a time. Khói Lam will phone or message before 12:30 on Tuesday 17 November 2026. The booking is certain once they confirm it.',
      next_by: '2026-11-17T12:30:00+07:00',
      cancel_free_until: '2026-11-20T16:30:00+07:00',
      change_requested: false,
      updated_at: '2026-11-16T09:00:00+07:00',
    })
    for (const [name, value] of [
      ['cache-control', 'no-store'],
      ['x-robots-tag', 'noindex'],
      ['referrer-policy', 'no-referrer'],
    ] as const) {
      assert.equal(known.headers.get(name), value)
    }
  })

  it('is found by its code in any notation', async () => {
    const { code } = (await book(restaurant, { ...table, time: '20:30' })).body
    const letters = code.toLowerCase().replaceAll('-', '')
    for (const written of [
      letters,
      `${letters.slice(0, 5)} ${letters.slice(5)}`,
      code.replace('0', 'O'),
    ]) {
      const found = await restaurant.json(`/api/booking/${encodeURIComponent(written)}`)
      assert.equal(found.code, code, written)
    }
  })

  it('has the same response for an unknown, a malformed and a test code', async () => {
    const responses = await Promise.all(
      ['BAN-0000-0000-00', 'nonsense', 'TEST-7K3M-9Q2X-4D', '%00'].map(async (code) => {
        const response = await restaurant.get(`/api/booking/${code}`)
        const { instance, ...problem } = (await response.json()) as Record<string, unknown>
        assert.ok(instance)
        return JSON.stringify([response.status, problem])
      }),
    )
    assert.equal(new Set(responses).size, 1)
    assert.match(responses[0] ?? '', /^\[404,/)
  })

  it('stores names and allergies apart from the schedule, with the consent text that was shown', async () => {
    const { code } = (await book(restaurant, { ...table, time: '12:00', allergens: ['milk'] })).body
    const { read } = restaurant.store
    const row = await read.get('SELECT * FROM bookings WHERE code = ?', code.replaceAll('-', ''))
    assert.doesNotMatch(JSON.stringify(row), /Lan|912345678|milk/)
    const guestRow = await read.get(
      'SELECT * FROM booking_guests WHERE booking_id = ?',
      String(row?.id),
    )
    assert.equal(guestRow?.name, guest.name)
    assert.equal(guestRow?.phone, '+84912345678')
    const consent = bookingConsent(restaurant.shop.business, restaurant.shop.booking.questions)
    assert.equal(guestRow?.consent_version, consent.version)
    assert.equal(guestRow?.consent_text, consent.text.vi)
    assert.match(String(guestRow?.client), /^[\w-]{22}$/)
    const answers = await read.all(
      'SELECT question, answer, sensitive FROM booking_answers WHERE booking_id = ?',
      String(row?.id),
    )
    assert.deepEqual(
      answers.map((one) => ({ ...one })),
      [{ question: 'allergens', answer: '["milk"]', sensitive: 1 }],
    )
    const events = await read.all('SELECT * FROM outbox WHERE subject = ?', `booking:${row?.id}`)
    assert.equal(events.length, 1)
    assert.doesNotMatch(JSON.stringify(events), /Lan|912345678|milk/)
  })
})

describe('booking rules of a shop', () => {
  const cases: [
    name: string,
    shop: 'restaurant' | 'spa',
    change: object,
    fields: Record<string, string>,
  ][] = [
    ['a Monday at the restaurant', 'restaurant', { date: '2026-11-23' }, { date: 'not_open' }],
    ['a day in the past', 'restaurant', { date: '2026-11-15' }, { date: 'not_open' }],
    ['a day past the horizon', 'restaurant', { date: '2027-01-16' }, { date: 'not_open' }],
    ['a day that does not exist', 'restaurant', { date: '2026-11-31' }, { date: 'wrong_format' }],
    ['Tết', 'restaurant', { date: '2027-02-05' }, { date: 'not_open' }],
    ['a time between the services', 'restaurant', { time: '15:00' }, { time: 'not_open' }],
    ['a time not on the half hour', 'restaurant', { time: '18:45' }, { time: 'not_open' }],
    ['a time past the last start', 'restaurant', { time: '22:30' }, { time: 'not_open' }],
    ['an invalid time', 'restaurant', { time: '25:00' }, { time: 'wrong_format' }],
    [
      'a party too large to book online',
      'restaurant',
      { party_size: 15 },
      { party_size: 'too_large' },
    ],
    ['a party of zero', 'restaurant', { party_size: 0 }, { party_size: 'too_small' }],
    [
      'the private room for four',
      'restaurant',
      { table_type: 'phong-rieng' },
      { party_size: 'too_small' },
    ],
    [
      'the private room with one day’s notice',
      'restaurant',
      { table_type: 'phong-rieng', party_size: 8, date: '2026-11-17', time: '19:00' },
      { time: 'too_soon' },
    ],
    [
      'a table type that the offer does not have',
      'restaurant',
      { offerId: 'ban-hien-vuon', table_type: 'trong-nha' },
      { table_type: 'not_one_of' },
    ],
    ['an unknown allergen', 'restaurant', { allergens: ['nuts'] }, { 'allergens.0': 'not_one_of' }],
    ['a dish as the offer', 'restaurant', { offerId: 'cha-ruoi' }, { offerId: 'not_one_of' }],
    ['a note of 501 characters', 'restaurant', { note: 'a'.repeat(501) }, { note: 'too_long' }],
    ['a line break in a name', 'restaurant', { name: 'Lan\r\nBcc: x' }, { name: 'wrong_format' }],
    ['an invalid phone number', 'restaurant', { phone: '12345' }, { phone: 'wrong_format' }],
    ['no consent', 'restaurant', { consent: '0' }, { consent: 'not_given' }],
    ['consent as a word', 'restaurant', { consent: 'yes' }, { consent: 'not_given' }],
    ['a party size as text', 'restaurant', { party_size: '4' }, { party_size: 'wrong_type' }],
    ['an unknown field', 'restaurant', { tabel_type: 'x' }, { tabel_type: 'unknown' }],
    [
      'the private room for four on a Monday',
      'restaurant',
      { table_type: 'phong-rieng', date: '2026-11-23', phone: '1' },
      { phone: 'wrong_format', party_size: 'too_small', date: 'not_open' },
    ],
    ['an invisible name', 'restaurant', { name: '\u200b' }, { name: 'wrong_format' }],
    [
      'a name that reverses the text direction',
      'restaurant',
      { name: 'Lan\u202e' },
      { name: 'wrong_format' },
    ],
    [
      'several errors in one request',
      'restaurant',
      { party_size: 99, phone: '1', consent: null, x: 1, time: 'noon' },
      {
        party_size: 'too_large',
        phone: 'wrong_format',
        consent: 'not_given',
        x: 'unknown',
        time: 'wrong_format',
      },
    ],
    [
      'a time that would end after closing',
      'spa',
      { offerId: 'mot-buoi-thong-tha', time: '19:30' },
      { time: 'not_open' },
    ],
    [
      'a spa day with too short notice',
      'spa',
      { date: '2026-11-16', time: '10:30' },
      { time: 'too_soon' },
    ],
    [
      'a therapist who does not perform the treatment',
      'spa',
      { offerId: 'massage-nhip-cham', therapist_id: 'thanh-mai' },
      { therapist_id: 'not_one_of' },
    ],
    [
      'a therapist on her day off',
      'spa',
      { therapist_id: 'thanh-mai', date: '2026-11-19' },
      { date: 'not_open' },
    ],
    [
      'a therapist of another gender',
      'spa',
      { therapist_id: 'thanh-mai', therapist_gender: 'male' },
      { therapist_gender: 'not_one_of' },
    ],
    ['two guests in a treatment for one', 'spa', { party_size: 2 }, { party_size: 'not_one_of' }],
    [
      'one guest in the package for two',
      'spa',
      { offerId: 'cho-hai-nguoi', party_size: 1 },
      { party_size: 'not_one_of' },
    ],
    ['no treatment', 'spa', { offerId: undefined }, { offerId: 'not_one_of' }],
    ['a gift card as the treatment', 'spa', { offerId: 'the-qua' }, { offerId: 'not_one_of' }],
  ]
  for (const [name, shop, change, fields] of cases) {
    it(`rejects and stores nothing: ${name}`, async () => {
      const app = shop === 'spa' ? spa : restaurant
      const before = await rowCounts(app)
      const { status, body } = await book(app, { ...(shop === 'spa' ? massage : table), ...change })
      assert.equal(status, 422, JSON.stringify(body))
      assert.equal(body.type, `${base}/problems/invalid-fields`)
      const found = Object.fromEntries(body.fields.map(({ name, code }) => [name, code]))
      assert.deepEqual(found, fields, JSON.stringify(body.fields))
      assert.deepEqual(await rowCounts(app), before)
    })
  }

  it('contain the phone number for a large party in the 422', async () => {
    const { body } = await book(restaurant, { ...table, party_size: 20, locale: 'en' })
    assert.match(body.fields[0]?.message ?? '', /please call \+84 24 3718 0146/)
  })

  it('require one day’s notice for a party of eight and one hour for a party of two', async () => {
    const tuesday = { date: '2026-11-17', time: '11:00' }
    restaurant.clock.now = Date.UTC(2026, 10, 17, 3, 0)
    assert.equal((await book(restaurant, { ...table, ...tuesday, party_size: 2 })).status, 202)
    const large = await book(restaurant, { ...table, ...tuesday, time: '19:00', party_size: 8 })
    assert.equal(large.body.fields[0]?.code, 'too_soon')
    restaurant.clock.now = Date.UTC(2026, 10, 16, 2)
  })
})

describe('taken time', () => {
  it('is a 409 with up to five free times, the nearest on the same day first', async () => {
    const app = await startShop('restaurant', plenty)
    const request = { ...table, table_type: 'phong-rieng', party_size: 10 }
    assert.equal((await book(app, request)).status, 202)
    const { status, body } = await book(app, { ...request, locale: 'en' })
    assert.equal(status, 409)
    assert.equal(body.type, `${base}/problems/slot-taken`)
    assert.equal(body.alternatives.length, 5)
    const sameDay = body.alternatives.filter(({ date }) => date === request.date)
    const distance = sameDay.map(({ time }) =>
      Math.abs(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) - 1110),
    )
    assert.equal(distance.length, 3)
    assert.deepEqual(
      distance,
      distance.toSorted((one, other) => one - other),
    )
    assert.deepEqual(
      body.alternatives.slice(3).map(({ date, time }) => `${date} ${time}`),
      ['2026-11-21 18:30', '2026-11-22 18:30'],
      'the same hour of the days that follow',
    )
    const [nearest] = body.alternatives
    assert.equal(
      (await book(app, { ...request, ...nearest, starts_at: undefined, weekday: undefined }))
        .status,
      202,
    )
    await app.stop()
  })

  it('is refused by a read, so that many such requests do not delay the writes of others', async () => {
    const app = await startShop('restaurant', plenty)
    const request = { ...table, table_type: 'phong-rieng', party_size: 10 }
    assert.equal((await book(app, request)).status, 202)
    const { transactions } = app.store.metrics()
    assert.equal((await book(app, request)).status, 409)
    assert.equal(app.store.metrics().transactions, transactions)
    await app.stop()
  })

  it('suggests a time no longer after another guest has booked it, or when it is too soon', async () => {
    const app = await startShop('restaurant', plenty)
    const request = { ...table, table_type: 'phong-rieng', party_size: 10 }
    assert.equal((await book(app, request)).status, 202)
    const suggested = async () =>
      (await book(app, request)).body.alternatives.map(({ date, time }) => `${date} ${time}`)
    const before = await suggested()
    assert.deepEqual(await suggested(), before)
    const [date = '', time = ''] = before.at(-1)?.split(' ') ?? []
    assert.notEqual(date, request.date)
    assert.equal((await book(app, { ...request, date, time })).status, 202)
    const after = await suggested()
    assert.equal(after.length, 5)
    assert.ok(!after.includes(`${date} ${time}`))
    // The notice for the private room is two days: from now on, only its requested time and later ones are possible.
    app.clock.now = Date.parse('2026-11-18T18:30:00+07:00')
    const later = await suggested()
    assert.equal(later.length, 5)
    assert.ok(after.some((one) => one < '2026-11-20 18:30'))
    assert.ok(later.every((one) => one > '2026-11-20 18:30'))
    await app.stop()
  })

  it('can be booked again as soon as it was cancelled', async () => {
    const app = await startShop('restaurant', plenty)
    const request = { ...table, table_type: 'phong-rieng', party_size: 10 }
    const { body } = await book(app, request)
    for (const _ of [1, 2]) assert.equal((await book(app, request)).status, 409)
    await app.desk.decline({ code: body.code, version: 1, actor: 'staff:x', reason: 'x' })
    assert.equal((await book(app, request)).status, 202)
    await app.stop()
  })

  it('suggests other days if the day is full, all of them bookable', async () => {
    const app = await startShop('restaurant', plenty)
    const request = { ...table, table_type: 'phong-rieng', party_size: 10 }
    for (const time of [
      '11:00',
      '14:00',
      '17:00',
      '20:00',
      '12:00',
      '18:30',
      '21:30',
      '22:00',
      '19:00',
      '13:00',
    ]) {
      await book(app, { ...request, time })
    }
    const { body } = await book(app, { ...request, time: '18:30' })
    assert.ok(body.alternatives.some(({ date }) => date !== request.date))
    for (const { date, time } of body.alternatives) {
      const day = await dayOf(app, `date=${date}&party_size=10&table_type=phong-rieng`)
      assert.ok(
        day.slots.some((slot) => slot.time === time),
        `${date} ${time}`,
      )
    }
    await app.stop()
  })
})

describe('dry run', () => {
  it('validates everything, but stores nothing, sends nothing and counts nothing', async () => {
    const app = await startShop('spa', { writeLimit: 1 })
    const before = await rowCounts(app)
    const headers = { 'idempotency-key': 'dry-run-key-1' }
    for (let time = 0; time < 3; time++) {
      const response = await app.post('/api/booking?dry_run=1', massage, headers)
      assert.equal(response.status, 202)
      assert.equal(response.headers.get('location'), null)
      const body = (await response.json()) as { code: string; test: boolean }
      assert.match(body.code, /^TEST-/)
      assert.equal(body.test, true)
      assert.equal((await app.get(`/api/booking/${body.code}`)).status, 404)
    }
    const lead = await app.post('/api/lead?dry_run=1', guest)
    assert.deepEqual([lead.status, ((await lead.json()) as { test: boolean }).test], [201, true])
    const order = await app.post('/api/order?dry_run=1', {
      ...guest,
      kind: 'membership',
      visits: 5,
    })
    assert.deepEqual([order.status, ((await order.json()) as { test: boolean }).test], [202, true])
    assert.deepEqual(await rowCounts(app), before)
    assert.equal(
      (await app.post('/api/booking?dry_run=1', { ...massage, time: '10:05' })).status,
      422,
    )
    assert.equal((await app.post('/api/booking?dry_run=yes', massage)).status, 400)
    assert.equal(
      (await app.post('/api/subscribe?dry_run=1', { email: 'a@example.com', consent: '1' })).status,
      400,
    )
    assert.equal((await app.post('/api/booking', massage, headers)).status, 202)
    assert.equal(
      (await app.post('/api/booking?dry_run=1', { ...massage, time: '12:00' })).status,
      202,
    )
    await app.stop()
  })
})

describe('facial booking', () => {
  it('with a skin condition under treatment is accepted, with the advice to see a doctor first', async () => {
    const facial = { ...massage, offerId: 'cap-am-nha-dam', date: '2026-11-21' }
    const { status, body } = await book(spa, { ...facial, health: ['skin_condition'] })
    assert.equal(status, 202)
    assert.equal(body.needs_doctor_first, true)
    const other = await book(spa, { ...facial, time: '13:00', health: ['pregnant'] })
    assert.equal(other.body.needs_doctor_first, undefined)
    const neck = await book(spa, { ...massage, date: '2026-11-22', health: ['wound'] })
    assert.equal(neck.body.needs_doctor_first, undefined)
    assert.equal((await rowCounts(spa)).booking_answers, 3)
  })
})

describe('documentation', () => {
  it('contains a request that works unchanged', async () => {
    for (const app of [restaurant, spa]) {
      for (const path of ['/docs.md', '/en/docs.md']) {
        const text = await (await app.get(path)).text()
        const body = /-d '(\{.*\})'/.exec(text)?.[1] ?? ''
        const response = await app.post('/api/booking?dry_run=1', JSON.parse(body) as object)
        assert.equal(response.status, 202, await response.text())
      }
    }
  })

  it('contains the consent text in both languages', async () => {
    for (const app of [restaurant, spa]) {
      const { contact, newsletter } = app.shop.business.consent
      const booking = bookingConsent(app.shop.business, app.shop.booking.questions)
      for (const [path, locale] of [['/docs.md', 'vi'] as const, ['/en/docs.md', 'en'] as const]) {
        const page = (await (await app.get(path)).text()).replaceAll('\\', '')
        for (const consent of [booking, contact, newsletter]) {
          assert.ok(consent && page.includes(consent.text[locale]), consent?.text[locale])
        }
      }
    }
  })
})

describe('write operations', () => {
  it('respond as /openapi.json describes', async () => {
    for (const app of [restaurant, spa]) {
      const { allows } = await readContract(app)
      const body = app === spa ? massage : table
      const send = async (path: string, sent: object, headers?: Record<string, string>) => {
        const response = await app.post(path, sent, headers)
        assert.match(response.headers.get('ratelimit') ?? '', /^"writes";r=\d+;t=\d+$/)
        await allows('POST', path, response)
      }
      await send('/api/booking', { ...body, date: '2026-12-03' })
      await send('/api/booking', { ...body, date: 'x' })
      await send('/api/booking', body, { 'idempotency-key': 'short' })
      await send('/api/booking', body, { origin: 'https://elsewhere.example' })
      await send('/api/booking/x/change', { kind: 'cancel', phone_last4: '0000', consent: '1' })
      await send('/api/lead', guest)
      await send('/api/lead', {})
      await send('/api/subscribe', { email: 'c@example.com', consent: true })
      await allows('GET', '/api/booking/x', await app.get('/api/booking/x'))
      await allows('GET', '/api/availability', await app.get('/api/availability?month=2026-12'))
      await allows('GET', '/api/availability', await app.get('/api/availability?date=x'))
    }
  })
})
