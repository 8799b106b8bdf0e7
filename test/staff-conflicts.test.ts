/** Which entries of the history count when staff act: whose change came first, and what can be undone. */
import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import { newId } from '../src/kernel/id.ts'
import { book, table } from './support/booking.ts'
import { type RunningShop, runShop } from './support/shop.ts'

let app: RunningShop
before(async () => {
  app = await runShop('restaurant', { writeLimit: 100_000 })
})
after(() => app.stop())

/** A confirmed booking, and a later entry of its history by another staff member. */
async function confirmThen(date: string, action: string): Promise<string> {
  const { code } = (await book(app, { ...table, date })).body
  await app.desk.confirm({ code, version: 1, actor: 'staff:hoa' })
  await app.store.write(async (sql) => {
    const row = await sql.get<{ id: string }>(
      'SELECT id FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    await sql.run(
      "INSERT INTO audit (id, at, actor, action, subject, facts) VALUES (?, ?, 'staff:tuan', ?, ?, '{}')",
      ...[newId(app.clock.now), app.clock.now, action, `booking:${row?.id}`],
    )
  })
  return code
}

const isActionError = (code: string, changedBy?: string) => (error: unknown) =>
  error instanceof BookingActionError && error.code === code && error.changedBy === changedBy

it('a message that was sent again is not a change that came first', async () => {
  const late = { version: 1, actor: 'staff:mai', reason: 'kín chỗ' }
  const resent = await confirmThen('2026-11-20', 'sent_again')
  await assert.rejects(
    app.desk.decline({ code: resent, ...late }),
    isActionError('changed_meanwhile', 'staff:hoa'),
  )
  const noted = await confirmThen('2026-11-21', 'noted')
  await assert.rejects(
    app.desk.decline({ code: noted, ...late }),
    isActionError('changed_meanwhile', 'staff:tuan'),
  )
})

it('an action of a newer version of the program cannot be undone', async () => {
  const code = await confirmThen('2026-11-22', 'teleported')
  await assert.rejects(
    app.desk.undo({ code, version: 2, actor: 'staff:hoa' }),
    isActionError('wrong_state'),
  )
  const known = await confirmThen('2026-11-24', 'sent_again')
  await app.desk.undo({ code: known, version: 2, actor: 'staff:hoa' })
  assert.equal((await app.json(`/api/booking/${known}`)).status, 'pending')
})
