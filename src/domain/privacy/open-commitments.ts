/** What is still to come between a guest and the house: nobody is erased who is waited for. */

import { formatCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { StaffActions } from '../booking/staff-actions.ts'
import { type BookingRow, withCurrentStatus } from '../booking/status.ts'
import type { OrderStatus } from '../orders/operations.ts'
import type { OrderActions } from '../orders/staff.ts'
import { PrivacyError } from './errors.ts'
import { findGuest, type GuestQuery, type GuestRows } from './find-guest.ts'

type OpenOrder = { code: string; status: OrderStatus; version: number }

export type OpenCommitments = {
  /** Bookings that hold their place, and orders that wait for money. */
  bookings: BookingRow[]
  orders: OpenOrder[]
  /** What no erasing may end. */
  seated: BookingRow[]
  paid: (OpenOrder | BookingRow)[]
}

export async function assertNoOpenCommitments(
  sql: Sql,
  guestRows: GuestRows,
  now: number,
): Promise<void> {
  const commitments = await findOpenCommitments(sql, guestRows, now)
  assertErasable(commitments)
  const remaining = [...commitments.bookings, ...commitments.orders]
  if (remaining.length > 0) throw new PrivacyError('still_open', codesOf(remaining))
}

/** Cancels what can be cancelled, as staff would; how many. */
export async function cancelCommitments(
  {
    store,
    desk,
    orders,
    now,
  }: { store: Store; desk: StaffActions; orders: OrderActions; now: Clock },
  query: GuestQuery,
  actor: string,
): Promise<number> {
  const commitments = await findOpenCommitments(
    store.read,
    await findGuest(store.read, query),
    now(),
  )
  assertErasable(commitments)
  for (const { code, version } of commitments.bookings) {
    await desk.cancel({ code, version, actor, reason: noReasonText })
  }
  for (const { code, version } of commitments.orders) await orders.cancel({ code, version, actor })
  return commitments.bookings.length + commitments.orders.length
}

/** The guest asked for it himself, and there is no address left to write to. */
const noReasonText = '–'

export async function findOpenCommitments(
  sql: Sql,
  guestRows: GuestRows,
  now: number,
): Promise<OpenCommitments> {
  const bookings: BookingRow[] = []
  /** Cancelled before the visit: the deposit may have to go back. */
  const owed: BookingRow[] = []
  for (const id of guestRows.bookings) {
    const row = await sql.get<BookingRow>('SELECT * FROM bookings WHERE id = ?', id)
    if (row && holdsResources(withCurrentStatus(row, now), now)) bookings.push(row)
    else if (row && row.deposit_state === 'paid' && row.starts_at > now) owed.push(row)
  }
  const orders: OpenOrder[] = []
  for (const id of guestRows.orders) {
    const row = await sql.get<OpenOrder>(
      'SELECT code, status, version FROM orders WHERE id = ?',
      id,
    )
    if (row) orders.push(row)
  }
  return {
    bookings: bookings.filter(({ visit }) => visit === null),
    seated: bookings.filter(({ visit }) => visit !== null),
    orders: orders.filter(({ status }) => status === 'pending_payment'),
    // Money that is still between them must not lose its owner by itself.
    paid: [
      ...orders.filter(({ status }) => status === 'paid'),
      ...bookings.filter(({ visit, deposit_state }) => visit === null && deposit_state === 'paid'),
      ...owed,
    ],
  }
}

function holdsResources({ status, visit, ends_at }: BookingRow, now: number): boolean {
  return status !== 'cancelled' && ends_at > now && (visit === null || visit === 'seated')
}

function assertErasable({ seated, paid }: OpenCommitments): void {
  if (seated.length > 0) throw new PrivacyError('here_now', codesOf(seated))
  if (paid.length > 0) throw new PrivacyError('paid', codesOf(paid))
}

function codesOf(rows: readonly { code: string }[]): string[] {
  return rows.map(({ code }) => formatCode(code))
}
