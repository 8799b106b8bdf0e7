/** Behavior with a long history and an old session. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bookingsCsv } from '../src/domain/booking/export.ts'
import { loadGuestMarks } from '../src/domain/profile/guest-marks.ts'
import { loadStatistics } from '../src/domain/reports/reports.ts'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { openMailbox } from './support/receivers.ts'
import { press } from './support/screen.ts'
import { startShop } from './support/shop.ts'
import { observeReads, statementsOfWrites } from './support/store-reads.ts'

const mailbox = openBefore(() => openMailbox())
const app = openBefore(() =>
  startShop('restaurant', {
    writeLimit: 100_000,
    notifications: { SMTP_URL: mailbox.url, MAIL_FROM: 'quan@example.com' },
  }),
)
const mai = openBefore(() => addStaff(app, 'Mai'))
const store = openBefore(async () => app.store)
const clock = openBefore(async () => app.clock)
const desk = openBefore(async () => app.desk)
const historySize = 30_000

/** Guests of the past, each with one booking, and one with many. */
async function fillHistory(): Promise<void> {
  await store.write(async (sql) => {
    for (let index = 0; index < historySize; index++) {
      const [id, startsAt] = [`past-${index}`, clock.now - (index + 10) * 600_000]
      await sql.run(
        `INSERT INTO bookings (id, code, status, visit, offer_id, date, time, starts_at, ends_at, party_size,
          wish, given, source, locale, version, created_at, updated_at)
         VALUES (?, ?, 'confirmed', 'finished', 'dat-ban-thuong', '2026-01-01', '12:00', ?, ?, 2, '{}', '{}',
          'web', 'vi', 1, ?, ?)`,
        id,
        id,
        startsAt,
        startsAt + 60_000,
        startsAt,
        startsAt,
      )
      await sql.run(
        `INSERT INTO booking_guests (booking_id, name, phone, consent_version, consent_text,
          consented_at, client, folded) VALUES (?, 'Khách', ?, '1', '', ?, '', 'khach')`,
        id,
        index % 1000 === 0 ? '+84912345678' : `+8490${String(index).padStart(7, '0')}`,
        startsAt,
      )
    }
  })
}

it('the visits of a guest are counted without reading all bookings', async () => {
  await fillHistory()
  const marks = await loadGuestMarks(store.read, [{ phone: '+84912345678' }])
  assert.equal(marks.get('+84912345678')?.visits, 30)
  const statements = new Set<string>()
  await observeReads(
    store,
    (statement) => void statements.add(statement),
    () => loadGuestMarks(store.read, [{ phone: '+84900000001' }]),
  )
  for (const statement of statements) {
    const plan = await store.read.all<{ detail: string }>(
      `EXPLAIN QUERY PLAN ${statement}`,
      '+84900000001',
    )
    const steps = plan.map(({ detail }) => detail).join('\n')
    assert.match(steps, /SEARCH (booking_guests|guest_profiles) USING .*INDEX/)
    assert.doesNotMatch(steps, /SCAN (bookings|booking_guests|guest_profiles)/)
  }
  assert.equal(statements.size, 2)
})

it('the parties that are there are found without reading all bookings', async () => {
  const statements = await statementsOfWrites(store, () => desk.extendSeated())
  const [statement = ''] = statements.filter((one) => one.includes("visit = 'seated'"))
  const plan = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`)
  assert.match(String(plan[0]?.detail), /SEARCH bookings USING INDEX bookings_seated /)
})

it('a long CSV export does not block the event loop', async () => {
  let turns = 0
  const watch = setInterval(() => turns++, 1)
  const naming = { rules: app.shop.booking, offerName: app.appHost.offerName }
  const range = { from: '2026-01-01', to: '2026-11-30' }
  const csv = await bookingsCsv(store.read, range, naming, 'vi', clock.now)
  clearInterval(watch)
  assert.ok(csv.split('\r\n').length > 20_000)
  assert.ok(turns > 10, `${turns} turns`)
})

it('a request that was confirmed by moving it counts as answered', async () => {
  const countAnswered = async () => {
    const { serviceDays } = app.shop.booking
    return (await loadStatistics(store.read, today(), clock.now, serviceDays)).requests.answered
  }
  const before = await countAnswered()
  const { code } = (await book(app, { ...table, date: '2026-11-24' })).body
  clock.now += 60_000
  const target = { date: '2026-11-24', time: '19:00', confirm: true }
  await desk.move({ code, version: 1, actor: 'terminal', ...target })
  assert.equal(await countAnswered(), before + 1)
  await desk.undo({ code, version: 2, actor: 'terminal' })
  assert.equal(await countAnswered(), before)
})

it('a resource can be blocked until midnight', async () => {
  const span = { resource: 'table:nha-1', date: '2026-11-25', from: '20:00', to: '00:00' }
  const response = await mai.post('/closed/block', { ...span, reason: 'Sửa bàn' })
  assert.equal(response.status, 303)
  const block = await store.read.get<{ minutes: number }>(
    'SELECT (ends_at - starts_at) / 60000 AS minutes FROM blocks',
  )
  assert.equal(block?.minutes, 240)
})

it('the test of guest email sends to the address of the shop', async () => {
  await press(mai, '/channels', '/channels/guest-mail/test')
  await app.dispatch()
  const mail = await mailbox.nextMail()
  assert.deepEqual(mail.to, ['quan@example.com'])
})

it('an old session cannot change sign-in methods', async () => {
  const password = { password: 'mười con mèo ngủ trưa' }
  clock.now += 3_700_000
  const late = await mai.post('/account/password', password)
  assert.equal(late.status, 403)
  assert.match(await late.text(), /Xác nhận đó là bạn/)
  assert.equal((await mai.json('/account/options', {})).status, 403)
})

function today() {
  return { from: '2026-11-16', to: '2026-11-16' }
}
