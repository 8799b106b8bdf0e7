/** Emails to an address that its owner has not confirmed contain nothing typed; how an address is confirmed. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { createOrderActions } from '../src/domain/orders/staff.ts'
import { eraseGuest } from '../src/domain/privacy/erase.ts'
import { exportWithReceipt } from '../src/domain/privacy/export-with-receipt.ts'
import { parseGuestQuery } from '../src/domain/privacy/find-guest.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { createWaitlistActions } from '../src/domain/waitlist/staff.ts'
import { book, massage } from './support/booking.ts'
import {
  collectMails,
  confirmAddress,
  confirmationLink,
  mailSettings,
  readableText,
} from './support/first-emails.ts'
import { openBefore } from './support/lifetime.ts'
import { type Mail, openMailbox } from './support/receivers.ts'
import { visibleTextOf } from './support/screen.ts'
import { secret, startShop } from './support/shop.ts'

const mailbox = openBefore(() => openMailbox())
const app = openBefore(() =>
  startShop('spa', { writeLimit: 100_000, notifications: mailSettings(mailbox) }),
)

const plainName = 'Đặng Quỳnh Như'
const note = 'Ghi chú zqnote'
let days = 0

/** A request on a day of its own. */
async function request(email: string, name = plainName, more: object = {}) {
  days++
  const date = new Date(Date.UTC(2026, 10, 17 + days)).toISOString().slice(0, 10)
  const { status, body } = await book(app, { ...massage, date, name, note, email, ...more })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

async function onlyMail(): Promise<Mail> {
  const mails = await collectMails(app, mailbox)
  assert.equal(mails.length, 1)
  return mails[0] as Mail
}

const confirmedRows = async () => {
  const row = await app.store.read.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM confirmed_addresses',
  )
  return row?.count
}

