/**
 * Takes a guest out of the book. What happened stays, so that the numbers stay right; who it was goes,
 * from every table and from the files of the book.
 */

import { formatCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { StaffActions } from '../booking/staff-actions.ts'
import { hashEmail } from '../newsletter/operations.ts'
import type { OrderActions } from '../orders/staff.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { anonymizeRow } from './anonymize.ts'
import { anonymizeRequesters, closeErasedRequests } from './data-request-actions.ts'
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
}

/** What was erased, without a word of whom. */
export type ErasureResult = Receipt & {
  /** The same for the same phone or address in this shop, told to nobody without the secret. */
  digest: string
  /** Why his bytes may still be in the files of the book, though he is in no table any more. */
  vacuumError?: unknown
}

export async function eraseGuest(
  parts: PrivacyContext,
  query: GuestQuery,
  { cancel, actor }: { cancel: boolean; actor: string },
): Promise<ErasureResult> {
  const { store, secret, now } = parts
  const digest = guestHash(secret, query.value)
  const cancelled = cancel ? await cancelCommitments(parts, query, actor) : 0
  const mentions = await findMentions(store.read, await findGuest(store.read, query))
  const receipt = await store.write(async (sql): Promise<Receipt> => {
    const at = now()
    const guestRows = await findGuest(sql, query)
    if (isEmpty(guestRows) && !(await wasErased(sql, digest)))
      throw new PrivacyError('nothing_kept')
    await assertNoOpenCommitments(sql, guestRows, at)
    const counts = {
      bookings: guestRows.bookings.length,
      cancelled,
      answers: await deleteStoredResponses(sql, guestRows),
      marks: await eraseBookings(sql, guestRows, actor, at),
      orders: await eraseOrders(sql, guestRows, actor, at),
      leads: await eraseRows(sql, 'lead', guestRows.leads, actor, at),
      subscriptions: await eraseRows(sql, 'subscriber', guestRows.subscribers, actor, at),
      requests: await anonymizeRequesters(sql, guestRows.requests),
      // Only now: what he wrote himself is gone and counts no more.
      mentions: await removeMentions(sql, mentions, { actor, at }),
    }
    for (const email of guestRows.emails) {
      await sql.run('DELETE FROM mails WHERE address = ?', hashEmail(secret, email))
    }
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
    return { ...receipt, digest, vacuumedAt: await vacuumDatabase(parts, actor) }
  } catch (error) {
    // He is gone all the same, and whoever erased him must know it.
    return { ...receipt, digest, vacuumError: error }
  }
}

/** Then only the files are left to be written anew: the last time may have been interrupted. */
async function wasErased(sql: Sql, digest: string): Promise<boolean> {
  const before = await sql.get(
    "SELECT id FROM audit WHERE subject = ? AND action = 'erased'",
    `guest:${digest}`,
  )
  return before !== undefined
}

/** How many of them had told something of the body. */
async function eraseBookings(
  sql: Sql,
  { bookings }: GuestRows,
  actor: string,
  now: number,
): Promise<number> {
  let bookingsWithFlags = 0
  for (const id of bookings) {
    bookingsWithFlags += await anonymizeRow(sql, 'booking', id)
    // Calendars that staff subscribed to must take the entry anew.
    await sql.run('UPDATE bookings SET version = version + 1, updated_at = ? WHERE id = ?', now, id)
    await recordErasure(sql, 'booking', id, actor, now)
  }
  return bookingsWithFlags
}

async function eraseOrders(
  sql: Sql,
  { orders }: GuestRows,
  actor: string,
  now: number,
): Promise<number> {
  for (const id of orders) {
    await anonymizeRow(sql, 'order', id)
    await sql.run('UPDATE orders SET version = version + 1, updated_at = ? WHERE id = ?', now, id)
    await recordErasure(sql, 'order', id, actor, now)
  }
  return orders.length
}

/** What says nothing any more without the person. */
async function eraseRows(
  sql: Sql,
  noun: 'lead' | 'subscriber',
  ids: readonly string[],
  actor: string,
  now: number,
): Promise<number> {
  for (const id of ids) {
    await sql.run(`DELETE FROM ${noun}s WHERE id = ?`, id)
    await recordErasure(sql, noun, id, actor, now)
  }
  return ids.length
}

/** The history says that it was done, and open desks look again. */
async function recordErasure(
  sql: Sql,
  noun: string,
  id: string,
  actor: string,
  now: number,
): Promise<void> {
  await recordAudit(sql, now, actor, 'erased', `${noun}:${id}`)
  await enqueueEvent(sql, now, `${noun}.erased`, `${noun}:${id}`)
}
