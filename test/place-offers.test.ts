/** Other times, places and services that staff offer to a guest who has booked: held, answered once, reported everywhere. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDeadline } from '../src/domain/booking/place-offer/offered-fields.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { guestDelayMs } from '../src/domain/messages/routes.ts'
import { hour, minute } from '../src/kernel/time.ts'
import { expectToolResult } from './support/assistant.ts'
import { book, massage, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { formsOf, formTo, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { sendFields } from './support/site-form.ts'

type Offered = {
  id: string
  starts_at: string
  ends_at: string
  expires_at: string
  offer: { id: string; name: string }
  table_type?: string
  therapist?: { id: string }
}

type Status = {
  code: string
  status: string
  starts_at: string
  offer: { id: string }
  next_step?: string
  next_by?: string
  change_requested: boolean
  offers?: Offered[]
}

const statusOf = async (app: RunningShop, code: string) =>
  (await app.json(`/api/booking/${code}`)) as unknown as Status

let guests = 0

async function request(app: RunningShop, fields: object): Promise<string> {
  const phone = `0912 7${String(10_000 + guests++)}`
  const { status, body } = await book(app, { ...fields, phone })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

async function seen(app: RunningShop, code: string) {
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return { code, version: row?.version ?? 0, actor: 'staff:test' }
}

type Target = Parameters<RunningShop['desk']['offer']>[0]['targets'][number]

async function offer(app: RunningShop, code: string, ...targets: Target[]): Promise<Offered[]> {
  await app.desk.offer({ ...(await seen(app, code)), targets })
  return (await statusOf(app, code)).offers ?? []
}

/** Presses a button of the status page, three seconds after it was opened. Returns where it leads. */
async function answer(
  app: RunningShop,
  code: string,
  chosen: (fields: Record<string, string>) => boolean,
): Promise<string> {
  const page = await (await app.get(`/booking/${code}`)).text()
  const form = formsOf(page).find(
    ({ action, fields }) => action.endsWith('/offers') && chosen(fields),
  )
  assert.ok(form, visibleTextOf(page))
  app.clock.now += 3_000
  return send(app, code, form.fields)
}

const send = (app: RunningShop, code: string, fields: Record<string, string>) =>
  sendFields(app, `/booking/${code}/offers`, fields)

const held = (app: RunningShop) =>
  app.store.read.all("SELECT cell, resource FROM cells WHERE holder LIKE 'offer:%'")

async function assertIntact(app: RunningShop): Promise<void> {
  assert.deepEqual(await findBrokenInvariants(app.store.read), [])
}

const friday = '2026-11-20'
const at = (time: string, date = friday) => ({ date, time })
const startsOf = (offers: readonly Offered[] | undefined) =>
  offers?.map(({ starts_at }) => starts_at.slice(0, 16))

