/** What is kept of a guest in a few numbers, for whoever is asked about it. */
import type { Sql } from '../../store/sql.ts'
import { type Asked, findGuest, isNothing, type KeptOf } from './find-guest.ts'
import { type OpenBusiness, openBusiness } from './open-commitments.ts'
import type { Counts } from './receipts.ts'
import { answersTo } from './stored-responses.ts'

export type Summary = {
  counts: Counts
  /** Messages about it that reached him. */
  mails: number
  /** When the oldest of it came. */
  since: number
  elsewhere: number
  open: OpenBusiness
}

/** Nothing where nothing is kept. */
export async function summarise(sql: Sql, asked: Asked, now: number): Promise<Summary | undefined> {
  const kept = await findGuest(sql, asked)
  if (isNothing(kept)) return undefined
  const moments = await momentsOf(sql, kept)
  return {
    counts: await countsOf(sql, kept),
    mails: await mailsAbout(sql, kept),
    since: Math.min(...moments),
    elsewhere: kept.elsewhere,
    open: await openBusiness(sql, kept, now),
  }
}

export async function countsOf(sql: Sql, kept: KeptOf): Promise<Counts> {
  const marks = await Promise.all(
    kept.bookings.map((id) =>
      sql.get('SELECT booking_id FROM booking_health WHERE booking_id = ?', id),
    ),
  )
  return {
    bookings: kept.bookings.length,
    marks: marks.filter((one) => one !== undefined).length,
    orders: kept.orders.length,
    leads: kept.leads.length,
    subscriptions: kept.subscribers.length,
    answers: (await answersTo(sql, kept)).length,
    requests: kept.requests.length,
  }
}

/** Where each thing that he left has its row. */
const places = {
  bookings: 'bookings',
  orders: 'orders',
  leads: 'leads',
  subscribers: 'subscribers',
  requests: 'guest_requests',
} as const

async function momentsOf(sql: Sql, kept: KeptOf): Promise<number[]> {
  const moments: number[] = []
  for (const name of Object.keys(places) as (keyof typeof places)[]) {
    for (const id of kept[name]) {
      const row = await sql.get<{ created_at: number }>(
        `SELECT created_at FROM ${places[name]} WHERE id = ?`,
        id,
      )
      if (row) moments.push(row.created_at)
    }
  }
  return moments
}

async function mailsAbout(sql: Sql, { bookings, orders, subscribers }: KeptOf): Promise<number> {
  const subjects = [
    ...bookings.map((id) => `booking:${id}`),
    ...orders.map((id) => `order:${id}`),
    ...subscribers.map((id) => `subscriber:${id}`),
  ]
  let mails = 0
  for (const subject of subjects) {
    const row = await sql.get<{ sent: number }>(
      `SELECT COUNT(*) AS sent FROM deliveries
       WHERE subject = ? AND channel = 'guest-mail' AND state = 'sent'`,
      subject,
    )
    mails += row?.sent ?? 0
  }
  return mails
}
