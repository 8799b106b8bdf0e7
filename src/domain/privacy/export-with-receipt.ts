/** Exports all data of a guest and issues a receipt for it. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import { linkReceipt } from './data-request-actions.ts'
import { exportGuest } from './export.ts'
import { findGuest, type GuestQuery } from './find-guest.ts'
import { guestHash } from './guest-hash.ts'
import { insertReceipt, type Receipt } from './receipts.ts'
import { countGuestRows } from './summary.ts'

/** `text` is the JSON file for the guest. */
type GuestExport = { receipt: Receipt; text: string }

export async function exportWithReceipt(
  { store, secret, now }: { store: Store; secret: string; now: Clock },
  query: GuestQuery,
  actor: string,
): Promise<GuestExport> {
  const at = now()
  const facts = await exportGuest(store.read, secret, query, at)
  const guestRows = await findGuest(store.read, query)
  const counts = await countGuestRows(store.read, guestRows)
  const digests = [...guestRows.phones, ...guestRows.emails].map((contact) =>
    guestHash(secret, contact),
  )
  const receipt = await store.write(async (sql) => {
    const input = { kind: 'export', at, actor, counts, elsewhere: guestRows.elsewhere } as const
    const made = await insertReceipt(sql, input, digests)
    await linkReceipt(sql, guestRows.requests, made)
    const subject = `guest:${guestHash(secret, query.value)}` as const
    await recordAudit(sql, at, actor, 'handed_over', subject, { receipt: formatCode(made.code) })
    return made
  })
  const document = { receipt: formatCode(receipt.code), ...facts }
  return { receipt, text: `${JSON.stringify(document, undefined, 2)}\n` }
}
