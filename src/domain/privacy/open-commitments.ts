/** Upcoming bookings, open orders and entries of the waitlist of a guest. They block erasure. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from '../booking/rows.ts'
import type { StaffActions } from '../booking/staff-actions.ts'
import { withCurrentStatus } from '../booking/status.ts'
import type { OrderActions } from '../orders/staff.ts'
import type { OrderStatus } from '../orders/status.ts'
import { findEntryById, isOpenEntry, type WaitlistEntry } from '../waitlist/rows.ts'
import type { WaitlistActions } from '../waitlist/staff.ts'
import { PrivacyError } from './errors.ts'
import { findGuest, type GuestQuery, type GuestRows } from './find-guest.ts'

type OpenOrder = { code: string; status: OrderStatus; version: number }

export type OpenCommitments = {
  /** Can be cancelled: bookings that hold resources, and unpaid orders. */
  bookings: StoredBooking[]
  orders: OpenOrder[]
  /** Entries of the waitlist. */
  waiting: { code: string }[]
  /** Cannot be cancelled by an erasure. */
  seated: StoredBooking[]
  paid: (OpenOrder | StoredBooking)[]
}

export async function assertNoOpenCommitments(
  sql: Sql,
  guestRows: GuestRows,
  now: number,
): Promise<void> {
  const commitments = await findOpenCommitments(sql, guestRows, now)
  assertErasable(commitments)
  const { bookings, orders, waiting } = commitments
  const remaining = [...bookings, ...orders, ...waiting]
  if (remaining.length > 0) throw new PrivacyError('still_open', codesOf(remaining))
}

/** Cancels bookings and orders like a staff member, and removes the guest from the waitlist. Returns their number. */
export async function cancelCommitments(
  {
    store,
    desk,
    orders,
    waitlist,
    now,
  }: {
    store: Store
    desk: StaffActions
    orders: OrderActions
    waitlist: WaitlistActions
    now: Clock
  },
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
  for (const { code } of commitments.waiting) await waitlist.remove(code, actor)
  return commitments.bookings.length + commitments.orders.length + commitments.waiting.length
}

/** The guest requested the erasure and is not notified, so a reason is not needed. */
const noReasonText = '–'

export async function findOpenCommitments(
  sql: Sql,
  guestRows: GuestRows,
  now: number,
): Promise<OpenCommitments> {
  const bookings: StoredBooking[] = []
  /** Cancelled before the visit with a paid deposit, which may have to be refunded. */
  const refundable: StoredBooking[] = []
  for (const id of guestRows.bookings) {
    const row = await sql.get<BookingRow>('SELECT * FROM bookings WHERE id = ?', id)
    if (!row) continue
    const booking = toStoredBooking(row)
    if (holdsResources(withCurrentStatus(booking, now), now)) bookings.push(booking)
    else if (row.deposit_state === 'paid' && row.starts_at > now) refundable.push(booking)
  }
  const orders: OpenOrder[] = []
  for (const id of guestRows.orders) {
    const row = await sql.get<OpenOrder>(
      'SELECT code, status, version FROM orders WHERE id = ?',
      id,
    )
    if (row) orders.push(row)
  }
  const waiting: WaitlistEntry[] = []
  for (const id of guestRows.waitlist) {
    const entry = await findEntryById(sql, id)
    if (entry && isOpenEntry(entry, now)) waiting.push(entry)
  }
  return {
    waiting,
    bookings: bookings.filter(({ visit }) => visit === null),
    seated: bookings.filter(({ visit }) => visit !== null),
    orders: orders.filter(({ status }) => status === 'pending_payment'),
    // An erasure must not remove the owner of money that the shop holds.
    paid: [
      ...orders.filter(({ status }) => status === 'paid'),
      ...bookings.filter(({ visit, deposit_state }) => visit === null && deposit_state === 'paid'),
      ...refundable,
    ],
  }
}

function holdsResources({ status, visit, ends_at }: StoredBooking, now: number): boolean {
  return status !== 'cancelled' && ends_at > now && (visit === null || visit === 'seated')
}

function assertErasable({ seated, paid }: OpenCommitments): void {
  if (seated.length > 0) throw new PrivacyError('here_now', codesOf(seated))
  if (paid.length > 0) throw new PrivacyError('paid', codesOf(paid))
}

function codesOf(rows: readonly { code: string }[]): string[] {
  return rows.map(({ code }) => formatCode(code))
}
