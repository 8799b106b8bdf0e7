/**
 * A program: the sample restaurant with a busy desk, in a process of its own. Its CPU time is that of the product alone:
 * in the process of a test, the test runner does work of its own for every promise.
 *
 * Arguments: the URL of the database, and what is there: `inbox` (sixty requests) or `evening` (a full Friday evening).
 * It sends a `DeskServer` when it is ready, and makes a change for each message.
 */
import assert from 'node:assert/strict'
import { addStaff } from './desk.ts'
import { enterEvening } from './full-evening.ts'
import { fillInbox } from './full-inbox.ts'
import { type RunningShop, runShop } from './shop.ts'

export type DeskServer = {
  deskPort: number
  host: string
  cookie: string
  /** What the screen is about: requests or bookings. */
  count: number
}

export type BusyDesk = 'inbox' | 'evening'

/** The bookings that change in turn, and the action of each change; the next change takes it back. */
type Filled = { count: number; codes: readonly string[]; action: string; path: string }

const fill: Record<BusyDesk, (shop: RunningShop) => Promise<Filled>> = {
  async inbox(shop) {
    const codes = await fillInbox(shop, 60)
    return { count: codes.length, codes, action: 'confirm', path: '/' }
  },
  async evening(shop) {
    const count = await enterEvening(shop, [], '18:55')
    const late = await shop.store.read.all<{ code: string }>(
      'SELECT code FROM bookings WHERE visit IS NULL AND starts_at <= ?',
      shop.clock.now,
    )
    return { count, codes: late.map(({ code }) => code), action: 'seated', path: '/tonight' }
  },
}

const app = await runShop('restaurant', { file: process.argv[2] ?? '', writeLimit: 100_000 })
const { count, codes, action, path } = await fill[process.argv[3] as BusyDesk](app)
const owner = await addStaff(app, 'Hoa', 'owner')
let changes = 0

async function change(): Promise<void> {
  const code = (codes[(changes >> 1) % codes.length] ?? '').replaceAll('-', '')
  const isUndo = changes++ % 2 === 1
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code,
  )
  const fields = { version: String(row?.version), next: path }
  const changed = await owner.post(`/bookings/${code}/${isUndo ? 'undo' : action}`, fields)
  assert.equal(changed.status, 303)
  // Otherwise the history of these few bookings grows with every round.
  if (isUndo)
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
const server: DeskServer = {
  deskPort: app.deskPort,
  host: new URL(app.deskUrl).host,
  cookie: owner.cookie,
  count,
}
process.send?.(server)
