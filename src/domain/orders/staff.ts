/** Staff actions on orders. Each action names the version that staff saw, to detect concurrent changes. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { Order } from '../catalogue/order.ts'
import { deskColumns } from '../guest/personal-tables.ts'
import { recordAction } from '../outbox/events.ts'
import {
  type OrderActionName,
  type OrderCommand,
  orderLifecycle,
  orderStatusAfter,
} from './actions.ts'
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

export type OrderAction = { code: string; version: number; actor: string }

/** One for each button. */
export type OrderActions = Record<OrderCommand, (action: OrderAction) => Promise<void>>

const maxListed = 200

/** Open orders first, oldest first; then the others, newest first. */
export async function listOrders(sql: Sql): Promise<OrderView[]> {
  const rows = await sql.all<Omit<OrderView, 'item'> & { item: string }>(
    `SELECT orders.*, ${deskColumns('order_guests')} FROM orders
     JOIN order_guests ON order_guests.order_id = orders.id
     ORDER BY CASE status WHEN 'pending_payment' THEN 0 WHEN 'paid' THEN 1 ELSE 2 END,
       CASE WHEN status IN ('pending_payment', 'paid') THEN orders.created_at
         ELSE -orders.created_at END
     LIMIT ${maxListed}`,
  )
  return rows.map(withItem)
}

export function createOrderActions(store: Store, now: Clock): OrderActions {
  const change = ({ code, version, actor }: OrderAction, action: OrderActionName): Promise<void> =>
    store.write(async (sql) => {
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
      const actionOn = { lifecycle: orderLifecycle, action, id: row.id }
      await recordAction(sql, now(), actor, actionOn, { was: row.status })
    })

  return {
    pay: (action) => change(action, 'paid'),
    send: (action) => change(action, 'sent'),
    cancel: (action) => change(action, 'cancelled'),
    undo: (action) => change(action, 'reopened'),
  }
}
