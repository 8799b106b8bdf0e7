/** A guest asks to come with more people: through the API, the site and an assistant. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callWithConsent, expectToolError, expectToolResult } from './support/assistant.ts'
import { book, dayOf, massage, rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
const spa = openBefore(() => startShop('spa', { writeLimit: 100 }))

type Answer = {
  status: number
  code?: string
  kind?: string
  party_size?: number
  fields?: { name: string; code: string; message: string }[]
  alternatives?: { date: string; time: string }[]
}

async function grow(code: string, partySize: number | undefined, shop = app): Promise<Answer> {
  const response = await shop.post(`/api/booking/${code}/change`, {
    ...{ kind: 'larger_party', phone_last4: '5678', consent: '1', locale: 'en' },
    party_size: partySize,
  })
  return { ...((await response.json()) as Answer), status: response.status }
}

async function request(fields: object, shop = app): Promise<string> {
  const { status, body } = await book(shop, fields)
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

describe('a larger party', () => {
  it('is recorded for staff; the booking and its table stay as they are', async () => {
    const code = await request({ ...table, date: '2026-11-20' })
    const before = await rowCounts(app)
    const { status, kind, party_size } = await grow(code, 6)
    assert.deepEqual([status, kind, party_size], [202, 'larger_party', 4])
    const after = await rowCounts(app)
    assert.equal(after.cells, before.cells)
    assert.equal(after.booking_changes, Number(before.booking_changes) + 1)
    const booking = await app.json(`/api/booking/${code}`)
    assert.deepEqual([booking.party_size, booking.change_requested], [4, true])
  })

  it('must be larger, and not more than can be booked online', async () => {
    const code = await request({ ...table, date: '2026-11-21' })
    const cases = [
      [4, 'too_small', /from 5 on/],
      [1, 'too_small', /from 5 on/],
      [15, 'too_large', /15 guests or more please call \+?[0-9 ]+/],
      [undefined, 'missing', /./],
    ] as const
    for (const [partySize, error, message] of cases) {
      const { status, fields = [] } = await grow(code, partySize)
      assert.equal(status, 422)
      assert.deepEqual(
        fields.map((field) => `${field.name} ${field.code}`),
        [`party_size ${error}`],
      )
      assert.match(fields[0]?.message ?? '', message)
    }
    assert.equal((await grow(code, 14)).status, 202)
  })

  it('must be announced as early as a request for such a party', async () => {
    const own = await startShop('restaurant', { writeLimit: 100 })
    // Monday 09:00; a party of eight needs a day of notice, one of seven an hour.
    const code = await request({ ...table, date: '2026-11-17', time: '11:00' }, own)
    own.clock.now = Date.parse('2026-11-17T09:30:00+07:00')
    const { status, fields = [] } = await grow(code, 8, own)
    assert.deepEqual([status, fields[0]?.name, fields[0]?.code], [422, 'party_size', 'too_soon'])
    assert.equal((await grow(code, 7, own)).status, 202)
  })

  it('that does not fit gets times at which it does', async () => {
    const date = '2026-11-27'
    const code = await request({ ...table, date })
    // Requests of other guests until no table for twelve is left.
    for (let guest = 0; guest < 60; guest++) {
      const phone = `09123${String(guest).padStart(2, '0')}678`
      const { status } = await book(app, { ...table, date, phone })
      if (status === 409) break
      assert.equal(status, 202)
    }
    const before = await rowCounts(app)
    const { status, alternatives = [] } = await grow(code, 12)
    assert.equal(status, 409)
    assert.ok(alternatives.length > 0)
    for (const { date: day, time } of alternatives) {
      const { slots } = await dayOf(app, `date=${day}&party_size=12`)
      assert.ok(
        slots.some((slot) => slot.time === time),
        `${day} ${time}`,
      )
    }
    assert.deepEqual(await rowCounts(app), before)
    const error = await expectToolError(app, 'request_cancellation', {
      ...{ code, kind: 'larger_party', party_size: 12, consent: true, locale: 'en' },
    })
    assert.equal(error.who, 'guest')
    assert.deepEqual(
      error.choices,
      alternatives.map((one) => `${one.date} ${one.time}`),
    )
  })

  it('is possible at a time at which only staff could book', async () => {
    const code = await request({ ...table, date: '2026-12-04' })
    const move = { code, version: 1, actor: 'staff:1', date: '2026-12-04', time: '18:15' }
    await app.desk.move(move)
    assert.equal((await grow(code, 6)).status, 202)
    assert.equal((await app.json(`/api/booking/${code}`)).starts_at, '2026-12-04T18:15:00+07:00')
  })

  it('is offered on the page of a booking in a restaurant, and not in a spa', async () => {
    const code = await request({ ...table, date: '2026-12-05' })
    const page = await (await app.get(`/en/booking/${code}/change`)).text()
    assert.match(page, /change\?kind=party#booking">Guests</)
    assert.match(page, /value="party"/)
    const other = await request(massage, spa)
    const spaPage = await (await spa.get(`/booking/${other}/change`)).text()
    assert.doesNotMatch(spaPage, /kind=party|value="party"/)
  })

  it('of a treatment for one is answered with the package for two', async () => {
    const code = await request({ ...massage, time: '14:00' }, spa)
    const { status, fields = [] } = await grow(code, 2, spa)
    assert.equal(status, 422)
    assert.equal(fields[0]?.name, 'party_size')
    const single = await startShop('salon')
    const { offerId } = await anyService(single)
    const booked = await request({ ...massage, offerId, time: '14:00' }, single)
    assert.equal((await grow(booked, 2, single)).status, 422)
  })
})

describe('request_cancellation with a larger party', () => {
  it('reads back both sizes, then records it', async () => {
    const code = await request({ ...table, date: '2026-12-10' })
    const args = { code, kind: 'more people', party_size: '6', locale: 'en' }
    const preview = await expectToolResult(app, 'request_cancellation', args)
    assert.equal(preview.preview, true)
    assert.match(String(preview.read_back), /Request to increase booking .*4 guests.* to 6 guests/)
    const sent = await callWithConsent(app, 'request_cancellation', args)
    assert.equal(sent.structuredContent?.kind, 'larger_party')
    const vi = await expectToolResult(app, 'request_cancellation', { ...args, locale: 'vi' })
    assert.match(String(vi.read_back), /Xin tăng lượt đặt .*4 người.* lên 6 người/)
  })
})

async function anyService(shop: typeof app): Promise<{ offerId: string }> {
  const { offers } = (await shop.json('/api/offers?limit=100')) as {
    offers: { id: string; bookable: boolean }[]
  }
  return { offerId: offers.find(({ bookable }) => bookable)?.id ?? '' }
}