describe('offers to a pending request', () => {
  const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

  it('are held until the deadline of the owner, and reported by API, tool and page', async () => {
    const code = await request(app, { ...table, party_size: 10, table_type: 'phong-rieng' })
    const offers = await offer(app, code, at('20:00'), at('20:30'))
    assert.deepEqual(startsOf(offers), [`${friday}T20:00`, `${friday}T20:30`])
    const [first] = offers
    const minutes = app.shop.business.offered_times.hold_minutes
    assert.equal(Date.parse(first?.expires_at ?? ''), app.clock.now + minutes * minute)
    assert.equal(first?.table_type, 'phong-rieng')
    const { status, next_step, next_by } = await statusOf(app, code)
    assert.equal(status, 'pending')
    assert.match(next_step ?? '', /mời bạn chọn giờ hoặc chỗ khác/)
    assert.equal(next_by, undefined)
    // The only private room is taken until the end of the last offer.
    const other = await book(app, {
      ...{ ...table, party_size: 10, table_type: 'phong-rieng', time: '20:30' },
      phone: '0987 654 321',
    })
    assert.equal(other.status, 409)
    const output = await expectToolResult(app, 'get_booking_status', { code })
    const [reported] = output.offers as { starts_at: string; expires_at: string; what: string }[]
    assert.equal(reported?.starts_at, first?.starts_at)
    assert.equal(reported?.expires_at, first?.expires_at)
    assert.match(String(output.summary), /Được mời: .*20:00–22:30; .*20:30–23:00\./)
    const page = visibleTextOf(await (await app.get(`/en/booking/${code}`)).text())
    assert.match(page, /We offer you another time or place/)
    assert.match(page, /hold it for you until .*\. Accept or decline it below, or call/)
    assert.doesNotMatch(page, /These places are held/)
    assert.match(
      page,
      /20:00–22:30 Accept 20:00 .*20:30–23:00 Accept 20:30 Decline and keep my booking/,
    )
    await assertIntact(app)
    await app.desk.withdrawOffers(await seen(app, code))
  })

  it('are accepted with one tap: the booking moves and is confirmed, the other is released', async () => {
    const code = await request(app, { ...table, time: '17:00' })
    const [, second] = await offer(app, code, at('17:30'), at('19:00'), at('12:00', '2026-11-21'))
    const location = await answer(app, code, ({ offer: id }) => id === second?.id)
    assert.equal(location, `/booking/${code}`)
    const booking = await statusOf(app, code)
    assert.equal(booking.status, 'confirmed')
    assert.equal(booking.starts_at.slice(0, 16), `${friday}T19:00`)
    assert.equal(booking.offers, undefined)
    assert.deepEqual(await held(app), [])
    await assertIntact(app)
    const actions = await app.store.read.all<{ action: string; actor: string }>(
      `SELECT action, actor FROM audit JOIN bookings ON subject = 'booking:' || bookings.id
       WHERE code = ? ORDER BY audit.id`,
      code.replaceAll('-', ''),
    )
    assert.deepEqual(
      actions.map(({ action, actor }) => `${actor} ${action}`),
      ['api requested', 'staff:test offered', 'web confirmed', 'web offer_accepted'],
    )
  })

  it('share time with the booking and with each other, so that one table is enough', async () => {
    const room = { ...table, party_size: 10, table_type: 'phong-rieng', date: '2026-11-27' }
    const code = await request(app, { ...room, time: '18:30' })
    const offers = await offer(app, code, at('18:00', room.date), at('19:00', room.date))
    assert.equal(offers.length, 2)
    await answer(app, code, ({ offer: id }) => id === offers[1]?.id)
    assert.equal((await statusOf(app, code)).starts_at.slice(11, 16), '19:00')
    await assertIntact(app)
  })

  it('are declined together, and the request waits for staff as before', async () => {
    const code = await request(app, { ...table, date: '2026-11-21' })
    await offer(app, code, at('20:00', '2026-11-21'), at('20:30', '2026-11-21'))
    await answer(app, code, (fields) => fields.answer === 'decline')
    const { status, offers, next_step } = await statusOf(app, code)
    assert.equal(status, 'pending')
    assert.equal(offers, undefined)
    assert.match(next_step ?? '', /gọi hoặc nhắn/)
    assert.deepEqual(await held(app), [])
  })

  it('cannot be answered after the deadline, with another code, or twice', async () => {
    const date = '2026-11-22'
    const code = await request(app, { ...table, date })
    const other = await request(app, { ...table, date, time: '17:00' })
    const [first] = await offer(app, code, at('20:00', date))
    const page = await (await app.get(`/booking/${code}`)).text()
    const forms = formsOf(page).filter(({ action }) => action.endsWith('/offers'))
    const [accept, decline] = forms
    assert.ok(first && accept && decline)
    app.clock.now += 3_000
    assert.match(await send(app, other, accept.fields), /late=1/)
    assert.equal((await statusOf(app, other)).status, 'pending')
    app.clock.now = Date.parse(first.expires_at)
    const late = await answerFresh(app, code, { answer: 'accept', offer: first.id })
    assert.match(late, /late=1/)
    assert.equal((await statusOf(app, code)).offers, undefined)
    assert.equal(await app.desk.expireOffers(), 1)
    assert.equal(await app.desk.expireOffers(), 0)
    assert.deepEqual(await held(app), [])
    assert.match(visibleTextOf(await (await app.get(`/booking/${code}?late=1`)).text()), /hết hạn/)
    await assertIntact(app)
  })
})

/** With a token of a page that has a form for it. */
async function answerFresh(
  app: RunningShop,
  code: string,
  fields: Record<string, string>,
): Promise<string> {
  const helper = await request(app, { ...table, date: '2026-11-24', party_size: 2 })
  await offer(app, helper, at('20:00', '2026-11-24'))
  const page = await (await app.get(`/booking/${helper}`)).text()
  const { fields: hidden } = formTo(page, `/booking/${helper}/offers`)
  app.clock.now += 3_000
  const location = await send(app, code, { form_token: hidden.form_token ?? '', ...fields })
  await app.desk.withdrawOffers(await seen(app, helper))
  return location
}

