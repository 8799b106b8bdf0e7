/** Staff actions on orders. Each action names the version that staff saw, to detect concurrent changes. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import { type Clock, day } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { Order } from '../catalogue/order.ts'
import { insertContact, undoContact } from '../contact/contacts.ts'
import { deskColumns } from '../guest/personal-tables.ts'
import { recordAction } from '../outbox/events.ts'
import { releaseTransfer } from '../payment/bank-transfers.ts'
import {
  type OrderActionName,
  type OrderCommand,
  orderAction,
  orderActionTo,
  orderLifecycle,
  orderStatusAfter,
} from './actions.ts'
import { followOrder } from './order-cards.ts'
import { withItem } from './rows.ts'
import type { OrderStatus } from './status.ts'

export type OrderView = {
  id: string
  code: string
  kind: string
  status: OrderStatus
  total: number
  item: Order['item']
  source: string
  locale: Locale
  version: number
  created_at: number
  updated_at: number
  name: string
  phone: string
  email: string | null
  recipient: string | null
  message: string | null
  deliver_to: string | null
  consent_version: string
  consent_text: string
  consented_at: number
}

export type OrderAction = {
  code: string
  version: number
  actor: string
  /** The bank transfer that has paid it. */
  transfer?: string
}

/** One for each button. */
export type OrderActions = Record<OrderCommand, (action: OrderAction) => Promise<void>>

const maxListed = 200

type OrderViewRow = Omit<OrderView, 'item'> & { item: string }

const orderViewQuery = `SELECT orders.*, ${deskColumns('order_guests')} FROM orders
  JOIN order_guests ON order_guests.order_id = orders.id`

export async function findOrdersByIds(sql: Sql, ids: readonly string[]): Promise<OrderView[]> {
  if (ids.length === 0) return []
  const rows = await sql.all<OrderViewRow>(
    `${orderViewQuery} WHERE orders.id IN (${ids.map(() => '?').join(', ')})`,
    ...ids,
  )
  return rows.map(withItem)
}

/** Open orders first, oldest first; then the others, newest first. */
export async function listOrders(sql: Sql): Promise<OrderView[]> {
  const rows = await sql.all<OrderViewRow>(
    `${orderViewQuery}
     ORDER BY CASE status WHEN 'pending_payment' THEN 0 WHEN 'paid' THEN 1 ELSE 2 END,
       CASE WHEN status IN ('pending_payment', 'paid') THEN orders.created_at
         ELSE -orders.created_at END
     LIMIT ${maxListed}`,
  )
  return rows.map(withItem)
}

/** The orders of a guest, newest first. */
export async function findOrdersByPhone(sql: Sql, phone: string): Promise<OrderView[]> {
  const rows = await sql.all<OrderViewRow>(
    `${orderViewQuery} WHERE phone = ? ORDER BY orders.id DESC LIMIT ${maxListed}`,
    phone,
  )
  return rows.map(withItem)
}

/** With a store that writes into an open transaction, an action is a part of that transaction. */
export function createOrderActions(store: Pick<Store, 'write'>, now: Clock): OrderActions {
  const change = (staffAction: OrderAction, action: OrderActionName): Promise<void> =>
    store.write(async (sql) => {
      const { code, version, actor, transfer } = staffAction
      const row = await sql.get<{ id: string; status: OrderStatus; version: number }>(
        'SELECT id, status, version FROM orders WHERE code = ?',
        normalizeCode(code),
      )
      if (!row) throw new BookingActionError('not_found')
      if (row.version !== version) throw new BookingActionError('changed_meanwhile')
      const status = orderStatusAfter(action, row.status)
      if (!status) throw new BookingActionError('wrong_state')
      await sql.run(
        'UPDATE orders SET status = ?, version = version + 1, updated_at = ? WHERE id = ?',
        status,
        now(),
        row.id,
      )
      await followOrder(sql, row.id, status, actor, now())
      const actionOn = { lifecycle: orderLifecycle, action, id: row.id }
      const facts = { was: row.status, ...(transfer !== undefined && { transfer }) }
      const eventId = await recordAction(sql, now(), actor, actionOn, facts)
      if (status === 'pending_payment') await releaseTransfer(sql, `order:${row.id}`)
      await recordOrderContact(sql, eventId, { id: row.id, action, was: row.status }, now())
    })

  return {
    pay: (action) => change(action, 'paid'),
    send: (action) => change(action, 'sent'),
    cancel: (action) => change(action, 'cancelled'),
    undo: (action) => change(action, 'reopened'),
  }
}

/** As long as a guest is informed about a payment or a card that was sent. */
const contactDays = 30

async function recordOrderContact(
  sql: Sql,
  eventId: string,
  { id, action, was }: { id: string; action: OrderActionName; was: OrderStatus },
  nowMs: number,
): Promise<void> {
  if (!orderAction(action).mustKnow) return
  const subject = `order:${id}`
  const contact = { id: eventId, subject, action, at: nowMs, untilAt: nowMs + contactDays * day }
  const undone = orderActionTo(was)
  if (action !== 'reopened') await insertContact(sql, contact)
  else if (undone) await undoContact(sql, { subject, action: undone }, contact)
}
