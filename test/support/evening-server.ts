/**
 * A program: the sample restaurant on a full Friday evening, in a process of its own. Its CPU time is that of the
 * product alone: in the process of a test, the test runner does work of its own for every promise.
 *
 * Argument: the URL of the database. It sends an `EveningServer` when it is ready, and makes a change for each message.
 */
import assert from 'node:assert/strict'
import { addStaff } from './desk.ts'
import { enterEvening } from './full-evening.ts'
import { runShop } from './shop.ts'

export type EveningServer = { deskPort: number; host: string; cookie: string; bookings: number }

const app = await runShop('restaurant', { file: process.argv[2] ?? '', writeLimit: 100_000 })
const bookings = await enterEvening(app, [], '18:55')
const owner = await addStaff(app, 'Hoa', 'owner')
const late = await app.store.read.all<{ code: string }>(
  'SELECT code FROM bookings WHERE visit IS NULL AND starts_at <= ?',
  app.clock.now,
)
let changes = 0

/** Seats a late party, or takes that back. */
async function change(): Promise<void> {
  const { code = '' } = late[(changes >> 1) % late.length] ?? {}
  const action = changes++ % 2 === 0 ? 'seated' : 'undo'
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code,
  )
  const fields = { version: String(row?.version), next: '/tonight' }
  const changed = await owner.post(`/bookings/${code}/${action}`, fields)
  assert.equal(changed.status, 303)
  // Otherwise the history of these few bookings grows with every round.
  if (action === 'undo')
    await app.store.write((sql) =>
      sql.run(
        'DELETE FROM audit WHERE subject = (SELECT ? || id FROM bookings WHERE code = ?)',
        'booking:',
        code,
      ),
    )
}

process.on('message', () => change().then(() => process.send?.('changed')))
process.on('disconnect', () => process.exit())
const server: EveningServer = {
  deskPort: app.deskPort,
  host: new URL(app.deskUrl).host,
  cookie: owner.cookie,
  bookings,
}
process.send?.(server)