describe('offers to a booking', () => {
  const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))

  it('answer a change request; one that the guest sends later stays open', async () => {
    const code = await request(app, { ...table, phone: undefined })
    await app.desk.confirm(await seen(app, code))
    const change = async (fields: object) => {
      const row = await app.store.read.get<{ phone: string }>(
        'SELECT phone FROM booking_guests JOIN bookings ON id = booking_id WHERE code = ?',
        code.replaceAll('-', ''),
      )
      const body = { phone_last4: row?.phone.slice(-4), consent: '1', ...fields }
      const response = await app.post(`/api/booking/${code}/change`, body)
      assert.equal(response.status, 202, await response.text())
    }
    await change({ kind: 'move', date: '2026-11-21', time: '12:00' })
    app.clock.now += minute
    const [first] = await offer(app, code, at('20:30'))
    const until = formatDeadline(first?.expires_at ?? '', 'en')
    const page = visibleTextOf(await (await app.get(`/en/booking/${code}`)).text())
    assert.ok(page.includes(`This place is held for you until ${until}.`), page)
    await answer(app, code, ({ offer: id }) => id === first?.id)
    assert.equal((await statusOf(app, code)).change_requested, false)
    const [second] = await offer(app, code, at('17:00'))
    app.clock.now += minute
    await change({ kind: 'larger_party', party_size: 5 })
    await answer(app, code, ({ offer: id }) => id === second?.id)
    const { change_requested, starts_at } = await statusOf(app, code)
    assert.equal(change_requested, true)
    assert.equal(starts_at.slice(11, 16), '17:00')
  })

  it('end when staff act on it, also by another table, about which the guest gets no other message', async () => {
    const date = '2026-11-25'
    const acts: [string, (code: string) => Promise<void>][] = [
      ['confirm', async (code) => app.desk.confirm(await seen(app, code))],
      [
        'move to the offered time',
        async (code) => app.desk.move({ ...(await seen(app, code)), ...at('20:30', date) }),
      ],
      [
        'another table',
        async (code) =>
          app.desk.move({ ...(await seen(app, code)), ...at('18:30', date), partySize: 3 }),
      ],
      [
        'decline',
        async (code) => app.desk.decline({ ...(await seen(app, code)), reason: 'Kín chỗ' }),
      ],
    ]
    for (const [name, act] of acts) {
      const code = await request(app, { ...table, date })
      const offers = await offer(app, code, at('20:30', date))
      assert.equal(offers.length, 1, name)
      await act(code)
      assert.equal((await statusOf(app, code)).offers, undefined, name)
      assert.deepEqual(await held(app), [], name)
      const withdrawn = await app.store.read.get(
        `SELECT audit.id FROM audit JOIN bookings ON subject = 'booking:' || bookings.id
         WHERE code = ? AND action = 'offer_withdrawn'`,
        code.replaceAll('-', ''),
      )
      assert.equal(withdrawn !== undefined, name === 'another table', name)
      await assertIntact(app)
    }
  })

  it('remain through notes, deposits and a corrected name, and end with the start of the request', async () => {
    const date = '2026-11-26'
    const code = await request(app, { ...table, date, time: '12:00' })
    await offer(app, code, at('12:00', '2026-12-02'))
    await app.desk.note({ ...(await seen(app, code)), note: 'Khách quen' })
    await app.desk.deposit({ ...(await seen(app, code)), newState: 'asked', amount: 200_000 })
    const contact = { name: 'Lan Anh', phone: '+84912345678', email: null }
    await app.desk.correct({ ...(await seen(app, code)), contact })
    assert.equal((await statusOf(app, code)).offers?.length, 1)
    app.clock.now = Date.parse(`${date}T12:00:00+07:00`)
    assert.equal(await app.desk.expireOffers(), 0)
    assert.ok((await app.desk.expire()) > 0)
    assert.deepEqual(await held(app), [])
    await assertIntact(app)
  })

  it('near the start are held for half of the time that is left', async () => {
    app.clock.now = Date.parse('2026-11-28T15:00:00+07:00')
    const code = await request(app, { ...table, date: '2026-11-28', time: '20:00' })
    const [first] = await offer(app, code, at('19:00', '2026-11-28'))
    assert.equal(Date.parse(first?.expires_at ?? ''), app.clock.now + 2 * hour)
  })
})

describe('offers of another person, area or service', () => {
  it('are accepted with the service, the person and the price that were shown', async () => {
    const app = await startShop('spa', { writeLimit: 100_000 })
    const code = await request(app, { ...massage, therapist_id: 'bich-tram' })
    const before = await statusOf(app, code)
    const therapists = app.shop.booking.resources.filter(({ id }) => id.startsWith('therapist:'))
    const { offers: all } = app.shop.assortment
    const other = all.find(({ id, bookable }) => bookable && id !== 'co-vai-gay')
    assert.ok(other)
    const candidates = therapists.map(({ id }) => id).filter((id) => id !== 'therapist:bich-tram')
    let offered: Offered | undefined
    for (const person of candidates) {
      const tried = await offer(app, code, { ...at('10:00'), resources: [person] }).catch(() => [])
      offered ??= tried[0]
      if (offered) break
    }
    assert.ok(offered, 'no colleague does this')
    assert.notEqual(offered.therapist?.id, 'bich-tram')
    const withService = await offer(app, code, { ...at('16:00'), offerId: other.id })
    const service = withService.find((one) => one.offer.id === other.id)
    assert.ok(service)
    assert.equal(before.offer.id, 'co-vai-gay')
    await answer(app, code, ({ offer: id }) => id === service.id)
    const after = await statusOf(app, code)
    assert.equal(after.offer.id, other.id)
    assert.equal(after.status, 'confirmed')
    await assertIntact(app)
  })
})

