/** The data of a guest can be exported, and is erased from every byte of the database on request. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import pg from 'pg'
import { runGuest } from '../../src/commands/guest.ts'
import { VacuumPending } from '../../src/commands/receipt.ts'
import { createOrderActions } from '../../src/domain/orders/staff.ts'
import { loadStatistics } from '../../src/domain/reports/reports.ts'
import { formatCode } from '../../src/kernel/booking-code.ts'
import { day } from '../../src/kernel/time.ts'
import { enginesUnderTest, newDatabase } from '../support/database.ts'
import { addStaff } from '../support/desk.ts'
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
} from '../support/guest-data-fixtures.ts'
import { openReceiver } from '../support/receivers.ts'
import { formTo, noticeOf, visibleTextOf } from '../support/screen.ts'
import { monday, secret, startShop } from '../support/shop.ts'

const engines = enginesUnderTest('erasure of a guest')

const omitContact = ({ phone: _, email: __, ...rest }: Record<string, unknown>) => rest

for (const engine of engines) {
  describe(`a guest, ${engine}`, () => {
    const openShop = async () => {
      const file = await newDatabase(engine)
      return { file, app: await startShop('spa', { file, writeLimit: 1_000 }) }
    }

    it('gets all stored data about them, and no data of others', async () => {
      const { app } = await openShop()
      const { booking, order } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
      await createFullGuestData(app, his, 'minh', 'blood_pressure')
      const exported = await exportOf(app, '+84987123654')
      const text = JSON.stringify(exported)
      assert.doesNotMatch(text, /minh|912345678|blood_pressure/i)
      const [one] = exported.bookings as ExportedBooking[]
      assert.equal(one?.code, booking)
      assert.deepEqual(one?.answers, { health: ['recent_surgery'] })
      assert.equal(one?.desk_note, 'zyxq khách quen')
      assert.equal(one?.changes[0]?.note, 'zyxq bận')
      assert.deepEqual(
        one?.history.map(({ by, action }) => [by, action]),
        [
          ['api', 'requested'],
          ['api', 'change_requested'],
          ['staff', 'confirmed'],
          ['staff', 'noted'],
        ],
      )
      const [ordered] = exported.orders as Record<string, unknown>[]
      assert.deepEqual([ordered?.code, ordered?.recipient], [order, 'zyxq Hoa'])
      const [call] = exported.call_backs as Record<string, unknown>[]
      assert.equal(call?.message, 'zyxq hỏi')
      const [reader] = exported.newsletter as Record<string, unknown>[]
      assert.deepEqual([reader?.email, reader?.state], ['zyxq@example.com', 'asked'])
      const [answer] = exported.answers as { answer: { code: string } }[]
      assert.equal(answer?.answer.code, booking)
      assert.deepEqual(
        await exportOf(app, 'zyxq@EXAMPLE.com').then(omitContact),
        omitContact(exported),
      )
    })

    it('is erased from every byte, while the data of others and the numbers stay unchanged', async () => {
      const receiver = await openReceiver()
      const file = await newDatabase(engine)
      const WEBHOOK_SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
      const notifications = { WEBHOOKS: receiver.url, WEBHOOK_SECRET }
      const app = await startShop('spa', { file, writeLimit: 1_000, notifications })
      const { booking, order } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
      await createFullGuestData(app, his, 'minh', 'blood_pressure')
      await createOrderActions(app.store, () => app.clock.now).cancel({
        ...{ code: order, version: 1, actor: 'staff:1' },
      })
      // Texts about the guest that others wrote.
      await app.desk.block({
        ...{
          resource: app.shop.booking.resources[0]?.id ?? '',
          date: '2026-11-27',
          at: 600,
          minutes: 60,
        },
        ...{ reason: 'Giữ cho 0987.123.654 (zyxq@example.com)', actor: 'staff:1' },
      })
      app.clock.now = monday + 10 * day
      await app.desk.expire()
      await app.dispatch()
      const days = { from: '2026-11-01', to: '2026-11-30' }
      const countAll = () =>
        loadStatistics(app.store.read, days, app.clock.now, app.shop.booking.serviceDays)
      const numbers = await countAll()
      const other = await exportOf(app, his.phone)
      assert.notDeepEqual(await findGuestData(file), [])

      const receipt = await eraseBy(app, '(+84) 987 123 654')
      assert.deepEqual(receipt.counts, {
        ...{ bookings: 1, cancelled: 0, marks: 1, orders: 1, leads: 1, subscriptions: 1 },
        ...{ answers: 5, mentions: 1, requests: 0, profiles: 0, waitlist: 0, cards: 0 },
      })
      assert.equal(receipt.vacuumError, undefined)
      assert.doesNotMatch(JSON.stringify(receipt), guestDataPattern)
      assert.deepEqual(await findGuestData(file), [])
      assert.deepEqual(await exportOf(app, his.phone), other)
      assert.deepEqual(await countAll(), numbers)
      await assert.rejects(exportOf(app, her.phone), isPrivacyError('nothing_kept'))

      const block = await app.store.read.get<{ reason: string }>('SELECT reason FROM blocks')
      assert.equal(block?.reason, 'Giữ cho … (…)')
      const noted = await app.store.read.get<{ facts: string; actor: string }>(
        'SELECT facts, actor FROM audit WHERE subject = ?',
        `guest:${receipt.digest}`,
      )
      assert.equal(noted?.actor, 'terminal')
      assert.deepEqual(JSON.parse(noted?.facts ?? ''), {
        ...receipt.counts,
        receipt: formatCode(receipt.code),
      })
      const mai = await addStaff(app, 'Mai')
      const page = await mai.read(`/bookings/${booking}`)
      assert.match(page, /xoá dữ liệu của khách/)
      assert.doesNotMatch(page, guestDataPattern)
      await app.dispatch()
      const webhookBodies = receiver.received.map((one) => one.json())
      assert.ok(webhookBodies.some(({ type }) => type === 'booking.erased'))
      assert.doesNotMatch(JSON.stringify(webhookBodies), guestDataPattern)
    })

    it('is also found by an email address, in upper or lower case', async () => {
      const { app, file } = await openShop()
      const wrote = await app.post('/api/subscribe', { email: 'ZYXQ@example.com', consent: '1' })
      assert.equal(wrote.status, 202)
      const { counts } = await eraseBy(app, ' Zyxq@Example.com ')
      assert.equal(counts.subscriptions, 1)
      assert.deepEqual(await findGuestData(file), [])
      // The address is unknown again, so the confirmation email is sent again.
      await app.post('/api/subscribe', { email: 'zyxq@example.com', consent: '1' })
      const asked = await app.store.read.all(
        "SELECT id FROM outbox WHERE kind = 'subscriber.asked'",
      )
      assert.equal(asked.length, 2)
    })
  })
}

describe('a rewrite of the database file', () => {
  it('does not block reads', async () => {
    const app = await startShop('spa', { file: await newDatabase('sqlite') })
    const filler = 'x'.repeat(100_000)
    await app.store.write(async (sql) => {
      for (let index = 0; index < 300; index++) {
        await sql.run("INSERT INTO blocks VALUES (?, 'x', 1, 2, ?, 0)", `f${index}`, filler)
      }
    })
    let over = false
    const vacuumed = app.store.vacuum([]).finally(() => {
      over = true
    })
    let responseCount = 0
    while (!over) {
      assert.equal((await app.get('/api/offers?limit=1')).status, 200)
      responseCount++
    }
    await vacuumed
    assert.ok(responseCount > 5, `${responseCount} answers meanwhile`)
  })
})

/** Runs a statement that needs a separate connection. */
async function runAs(address: string, statement: string): Promise<void> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

