/** Offers that staff have marked as unavailable, for today or until further notice. */
import type { Business } from '../../content/shop.ts'
import { addDays, type Clock, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { SoldOutOffer } from '../catalogue/sold-out.ts'
import { recordAudit } from '../outbox/events.ts'
import { hoursOn } from '../scheduling/hours.ts'

export type SoldOutOffers = {
  mark(offer: SoldOutOffer, actor: string): Promise<void>
  /** Returns false if the offer was not marked. */
  unmark(offerId: string, actor: string): Promise<boolean>
  list(): Promise<SoldOutOffer[]>
}

export function createSoldOutOffers(store: Store, now: Clock): SoldOutOffers {
  return {
    mark: ({ offerId, until }, actor) =>
      store.write(async (sql) => {
        // Marks that have ended are of no use to anyone.
        await sql.run('DELETE FROM sold_out_offers WHERE until_at <= ?', now())
        await sql.run(
          `INSERT INTO sold_out_offers (offer_id, until_at, created_at) VALUES (?, ?, ?)
           ON CONFLICT (offer_id) DO UPDATE SET until_at = excluded.until_at, created_at = excluded.created_at`,
          offerId,
          until,
          now(),
        )
        await recordAudit(sql, now(), actor, 'sold_out', `offer:${offerId}`, { until })
      }),
    unmark: (offerId, actor) =>
      store.write(async (sql) => {
        const count = await sql.run('DELETE FROM sold_out_offers WHERE offer_id = ?', offerId)
        if (count > 0) await recordAudit(sql, now(), actor, 'available', `offer:${offerId}`)
        return count > 0
      }),
    list: () => loadSoldOutOffers(store.read, now()),
  }
}

type Row = { offer_id: string; until_at: number | null }

/** Without those whose end has passed. */
export async function loadSoldOutOffers(sql: Sql, now: number): Promise<SoldOutOffer[]> {
  const rows = await sql.all<Row>(
    `SELECT offer_id, until_at FROM sold_out_offers
     WHERE until_at IS NULL OR until_at > ? ORDER BY offer_id`,
    now,
  )
  return rows.map(({ offer_id, until_at }) => ({ offerId: offer_id, until: until_at }))
}

/** Reads the database, because another process may have marked the offer a moment ago. */
export async function isSoldOutAt(
  sql: Sql,
  offerId: string,
  startsAt: number,
  now: number,
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS found FROM sold_out_offers
     WHERE offer_id = ? AND (until_at IS NULL OR until_at > ?)`,
    offerId,
    // One value: the reads of requests for the same start are the same, and PostgreSQL executes them once.
    Math.max(now, startsAt),
  )
  return row !== undefined
}

/** When the current day of business ends: at closing time, after midnight at the end of that night. */
export function endOfBusinessDay(business: Business, now: number): number {
  const today = dateAt(now)
  const ends = [addDays(today, -1), today].map((date) => closingTime(business, date))
  return ends.find((end) => end !== undefined && end > now) ?? startOfDay(addDays(today, 1))
}

function closingTime(business: Business, date: string): number | undefined {
  const hours = hoursOn(business, date)
  if (!hours.open) return undefined
  return startOfDay(date) + Math.max(...hours.periods.map(({ to }) => to)) * minute
}
