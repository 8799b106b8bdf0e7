/** The terms of a booking are fixed when it is made: a later change of the content does not apply to it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findTrade } from '../src/variants/index.ts'
import { expectToolResult } from './support/assistant.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { copyOf, createFolderEditor } from './support/content-errors.ts'
import { newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { formTo, visibleTextOf } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'

type Terms = Record<string, unknown> & { deposit?: { amount: number } }

type Status = {
  terms: Terms
  deposit?: { amount: { amount: number } }
  cancel_free_until: string
}

/** The same shop before and after an edit of its content, with one database. */
function openEdited(trade: 'restaurant' | 'spa', edits: readonly [string, string, string][]) {
  const file = openBefore(async () => ({ url: await newDatabase() }))
  const before = openBefore(() => startShop(trade, { file: file.url, writeLimit: 1_000 }))
  const after = openBefore(async () => {
    const folder = copyOf(trade)
    const editor = createFolderEditor(folder)
    for (const [name, from, to] of edits) editor.replace(name, from, to)
    const shop = findTrade(trade).open(folder)
    // Waits until the first app has created the schema.
    await before.json('/api/offers')
    return startShop(trade, { file: file.url, writeLimit: 1_000, shop })
  })
  return { before, after }
}

const statusOf = async (app: RunningShop, code: string) =>
  (await app.json(`/api/booking/${code}`)) as unknown as Status

describe('a table that was booked before the owner changed the rules', () => {
  const { before, after } = openEdited('restaurant', [
    ['policy.yaml', 'deposit_per_guest: 100000', 'deposit_per_guest: 250000'],
    ['policy.yaml', 'hold_minutes: 20', 'hold_minutes: 10'],
    ['policy.yaml', 'free_cancellation_hours: 24', 'free_cancellation_hours: 48'],
  ])
  const hoa = openBefore(() => addStaff(after, 'Hoa'))

  const feast = { ...table, party_size: 10 }
  let dayOfMonth = 24
  /** Each on a day of its own. */
  const requestFeast = async (app: RunningShop, phone: string): Promise<string> => {
    const { status, body } = await book(app, { ...feast, phone, date: `2026-11-${dayOfMonth++}` })
    assert.equal(status, 202, JSON.stringify(body))
    return body.code
  }

  it('keeps its deposit, hold time and free cancellation, with the version of the content', async () => {
    const old = await statusOf(after, await requestFeast(before, '0912 345 601'))
    assert.equal(old.terms.deposit?.amount, 1_000_000)
    assert.equal(old.deposit?.amount.amount, 1_000_000)
    assert.deepEqual([old.terms.hold_minutes, old.terms.free_cancellation_hours], [20, 24])
    const today = await statusOf(after, await requestFeast(after, '0912 345 602'))
    assert.equal(today.terms.deposit?.amount, 2_500_000)
    assert.deepEqual([today.terms.hold_minutes, today.terms.free_cancellation_hours], [10, 48])
    // A day later, and two days before instead of one.
    assert.equal(today.cancel_free_until, old.cancel_free_until)
    assert.match(String(old.terms.content_version), /^[0-9a-f]{12}$/)
    assert.notEqual(old.terms.content_version, today.terms.content_version)
  })

  it('has the response to the request with the same terms', async () => {
    const { body } = await book(before, { ...feast, date: '2026-12-01', phone: '0912 345 603' })
    const { terms } = body as unknown as Status
    assert.deepEqual(terms, (await statusOf(after, body.code)).terms)
  })

  it('has the minimum spend of its room, and none at an ordinary table', async () => {
    const date = '2026-12-02'
    const room = { ...feast, date, phone: '0912 345 608', table_type: 'phong-rieng' }
    const { terms: ofRoom } = (await book(before, room)).body as unknown as Status
    assert.equal((ofRoom.minimum_spend as { amount: number }).amount, 5_000_000)
    const ordinary = { ...table, date, phone: '0912 345 609' }
    const { terms: ofTable } = (await book(before, ordinary)).body as unknown as Status
    assert.equal(ofTable.minimum_spend, undefined)
  })

  it('shows the agreed terms on its page, and says at the desk that they differ today', async () => {
    const code = await requestFeast(before, '0912 345 604')
    const page = visibleTextOf(await (await after.get(`/en/booking/${code}`)).text())
    assert.match(page, /deposit of 1,000,000 ₫/)
    assert.match(page, /cancelled 24 hours before/)
    assert.match(page, /If you are late, we hold your place until \d\d:\d\d\./)
    const output = await expectToolResult(after, 'get_booking_status', { code })
    assert.deepEqual([output.hold_minutes, output.deposit_vnd], [20, 1_000_000])
    const sheet = visibleTextOf(await hoa.read(`/bookings/${code}?lang=en`))
    assert.match(sheet, /1[.,]000[.,]000 ₫/)
    assert.match(sheet, /2[.,]500[.,]000 ₫ \((lúc đặt|when booked): 1[.,]000[.,]000 ₫\)/)
    const fresh = visibleTextOf(
      await hoa.read(`/bookings/${await requestFeast(after, '0912 345 605')}`),
    )
    assert.doesNotMatch(fresh, /Quy định nay đã khác/)
  })

  it('says on its page until when cancelling is free, and afterwards until when it was', async () => {
    const code = await requestFeast(before, '0912 345 607')
    const until = Date.parse((await statusOf(before, code)).cancel_free_until)
    const start = before.clock.now
    const textAt = async (nowMs: number) => {
      before.clock.now = nowMs
      const page = await before.get(`/en/booking/${code}`)
      before.clock.now = start
      return visibleTextOf(await page.text())
    }
    // Decided before, because an unanswered request expires.
    await before.store.write((sql) => sql.run("UPDATE bookings SET status = 'confirmed'"))
    const [pastText, openText] = [/free until 18:30 on/, /Free to change or cancel until 18:30 on/]
    assert.match(await textAt(until - 1), openText)
    assert.doesNotMatch(await textAt(until - 1), /was free until/)
    assert.match(await textAt(until), pastText)
    assert.doesNotMatch(await textAt(until), openText)
  })

  it('asks for the agreed deposit', async () => {
    const code = await requestFeast(before, '0912 345 606')
    const sheet = await hoa.read(`/bookings/${code}`)
    const { action, fields } = formTo(sheet, `/bookings/${code}/deposit_asked`)
    await hoa.post(action, fields)
    assert.equal((await statusOf(after, code)).deposit?.amount.amount, 1_000_000)
  })
})

