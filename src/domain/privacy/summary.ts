/** Summary of the stored data of a guest: counts, age and open commitments. */
import { guestTarget } from '../../kernel/channel.ts'
import type { Sql } from '../../store/sql.ts'
import { guestRecords, recordKinds } from '../guest/personal-data.ts'
import { personalTableEntries } from '../guest/personal-tables.ts'
import { findGuest, type GuestQuery, type GuestRows, isEmpty } from './find-guest.ts'
import { findOpenCommitments, type OpenCommitments } from './open-commitments.ts'
import type { Counts } from './receipts.ts'
import { findStoredResponses } from './stored-responses.ts'

export type GuestDataSummary = {
  counts: Counts
  /** Emails that were delivered to the guest. */
  mails: number
  oldestAtMs: number
  elsewhere: number
  openCommitments: OpenCommitments
}

/** Undefined if nothing is stored. */
export async function summarizeGuestData(
  sql: Sql,
  query: GuestQuery,
  now: number,
): Promise<GuestDataSummary | undefined> {
  const guestRows = await findGuest(sql, query)
  if (isEmpty(guestRows)) return undefined
  const timestamps = await loadCreationTimes(sql, guestRows)
  return {
    counts: await countGuestRows(sql, guestRows),
    mails: await countEmails(sql, guestRows),
    oldestAtMs: Math.min(...timestamps),
    elsewhere: guestRows.elsewhere,
    openCommitments: await findOpenCommitments(sql, guestRows, now),
  }
}

export async function countGuestRows(sql: Sql, guestRows: GuestRows): Promise<Counts> {
  const sensitiveBookings = await Promise.all(
    guestRows.bookings.map((id) => hasSensitiveRows(sql, id)),
  )
  return {
    bookings: guestRows.bookings.length,
    marks: sensitiveBookings.filter(Boolean).length,
    orders: guestRows.orders.length,
    cards: guestRows.cards.length,
    leads: guestRows.leads.length,
    waitlist: guestRows.waitlist.length,
    subscriptions: guestRows.subscribers.length,
    answers: (await findStoredResponses(sql, guestRows)).length,
    requests: guestRows.requests.length,
    profiles: guestRows.profiles.length,
  }
}

async function hasSensitiveRows(sql: Sql, bookingId: string): Promise<boolean> {
  for (const [name, { record, key, sensitive }] of personalTableEntries) {
    if (record !== 'bookings' || sensitive === undefined) continue
    const statement = `SELECT 1 AS found FROM ${name} WHERE ${key} = ? AND ${sensitive} LIMIT 1`
    if (await sql.get(statement, bookingId)) return true
  }
  return false
}

async function loadCreationTimes(sql: Sql, guestRows: GuestRows): Promise<number[]> {
  const timestamps: number[] = []
  for (const kind of recordKinds) {
    for (const id of guestRows[kind]) {
      const row = await sql.get<{ created_at: number }>(
        `SELECT created_at FROM ${guestRecords[kind].table} WHERE id = ?`,
        id,
      )
      if (row) timestamps.push(row.created_at)
    }
  }
  return timestamps
}

async function countEmails(
  sql: Sql,
  { bookings, orders, cards, waitlist, subscribers }: GuestRows,
): Promise<number> {
  const subjects = [
    ...bookings.map((id) => `booking:${id}`),
    ...orders.map((id) => `order:${id}`),
    ...cards.map((id) => `card:${id}`),
    ...waitlist.map((id) => `waitlist:${id}`),
    ...subscribers.map((id) => `subscriber:${id}`),
  ]
  let mails = 0
  for (const subject of subjects) {
    const row = await sql.get<{ sent: number }>(
      `SELECT COUNT(*) AS sent FROM deliveries
       WHERE subject = ? AND target = ? AND state = 'sent'`,
      subject,
      guestTarget,
    )
    mails += row?.sent ?? 0
  }
  return mails
}
