/** The bookings that wait for an answer of staff. Only those that have changed are read again. */
import type { Sql } from '../../store/sql.ts'
import { findBookingsByIds } from './queries.ts'
import type { BookingView } from './rows.ts'

/**
 * The bookings that were read last, by id. One is valid as long as its version is, which also counts changes of the
 * guest, the answers and the change request, and as long as the guest has not said whether they are coming.
 */
export type KnownBookings = Map<string, BookingView>

export type AwaitingStaff = {
  /** Pending requests, then confirmed bookings with an open change request; each oldest first. */
  bookings: readonly BookingView[]
  /** The number of unanswered requests of the same sender, by the id of each of them. */
  requestsOfSender: ReadonlyMap<string, number>
}

type WaitingRow = { id: string; version: number; coming_for: number | null; client: string }

export async function loadBookingsAwaitingStaff(
  sql: Sql,
  now: number,
  known: KnownBookings,
): Promise<AwaitingStaff> {
  const rows = await sql.all<WaitingRow>(
    // CROSS JOIN makes SQLite start at the open changes, which are few.
    `SELECT bookings.id, version, coming_for, client, bookings.created_at AS since, 0 AS is_change
     FROM bookings JOIN booking_guests ON booking_guests.booking_id = bookings.id
     WHERE status = 'pending' AND starts_at > ?
     UNION ALL
     SELECT bookings.id, version, coming_for, '' AS client, booking_changes.created_at AS since, 1 AS is_change
     FROM booking_changes CROSS JOIN bookings
     WHERE bookings.id = booking_changes.booking_id AND settled_at IS NULL
       AND status = 'confirmed' AND starts_at > ?
     ORDER BY is_change, since`,
    now,
    now,
  )
  return {
    bookings: await loadViews(sql, rows, now, known),
    requestsOfSender: countBySender(rows),
  }
}

async function loadViews(
  sql: Sql,
  rows: readonly WaitingRow[],
  now: number,
  known: KnownBookings,
): Promise<BookingView[]> {
  const ids = new Set(rows.map(({ id }) => id))
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
  // Not in `known`, from which another request deletes them meanwhile.
  const views = new Map<string, BookingView>()
  const changed: string[] = []
  for (const { id, version, coming_for } of rows) {
    const view = known.get(id)
    if (view?.version === version && view.coming_for === coming_for) views.set(id, view)
    else changed.push(id)
  }
  for (const view of await findBookingsByIds(sql, changed, now)) {
    // One that was answered after the first query no longer waits.
    if (view.status !== 'pending' && view.change_kind === null) continue
    if (view.status === 'cancelled') continue
    known.set(view.id, view)
    views.set(view.id, view)
  }
  return rows.flatMap(({ id }) => views.get(id) ?? [])
}

/** Entries of staff and erased guests have no sender. */
function countBySender(rows: readonly WaitingRow[]): ReadonlyMap<string, number> {
  const sent = rows.filter(({ client }) => client !== '' && client !== 'desk')
  const bySender = Map.groupBy(sent, ({ client }) => client)
  return new Map(sent.map(({ id, client }) => [id, bySender.get(client)?.length ?? 0]))
}
