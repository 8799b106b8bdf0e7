/** Reads offered places. */
import type { TimeRange } from '../../../kernel/date-range.ts'
import type { Sql } from '../../../store/sql.ts'
import type { Quote } from '../../pricing/quote.ts'
import type { Assignment, Hold } from '../../scheduling/rules.ts'
import type { StaffRule } from '../../scheduling/staff-rules.ts'
import { parseAssignmentColumn, parseOverridesColumn, parseQuoteColumn } from '../rows.ts'

/** Whom an offer is for: an entry of the waitlist, or a booking request. */
export type OfferOwner = `waitlist:${string}` | `booking:${string}`

/**
 * `declined` by the guest, `withdrawn` by staff, `released` because the guest has accepted another offer or no longer
 * waits.
 */
export type OfferStatus = 'open' | 'accepted' | 'declined' | 'expired' | 'withdrawn' | 'released'

type OfferRow = {
  id: string
  owner: OfferOwner
  status: OfferStatus
  service_date: string
  date: string
  time: string
  starts_at: number
  ends_at: number
  holds: string
  given: string
  offer_id: string | null
  quote: string | null
  overrides: string
  expires_at: number
  created_at: number
  updated_at: number
}

/** What an offer to a booking changes about it. */
export type OfferedTerms = {
  /** The service. */
  offerId: string
  quote: Quote
  /** The preferences of the guest that it does not meet. */
  overrides: readonly StaffRule[]
}

export type PlaceOffer = Omit<OfferRow, 'holds' | 'given' | 'offer_id' | 'quote' | 'overrides'> & {
  holds: readonly Hold[]
  assignment: Assignment
  /** None for the waitlist: the place suits what the guest waits for. */
  terms: OfferedTerms | undefined
}

function toPlaceOffer({ holds, given, offer_id, quote, overrides, ...row }: OfferRow): PlaceOffer {
  return {
    ...row,
    holds: JSON.parse(holds) as Hold[],
    assignment: parseAssignmentColumn(given),
    terms:
      offer_id === null
        ? undefined
        : {
            offerId: offer_id,
            quote: parseQuoteColumn(quote),
            overrides: parseOverridesColumn(overrides),
          },
  }
}

export async function findPlaceOffer(sql: Sql, id: string): Promise<PlaceOffer | undefined> {
  const row = await sql.get<OfferRow>('SELECT * FROM place_offers WHERE id = ?', id)
  return row && toPlaceOffer(row)
}

/** In the order of their start. */
export async function loadOffersByIds(sql: Sql, ids: readonly string[]): Promise<PlaceOffer[]> {
  const rows = await sql.all<OfferRow>(
    `SELECT * FROM place_offers WHERE id IN (${ids.map(() => '?').join(', ')}) ORDER BY starts_at, id`,
    ...ids,
  )
  return rows.map(toPlaceOffer)
}

/** In the order of their start; also those whose time is up and that no job has closed yet. */
export async function loadOpenOffers(sql: Sql, owners: readonly string[]): Promise<PlaceOffer[]> {
  if (owners.length === 0) return []
  const rows = await sql.all<OfferRow>(
    `SELECT * FROM place_offers WHERE status = 'open' AND owner IN (${owners.map(() => '?').join(', ')})
     ORDER BY starts_at, id`,
    ...owners,
  )
  return rows.map(toPlaceOffer)
}

/** The offers that bookings can still accept, in the order of their start. */
export async function loadOffersToBookings(sql: Sql, now: number): Promise<PlaceOffer[]> {
  const rows = await sql.all<OfferRow>(
    `SELECT * FROM place_offers WHERE status = 'open' AND expires_at > ? AND owner LIKE 'booking:%'
     ORDER BY starts_at, id`,
    now,
  )
  return rows.map(toPlaceOffer)
}

/** Open offers that overlap this time; those of a service day begin in it. */
export async function loadOpenOffersIn(
  sql: Sql,
  { begin, end }: TimeRange,
  now: number,
): Promise<PlaceOffer[]> {
  const rows = await sql.all<OfferRow>(
    `SELECT * FROM place_offers WHERE status = 'open' AND expires_at > ? AND starts_at < ? AND ends_at > ?
     ORDER BY id`,
    ...[now, end, begin],
  )
  return rows.map(toPlaceOffer)
}

export async function loadDueOffers(sql: Sql, noun: string, now: number): Promise<PlaceOffer[]> {
  const rows = await sql.all<OfferRow>(
    `SELECT * FROM place_offers WHERE status = 'open' AND expires_at <= ? AND owner LIKE ?
     ORDER BY expires_at, id`,
    now,
    `${noun}:%`,
  )
  return rows.map(toPlaceOffer)
}

/** The cells of these holders, as "<cell> <resource>". */
export async function loadCellsOf(sql: Sql, holders: readonly string[]): Promise<Set<string>> {
  if (holders.length === 0) return new Set()
  const cells = await sql.all<{ cell: number; resource: string }>(
    `SELECT cell, resource FROM cells WHERE holder IN (${holders.map(() => '?').join(', ')})`,
    ...holders,
  )
  return new Set(cells.map(({ cell, resource }) => `${cell} ${resource}`))
}

/** The offers of these owners that were not accepted in time or were declined, for a fair order. */
export function loadMissedOffers(
  sql: Sql,
  owners: readonly string[],
): Promise<{ owner: string; status: OfferStatus; starts_at: number }[]> {
  if (owners.length === 0) return Promise.resolve([])
  return sql.all(
    `SELECT owner, status, starts_at FROM place_offers
     WHERE status IN ('declined', 'expired') AND owner IN (${owners.map(() => '?').join(', ')})`,
    ...owners,
  )
}
