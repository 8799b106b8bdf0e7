/**
 * Takes a guest out of the book. What happened stays, so that the numbers stay right; who it was goes,
 * from every table and from the files of the book.
 */

import { showCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { StaffDesk } from '../booking/staff-actions.ts'
import { addressHash } from '../newsletter/operations.ts'
import type { OrderDesk } from '../orders/staff.ts'
import { announce, record } from '../outbox/events.ts'
import { takeGuestOut } from './anonymize.ts'
import { closeErased, eraseAskers } from './data-request-actions.ts'
import { GuestObstacle } from './errors.ts'
import { type Asked, findGuest, isNothing, type KeptOf } from './find-guest.ts'
import { digestOf } from './guest-hash.ts'
import { findMentions, removeMentions } from './mentions.ts'
import { closeBusiness, refuseOpenBusiness } from './open-commitments.ts'
import { keepReceipt, type Receipt } from './receipts.ts'
import { eraseAnswers } from './stored-responses.ts'
import { rememberFiles, scrubBook } from './vacuum.ts'

export type PrivacyParts = {
  store: Store
  secret: string
  now: Clock
  desk: StaffDesk
  orders: OrderDesk
}

/** What was erased, without a word of whom. */
export type Erased = Receipt & {
  /** The same for the same phone or address in this shop, told to nobody without the secret. */
  digest: string
  /** Why his bytes may still be in the files of the book, though he is in no table any more. */
  unscrubbed?: unknown
}

export async function eraseGuest(
  parts: PrivacyParts,
  asked: Asked,
  { cancel, actor }: { cancel: boolean; actor: string },
): Promise<Erased> {
  const { store, secret, now } = parts
  const digest = digestOf(secret, asked.value)
  const cancelled = cancel ? await closeBusiness(parts, asked, actor) : 0
  const mentions = await findMentions(store.read, await findGuest(store.read, asked))
  const receipt = await store.write(async (sql): Promise<Receipt> => {
    const at = now()
    const kept = await findGuest(sql, asked)
    if (isNothing(kept) && !(await wasErased(sql, digest))) throw new GuestObstacle('nothing_kept')
    await refuseOpenBusiness(sql, kept, at)
    const counts = {
      bookings: kept.bookings.length,
      cancelled,
      answers: await eraseAnswers(sql, kept),
      marks: await eraseBookings(sql, kept, actor, at),
      orders: await eraseOrders(sql, kept, actor, at),
      leads: await eraseRows(sql, 'lead', kept.leads, actor, at),
      subscriptions: await eraseRows(sql, 'subscriber', kept.subscribers, actor, at),
      requests: await eraseAskers(sql, kept.requests),
      // Only now: what he wrote himself is gone and counts no more.
      mentions: await removeMentions(sql, mentions, { actor, at }),
    }
    for (const email of kept.emails) {
      await sql.run('DELETE FROM mails WHERE address = ?', addressHash(secret, email))
    }
    const digests = [...kept.phones, ...kept.emails].map((reached) => digestOf(secret, reached))
    const given = { kind: 'erase', at, actor, counts, elsewhere: kept.elsewhere } as const
    const made = await keepReceipt(sql, given, digests)
    await closeErased(sql, kept.requests, made)
    const facts = { ...counts, receipt: showCode(made.code) }
    await record(sql, at, actor, 'erased', `guest:${digest}`, facts)
    await rememberFiles(sql, store, made)
    return made
  })
  try {
    return { ...receipt, digest, scrubbedAt: await scrubBook(parts, actor) }
  } catch (error) {
    // He is gone all the same, and whoever erased him must know it.
    return { ...receipt, digest, unscrubbed: error }
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
  { bookings }: KeptOf,
  actor: string,
  now: number,
): Promise<number> {
  let marks = 0
  for (const id of bookings) {
    marks += await takeGuestOut(sql, 'booking', id)
    // Calendars that staff subscribed to must take the entry anew.
    await sql.run('UPDATE bookings SET version = version + 1, updated_at = ? WHERE id = ?', now, id)
    await tell(sql, 'booking', id, actor, now)
  }
  return marks
}

async function eraseOrders(
  sql: Sql,
  { orders }: KeptOf,
  actor: string,
  now: number,
): Promise<number> {
  for (const id of orders) {
    await takeGuestOut(sql, 'order', id)
    await sql.run('UPDATE orders SET version = version + 1, updated_at = ? WHERE id = ?', now, id)
    await tell(sql, 'order', id, actor, now)
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
    await tell(sql, noun, id, actor, now)
  }
  return ids.length
}

/** The history says that it was done, and open desks look again. */
async function tell(sql: Sql, noun: string, id: string, actor: string, now: number): Promise<void> {
  await record(sql, now, actor, 'erased', `${noun}:${id}`)
  await announce(sql, now, `${noun}.erased`, `${noun}:${id}`)
}
