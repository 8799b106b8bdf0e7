/**
 * Erases a guest on request: anonymizes bookings, orders, cards and the waitlist, so that reports stay correct,
 * deletes all other rows, and rewrites the database files.
 */
import { formatCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { StaffActions } from '../booking/staff-actions.ts'
import { eraseAddress } from '../guest/confirmed-addresses.ts'
import { guestRecords, type RecordKind } from '../guest/personal-data.ts'
import type { OrderActions } from '../orders/staff.ts'
import { recordAudit } from '../outbox/events.ts'
import { eraseTransferTexts } from '../payment/bank-transfers.ts'
import type { WaitlistActions } from '../waitlist/staff.ts'
import { closeErasedRequests, eraseRequester } from './data-request-actions.ts'
import { eraseRecord } from './erase-record.ts'
import { recordErasure } from './erasure-events.ts'
import { PrivacyError } from './errors.ts'
import { findGuest, type GuestQuery, type GuestRows, isEmpty } from './find-guest.ts'
import { guestHash } from './guest-hash.ts'
import { findMentions, removeMentions } from './mentions.ts'
import { assertNoOpenCommitments, cancelCommitments } from './open-commitments.ts'
import { insertReceipt, type Receipt } from './receipts.ts'
import { deleteStoredResponses } from './stored-responses.ts'
import { recordFiles, vacuumDatabase } from './vacuum.ts'

export type PrivacyContext = {
  store: Store
  secret: string
  now: Clock
  desk: StaffActions
  orders: OrderActions
  waitlist: WaitlistActions
}

/** Result without personal data. */
export type ErasureResult = Receipt & {
  /** Keyed hash of the phone or email; the same for every erasure of this contact. */
  digest: string
  /** Set if the rows are erased but the database files could not be rewritten. */
  vacuumError?: unknown
}

export async function eraseGuest(
  context: PrivacyContext,
  query: GuestQuery,
  { cancel, actor }: { cancel: boolean; actor: string },
): Promise<ErasureResult> {
  const { store, secret, now } = context
  const digest = guestHash(secret, query.value)
  const cancelled = cancel ? await cancelCommitments(context, query, actor) : 0
  const mentions = await findMentions(store.read, await findGuest(store.read, query))
  const receipt = await store.write(async (sql): Promise<Receipt> => {
    const at = now()
    const guestRows = await findGuest(sql, query)
    if (isEmpty(guestRows) && !(await wasErased(sql, digest)))
      throw new PrivacyError('nothing_kept')
    await assertNoOpenCommitments(sql, guestRows, at)
    const answers = await deleteStoredResponses(sql, guestRows)
    const marks = await eraseRecords(sql, 'bookings', guestRows, actor, at)
    await eraseRecords(sql, 'orders', guestRows, actor, at)
    await eraseRecords(sql, 'cards', guestRows, actor, at)
    await eraseRecords(sql, 'leads', guestRows, actor, at)
    await eraseRecords(sql, 'waitlist', guestRows, actor, at)
    await eraseRecords(sql, 'subscribers', guestRows, actor, at)
    await eraseRecords(sql, 'profiles', guestRows, actor, at)
    for (const id of guestRows.requests) await eraseRequester(sql, id)
    const counts = {
      bookings: guestRows.bookings.length,
      cancelled,
      answers,
      marks,
      orders: guestRows.orders.length,
      cards: guestRows.cards.length,
      leads: guestRows.leads.length,
      waitlist: guestRows.waitlist.length,
      subscriptions: guestRows.subscribers.length,
      requests: guestRows.requests.length,
      profiles: guestRows.profiles.length,
      // Last, so that notes of the guest, which are erased already, are not counted as mentions.
      mentions: await removeMentions(sql, mentions, { actor, at }),
    }
    for (const email of guestRows.emails) await eraseAddress(sql, secret, email)
    const digests = [...guestRows.phones, ...guestRows.emails].map((contact) =>
      guestHash(secret, contact),
    )
    const input = { kind: 'erase', at, actor, counts, elsewhere: guestRows.elsewhere } as const
    const made = await insertReceipt(sql, input, digests)
    await closeErasedRequests(sql, guestRows.requests, made)
    const facts = { ...counts, receipt: formatCode(made.code) }
    await recordAudit(sql, at, actor, 'erased', `guest:${digest}`, facts)
    await recordFiles(sql, store, made)
    return made
  })
  try {
    return { ...receipt, digest, vacuumedAt: await vacuumDatabase(context, actor) }
  } catch (error) {
    // The rows are erased even so, and the caller needs the receipt.
    return { ...receipt, digest, vacuumError: error }
  }
}

/** An interrupted erasure can be repeated to rewrite the files, although no rows are left. */
async function wasErased(sql: Sql, digest: string): Promise<boolean> {
  const before = await sql.get(
    "SELECT id FROM audit WHERE subject = ? AND action = 'erased'",
    `guest:${digest}`,
  )
  return before !== undefined
}

/** These stay without the guest; a new version makes subscribed calendars and open pages update. */
const versionedKinds: readonly RecordKind[] = ['bookings', 'orders', 'cards', 'waitlist']

/** Returns the number of records with allergies or health data. */
async function eraseRecords(
  sql: Sql,
  kind: Exclude<RecordKind, 'requests'>,
  guestRows: GuestRows,
  actor: string,
  now: number,
): Promise<number> {
  const { table, noun } = guestRecords[kind]
  let sensitiveRecords = 0
  for (const id of guestRows[kind]) {
    sensitiveRecords += Number(await eraseRecord(sql, kind, id))
    if (kind === 'bookings' || kind === 'orders') {
      const code = await sql.get<{ code: string }>(`SELECT code FROM ${table} WHERE id = ?`, id)
      await eraseTransferTexts(sql, `${noun}:${id}`, code?.code ?? '')
    }
    if (versionedKinds.includes(kind)) {
      await sql.run(
        `UPDATE ${table} SET version = version + 1, updated_at = ? WHERE id = ?`,
        now,
        id,
      )
    }
    await recordErasure(sql, { kind, id, actor, now })
  }
  return sensitiveRecords
}
