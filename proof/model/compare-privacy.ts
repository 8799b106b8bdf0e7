/** What is kept of guests, what they asked and what was done for them, against the model. */

import { same } from './compare.ts'
import type { Stage } from './setup.ts'
import type { Given } from './shop-model.ts'

export async function comparePrivacy(stage: Stage): Promise<void> {
  await comparePeople(stage)
  await compareRegister(stage)
  await compareReceipts(stage)
}

/** Whoever was erased is nobody in each of his bookings, and everybody else is still who he was. */
async function comparePeople({ app, book }: Stage): Promise<void> {
  const rows = await app.store.read.all<{ id: string; name: string; phone: string }>(
    'SELECT booking_id AS id, name, phone FROM booking_guests',
  )
  const found = new Map(rows.map(({ id, name, phone }) => [`booking:${id}`, [name, phone]]))
  for (const { code, holder, name, phone } of book.booked) {
    same(`the guest of ${code}`, found.get(holder), [name, phone])
  }
}

type Row = {
  id: string
  kind: string
  contact: string
  note: string | null
  replied_at: number | null
  done_at: number | null
  receipt_id: string | null
  version: number
}

async function compareRegister({ app, book }: Stage): Promise<void> {
  const { read } = app.store
  const rows = await read.all<Row>('SELECT * FROM guest_requests')
  same('requests', rows.length, book.registered.length)
  const found = new Map(rows.map((row) => [row.id, row]))
  const acts = await read.all<{ subject: string; actor: string; action: string }>(
    "SELECT subject, actor, action FROM audit WHERE subject LIKE 'request:%' ORDER BY id",
  )
  const actsOf = Map.groupBy(acts, ({ subject }) => subject)
  for (const one of book.registered) {
    const row = found.get(one.id)
    same(
      `the request ${one.id}`,
      row && [
        ...[row.kind, row.contact, row.note, row.version],
        ...[row.replied_at !== null, row.done_at !== null, row.receipt_id !== null],
      ],
      [...[one.kind, one.phone, one.note, one.version], ...[one.replied, one.done, one.answered]],
    )
    const done = actsOf.get(`request:${one.id}`)?.map(({ actor, action }) => `${actor} ${action}`)
    same(`the history of the request ${one.id}`, done, one.history)
  }
}

async function compareReceipts({ app, book }: Stage): Promise<void> {
  const rows = await app.store.read.all<{ kind: Given['kind']; counts: string; open: number }>(
    `SELECT kind, counts, CASE WHEN kind = 'erase' AND scrubbed_at IS NULL THEN 1 ELSE 0 END AS open
     FROM receipts ORDER BY id`,
  )
  const given = rows.map(({ kind, counts, open }) => {
    const { bookings, cancelled = 0, requests } = JSON.parse(counts) as Partial<Given>
    return [kind, bookings, cancelled, requests, open]
  })
  same(
    'the receipts',
    given,
    book.given.map(({ kind, bookings, cancelled, requests }) => [
      ...[kind, bookings, cancelled, requests, 0],
    ]),
  )
}
