/** What a bank transfer can pay: the deposits of bookings and the prices of orders, and what they have received. */
import type { Sql } from '../../store/sql.ts'
import { findBookingsByCodes, findBookingsByIds } from '../booking/queries.ts'
import { type BookingView, isOpenBooking } from '../booking/rows.ts'
import { findOrdersByIds, type OrderView } from '../orders/staff.ts'
import { type ItemSubject, loadReceived, type TransferProblem } from '../payment/bank-transfers.ts'

/**
 * `due`: a transfer is expected. `unasked`: staff have not asked for a deposit, or have waived it. `over`: the
 * booking or the order is cancelled, or the time of the booking has come.
 */
type PaymentState = 'due' | 'paid' | 'unasked' | 'over'

export type PayableItem = {
  subject: ItemSubject
  code: string
  version: number
  name: string
  phone: string
  state: PaymentState
  /** What the guest was asked for, and what has arrived by transfers that were assigned, in dong. */
  asked: number
  received: number
  booking?: BookingView
  order?: OrderView
}

/** What has not arrived yet. */
export function remainingOf({ asked, received }: PayableItem): number {
  return Math.max(0, asked - received)
}

/** Undefined if the transfer pays the item exactly; otherwise a person decides. */
export function findProblem(item: PayableItem, amount: number): TransferProblem | undefined {
  if (item.state !== 'due') return problemsOfState[item.state]
  const remaining = remainingOf(item)
  if (amount === remaining) return undefined
  return amount < remaining ? 'too_little' : 'too_much'
}

const problemsOfState = { paid: 'twice', over: 'late', unasked: 'not_asked' } as const

export async function findItemsByCodes(
  sql: Sql,
  codes: readonly string[],
  now: number,
): Promise<PayableItem[]> {
  if (codes.length === 0) return []
  const orders = await sql.all<{ id: string }>(
    `SELECT id FROM orders WHERE code IN (${codes.map(() => '?').join(', ')})`,
    ...codes,
  )
  const orderIds = orders.map(({ id }) => id)
  return withReceived(
    sql,
    await findBookingsByCodes(sql, codes, now),
    await findOrdersByIds(sql, orderIds),
    now,
  )
}

export async function findItems(
  sql: Sql,
  subjects: readonly string[],
  now: number,
): Promise<PayableItem[]> {
  const idsOf = (noun: string) =>
    subjects.flatMap((subject) => (subject.startsWith(noun) ? [subject.slice(noun.length)] : []))
  return withReceived(
    sql,
    await findBookingsByIds(sql, idsOf('booking:'), now),
    await findOrdersByIds(sql, idsOf('order:')),
    now,
  )
}

const maxDueItems = 200

/** Everything for which a transfer is expected, the newest first. */
export async function loadDueItems(sql: Sql, now: number): Promise<PayableItem[]> {
  const rows = await sql.all<{ subject: string }>(
    `SELECT subject FROM (
       SELECT 'booking:' || id AS subject, updated_at FROM bookings WHERE ${isDueBooking}
       UNION ALL SELECT 'order:' || id AS subject, updated_at FROM orders WHERE ${isDueOrder}
     ) AS due ORDER BY updated_at DESC LIMIT ${maxDueItems}`,
    now,
  )
  const places = new Map(rows.map(({ subject }, index) => [subject, index]))
  const items = await findItems(sql, [...places.keys()], now)
  const placeOf = ({ subject }: PayableItem) => places.get(subject) ?? 0
  return items.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** SQL conditions; the first needs the current time. */
export const isDueBooking = `deposit_state = 'asked' AND ${isOpenBooking} AND visit IS NULL AND starts_at > ?`
export const isDueOrder = "orders.status = 'pending_payment'"

async function withReceived(
  sql: Sql,
  bookings: readonly BookingView[],
  orders: readonly OrderView[],
  now: number,
): Promise<PayableItem[]> {
  const items = [...bookings.map((one) => bookingItem(one, now)), ...orders.map(orderItem)]
  const subjects = items.map(({ subject }) => subject)
  const received = await loadReceived(sql, subjects)
  return items.map((item) => ({ ...item, received: received.get(item.subject) ?? 0 }))
}

function bookingItem(booking: BookingView, now: number) {
  const { id, code, version, name, phone, deposit, deposit_state } = booking
  const subject: ItemSubject = `booking:${id}`
  const asked = deposit_state === 'asked' ? (deposit ?? 0) : 0
  return {
    subject,
    code,
    version,
    name,
    phone,
    asked,
    state: stateOfBooking(booking, now),
    booking,
  }
}

function stateOfBooking(booking: BookingView, now: number): PaymentState {
  const { deposit_state, status, visit, starts_at } = booking
  if (deposit_state === 'paid' || deposit_state === 'returned') return 'paid'
  if (status === 'cancelled' || visit !== null || starts_at <= now) return 'over'
  return deposit_state === 'asked' ? 'due' : 'unasked'
}

const orderStates = {
  pending_payment: 'due',
  paid: 'paid',
  sent: 'paid',
  cancelled: 'over',
} as const

function orderItem(order: OrderView) {
  const { id, code, version, name, phone, total } = order
  const subject: ItemSubject = `order:${id}`
  return {
    subject,
    code,
    version,
    name,
    phone,
    asked: total,
    state: orderStates[order.status],
    order,
  }
}
