/** The hourly budget of emails to unconfirmed addresses: counting, deferral, and its display at the desk. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { purgeFirstEmails } from '../src/domain/messages/first-email-budget.ts'
import { createWriteCounter } from '../src/metrics/writes.ts'
import { createMetrics } from '../src/server/metrics.ts'
import { book, table } from './support/booking.ts'
import { newDatabase } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { collectMails, confirmAddress, mailSettings } from './support/first-emails.ts'
import { openBefore } from './support/lifetime.ts'
import { type Mail, openMailbox } from './support/receivers.ts'
import { visibleTextOf } from './support/screen.ts'
import { type RunningShop, type ShopOptions, startShop } from './support/shop.ts'

const mailbox = openBefore(() => openMailbox())
const hour = 3_600_000
const day = 24 * hour

function openShop(firstEmailsPerHour: number, more: ShopOptions = {}): Promise<RunningShop> {
  const notifications = mailSettings(mailbox)
  const options = { writeLimit: 100_000, firstEmailsPerHour, notifications, ...more }
  return startShop('restaurant', options)
}

async function request(app: RunningShop, email: string, more: object = {}): Promise<string> {
  const { status, body } = await book(app, { ...table, party_size: 2, email, ...more })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const recipients = (mails: readonly Mail[]) => mails.flatMap(({ to }) => to).toSorted()

type DeliveryState = { state: string; fault: string | null; tries: number }

const deliveryOf = (app: RunningShop, email: string) =>
  app.store.read.get<DeliveryState>(
    `SELECT state, fault, tries FROM deliveries
     JOIN booking_guests ON subject = 'booking:' || booking_id WHERE email = ?`,
    email,
  )

describe('the budget of first emails', () => {
  it('defers the emails beyond it to the next hour; the requests are stored', async () => {
    const app = await openShop(2)
    for (const name of ['a', 'b', 'c', 'd']) await request(app, `${name}@guest.example`)
    const first = await collectMails(app, mailbox)
    assert.deepEqual(recipients(first), ['a@guest.example', 'b@guest.example'])
    const deferred = await deliveryOf(app, 'c@guest.example')
    assert.deepEqual(
      { ...deferred },
      { state: 'waiting', fault: 'the budget of first emails is spent for this hour', tries: 0 },
    )
    assert.equal(app.log.join('').match(/"first emails deferred"/g)?.length, 1)
    assert.doesNotMatch(app.log.join(''), /guest\.example/)

    // Just before the hour is over, and right after it.
    app.clock.now += hour - 60_000
    assert.deepEqual(recipients(await collectMails(app, mailbox)), [])
    app.clock.now += 60_000
    const second = await collectMails(app, mailbox)
    assert.deepEqual(recipients(second), ['c@guest.example', 'd@guest.example'])
    assert.equal((await deliveryOf(app, 'c@guest.example'))?.fault, null)
  })

  it('counts every email to an unconfirmed address, and none to a confirmed one', async () => {
    const app = await openShop(6)
    await request(app, 'regular@guest.example')
    await confirmAddress(app, (await collectMails(app, mailbox))[0])
    for (const time of ['11:00', '12:30', '17:00'])
      await request(app, 'new@guest.example', { time })
    await request(app, 'other@guest.example')
    for (let index = 0; index < 8; index++)
      await request(app, 'regular@guest.example', { date: `2026-11-2${index % 3}` })
    const mails = await collectMails(app, mailbox)
    const to = (name: string) => mails.filter((mail) => mail.to[0] === `${name}@guest.example`)
    assert.equal(to('regular').length, 8)
    // One mailbox gets a sixth of the budget.
    assert.equal(to('new').length, 1)
    assert.equal(to('other').length, 1)
  })

  it('counts the spellings of a mailbox as one', async () => {
    const app = await openShop(12)
    const spellings = [
      'lan@gmail.com',
      'l.an@gmail.com',
      'LAN+x@gmail.com',
      'la.n+y@googlemail.com',
    ]
    for (const email of spellings) await request(app, email)
    assert.deepEqual(recipients(await collectMails(app, mailbox)), spellings.slice(0, 2).toSorted())
    const third = await deliveryOf(app, 'LAN+x@gmail.com')
    assert.equal(third?.fault, 'this mailbox has its share of first emails for this hour')
  })

  it('is counted in the database, over restarts and processes', async () => {
    const file = await newDatabase()
    const one = await openShop(3, { file })
    const other = await openShop(3, { file })
    for (const name of ['a', 'b']) await request(one, `${name}@guest.example`)
    assert.equal((await collectMails(one, mailbox)).length, 2)
    other.clock.now = one.clock.now
    for (const name of ['c', 'd']) await request(other, `${name}@guest.example`)
    assert.equal((await collectMails(other, mailbox)).length, 1)
    one.clock.now = other.clock.now
    await request(one, 'e@guest.example')
    assert.equal((await collectMails(one, mailbox)).length, 0)
  })

  it('counts a retried email once', async () => {
    const app = await openShop(1)
    mailbox.react(450)
    await request(app, 'a@guest.example')
    for (let attempt = 0; attempt < 3; attempt++) {
      await collectMails(app, mailbox)
      app.clock.now += 60_000
    }
    mailbox.react('take')
    await request(app, 'b@guest.example')
    app.clock.now += 600_000
    const mails = await collectMails(app, mailbox)
    assert.deepEqual(recipients(mails), ['a@guest.example'])
  })

  it('records why an email was skipped when it is no longer useful, or a day has passed', async () => {
    const app = await openShop(1)
    await request(app, 'a@guest.example')
    const declined = await request(app, 'b@guest.example', { time: '11:00' })
    await request(app, 'c@guest.example', { time: '12:30' })
    assert.deepEqual(recipients(await collectMails(app, mailbox)), ['a@guest.example'])
    await app.desk.confirm({ code: declined, version: 1, actor: 'mai' })
    await app.desk.cancel({ code: declined, version: 2, actor: 'mai', reason: 'Kín chỗ' })
    const limit = 'the budget of first emails is spent for this hour'
    // Another email takes the budget before each try.
    const keepSpent = () =>
      app.store.write((sql) =>
        sql.run('UPDATE first_emails SET at = ? WHERE at > 0', app.clock.now),
      )
    for (let hours = 0; hours < 26; hours++) {
      app.clock.now += hour
      await keepSpent()
      await collectMails(app, mailbox)
    }
    const skipped = await deliveryOf(app, 'b@guest.example')
    assert.deepEqual([skipped?.state, skipped?.fault], ['dropped', limit])
    const dead = await deliveryOf(app, 'c@guest.example')
    assert.deepEqual([dead?.state, dead?.fault], ['dead', limit])

    const kept = () => app.store.read.all('SELECT delivery_id FROM first_emails')
    await app.store.write((sql) => purgeFirstEmails(sql, app.clock.now))
    assert.notEqual((await kept()).length, 0)
    await app.store.write((sql) => purgeFirstEmails(sql, app.clock.now + 2 * day))
    assert.equal((await kept()).length, 0)
  })
})

describe('the desk', () => {
  it('shows when the budget is spent and whom to call', async () => {
    const app = await openShop(1)
    const mai = await addStaff(app, 'Mai')
    const host = await addStaff(app, 'Tuấn', 'host')
    const inbox = async () => visibleTextOf(await host.read('/'))
    assert.doesNotMatch(await inbox(), /chưa xác nhận/)
    await request(app, 'a@guest.example')
    const code = await request(app, 'b@guest.example', { time: '11:00' })
    await collectMails(app, mailbox)
    assert.match(await inbox(), /đã gửi hết 1 thư .* 1 khách chưa nhận được thư\. .*gọi điện/)
    const list = /id="first-emails">(.*?)<\/section>/s.exec(await host.read('/'))?.[1] ?? ''
    assert.match(list, new RegExp(`<a href="/bookings/${code}">${code}</a>`))
    assert.match(visibleTextOf(await mai.read('/channels')), /1 khách chưa nhận được thư/)

    app.clock.now += hour
    await collectMails(app, mailbox)
    // The second email takes the budget of the next hour.
    assert.match(await inbox(), /đã gửi hết 1 thư .*Khách mới có thể chưa nhận được thư/)
    app.clock.now += hour
    assert.doesNotMatch(await inbox(), /chưa xác nhận/)
  })

  it('has the figures as metrics', async () => {
    const app = await openShop(1)
    for (const name of ['a', 'b', 'c']) await request(app, `${name}@guest.example`)
    await collectMails(app, mailbox)
    const writes = createWriteCounter()
    const now = () => app.clock.now
    const metrics = createMetrics({ store: app.store, now, listeners: () => ({}), writes })
    const text = await metrics.render()
    metrics.stop()
    assert.match(text, /^letan_first_emails_last_hour 1$/m)
    assert.match(text, /^letan_first_emails_deferred 2$/m)
  })
})

it('the newsletter sends one email a day to a mailbox, however it is spelled', async () => {
  const app = await openShop(100)
  for (const email of [
    'lan@gmail.com',
    'l.an@gmail.com',
    'lan+x@gmail.com',
    'L.A.N@googlemail.com',
  ])
    assert.equal((await app.post('/api/subscribe', { email, consent: '1' })).status, 202)
  assert.deepEqual(recipients(await collectMails(app, mailbox)), ['lan@gmail.com'])
  app.clock.now += day
  await app.post('/api/subscribe', { email: 'lan+x@gmail.com', consent: '1' })
  assert.deepEqual(recipients(await collectMails(app, mailbox)), ['lan+x@gmail.com'])
})