describe('messages about offers', () => {
  it('tell the guest of the offer, its acceptance and its expiry, and staff of the answer', async () => {
    const mailbox = await openMailbox()
    const app = await startShop('restaurant', {
      writeLimit: 100_000,
      notifications: {
        SMTP_URL: mailbox.url,
        MAIL_FROM: 'desk@shop.example',
        STAFF_MAIL: 'staff@shop.example',
      },
    })
    const mails = async () => {
      await app.dispatch()
      app.clock.now += guestDelayMs
      await app.dispatch()
      return mailbox.mails.splice(0)
    }
    const code = await request(app, { ...table, email: 'lan@example.com', locale: 'en' })
    await mails()
    const [first] = await offer(app, code, at('20:00'))
    const [offered] = await mails()
    assert.match(offered?.text ?? '', /offers you:\s+- Friday 20 November 2026, 20:00–/)
    assert.match(offered?.text ?? '', /press “Accept”/)
    app.clock.now = Date.parse(first?.expires_at ?? '')
    await app.desk.expireOffers()
    const expired = (await mails()).map(({ text }) => text).join('\n')
    assert.match(expired, /has expired without an answer/)
    assert.match(expired, /still needs an answer|vẫn cần trả lời/)
    const [again] = await offer(app, code, at('20:30'))
    await mails()
    await answer(app, code, ({ offer: id }) => id === again?.id)
    const accepted = (await mails()).map(({ text }) => text).join('\n')
    assert.match(accepted, /Thank you for accepting/)
    assert.match(accepted, /Khách nhận chỗ được mời|accepted an offer/)
  })
})

describe('offers at the desk', () => {
  it('are made and accepted by phone with forms, and the inbox says what waits for the guest', async () => {
    const app = await startShop('restaurant', { writeLimit: 100_000 })
    const mai = await addStaff(app, 'Mai')
    const code = await request(app, table)
    const page = await mai.read(`/bookings/${code}`)
    const { fields } = formTo(page, `/bookings/${code}/offer`)
    const times = new URLSearchParams({ ...fields })
    times.delete('times')
    times.append('times', `${friday} 19:00`)
    times.append('times', `${friday} 20:00`)
    assert.equal((await mai.post(`/bookings/${code}/offer`, times)).status, 303)
    const card = visibleTextOf(await mai.read('/'))
    assert.match(card, /Đã mời 2 chỗ, chờ khách trả lời đến T2 16\/11/)
    const offered = await mai.read(`/bookings/${code}`)
    assert.match(visibleTextOf(offered), /Đã mời khách Giữ đến/)
    assert.match(visibleTextOf(await mai.read(`/timeline?date=${friday}`)), /đã mời khách/)
    const accept = formTo(offered, `/bookings/${code}/accept_offer`)
    assert.equal((await mai.post(accept.action, accept.fields)).status, 303)
    const { status, starts_at } = await statusOf(app, code)
    assert.deepEqual([status, starts_at.slice(11, 16)], ['confirmed', '19:00'])
    const [row] = await app.store.read.all<{ id: string }>('SELECT id FROM place_offers LIMIT 1')
    const response = await mai.get(`/place-offers/${row?.id}`)
    assert.match(response.headers.get('location') ?? '', /^\/bookings\//)
  })

  it('that are refused keep what was typed and say why', async () => {
    const app = await startShop('restaurant', { writeLimit: 100_000 })
    const mai = await addStaff(app, 'Mai')
    const code = await request(app, table)
    const forms = formsOf(await mai.read(`/bookings/${code}`))
    const other = forms.find(({ fields }) => fields.offering === '1')
    assert.ok(other)
    const response = await mai.post(other.action, { ...other.fields, date: '2026-11-23' })
    assert.equal(response.status, 409)
    const text = await response.text()
    assert.match(text, /<details class="disclosure" id="offer-other" open>/)
    assert.doesNotMatch(text, /<details class="disclosure" id="move" open>/)
    assert.match(text, /value="2026-11-23"/)
  })
})
