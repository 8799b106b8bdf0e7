/** Guests without upcoming bookings are erased after the retention period, or with `letan guest`. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { UsageError } from '../src/commands/command.ts'
import { GuestNotFound, runGuest } from '../src/commands/guest.ts'
import { ReceiptNotFound } from '../src/commands/receipt.ts'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { createOrderActions } from '../src/domain/orders/staff.ts'
import { parseGuestQuery } from '../src/domain/privacy/find-guest.ts'
import { findMentions } from '../src/domain/privacy/mentions.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { book, massage } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import {
  createFullGuestData,
  type ExportedBooking,
  eraseBy,
  exportOf,
  findGuestData,
  guestDataPattern,
  her,
  his,
  isPrivacyError,
} from './support/guest-data-fixtures.ts'
import { openMailbox } from './support/receivers.ts'
import { secret, startShop } from './support/shop.ts'

describe('a guest whose retention period ends', () => {
  it('is erased in two steps: first the health data, then the identity', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const { booking, order } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    const { kept: retention } = app.shop.business
    assert.ok(retention)
    const runRetention = () => applyRetention(app.store, retention, () => app.clock.now)
    const readHealth = async () =>
      ((await exportOf(app, her.phone)).bookings as ExportedBooking[]).map(
        ({ answers }) => answers?.health,
      )

    // The visit was on 20 November at ten: seven days later, an hour before and an hour after.
    app.clock.now = Date.UTC(2026, 10, 27, 2)
    await runRetention()
    assert.deepEqual(await readHealth(), [['recent_surgery']])
    app.clock.now = Date.UTC(2026, 10, 27, 4)
    await runRetention()
    assert.deepEqual(await readHealth(), [undefined])

    app.clock.now = Date.UTC(2027, 10, 12)
    await createFullGuestData(app, his, 'minh', 'blood_pressure', '2027-11-18')
    const other = await exportOf(app, his.phone)
    app.clock.now = Date.UTC(2027, 10, 21)
    await Promise.all([runRetention(), runRetention(), runRetention()])
    const erased = await app.store.read.all("SELECT subject FROM audit WHERE action = 'erased'")
    assert.equal(new Set(erased.map(({ subject }) => subject)).size, erased.length, 'each once')
    await assert.rejects(exportOf(app, her.phone), isPrivacyError('nothing_kept'))
    const left = await exportOf(app, 'zyxq@example.com')
    assert.deepEqual([left.bookings, left.orders, left.call_backs], [[], [], []])
    assert.equal((left.newsletter as unknown[]).length, 1)
    assert.equal((await app.json(`/api/booking/${booking}`)).code, booking)
    assert.equal((await app.json(`/api/order/${order}`)).code, order)
    const now = await exportOf(app, his.phone)
    assert.deepEqual({ ...now, exported_at: '' }, { ...other, exported_at: '' })
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })
})

describe('a guest with upcoming bookings', () => {
  it('is not erased until the bookings are cancelled, which --cancel does', async () => {
    const mailbox = await openMailbox()
    const notifications = { SMTP_URL: mailbox.url, MAIL_FROM: 'shop@example.com' }
    const app = await startShop('spa', { writeLimit: 1_000, notifications })
    const { booking, order } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    await assert.rejects(eraseBy(app, her.phone), (error: Error) => {
      assert.ok(isPrivacyError('still_open')(error))
      assert.ok(error.message.includes(booking) && error.message.includes(order))
      return true
    })
    assert.ok(await exportOf(app, her.phone))
    await app.dispatch()
    const written = mailbox.mails.length
    assert.ok(written > 0)
    const { counts } = await eraseBy(app, her.phone, true)
    assert.equal(counts.cancelled, 2)
    assert.equal((await app.json(`/api/booking/${booking}`)).status, 'cancelled')
    assert.equal((await app.json(`/api/order/${order}`)).status, 'cancelled')
    const left = await app.store.read.get<{ held: number }>('SELECT COUNT(*) AS held FROM cells')
    assert.equal(left?.held, 0)
    // No address is left, so no message about the cancellation is sent.
    app.clock.now += 60_000
    await app.dispatch()
    assert.equal(mailbox.mails.length, written)
  })

  it('is not erased while the shop holds a deposit for a booking', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const { booking } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    const { version = 0 } =
      (await app.store.read.get<{ version: number }>('SELECT version FROM bookings')) ?? {}
    const staffAction = { code: booking, actor: 'staff:1' }
    await app.desk.deposit({ ...staffAction, version, newState: 'paid', amount: 200_000 })
    await assert.rejects(eraseBy(app, her.phone, true), isPrivacyError('paid'))
    const exported = JSON.stringify(await exportOf(app, her.phone))
    assert.match(exported, /"deposit":200000,"deposit_state":"paid"/)
    await app.desk.deposit({ ...staffAction, version: version + 1, newState: 'returned' })
    assert.ok((await eraseBy(app, her.phone, true)).counts.bookings > 0)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is never erased during a visit or with an order that is paid but not sent', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const { booking, order } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    const orders = createOrderActions(app.store, () => app.clock.now)
    await orders.pay({ code: order, version: 1, actor: 'staff:1' })
    await assert.rejects(eraseBy(app, her.phone, true), isPrivacyError('paid'))
    await orders.send({ code: order, version: 2, actor: 'staff:1' })
    app.clock.now = Date.UTC(2026, 10, 20, 3)
    const { version = 0 } =
      (await app.store.read.get<{ version: number }>('SELECT version FROM bookings')) ?? {}
    await app.desk.setVisitStatus({ code: booking, version, actor: 'staff:1', visit: 'seated' })
    await assert.rejects(eraseBy(app, her.phone, true), isPrivacyError('here_now'))
    await app.desk.setVisitStatus({
      ...{ code: booking, version: version + 1, actor: 'staff:1', visit: 'finished' },
    })
    assert.equal((await eraseBy(app, her.phone)).counts.bookings, 1)
  })
})

describe('an email address that several guests share', () => {
  it('stays in the data of the others, and the receipt counts what remains', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    const agency = 'agency@example.com'
    for (const [person, time] of [
      [her, '10:00'],
      [his, '14:00'],
    ] as const) {
      assert.equal((await book(app, { ...massage, ...person, time, email: agency })).status, 202)
    }
    await app.post('/api/subscribe', { email: agency, consent: '1' })
    const { counts, elsewhere } = await eraseBy(app, her.phone, true)
    assert.deepEqual([counts.bookings, counts.subscriptions, elsewhere], [1, 0, 1])
    assert.equal(((await exportOf(app, his.phone)).bookings as unknown[]).length, 1)
  })
})

describe('an idempotency key', () => {
  it('is erased too, even if its request was not stored', async () => {
    const file = await newDatabase('sqlite')
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    assert.equal((await book(app, { ...massage, ...her })).status, 202)
    const subscribe = (email: string, key: string) =>
      app.post('/api/subscribe', { email, consent: '1' }, { 'idempotency-key': key })
    for (let count = 0; count < 20; count++)
      await subscribe(`o${count}@example.com`, `other-newsletter-${count}`)
    // By now no row refers to this address, and no response shows it.
    assert.equal((await subscribe('zyxq2@example.com', 'zyxq-newsletter')).status, 202)
    await eraseBy(app, her.phone, true)
    assert.deepEqual(await findGuestData(file), [])
  })
})

describe('a repeated erasure', () => {
  it('continues after an interruption, and reports an unknown guest', async () => {
    const app = await startShop('spa', { writeLimit: 1_000 })
    await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    const { digest } = await eraseBy(app, her.phone, true)
    const again = await eraseBy(app, her.phone)
    assert.equal(again.digest, digest)
    assert.equal(again.counts.bookings, 0)
    await assert.rejects(eraseBy(app, his.phone), isPrivacyError('nothing_kept'))
  })
})

describe('a phone number', () => {
  it('is parsed in any usual format, and so is an email address', () => {
    for (const written of ['0987123654', '0987.123.654', '+84 987 123 654', '84987123654']) {
      assert.deepEqual(parseGuestQuery(written), { by: 'phone', value: '+84987123654' })
    }
    assert.deepEqual(parseGuestQuery(' Lan@Example.com'), { by: 'email', value: 'lan@example.com' })
    for (const wrong of ['', 'Lan', '12', 'lan@', '@example.com', 'a b@example.com']) {
      assert.throws(() => parseGuestQuery(wrong), isPrivacyError('not_understood'))
    }
  })

  it('is found in notes in any format, without false matches', async () => {
    const app = await startShop('restaurant')
    const written: [text: string, without: string][] = [
      ['bạn của 0987123654', 'bạn của …'],
      ['4 0987 123 654 nhé', '4 … nhé'],
      ['gọi (+84) 987.123.654!', 'gọi …!'],
      ['84-987-123-654', '…'],
      ['zalo 987123654', 'zalo …'],
      ['viết cho Zyxq+sen@example.com.', 'viết cho ….'],
      ['09871236540', '09871236540'],
      ['10987123654', '10987123654'],
      ['mzyxq+sen@example.com', 'mzyxq+sen@example.com'],
      ['zyxq+sen@example.community', 'zyxq+sen@example.community'],
    ]
    await app.store.write(async (sql) => {
      for (const [index, [text]] of written.entries()) {
        const id = String(index).padStart(3, '0')
        await sql.run("INSERT INTO blocks VALUES (?, 'x', 1, 2, ?, 0)", id, text)
      }
    })
    const found = await findMentions(app.store.read, {
      ...{ phones: ['+84987123654'], emails: ['zyxq+sen@example.com'] },
    })
    const expected = written.filter(([text, redacted]) => text !== redacted)
    assert.deepEqual(
      found.map(({ text, redacted: without }) => [text, without]),
      expected,
    )
  })
})

describe('letan guest', () => {
  it('prints the stored data, and a receipt without personal data', async () => {
    const file = await newDatabase('sqlite')
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    const guest = (...args: string[]) =>
      runGuest(args, { DATABASE_URL: file, VARIANT: 'spa', SECRET: secret })
    const exportedData = JSON.parse(await guest('export', '0987', '123', '654')) as {
      bookings: unknown[]
    }
    assert.equal(exportedData.bookings.length, 1)
    const receipt = await guest('erase', '0987123654', '--cancel')
    assert.match(
      receipt,
      /^Erased on 20\d\d-.* by terminal, receipt BN-[\w-]{12}:\n {2}1 booking\n/,
    )
    assert.match(receipt, /Letan cannot reach these copies/)
    assert.match(receipt, /Vườn Sương đã xoá thông tin cá nhân của bạn/)
    const number = /BN-[\w-]{12}/.exec(receipt)?.[0] ?? ''
    const shown = await guest('receipt', number.toLowerCase())
    assert.match(shown, /\nDatabase files: vacuumed, 20.+, by this program\n$/)
    assert.ok(receipt.startsWith(shown.slice(0, shown.indexOf('Database files'))), shown)
    assert.equal(await guest('vacuumed', number), shown.slice(shown.indexOf('Database files')))
    const exported = /BN-[\w-]{12}/.exec(JSON.stringify(exportedData))?.[0] ?? ''
    for (const unknown of [exported, 'BN-0000-0000-00', her.phone]) {
      await assert.rejects(guest('vacuumed', unknown), ReceiptNotFound)
    }
    // The export and the erasure, by phone number and by email address.
    for (const contact of [her.phone, her.email]) {
      const all = await guest('receipt', contact)
      assert.deepEqual(
        [...all.matchAll(/^(\w+ ?\w*) on /gm)].map(([, what]) => what),
        ['Erased', 'Exported'],
      )
      assert.doesNotMatch(all, guestDataPattern)
    }
    for (const unknown of ['BN-0000-0000-00', his.phone]) {
      await assert.rejects(guest('receipt', unknown), ReceiptNotFound)
    }
    assert.doesNotMatch(receipt, guestDataPattern)
    await assert.rejects(guest('export', her.phone), GuestNotFound)
    await assert.rejects(guest('erase', ''), isPrivacyError('not_understood'))
    for (const args of [
      [],
      ['erase'],
      ['receipt'],
      ['vacuumed'],
      ['forget', her.phone],
      ['export', her.phone, '--cancel'],
    ]) {
      await assert.rejects(guest(...args), UsageError)
    }
  })
})