describe('a treatment that was booked before the owner changed the rules', () => {
  const { before, after } = openEdited('spa', [
    ['policy.yaml', 'free_change_hours: 12', 'free_change_hours: 36'],
  ])

  it('can be changed free of charge until the agreed time, which an assistant is told', async () => {
    const { body } = await book(before, massage)
    const status = await statusOf(after, body.code)
    const change = await expectToolResult(after, 'request_change', {
      code: body.code,
      phone_last4: guest.phone.replaceAll(' ', '').slice(-4),
      kind: 'cancel',
      consent: true,
    })
    assert.equal(change.free_change_until, status.cancel_free_until)
    assert.equal(status.terms.free_cancellation_hours, 12)
  })
})

describe('an email about a booking', () => {
  it('says how long the place is held and until when cancelling is free, in each trade', async () => {
    for (const [trade, request] of [
      ['restaurant', table],
      ['spa', massage],
    ] as const) {
      const mailbox = await openMailbox()
      const shop = await startShop(trade, {
        writeLimit: 1_000,
        notifications: { SMTP_URL: mailbox.url, MAIL_FROM: 'desk@shop.example' },
      })
      const fields = { email: 'lan@example.com', locale: 'en' }
      const { status, body } = await book(shop, { ...request, ...fields })
      assert.equal(status, 202, JSON.stringify(body))
      await shop.dispatch()
      const { terms } = await statusOf(shop, body.code)
      const text = mailbox.mails.map((mail) => mail.text.replaceAll(/\s+/g, ' ')).join(' ')
      assert.ok(text.includes(`we hold your place for ${terms.hold_minutes} minutes.`), text)
      assert.match(text, /Free to change or cancel until/)
    }
  })
})
