/**
 * A program: the sample restaurant with sixty requests in its inbox, in a process of its own. Its CPU time is that of the
 * product alone: in the process of a test, the test runner does work of its own for every promise.
 *
 * Argument: the URL of the database. It sends an `InboxServer` when it is ready, and makes a change for each message.
 */
import assert from 'node:assert/strict'
import { addStaff } from './desk.ts'
import { fillInbox } from './full-inbox.ts'
import { runShop } from './shop.ts'

export type InboxServer = { deskPort: number; host: string; cookie: string; requests: number }

const app = await runShop('restaurant', { file: process.argv[2] ?? '', writeLimit: 100_000 })
const codes = await fillInbox(app, 60)
const owner = await addStaff(app, 'Hoa', 'owner')
let changes = 0

/** Confirms a request, or takes that back. */
async function change(): Promise<void> {
  const code = (codes[(changes >> 1) % codes.length] ?? '').replaceAll('-', '')
  const action = changes++ % 2 === 0 ? 'confirm' : 'undo'
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code,
  )
  const fields = { version: String(row?.version), next: '/' }
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
const server: InboxServer = {
  deskPort: app.deskPort,
  host: new URL(app.deskUrl).host,
  cookie: owner.cookie,
  requests: codes.length,
}
process.send?.(server)
