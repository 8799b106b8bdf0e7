/** Compares guest data, data requests and receipts with the model. */
import { assertSame } from './compare.ts'
import type { ModelSetup } from './setup.ts'
import type { ModelReceipt } from './shop-model.ts'

export async function comparePrivacy(setup: ModelSetup): Promise<void> {
  await compareGuests(setup)
  await compareRegister(setup)
  await compareReceipts(setup)
}

/** Erased guests have no name in their bookings, and all others are unchanged. */
async function compareGuests({ app, model }: ModelSetup): Promise<void> {
  const rows = await app.store.read.all<{ id: string; name: string; phone: string }>(
    'SELECT booking_id AS id, name, phone FROM booking_guests',
  )
  const rowsById = new Map(rows.map(({ id, name, phone }) => [`booking:${id}`, [name, phone]]))
  for (const { code, holder, name, phone } of model.bookings) {
    assertSame(`the guest of ${code}`, rowsById.get(holder), [name, phone])
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

async function compareRegister({ app, model }: ModelSetup): Promise<void> {
  const { read } = app.store
  const rows = await read.all<Row>('SELECT * FROM guest_requests')
  assertSame('requests', rows.length, model.dataRequests.length)
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const auditRows = await read.all<{ subject: string; actor: string; action: string }>(
    "SELECT subject, actor, action FROM audit WHERE subject LIKE 'request:%' ORDER BY id",
  )
  const auditRowsOf = Map.groupBy(auditRows, ({ subject }) => subject)
  for (const one of model.dataRequests) {
    const row = rowsById.get(one.id)
    assertSame(
      `the request ${one.id}`,
      row && [
        ...[row.kind, row.contact, row.note, row.version],
        ...[row.replied_at !== null, row.done_at !== null, row.receipt_id !== null],
      ],
      [...[one.kind, one.phone, one.note, one.version], ...[one.replied, one.done, one.answered]],
    )
    const history = auditRowsOf
      .get(`request:${one.id}`)
      ?.map(({ actor, action }) => `${actor} ${action}`)
    assertSame(`the history of the request ${one.id}`, history, one.history)
  }
}

async function compareReceipts({ app, model }: ModelSetup): Promise<void> {
  const rows = await app.store.read.all<{
    kind: ModelReceipt['kind']
    counts: string
    open: number
  }>(
    `SELECT kind, counts, CASE WHEN kind = 'erase' AND scrubbed_at IS NULL THEN 1 ELSE 0 END AS open
     FROM receipts ORDER BY id`,
  )
  const receipts = rows.map(({ kind, counts, open }) => {
    const { bookings, cancelled = 0, requests } = JSON.parse(counts) as Partial<ModelReceipt>
    return [kind, bookings, cancelled, requests, open]
  })
  assertSame(
    'the receipts',
    receipts,
    model.receipts.map(({ kind, bookings, cancelled, requests }) => [
      ...[kind, bookings, cancelled, requests, 0],
    ]),
  )
}
