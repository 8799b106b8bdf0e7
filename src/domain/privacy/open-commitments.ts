/** What is still to come between a guest and the house: nobody is erased who is waited for. */

import { showCode } from '../../kernel/booking-code.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { StaffDesk } from '../booking/staff-actions.ts'
import { type BookingRow, withStatusNow } from '../booking/status.ts'
import type { OrderStatus } from '../orders/operations.ts'
import type { OrderDesk } from '../orders/staff.ts'
import { GuestObstacle } from './errors.ts'
import { type Asked, findGuest, type KeptOf } from './find-guest.ts'

type Order = { code: string; status: OrderStatus; version: number }

export type OpenBusiness = {
  /** Bookings that hold their place, and orders that wait for money. */
  bookings: BookingRow[]
  orders: Order[]
  /** What no erasing may end. */
  seated: BookingRow[]
  paid: (Order | BookingRow)[]
}

export async function refuseOpenBusiness(sql: Sql, kept: KeptOf, now: number): Promise<void> {
  const open = await openBusiness(sql, kept, now)
  refuseWhatMustStay(open)
  const left = [...open.bookings, ...open.orders]
  if (left.length > 0) throw new GuestObstacle('still_open', codesOf(left))
}

/** Cancels what can be cancelled, as staff would; how many. */
export async function closeBusiness(
  { store, desk, orders, now }: { store: Store; desk: StaffDesk; orders: OrderDesk; now: Clock },
  asked: Asked,
  actor: string,
): Promise<number> {
  const open = await openBusiness(store.read, await findGuest(store.read, asked), now())
  refuseWhatMustStay(open)
  for (const { code, version } of open.bookings) {
    await desk.cancel({ code, version, actor, reason: nothingToSay })
  }
  for (const { code, version } of open.orders) await orders.cancel({ code, version, actor })
  return open.bookings.length + open.orders.length
}

/** The guest asked for it himself, and there is no address left to write to. */
const nothingToSay = '–'

export async function openBusiness(sql: Sql, kept: KeptOf, now: number): Promise<OpenBusiness> {
  const bookings: BookingRow[] = []
  /** Cancelled before the visit: the deposit may have to go back. */
  const owed: BookingRow[] = []
  for (const id of kept.bookings) {
    const row = await sql.get<BookingRow>('SELECT * FROM bookings WHERE id = ?', id)
    if (row && holds(withStatusNow(row, now), now)) bookings.push(row)
    else if (row && row.deposit_state === 'paid' && row.starts_at > now) owed.push(row)
  }
  const orders: Order[] = []
  for (const id of kept.orders) {
    const row = await sql.get<Order>('SELECT code, status, version FROM orders WHERE id = ?', id)
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

function holds({ status, visit, ends_at }: BookingRow, now: number): boolean {
  return status !== 'cancelled' && ends_at > now && (visit === null || visit === 'seated')
}

function refuseWhatMustStay({ seated, paid }: OpenBusiness): void {
  if (seated.length > 0) throw new GuestObstacle('here_now', codesOf(seated))
  if (paid.length > 0) throw new GuestObstacle('paid', codesOf(paid))
}

function codesOf(rows: readonly { code: string }[]): string[] {
  return rows.map(({ code }) => showCode(code))
}
