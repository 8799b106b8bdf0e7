/** What staff do with orders: paid, then sent; or cancelled. Each act names the version it saw. */

import { StaffObstacle } from '../../kernel/action-errors.ts'
import { plainCode } from '../../kernel/booking-code.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { announce, record } from '../outbox/events.ts'
import type { OrderStatus } from './operations.ts'

export type OrderView = {
  id: string
  code: string
  kind: string
  status: OrderStatus
  total: number
  item: string
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
  consent_version: string
  consent_text: string
  consented_at: number
}

export type OrderAct = { code: string; version: number; actor: string }

export type OrderDesk = {
  pay(act: OrderAct): Promise<void>
  send(act: OrderAct): Promise<void>
  cancel(act: OrderAct): Promise<void>
  /** One step back: what was sent is only paid, what was paid or cancelled waits again. */
  undo(act: OrderAct): Promise<void>
}

const shown = 200

/** Those that wait first, the oldest first; then the others, the newest first. */
export async function listOrders(sql: Sql): Promise<OrderView[]> {
  return sql.all<OrderView>(
    `SELECT orders.*, name, phone, email, recipient, message, consent_version, consent_text,
      consented_at FROM orders
     JOIN order_guests ON order_guests.order_id = orders.id
     ORDER BY CASE status WHEN 'pending_payment' THEN 0 WHEN 'paid' THEN 1 ELSE 2 END,
       CASE WHEN status IN ('pending_payment', 'paid') THEN orders.created_at
         ELSE -orders.created_at END
     LIMIT ${shown}`,
  )
}

export function createOrderDesk(store: Store, now: Clock): OrderDesk {
  const change = (
    { code, version, actor }: OrderAct,
    action: string,
    next: Partial<Record<OrderStatus, OrderStatus>>,
  ): Promise<void> =>
    store.write(async (sql) => {
      const row = await sql.get<{ id: string; status: OrderStatus; version: number }>(
        'SELECT id, status, version FROM orders WHERE code = ?',
        plainCode(code),
      )
      if (!row) throw new StaffObstacle('not_found')
      const subject = `order:${row.id}`
      if (row.version !== version) throw new StaffObstacle('changed_meanwhile')
      const status = next[row.status]
      if (!status) throw new StaffObstacle('wrong_state')
      await sql.run(
        'UPDATE orders SET status = ?, version = version + 1, updated_at = ? WHERE id = ?',
        status,
        now(),
        row.id,
      )
      await record(sql, now(), actor, action, subject, { was: row.status })
      await announce(sql, now(), `order.${action}`, subject)
    })

  return {
    pay: (act) => change(act, 'paid', { pending_payment: 'paid' }),
    send: (act) => change(act, 'sent', { paid: 'sent' }),
    cancel: (act) => change(act, 'cancelled', { pending_payment: 'cancelled', paid: 'cancelled' }),
    undo: (act) =>
      change(act, 'reopened', {
        sent: 'paid',
        paid: 'pending_payment',
        cancelled: 'pending_payment',
      }),
  }
}
