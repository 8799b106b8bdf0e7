/** Compares the waitlist, its offered places and its history with the model. */
import { assertSame } from './compare.ts'
import type { ModelSetup } from './setup.ts'

type EntryRow = { id: string; status: string; name: string; phone: string; version: number }

export async function compareWaitlist({ app, model }: ModelSetup): Promise<void> {
  const { read } = app.store
  const rows = await read.all<EntryRow>('SELECT id, status, name, phone, version FROM waitlist')
  assertSame('entries of the waitlist', rows.length, model.waitlist.length)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const offers = await read.all<{ id: string; status: string }>(
    'SELECT id, status FROM place_offers ORDER BY id',
  )
  const expected = [...model.waitlist, ...model.bookings]
    .flatMap((entry) => entry.offers.map(({ id, status }) => ({ id, status })))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  assertSame('the offered places', offers, expected)
  const auditRows = await read.all<{ subject: string; actor: string; action: string }>(
    "SELECT subject, actor, action FROM audit WHERE subject LIKE 'waitlist:%' ORDER BY id",
  )
  const auditRowsOf = Map.groupBy(auditRows, ({ subject }) => subject)
  for (const { id, code, status, name, phone, version, history } of model.waitlist) {
    assertSame(`the entry ${code}`, rowsById.get(id), { id, status, name, phone, version })
    const lines = auditRowsOf.get(`waitlist:${id}`)?.map((row) => `${row.actor} ${row.action}`)
    assertSame(`the history of ${code}`, lines, history)
  }
}