describe('a role that does not own the tables', {
  skip: !engines.includes('postgres'),
}, () => {
  it('erases a guest, and gets the commands that the owner must still run', async () => {
    const owner = await newDatabase('postgres')
    const app = await startShop('spa', { file: owner, writeLimit: 1_000 })
    await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    await app.store.write(async (sql) => {
      await sql.run('CREATE ROLE privacy_clerk LOGIN')
      await sql.run('GRANT ALL ON ALL TABLES IN SCHEMA public TO privacy_clerk')
    })
    const DATABASE_URL = owner.replace('letan@', 'privacy_clerk@')
    const clerk = (...args: string[]) =>
      runGuest(args, { DATABASE_URL, VARIANT: 'spa', SECRET: secret })
    const message = await clerk('erase', her.phone, '--cancel').catch((error: Error) => {
      assert.ok(error instanceof VacuumPending, String(error))
      return error.message
    })
    assert.match(
      message,
      /receipt BN-[\w-]{12}:[\s\S]+NOT COMPLETE.+VACUUM \(FULL, ANALYZE\) .*leads/,
    )
    assert.deepEqual(await findGuestData(owner), [])

    // A statement that it was done is rejected if the files show that it was not.
    const number = /BN-[\w-]{12}/.exec(message)?.[0] ?? ''
    const [, then = ''] = /; then run: letan guest (.+)$/.exec(message) ?? []
    assert.equal(then, `vacuumed ${number}`)
    await assert.rejects(clerk(...then.split(' ')), VacuumPending)
    assert.match(await clerk('receipt', number), /Database files: NOT vacuumed yet\n$/)
    const [, vacuum = ''] = /(VACUUM [^;]+);/.exec(message) ?? []
    await runAs(owner, vacuum.replace(/, leads/, ''))
    await assert.rejects(clerk('vacuumed', number), VacuumPending)
    await runAs(owner, 'VACUUM (FULL, ANALYZE) leads')
    const finished = /Database files: vacuumed, 20.+ by the owner of the tables, verified/
    assert.match(await clerk('vacuumed', number), finished)
    assert.match(await clerk('receipt', number), finished)
    assert.match(await clerk('vacuumed', number), finished)
    assert.equal((await eraseBy(app, her.phone)).vacuumError, undefined)
  })

  it('completes a receipt at the desk once the files are new, or after a confirmation', async () => {
    const owner = await newDatabase('postgres')
    const app = await startShop('spa', { file: owner, writeLimit: 1_000 })
    await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    await createFullGuestData(app, his, 'khac', 'blood_pressure')
    await app.store.write(async (sql) => {
      await sql.run('CREATE ROLE desk_clerk LOGIN')
      await sql.run('GRANT ALL ON ALL TABLES IN SCHEMA public TO desk_clerk')
    })
    const desk = await startShop('spa', { file: owner.replace('letan@', 'desk_clerk@') })
    const mai = await addStaff(desk, 'Mai')
    const erase = async (guest: string) => {
      const response = await mai.post('/guest-data/erase/now', { guest, cancel: '1' })
      assert.equal(response.status, 303, await response.text())
      return response.headers.get('location') ?? ''
    }
    const pressOn = async (page: string, path: string) => {
      const { action, fields } = formTo(page, `${path}/scrub`)
      const response = await mai.post(action, fields)
      return { status: response.status, text: await response.text() }
    }
    const hers = await erase(her.phone)
    const first = await pressOn(await mai.read(hers), hers)
    assert.equal(first.status, 409)
    assert.match(
      noticeOf(first.text),
      /Nhờ người quản trị .* VACUUM \(FULL, ANALYZE\) .*kiểm tra lại/,
    )
    const [, vacuum = ''] = /(VACUUM [^<]+)</.exec(first.text) ?? []
    assert.equal((await pressOn(first.text, hers)).status, 409)
    const claimed = await mai.post(`${hers}/scrub`, { said: '1' })
    assert.equal(claimed.status, 409, 'the files show that nothing was run')
    await runAs(owner, vacuum)
    // This guest is erased after the rewrite, so the receipt waits for the next one.
    const later = await erase(his.phone)
    assert.equal((await pressOn(first.text, hers)).status, 303)
    const page = await mai.read(hers)
    assert.equal(noticeOf(page), '')
    assert.match(
      visibleTextOf(page),
      /Tệp dữ liệu .*2026.*, người quản trị đã ghi lại, chương trình đã kiểm/,
    )
    assert.match(noticeOf(await mai.read(later)), /chưa được ghi lại/)

    // A receipt of an older version has no file names.
    await app.store.write((sql) =>
      sql.run("DELETE FROM audit WHERE subject LIKE 'receipt:%' AND action = 'erased'"),
    )
    const confirmed = await pressOn(await mai.read(later), later)
    assert.equal(confirmed.status, 409)
    assert.match(noticeOf(confirmed.text), /biên nhận sẽ ghi là theo lời bạn/)
    assert.equal((await pressOn(confirmed.text, later)).status, 303)
    assert.match(visibleTextOf(await mai.read(later)), /Tệp dữ liệu .*, đã ghi lại theo lời Mai/)
    const tuan = await addStaff(desk, 'Tuấn', 'host')
    assert.equal((await tuan.post(`${later}/scrub`, { said: '1' })).status, 403)
    await desk.stop()
  })
})
