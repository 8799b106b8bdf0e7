/** Reads offered places. */
import type { Sql } from '../../../store/sql.ts'
import type { Assignment, Hold } from '../../scheduling/rules.ts'
import { parseAssignmentColumn } from '../rows.ts'

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
  expires_at: number
  created_at: number
  updated_at: number
}

export type PlaceOffer = Omit<OfferRow, 'holds' | 'given'> & {
  holds: readonly Hold[]
  assignment: Assignment
}

function toPlaceOffer({ holds, given, ...row }: OfferRow): PlaceOffer {
  return {
    ...row,
    holds: JSON.parse(holds) as Hold[],
    assignment: parseAssignmentColumn(given),
  }
}

export async function findPlaceOffer(sql: Sql, id: string): Promise<PlaceOffer | undefined> {
  const row = await sql.get<OfferRow>('SELECT * FROM place_offers WHERE id = ?', id)
  return row && toPlaceOffer(row)
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

export async function loadDueOffers(sql: Sql, noun: string, now: number): Promise<PlaceOffer[]> {
  const rows = await sql.all<OfferRow>(
    `SELECT * FROM place_offers WHERE status = 'open' AND expires_at <= ? AND owner LIKE ?
     ORDER BY expires_at, id`,
    now,
    `${noun}:%`,
  )
  return rows.map(toPlaceOffer)
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
