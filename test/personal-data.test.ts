/** Every column of the schema is declared as personal or exempt, and the declaration is what is exported and erased. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { exemptTables } from '../src/domain/guest/exempt-columns.ts'
import { personalTableEntries } from '../src/domain/guest/personal-tables.ts'
import { completeEarlierErasures } from '../src/domain/privacy/erase-batches.ts'
import { applyRetention } from '../src/domain/privacy/retention.ts'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import { isPostgres } from '../src/kernel/database-url.ts'
import { day } from '../src/kernel/time.ts'
import type { Row, Store } from '../src/store/sql.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { sellCard } from './support/cards.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import { addStaff } from './support/desk.ts'
import { createGuestRecords, register } from './support/guest-data.ts'
import {
  createFullGuestData,
  eraseBy,
  exportOf,
  guestDataPattern,
  her,
  his,
} from './support/guest-data-fixtures.ts'
import { openMailbox } from './support/receivers.ts'
import { press, visibleTextOf } from './support/screen.ts'
import { monday, type RunningShop, startShop } from './support/shop.ts'

/** All columns of the database as "table.column", sorted. */
async function readColumns({ read }: Pick<Store, 'read'>, address: string): Promise<string[]> {
  const rows = await read.all<{ name: string }>(
    isPostgres(address)
      ? `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
         WHERE table_schema = current_schema()`
      : `SELECT tables.name || '.' || columns.name AS name
         FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
         WHERE tables.type = 'table'`,
  )
  return rows.map(({ name }) => name).sort()
}

const declaredColumns = [
  ...personalTableEntries.flatMap(([name, { columns }]) =>
    Object.keys(columns).map((column) => `${name}.${column}`),
  ),
  ...Object.entries(exemptTables).flatMap(([name, { columns }]) =>
    columns.map((column) => `${name}.${column}`),
  ),
].sort()

/** Reads the tables that exist, without a list. */
async function readAllTables({ read }: Pick<Store, 'read'>, address: string) {
  const names = new Set((await readColumns({ read }, address)).map((name) => name.split('.')[0]))
  const tables = new Map<string, Row[]>()
  for (const name of names) tables.set(name ?? '', await read.all<Row>(`SELECT * FROM ${name}`))
  return tables
}

/** Columns with data of the guest, with the value. */
async function findTexts(app: RunningShop, address: string): Promise<[string, string][]> {
  return [...(await readAllTables(app.store, address))].flatMap(([name, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row)
        .filter(([, value]) => guestDataPattern.test(String(value)))
        .map(([column, value]): [string, string] => [`${name}.${column}`, String(value)]),
    ),
  )
}

describe('the declaration of personal data', () => {
  it('contains every column of the schema, and no other', async () => {
    const address = await newDatabase()
    const store = await openTestStore(address, Date.now)
    assert.deepEqual(await readColumns(store, address), declaredColumns)
    await store.close()
  })

  it('does not match a schema with a column or a table that was left out', async () => {
    const address = await newDatabase()
    const store = await openTestStore(address, Date.now)
    await store.write(async (sql) => {
      await sql.run('ALTER TABLE booking_guests ADD COLUMN occasion TEXT')
      await sql.run('CREATE TABLE guest_photos (id TEXT PRIMARY KEY)')
    })
    const undeclared = (await readColumns(store, address)).filter(
      (name) => !declaredColumns.includes(name),
    )
    assert.deepEqual(undeclared, ['booking_guests.occasion', 'guest_photos.id'])
    await store.close()
  })

  it('says of every personal column what happens to it', () => {
    for (const [name, { columns, erasure, record }] of personalTableEntries) {
      for (const [column, declared] of Object.entries(columns)) {
        const { erasedTo, isExported, isFreeText, exemptBecause } = declared
        const isErased = erasedTo !== undefined || erasure === 'rows'
        // Notes of staff belong to no guest; only mentions are removed from them.
        const isStaffNote = isFreeText && record === undefined
        assert.ok(isExported || exemptBecause || isStaffNote, `${name}.${column} is not exported`)
        assert.ok(!isFreeText || isErased || isStaffNote, `${name}.${column} is not erased`)
      }
    }
    for (const [name, { because }] of Object.entries(exemptTables)) assert.ok(because, name)
  })
})