describe('an email to an unconfirmed address', () => {
  const typedNames = ['Zqname Evil.example', 'zqname (evil.example) 0999', plainName]

  for (const name of typedNames) {
    it(`about a booking contains nothing typed: ${name}`, async () => {
      await request('booking@guest.example', name)
      const text = readableText(await onlyMail())
      assert.doesNotMatch(text, /zqname|zqnote|evil|0999|345.?678|Quỳnh/i)
      assert.match(text, /Chào bạn,/)
      assert.match(text, /Đây có phải địa chỉ của bạn không/)
    })
  }

  it('about an order contains nothing typed', async () => {
    const order = { kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
    const typed = { name: 'zqname', recipient: 'zqrecipient', message: 'zqmessage' }
    const contact = { phone: '0912 345 678', email: 'order@guest.example', consent: '1' }
    const placed = await app.post('/api/order', { ...order, ...typed, ...contact })
    assert.equal(placed.status, 202)
    const mail = await onlyMail()
    assert.doesNotMatch(readableText(mail), /zqname|zqrecipient|zqmessage|345.?678/)

    assert.match(visibleTextOf(await confirmAddress(app, mail)), /Bạn đã xác nhận địa chỉ email/)
    await app.post('/api/order', { ...order, ...typed, ...contact, name: plainName })
    assert.match((await onlyMail()).text, new RegExp(`^Chào ${plainName},`))
  })

  it('about the newsletter contains nothing typed', async () => {
    await app.post('/api/subscribe', { email: 'list@guest.example', name: 'zqname', consent: '1' })
    const mail = await onlyMail()
    assert.doesNotMatch(readableText(mail), /zqname/)

    await request('list@guest.example')
    assert.doesNotMatch(readableText(await onlyMail()), /Quỳnh/)
    await confirmAddress(app, mail)
    await request('List@Guest.example')
    assert.match((await onlyMail()).text, new RegExp(`^Chào ${plainName},`))
  })

  it('contains nothing typed after staff have confirmed the booking either', async () => {
    const code = await request('call@guest.example')
    await onlyMail()
    await app.desk.confirm({ code, version: 1, actor: 'mai' })
    assert.doesNotMatch(readableText(await onlyMail()), /Quỳnh/)
    await request('call@guest.example')
    assert.doesNotMatch(readableText(await onlyMail()), /Quỳnh/)
  })
})

describe('the owner of an address', () => {
  it('confirms it with the button behind the link, not by opening the link', async () => {
    await request('owner@guest.example')
    const mail = await onlyMail()
    const link = confirmationLink(mail)
    const page = await app.get(link)
    assert.match(visibleTextOf(await page.text()), /Đây là địa chỉ của tôi/)
    // The browser sends the origin with the form, and the link to no other site.
    assert.equal(page.headers.get('referrer-policy'), 'same-origin')
    assert.equal(page.headers.get('cache-control'), 'no-store')
    await request('owner@guest.example')
    assert.doesNotMatch(readableText(await onlyMail()), /Quỳnh/)

    assert.match(visibleTextOf(await confirmAddress(app, mail)), /Bạn đã xác nhận địa chỉ email/)
    assert.match(visibleTextOf(await (await app.get(link)).text()), /Bạn đã xác nhận địa chỉ email/)
    await request('owner@guest.example')
    const greeted = await onlyMail()
    assert.match(greeted.text, new RegExp(`^Chào ${plainName},`))
    assert.doesNotMatch(readableText(greeted), /zqnote|địa chỉ của bạn không|token=/)
    assert.deepEqual(greeted.to, ['owner@guest.example'])
    assert.doesNotMatch(greeted.headers.get('to') ?? '', /Quỳnh/)

    for (const name of ['Mua ngay evil.example', 'Lаn', 'Goi 0999']) {
      await request('owner@guest.example', name)
      assert.match((await onlyMail()).text, /^Chào bạn,/)
    }
  })

  it('confirms in English too', async () => {
    await request('english@guest.example', plainName, { locale: 'en' })
    const mail = await onlyMail()
    assert.match(mail.text, /^Hello,.*Is this your address\?/s)
    assert.match(confirmationLink(mail), /^\/en\/booking\//)
    assert.match(visibleTextOf(await confirmAddress(app, mail)), /confirmed your email address/)
  })

  it('confirms no other spelling of it, which may be another mailbox', async () => {
    await request('lan.anh@other.example')
    await confirmAddress(app, await onlyMail())
    for (const email of ['lananh@other.example', 'lan.anh+a@other.example']) {
      await request(email)
      assert.doesNotMatch(readableText(await onlyMail()), /Quỳnh/)
    }
    await request('Lan.Anh@other.example')
    assert.match((await onlyMail()).text, new RegExp(`^Chào ${plainName},`))
  })

  it('cannot confirm with the link of another booking, or after the address changed', async () => {
    const victim = await request('victim@guest.example')
    const mail = await onlyMail()
    const link = confirmationLink(mail)
    const own = await request('attacker@guest.example')
    const ownLink = confirmationLink(await onlyMail())
    const before = await confirmedRows()
    const attempts = [
      ownLink.replace(own, victim),
      `/booking/${victim}`,
      `/booking/${victim}?token=`,
      `${link}x`,
      link.replace(/token=./, (start) => `token=${start.endsWith('A') ? 'B' : 'A'}`),
      link.replace('/booking/', '/order/'),
    ]
    for (const attempt of attempts) {
      const response = await app.get(attempt, { method: 'POST' })
      assert.doesNotMatch(visibleTextOf(await response.text()), /Bạn đã xác nhận địa chỉ/, attempt)
    }
    await app.store.write((sql) =>
      sql.run("UPDATE booking_guests SET email = 'new@guest.example' WHERE email LIKE 'victim%'"),
    )
    const page = visibleTextOf(await confirmAddress(app, mail))
    assert.match(page, /không đúng hoặc không còn dùng được/)
    assert.equal(await confirmedRows(), before)
  })
})

describe('the confirmation of an address', () => {
  const now = () => app.clock.now
  const orders = () => createOrderActions(app.store, now)
  const context = () => ({
    ...{ store: app.store, secret, now, desk: app.desk, orders: orders() },
    waitlist: createWaitlistActions(app.store, createBookingContext(app.shop), now),
  })

  it('is exported, and erased with the guest', async () => {
    const email = 'erase@guest.example'
    await request(email, plainName, { phone: '0987 654 321' })
    await confirmAddress(app, await onlyMail())
    const before = (await confirmedRows()) ?? 0
    const query = parseGuestQuery(email)
    const { text } = await exportWithReceipt(context(), query, 'mai')
    const confirmed_at = new Date(app.clock.now + 7 * 3_600_000).toISOString().slice(0, 16)
    const exported = JSON.parse(text).confirmed_addresses as Record<string, string>[]
    assert.equal(exported.length, 1)
    assert.equal(exported[0]?.email, email)
    assert.ok(exported[0]?.confirmed_at?.startsWith(confirmed_at), exported[0]?.confirmed_at)

    await eraseGuest(context(), query, { cancel: true, actor: 'mai' })
    assert.equal(await confirmedRows(), before - 1)
    await collectMails(app, mailbox)
    await request(email, plainName, { phone: '0987 654 321' })
    assert.doesNotMatch(readableText(await onlyMail()), /Quỳnh/)
  })

  it('is deleted after the retention period', async () => {
    assert.notEqual(await confirmedRows(), 0)
    const policy = { guest_days: 365, health_days: 30 }
    await applyRetention(app.store, policy, now)
    assert.notEqual(await confirmedRows(), 0)
    await applyRetention(app.store, policy, () => now() + 366 * 86_400_000)
    assert.equal(await confirmedRows(), 0)
  })
})
