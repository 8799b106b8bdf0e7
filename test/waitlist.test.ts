/** The waitlist: joining it where a time is full, offers of staff, and what guests answer. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { createWaitlistActions } from '../src/domain/waitlist/staff.ts'
import { fairShareLimits } from '../src/kernel/fair-share-limits.ts'
import { minute } from '../src/kernel/time.ts'
import { book } from './support/booking.ts'
import { contactsIn, mark } from './support/contacts.ts'
import { addStaff, type StaffClient } from './support/desk.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { callTool } from './support/mcp.ts'
import { formsOf, formTo, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { blockEvening, freeTable, friday, join, statusOf, waiting } from './support/waitlist.ts'

const openShop = (options: object = {}) =>
  startShop('restaurant', { writeLimit: 100_000, ...options })

const jobOf = (app: RunningShop) =>
  createWaitlistActions(app.store, createBookingContext(app.shop), () => app.clock.now)

async function assertIntact(app: RunningShop): Promise<void> {
  assert.deepEqual(await findBrokenInvariants(app.store.read), [])
}

async function press(staff: StaffClient, path: string, action: string): Promise<string> {
  const { fields } = formTo(await staff.read(path), action)
  const response = await staff.post(action, fields)
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  return response.headers.get('location') ?? ''
}

describe('joining the waitlist', () => {
  const app = openBefore(() => openShop())

  it('is refused with the free times while a time of the window is free', async () => {
    const { status, body } = await join(app)
    assert.equal(status, 409, JSON.stringify(body))
    assert.match(String(body.type), /\/problems\/place-available$/)
    assert.equal(body.alternatives[0]?.time, '18:00')
  })

  it('is refused for a closed day, outside the hours, beyond the horizon, in the past and for a wrong window', async () => {
    const cases: [object, string, string][] = [
      [{ date: '2026-11-23' }, 'date', 'not_open'],
      [{ from: '03:00', to: '03:30' }, 'from', 'not_open'],
      [{ date: '2028-11-20' }, 'date', 'too_far'],
      [{ date: '2026-11-10' }, 'date', 'too_soon'],
      [{ from: '20:00', to: '18:00' }, 'to', 'too_small'],
    ]
    for (const [change, name, code] of cases) {
      const { status, body } = await join(app, change)
      assert.equal(status, 422, JSON.stringify(body))
      assert.deepEqual(
        body.fields.map((field) => ({ name: field.name, code: field.code })),
        [{ name, code }],
      )
    }
  })

  it('stores a guest for full times, promises nothing, and a dry run stores nothing', async () => {
    await blockEvening(app)
    const tried = await join(app, {}, '?dry_run=1')
    assert.equal(tried.status, 202)
    assert.equal(tried.body.test, true)
    const { status, response, body } = await join(app, {}, '?locale=en')
    assert.equal(status, 202, JSON.stringify(body))
    assert.match(String(body.code), /^DSC-/)
    assert.equal(response.headers.get('location'), `https://shop.example/api/waitlist/${body.code}`)
    assert.match(String(body.next_step), /no place is held/)
    const stored = await statusOf(app, String(body.code))
    assert.equal(stored.status, 'waiting')
    assert.equal(JSON.stringify(stored).includes('Trần'), false)
    const rows = await app.store.read.all('SELECT id FROM waitlist')
    assert.equal(rows.length, 1)
    assert.equal((await app.get('/api/waitlist/DSC-0000-0000-00')).status, 404)
  })

  it('returns the first response to the same request without a key', async () => {
    const same = { ...waiting, phone: '0912 345 699' }
    const headers = { 'content-type': 'application/json' }
    const send = async () => {
      const init = { method: 'POST', headers, body: JSON.stringify(same) }
      return (await app.get('/api/waitlist', init)).json() as Promise<Record<string, unknown>>
    }
    const first = await send()
    const second = await send()
    assert.equal(second.code, first.code)
    assert.equal(second.already_requested, true)
  })
})

describe('an offered place', () => {
  it('goes to the first guest who fits; it is held, accepted on the page in one tap, and becomes a confirmed booking', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai')
    const blocks = await blockEvening(app)
    const first = String((await join(app)).body.code)
    app.clock.now += 1
    await join(app, { phone: '0912 345 600', name: 'Người Sau' })
    assert.equal(
      formsOf(await mai.read('/waitlist')).some(({ action }) => action.endsWith('/offer')),
      false,
    )
    await freeTable(app, blocks)
    const inbox = visibleTextOf(await mai.read('/'))
    assert.match(inbox, /Có chỗ cho khách đang chờ/)
    await press(mai, '/waitlist', `/waitlist/${first}/offer`)
    const { body } = await book(app, { ...waiting, time: '18:00', from: undefined, to: undefined })
    assert.match(String(body.type), /slot-taken/, JSON.stringify(body))
    const offered = await statusOf(app, first)
    assert.equal(offered.status, 'offered')
    assert.equal(offered.offers.length, 1)
    assert.match(visibleTextOf(await mai.read(`/timeline?date=${friday}`)), /đã mời khách/)
    await assertIntact(app)
    const page = await (await app.get(`/waitlist/${first}`)).text()
    const { fields } = formTo(page, `/waitlist/${first}/answer`)
    app.clock.now += 3_000
    const response = await app.get(`/waitlist/${first}/answer`, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        origin: 'https://shop.example',
      },
      body: new URLSearchParams({ ...fields, answer: 'accept' }).toString(),
    })
    assert.equal(response.status, 303)
    const booked = await statusOf(app, first)
    assert.equal(booked.status, 'booked', JSON.stringify(booked))
    const booking = await app.json(`/api/booking/${booked.booking_code}`)
    assert.equal(booking.status, 'confirmed')
    await assertIntact(app)
  })

  it('expires by its deadline, is then proposed to the next guest, and cannot be accepted late', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai')
    const blocks = await blockEvening(app)
    const first = String((await join(app)).body.code)
    app.clock.now += 1
    const second = String((await join(app, { phone: '0912 345 601' })).body.code)
    await freeTable(app, blocks)
    await press(mai, '/waitlist', `/waitlist/${first}/offer`)
    const [offer] = (await statusOf(app, first)).offers
    assert.ok(offer)
    app.clock.now += app.shop.business.waitlist.offer_minutes * minute
    await assert.rejects(jobOf(app).accept(offer.id, 'staff:test'), { code: 'wrong_state' })
    assert.equal(await jobOf(app).expire(), 1)
    assert.equal((await statusOf(app, first)).status, 'waiting')
    // One table is free: it is proposed for the second guest first.
    const proposed = visibleTextOf(await mai.read('/'))
    assert.match(proposed, /Có chỗ/)
    await press(mai, '/waitlist', `/waitlist/${second}/offer`)
    await assertIntact(app)
  })

  it('is withdrawn or declined at the desk and its place is free again; leaving the list releases it too', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai')
    const blocks = await blockEvening(app)
    const code = String((await join(app)).body.code)
    await freeTable(app, blocks)
    const isHeld = async () =>
      (await app.store.read.get("SELECT 1 AS found FROM cells WHERE holder LIKE 'offer:%'")) !==
      undefined
    for (const command of ['withdraw', 'decline']) {
      const place = { code, date: friday, time: command === 'withdraw' ? '18:00' : '18:30' }
      const { id } = await jobOf(app).offer(place, 'staff:test')
      assert.equal(await isHeld(), true)
      await press(mai, '/waitlist', `/waitlist/offers/${id}/${command}`)
      assert.equal(await isHeld(), false)
    }
    await jobOf(app).offer({ code, date: friday, time: '19:00' }, 'staff:test')
    await press(mai, '/waitlist', `/waitlist/${code}/remove`)
    assert.equal(await isHeld(), false)
    assert.equal((await statusOf(app, code)).status, 'left')
    await assertIntact(app)
  })

  it('is in the list of guests to be told until it ends, also beside another one', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai')
    const blocks = await blockEvening(app)
    const code = String((await join(app)).body.code)
    for (const _ of [1, 2]) await freeTable(app, blocks)
    const offer = async (time: string, afterMs = minute) => {
      app.clock.now += afterMs
      return jobOf(app).offer({ code, date: friday, time }, 'staff:test')
    }
    const listed = async () =>
      contactsIn(await mai.read('/not-notified')).map(
        (item) => /có chỗ .* lúc (\d\d:\d\d)/.exec(visibleTextOf(item))?.[1],
      )
    const first = await offer('18:00')
    const second = await offer('18:30')
    assert.deepEqual(await listed(), ['18:00', '18:30'])
    await jobOf(app).withdraw(first.id, 'staff:test')
    assert.deepEqual(await listed(), ['18:30'])
    const third = await offer('18:00')
    app.clock.now = second.expires_at
    assert.equal(await jobOf(app).expire(), 1)
    assert.deepEqual(await listed(), ['18:00'])
    await mark(mai, '/not-notified', waiting.name, 'Đã nhắn')
    const fourth = await offer('18:30', 0)
    await jobOf(app).withdraw(third.id, 'staff:test')
    const texts = contactsIn(await mai.read('/not-notified'))
      .map(visibleTextOf)
      .join('\n')
    assert.match(texts, /vừa mời không còn nữa/)
    assert.match(texts, /lúc 18:30/)
    assert.doesNotMatch(texts, /lúc 18:00/)
    await jobOf(app).accept(fourth.id, 'staff:test')
    assert.deepEqual(await listed(), [])
    await assertIntact(app)
  })

  it('ends with the window that the guest waits for', async () => {
    const app = await openShop()
    await blockEvening(app)
    const code = String((await join(app)).body.code)
    app.clock.now = Date.parse(`${friday}T20:00:00+07:00`)
    assert.equal(await jobOf(app).expire(), 1)
    assert.equal((await statusOf(app, code)).status, 'expired')
    await assertIntact(app)
  })
})

describe('the limits of the waitlist', () => {
  it('allow three open entries of one phone number', async () => {
    const app = await openShop({ fairShare: fairShareLimits(5) })
    await blockEvening(app)
    const windows = ['18:00', '18:30', '19:00', '19:30']
    const results = []
    for (const from of windows) results.push(await join(app, { from }, '?locale=en'))
    assert.deepEqual(
      results.map(({ status }) => status),
      [202, 202, 202, 429],
    )
    assert.match(String(results[3]?.body.detail), /At most 3 entries from one phone number/)
  })
})

describe('an assistant', () => {
  it('previews and sends an entry with join_waitlist', async () => {
    const app = await openShop()
    await blockEvening(app)
    const { consent: _, ...guest } = waiting
    const preview = await callTool(app, 'join_waitlist', guest)
    assert.equal(preview.isError ?? false, false, JSON.stringify(preview))
    assert.match(JSON.stringify(preview), /Trần Thu Hà/)
    assert.equal((await app.store.read.all('SELECT id FROM waitlist')).length, 0)
    const dryRun = { ...guest, consent: true, dry_run: true, locale: 'en' }
    const tried = await callTool(app, 'join_waitlist', dryRun)
    assert.match(
      String(tried.structuredContent?.summary),
      /dry run|test|nothing was (sent|stored)/i,
    )
    assert.equal((await app.store.read.all('SELECT id FROM waitlist')).length, 0)
    const sentEntry = await callTool(app, 'join_waitlist', { ...guest, consent: true })
    assert.equal(sentEntry.isError ?? false, false, JSON.stringify(sentEntry))
    assert.match(String(sentEntry.structuredContent?.code), /^DSC-/)
  })

  it('learns of the waitlist where a time is full', async () => {
    const app = await openShop()
    await blockEvening(app)
    const start = { date: friday, time: '18:00', party_size: 2, locale: 'en' }
    const query = { date: friday, around: '18:00', party_size: 2, locale: 'en' }
    const full = await callTool(app, 'check_table_availability', query)
    assert.match(String(full.structuredContent?.summary), /is full .*join_waitlist/)
    const { name, phone } = waiting
    const args = { ...start, name, phone, consent: true }
    const taken = await callTool(app, 'request_reservation', args)
    assert.equal(taken.isError, true)
    const { code, message } = JSON.parse(taken.content[0]?.text ?? '{}')
    assert.equal(code, 'slot-taken')
    assert.match(message, /which one\? .*join_waitlist/)
    const free = { ...query, around: '12:00' }
    const lunch = await callTool(app, 'check_table_availability', free)
    assert.doesNotMatch(String(lunch.structuredContent?.summary), /join_waitlist/)
  })

  it('reads the status of an entry and of its offered place with get_booking_status', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai')
    const blocks = await blockEvening(app)
    const { body } = await join(app)
    const status = async () =>
      (await callTool(app, 'get_booking_status', { code: body.code, locale: 'en' }))
        .structuredContent as Record<string, unknown>
    const waits = await status()
    assert.deepEqual(
      [waits.kind, waits.status, waits.date, waits.from, waits.to, waits.party_size],
      ['waitlist', 'waiting', friday, '18:00', '20:00', 2],
    )
    assert.match(
      String(waits.summary),
      /^Waitlist DSC-[\w-]+: waiting\. .*18:00–20:00\. You are on/,
    )
    assert.match(String(waits.status_url), /\/waitlist\/DSC-/)
    assert.doesNotMatch(JSON.stringify(waits), /Trần|345 ?678/)
    await freeTable(app, blocks)
    await mai.post(`/waitlist/${body.code}/offer`, { date: friday, time: '18:00' })
    const offered = await status()
    assert.equal(offered.status, 'offered')
    const [place] = offered.offered_places as { time: string; answer_by: string }[]
    assert.equal(place?.time, '18:00')
    assert.match(String(place?.answer_by), /^2026-/)
    assert.match(
      String(offered.summary),
      /Offered: Friday 20 November 2026, 18:00 \(held until \d\d:\d\d, .*\)\. The guest accepts on the page/,
    )
    assert.doesNotMatch(String(offered.next_step), /below/)
  })
})

describe('an erased guest', () => {
  it('cannot be put back on the list', async () => {
    const app = await openShop()
    const mai = await addStaff(app, 'Mai')
    await blockEvening(app)
    const { body } = await join(app)
    await mai.post(`/waitlist/${body.code}/remove`, {})
    await eraseBy(app, waiting.phone)
    const answer = await mai.post(`/waitlist/${body.code}/back`, {})
    assert.equal(answer.status, 409)
    assert.equal((await statusOf(app, String(body.code))).status, 'left')
  })
})

describe('guests at the door', () => {
  it('are entered with a quoted time, shown with how long they wait, and seated', async () => {
    const app = await openShop({ now: Date.parse(`${friday}T18:00:00+07:00`) })
    const mai = await addStaff(app, 'Mai')
    const sheet = await mai.read('/tonight?walk-in=2')
    const { fields } = formTo(sheet, '/tonight/door')
    const entered = await mai.post('/tonight/door', { ...fields, name: 'Cô Ba', quoted: '20' })
    assert.match(entered.headers.get('location') ?? '', /^\/tonight\?/)
    app.clock.now += 12 * minute
    const tonight = await mai.read('/tonight')
    assert.match(visibleTextOf(tonight), /Chờ ở cửa.*12′.*20′.*Cô Ba/s)
    const [, seat = ''] = /href="([^"]*waiting=[^"]*)"/.exec(tonight) ?? []
    const places = await mai.read(seat.replaceAll('&amp;', '&'))
    const { fields: place } = formTo(places, '/tonight/walk-in')
    const seated = await mai.post('/tonight/walk-in', place)
    assert.equal(seated.status, 303)
    const rows = await app.store.read.all<{ status: string; booking_id: string | null }>(
      'SELECT status, booking_id FROM waitlist',
    )
    assert.equal(rows[0]?.status, 'booked')
    assert.ok(rows[0]?.booking_id)
    await assertIntact(app)
  })
})