/** Columns with the guest's data that the declaration leaves out of the export, with a reason. */
const notExported = new Set(
  personalTableEntries.flatMap(([name, { columns }]) =>
    Object.entries(columns)
      .filter(([, { exemptBecause }]) => exemptBecause !== undefined)
      .map(([column]) => `${name}.${column}`),
  ),
)

describe('a guest with every kind of record', () => {
  /** A text in a field of a trade, as the details of a booking can have it. */
  const setDetails = (app: RunningShop, greeting: string) =>
    app.store.write((sql) =>
      sql.run(
        "UPDATE bookings SET wish = ? WHERE id = (SELECT booking_id FROM booking_guests WHERE phone = '+84987123654')",
        JSON.stringify({ offerId: 'co-vai-gay', partySize: 1, gender: 'female', greeting }),
      ),
    )

  const versionOf = async ({ store }: RunningShop, code: string) => {
    const row = await store.read.get<{ version: number }>(
      'SELECT version FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    return row?.version ?? 0
  }

  it('gets all of their texts, and after an erasure none is left in any table', async () => {
    const file = await newDatabase()
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    const mai = await addStaff(app, 'Mai')
    const shop = { app, file, mai }
    const { booking, order } = await createFullGuestData(app, her, 'zyxq', 'recent_surgery')
    await createFullGuestData(app, his, 'minh', 'blood_pressure')
    await register(shop, { kind: 'see', contact: her.phone, name: 'zyxq chị', note: 'zyxq gấp' })
    await setDetails(app, 'zyxq lời chúc')
    await app.desk.cancel({
      ...{ code: booking, version: await versionOf(app, booking), actor: 'staff:1' },
      reason: 'zyxq lý do',
    })
    await setDetails(app, 'zyxq lời khác')
    const cardPath = await sellCard(mai, { name: her.name, phone: her.phone })
    await press(mai, cardPath, `${cardPath}/extend`, {
      last_day: '2028-01-31',
      reason: 'chị zyxq "ốm" \\ hẹn lại',
    })
    const other = await exportOf(app, his.phone)

    const before = await findTexts(app, file)
    const columns = new Set(before.map(([column]) => column))
    for (const expected of ['audit.facts', 'bookings.wish', 'guest_requests.note', 'answers.key'])
      assert.ok(columns.has(expected), `${expected} of ${[...columns].join(', ')}`)
    const document = await exportOf(app, her.phone)
    const [card] = document.cards as { history: { action: string; reason?: string }[] }[]
    const extension = card?.history.find(({ action }) => action === 'extended')
    assert.equal(extension?.reason, 'chị zyxq "ốm" \\ hẹn lại')
    const exported = JSON.stringify(document)
    for (const [column, value] of before) {
      if (notExported.has(column)) continue
      for (const text of value.match(/zyxq[^"\\]*/gi) ?? [])
        assert.ok(exported.includes(text), `${column} ${text}`)
    }

    await eraseBy(app, her.phone, true)
    assert.deepEqual(await findTexts(app, file), [])
    const details = await app.store.read.get<{ wish: string }>(
      'SELECT wish FROM bookings WHERE code = ?',
      booking.replaceAll('-', ''),
    )
    assert.equal(details?.wish, '{"offerId":"co-vai-gay","partySize":1}')
    assert.deepEqual(await exportOf(app, his.phone), other)
    for (const path of [`/bookings/${booking}`, '/day?date=2026-11-20', '/orders', '/guest-data'])
      assert.doesNotMatch(await mai.read(path), guestDataPattern)
    assert.equal((await app.json(`/api/booking/${booking}`)).code, booking)
    assert.equal((await app.json(`/api/order/${order}`)).code, order)
  })

  it('is not named by the reason of an extension of the card of another guest after an erasure', async () => {
    const file = await newDatabase()
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    const mai = await addStaff(app, 'Mai')
    await createGuestRecords({ app, file, mai })
    const path = await sellCard(mai)
    const reasons = ['Hẹn lại "cùng" 0987 123 654, ốm', 'Khách ốm']
    for (const [index, reason] of reasons.entries())
      await press(mai, path, `${path}/extend`, { last_day: `2028-01-0${index + 1}`, reason })
    await eraseBy(app, her.phone, true)
    assert.deepEqual(await findTexts(app, file), [])
    assert.match(visibleTextOf(await mai.read(path)), /Hẹn lại "cùng" …, ốm.*Khách ốm/)
    const [card] = (await exportOf(app, '0912345678')).cards as { history: { reason?: string }[] }[]
    const exported = card?.history.flatMap(({ reason }) => reason ?? [])
    assert.deepEqual(exported, ['Hẹn lại "cùng" …, ốm', 'Khách ốm'])
  })

  it('leaves nothing of an earlier erasure after a start', async () => {
    const file = await newDatabase()
    const app = await startShop('spa', { file, writeLimit: 1_000 })
    const shop = { app, file, mai: await addStaff(app, 'Mai') }
    const [code = ''] = await createGuestRecords(shop)
    assert.equal((await book(app, { ...massage, ...guest, time: '16:00' })).status, 202)
    await eraseBy(app, her.phone, true)
    // As a version before the declaration left it.
    const facts = JSON.stringify({ was: 'pending', was_wish: '{"gender":"zyxq"}', times: '18:00' })
    const leaveRemains = () =>
      app.store.write(async (sql) => {
        await sql.run(
          "UPDATE audit SET facts = ? WHERE action = 'cancelled' AND subject LIKE 'booking:%'",
          facts,
        )
        await sql.run(
          'UPDATE bookings SET wish = ? WHERE code = ?',
          '{"offerId":"co-vai-gay","partySize":1,"gender":"zyxq"}',
          code.replaceAll('-', ''),
        )
      })
    await leaveRemains()
    const unchanged = await exportOf(app, guest.phone)
    assert.equal((await findTexts(app, file)).length, 3)
    const now = () => app.clock.now
    await completeEarlierErasures(app.store, now)
    assert.deepEqual(await findTexts(app, file), [])
    const left = await app.store.read.all(
      "SELECT facts FROM audit WHERE action = 'cancelled' AND facts <> ?",
      '{"was":"pending","times":"18:00"}',
    )
    assert.deepEqual(left, [])
    assert.deepEqual(await exportOf(app, guest.phone), unchanged)
    // Once for each declaration: a later start does not read the history again.
    await leaveRemains()
    await completeEarlierErasures(app.store, now)
    assert.equal((await findTexts(app, file)).length, 3)
  })

  it('stays readable on the desk without the details of the trade', async () => {
    const mailbox = await openMailbox()
    const staffMail = 'staff@shop.example'
    const notifications = {
      SMTP_URL: mailbox.url,
      MAIL_FROM: 'shop@example.com',
      STAFF_MAIL: staffMail,
    }
    const app = await startShop('restaurant', { writeLimit: 1_000, notifications })
    const mai = await addStaff(app, 'Mai')
    const { body } = await book(app, { ...table, ...her, table_type: 'trong-nha' })
    assert.ok(body.code, JSON.stringify(body))
    await app.dispatch()
    const toStaff = mailbox.mails.find(({ to }) => to[0] === staffMail)
    const [link = ''] = /\/act\/[\w.-]+/.exec(toStaff?.text ?? '') ?? []
    await eraseBy(app, her.phone, true)
    for (const path of [
      `/bookings/${body.code}`,
      '/day?date=2026-11-20',
      `/search?q=${body.code}`,
      link,
    ])
      assert.doesNotMatch(await mai.read(path), guestDataPattern)
    assert.equal((await app.json(`/api/booking/${body.code}`)).party_size, 4)
  })

  it('cannot be moved after the retention period', async () => {
    const app = await startShop('restaurant', { writeLimit: 1_000 })
    const { body } = await book(app, { ...table, ...her })
    const action = { code: body.code, actor: 'staff:1' }
    await app.desk.confirm({ ...action, version: 1 })
    app.clock.now = monday + 400 * day
    await applyRetention(app.store, { guest_days: 365, health_days: 7 }, () => app.clock.now)
    const mai = await addStaff(app, 'Mai')
    assert.doesNotMatch(await mai.read(`/bookings/${body.code}`), /name="party"/)
    await assert.rejects(
      app.desk.move({ ...action, version: 2, date: '2027-12-24', time: '18:30' }),
      (error: unknown) => error instanceof BookingActionError && error.code === 'wrong_state',
    )
  })
})
