/** Write tools for a model that has never seen them: what they accept, what they say, and what they count. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  callWithConsent,
  expectSent,
  expectToolError,
  expectToolResult,
} from './support/assistant.ts'
import { book, massage, rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool, modern } from './support/mcp.ts'
import { samples } from './support/samples.ts'
import { openForEachTrade, startShop, trades } from './support/shop.ts'

const apps = openForEachTrade((trade) => startShop(trade, { writeLimit: 1000 }))
const { restaurant, spa } = apps

const guest = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', locale: 'en' }
const reservation = { ...guest, date: '2026-11-20', time: '19:00', party_size: 4 }

async function requestTable(fields: object): Promise<string> {
  const { status, body } = await book(restaurant, { ...table, ...fields })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

describe('the status of a booking with a requested change', () => {
  it('names the change, what happens next and by when, in tool, resource and API', async () => {
    const code = await requestTable({ date: '2026-11-20' })
    await restaurant.desk.confirm({ code, version: 1, actor: 'staff:1' })
    await expectSent(restaurant, 'request_cancellation', { code, kind: 'move', time: '20:00' })
    const status = await expectToolResult(restaurant, 'get_booking_status', { code, locale: 'en' })
    const { next_by } = status
    assert.equal(typeof next_by, 'string')
    assert.deepEqual(
      [status.time, status.status, status.requested_change],
      [
        '18:30',
        'confirmed',
        { kind: 'move', date: '2026-11-20', weekday: 'Friday', time: '20:00', next_by },
      ],
    )
    assert.match(
      String(status.summary),
      /A move was requested, to Friday 20 November 2026, 20:00\. Staff will phone .* before .*stays unchanged/,
    )
    const api = await restaurant.json(`/api/booking/${code}?locale=en`)
    const change = api.requested_change as Record<string, unknown>
    assert.deepEqual(
      [change.kind, change.new_starts_at, change.next_by, api.next_by],
      ['move', '2026-11-20T20:00:00+07:00', next_by, next_by],
    )
    assert.equal(api.next_step, change.next_step)
    const { body } = await modern(restaurant, 'resources/read', { uri: `booking://${code}` })
    const [resource] = (body.result as { contents: { text: string }[] }).contents
    assert.deepEqual((JSON.parse(resource?.text ?? '') as typeof status).requested_change, {
      ...(status.requested_change as object),
      weekday: 'Thứ Sáu',
    })
    const page = await (await restaurant.get(`/en/booking/${code}`)).text()
    assert.match(page, /A move was requested, to Friday 20 November 2026, 20:00/)
  })

  it('says that the shop should have called, once the deadline has passed', async () => {
    const app = await startShop('restaurant')
    const { code } = (await book(app, table)).body
    await expectSent(app, 'request_cancellation', { code, kind: 'cancel' })
    app.clock.now = Date.parse('2026-11-19T12:00:00+07:00')
    const { requested_change } = await app.json(`/api/booking/${code}?locale=en`)
    assert.match(JSON.stringify(requested_change), /cancellation was requested.*should have called/)
  })
})

describe('a move', () => {
  for (const trade of trades) {
    const { request, otherTimes, tools } = samples[trade]
    const proof = tools.byPhone ? { phone_last4: '5678' } : {}

    it(`keeps the day or the time that it does not name (${trade})`, async () => {
      const app = apps[trade]
      const { code } = (await book(app, { ...request, date: '2026-12-04' })).body
      const moved = async (fields: object) => {
        const args = { ...proof, code, kind: 'move', ...fields }
        const { date, time } = await expectToolResult(app, tools.changeTool, args)
        const { preview, read_back } = await expectToolResult(app, tools.changeTool, args)
        assert.deepEqual([preview, date, time], [true, undefined, undefined])
        const sent = await expectSent(app, tools.changeTool, args)
        assert.equal(sent.read_back, read_back)
        return [sent.date, sent.time]
      }
      assert.deepEqual(await moved({ time: otherTimes[0] }), ['2026-12-04', otherTimes[0]])
      assert.deepEqual(await moved({ date: '2026-12-05' }), ['2026-12-05', request.time])
      const response = await app.post(`/api/booking/${code}/change`, {
        ...{ kind: 'move', time: otherTimes[0], phone_last4: '5678', consent: '1' },
      })
      const { new_starts_at } = (await response.json()) as Record<string, unknown>
      assert.equal(new_starts_at, `2026-12-04T${otherTimes[0]}:00+07:00`)
    })
  }

  it('with another number of guests is rejected with what to send', async () => {
    const code = await requestTable({ date: '2026-11-21' })
    for (const fields of [
      { kind: 'change', party_size: 6 },
      { kind: 'move', time: '20:00', party_size: 6 },
    ]) {
      const args = { code, ...fields, consent: true, locale: 'en' }
      const error = await expectToolError(restaurant, 'request_cancellation', args)
      assert.deepEqual([error.who, error.field], ['model', 'party_size'])
      assert.match(error.message, /in note.*smaller_party or larger_party with party_size/)
    }
    const change = { code, kind: 'change', time: '20:00', locale: 'en' }
    const moved = await expectSent(restaurant, 'request_cancellation', change)
    assert.equal(moved.kind, 'move')
  })
})

describe('a larger party', () => {
  it('is previewed with its deposit, also for a client that says that the guest agreed', async () => {
    const code = await requestTable({ date: '2026-11-24' })
    const args = { code, kind: 'larger_party', party_size: 9, consent: true, locale: 'en' }
    const before = await rowCounts(restaurant)
    const preview = await expectToolResult(restaurant, 'request_cancellation', args)
    assert.equal(preview.preview, true)
    assert.match(String(preview.added), /deposit would then be 900,000 ₫/)
    assert.deepEqual(await rowCounts(restaurant), before)
    const { preview_code } = preview
    const sent = await expectToolResult(restaurant, 'request_cancellation', {
      ...args,
      preview_code,
    })
    assert.deepEqual([sent.party_size, sent.deposit_vnd], [9, 900_000])
    const status = await restaurant.json(`/api/booking/${code}`)
    const { new_deposit } = status.requested_change as { new_deposit: { amount: number } }
    assert.equal(new_deposit.amount, 900_000)
    const within = await expectSent(restaurant, 'request_cancellation', { ...args, party_size: 6 })
    assert.equal(within.deposit_vnd, undefined)
  })
})

describe('a preview code', () => {
  it('that was invented, or belongs to another request, is an error of the model', async () => {
    const before = await rowCounts(restaurant)
    const { preview_code } = await expectToolResult(restaurant, 'request_reservation', {
      ...reservation,
      date: '2026-11-25',
    })
    for (const code of ['abcdef-012345-6789ab', 'x', preview_code]) {
      const error = await expectToolError(restaurant, 'request_reservation', {
        ...{ ...reservation, consent: true, preview_code: code },
      })
      assert.deepEqual([error.who, error.field], ['model', 'preview_code'], String(code))
    }
    for (const [tool, args] of [
      ['submit_contact_request', guest],
      ['request_gift_card', { ...guest, amount: 500_000, delivery: 'zalo' }],
    ] as const) {
      const error = await expectToolError(spa, tool, { ...args, consent: true, preview_code: 'x' })
      assert.equal(error.field, 'preview_code', tool)
    }
    assert.deepEqual(await rowCounts(restaurant), before)
  })

  it('is valid for the same request in other words', async () => {
    const { preview_code } = await expectToolResult(restaurant, 'request_reservation', {
      ...{ ...reservation, date: '2026-11-26', time: '7pm', party_size: '4' },
    })
    const sent = await expectToolResult(restaurant, 'request_reservation', {
      ...{ ...reservation, date: '2026-11-26', weekday: 'thursday', phone: '+84912345678' },
      ...{ consent: true, preview_code },
    })
    assert.equal(sent.status, 'pending')
  })
})

describe('the write limit', () => {
  it('rejects no preview and no change of a booking, which has its own limit', async () => {
    for (const trade of trades) {
      const { request, tools } = samples[trade]
      const app = await startShop(trade, { writeLimit: 1 })
      const { offerId, consent: _, ...fields } = request as Record<string, unknown>
      const args = { ...fields, ...(offerId !== undefined && { service_id: offerId }) }
      const { code } = await expectSent(app, tools.bookTool, args)
      const other = { ...args, date: '2026-11-27' }
      assert.equal((await expectToolResult(app, tools.bookTool, other)).preview, true)
      const refused = await expectToolError(app, tools.bookTool, { ...other, consent: true })
      assert.equal(refused.code, 'rate-limited')
      const proof = tools.byPhone ? { phone_last4: '5678' } : {}
      const cancel = { ...proof, code, kind: 'cancel' }
      assert.equal((await expectToolResult(app, tools.changeTool, cancel)).preview, true)
      const sent = await callWithConsent(app, tools.changeTool, cancel)
      assert.equal(sent.structuredContent?.recorded, true, trade)
    }
  })

  it('of changes is four times as high, over HTTP as well', async () => {
    const app = await startShop('restaurant', { writeLimit: 1 })
    const { code } = (await book(app, table)).body
    const change = (time: string) =>
      app.post(`/api/booking/${code}/change`, {
        ...{ kind: 'move', time, phone_last4: '5678', consent: '1', locale: 'en' },
      })
    const statuses = []
    for (const time of ['11:00', '11:30', '12:00', '12:30', '13:00']) {
      statuses.push((await change(time)).status)
    }
    assert.deepEqual(statuses, [202, 202, 202, 202, 429])
    const last = await change('13:00')
    assert.match(JSON.stringify(await last.json()), /4 changes per hour/)
    assert.match(last.headers.get('ratelimit') ?? '', /"writes";r=0/)
    assert.ok(Number(last.headers.get('retry-after')) > 0)
  })

  it('of guesses counts the invented users of one address together', async () => {
    const app = await startShop('spa', { writeLimit: 1 })
    const { code } = (await book(app, massage)).body
    const guess = async (index: number) => {
      const phone_last4 = String(index).padStart(4, '0')
      const args = { code, phone_last4, kind: 'cancel', locale: 'en' }
      const meta = { 'openai/subject': `user ${index}` }
      const { content } = await callTool(app, 'request_change', args, { meta })
      return (JSON.parse(content[0]?.text ?? '') as { code: string }).code
    }
    const codes = []
    for (let index = 0; index < 22; index++) codes.push(await guess(index))
    assert.deepEqual(codes.slice(18), ['not-found', 'not-found', 'rate-limited', 'rate-limited'])
  })
})

describe('what the shop chose for the guest', () => {
  it('is marked in the read-back, unless the guest chose it', async () => {
    const open = await expectToolResult(restaurant, 'request_reservation', reservation)
    assert.match(String(open.read_back), /Indoors \(chosen for you, you may ask for another\)/)
    assert.equal(open.added, undefined)
    const chosen = { ...reservation, table_type: 'trong-nha' }
    const own = await expectToolResult(restaurant, 'request_reservation', chosen)
    assert.doesNotMatch(String(own.read_back), /chosen for you/)
    const visit = { ...guest, service_id: 'massage-sa-chanh', date: '2026-11-20', time: '14:00' }
    const any = await expectToolResult(spa, 'request_appointment', visit)
    assert.match(String(any.read_back), /with \S+ \S+ \(chosen for you/)
    const { therapists } = await expectToolResult<{ therapists: { id: string }[] }>(
      spa,
      'list_therapists',
      { service_id: visit.service_id, weekday: 'friday' },
    )
    const named = { ...visit, therapist_id: therapists[0]?.id }
    const preferred = await expectToolResult(spa, 'request_appointment', named)
    assert.doesNotMatch(String(preferred.read_back), /chosen for you/)
  })
})

describe('a gift card', () => {
  it('with an amount and a treatment is an error of the model', async () => {
    const both = { ...guest, amount: 500_000, service_id: 'massage-sa-chanh', delivery: 'zalo' }
    const error = await expectToolError(spa, 'request_gift_card', both)
    assert.deepEqual([error.who, error.field], ['model', 'amount'])
    assert.match(error.message, /service_id.*not both/)
  })

  it('has a code of an order, which the tools for bookings recognize', async () => {
    const card = { ...guest, amount: 500_000, delivery: 'zalo' }
    const { code } = await expectSent(spa, 'request_gift_card', card)
    const change = { code, phone_last4: '5678', kind: 'cancel', consent: true, locale: 'en' }
    const error = await expectToolError(spa, 'request_change', change)
    assert.deepEqual([error.who, error.field], ['guest', 'code'])
    assert.match(error.message, /belongs to an order \(gift card or membership\).*call \+84/)
    const status = await expectToolResult(spa, 'get_booking_status', { code })
    assert.equal(status.kind, 'gift_card')
    const without = await expectToolError(spa, 'request_change', { kind: 'cancel', locale: 'en' })
    assert.deepEqual([without.who, without.field], ['guest', 'code'])
    const unknown = { code: 'THE-0000-0000-00', locale: 'en' }
    const missing = await expectToolError(spa, 'get_booking_status', unknown)
    assert.match(missing.message, /No order of a gift card or membership has this code/)
  })
})

describe('texts about the same thing agree', () => {
  it('on what a pending request is', async () => {
    const sent = await expectSent(restaurant, 'request_reservation', {
      ...{ ...reservation, date: '2026-12-01' },
    })
    assert.match(
      String(sent.next_step),
      /held until staff answer; a phone number holds one place at a time.*certain once they confirm it/,
    )
    assert.doesNotMatch(String(sent.next_step), /nothing is certain/)
  })

  it('on when a deposit is due, and for the private room', async () => {
    const room = { ...reservation, date: '2026-12-02', party_size: 10, table_type: 'phong-rieng' }
    const preview = await expectToolResult(restaurant, 'request_reservation', room)
    assert.deepEqual(preview.added, ['The private room requires a deposit of 1,500,000 ₫.'])
    assert.match(String(preview.read_back), /1,500,000 ₫ by bank transfer when staff ask for it/)
    const sent = await expectSent(restaurant, 'request_reservation', room)
    assert.match(String(sent.next_step), /do not have to pay yet: staff review the request first/)
    const offer = await restaurant.json('/api/offers/phong-rieng-gian-bep?locale=en')
    assert.match(
      String(offer.price_note),
      /minimum spend of 5,000,000 ₫ and a deposit of 1,500,000 ₫/,
    )
    const plain = await restaurant.json('/api/offers/dat-ban-thuong?locale=en')
    assert.equal(plain.price_note, 'Reserving is free; from 8 guests on, a deposit is required.')
    const policy = { party_size: 10, locale: 'en' }
    const { summary } = await expectToolResult(restaurant, 'get_reservation_policy', policy)
    assert.match(String(summary), /private room: at least 48 hours of notice/)
  })

  it('on a late cancellation', async () => {
    const policy = { party_size: 4, locale: 'en' }
    const { cancellation } = await expectToolResult(restaurant, 'get_reservation_policy', policy)
    assert.equal(cancellation, 'Free to cancel until 2 hours before; later, please call.')
    const faqs = await expectToolResult(restaurant, 'list_faqs', { query: 'cancel', locale: 'en' })
    assert.match(
      JSON.stringify(faqs),
      /free of charge until 2 hours before; later than that, please call/,
    )
  })
})

describe('a note that names an allergen', () => {
  const view = openBefore(() => startShop('restaurant'))

  it('gets a warning that the guest can read, without the name of an argument', async () => {
    const { warnings } = await expectToolResult(view, 'request_reservation', {
      ...{ ...reservation, note: 'A table at the fish tank, please' },
    })
    assert.match(String(warnings), /mentions: Fish\..*“Allergies”; if it should be, please say so/)
    assert.doesNotMatch(String(warnings), /allergens|the guest/)
  })
})
