/** Marks a deposit or an order as paid by a transfer, in the transaction of the transfer. */
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { createStaffActions } from '../booking/staff-actions.ts'
import { createOrderActions } from '../orders/staff.ts'
import type { PayableItem } from './items.ts'

export type BankContext = { store: Store; bookings: BookingContext; now: Clock }

/** The actions that staff also have, as a part of the open transaction. */
export function actionsIn(sql: Sql, { bookings, now }: BankContext) {
  const store: Pick<Store, 'write'> = { write: (work) => work(sql) }
  return {
    bookings: createStaffActions(store, bookings, now),
    orders: createOrderActions(store, now),
  }
}

/** The transfer completes what the item has received; an owner can let it confirm the booking as well. */
export async function markPaid(
  sql: Sql,
  context: BankContext,
  { code, version, received, booking, order }: PayableItem,
  { id, amount, actor }: { id: string; amount: number; actor: string },
): Promise<void> {
  const actions = actionsIn(sql, context)
  if (!booking) {
    // Staff who assign a late transfer to a cancelled order want the order after all.
    const isCancelled = order?.status === 'cancelled'
    if (isCancelled) await actions.orders.undo({ code, version, actor })
    const seen = isCancelled ? version + 1 : version
    return actions.orders.pay({ code, version: seen, actor, transfer: id })
  }
  const action = { code, version, actor, transfer: id }
  const confirms = context.bookings.business.bank?.confirm_bookings ?? false
  return actions.bookings.deposit({
    ...{ ...action, newState: 'paid', amount: received + amount, confirms },
  })
}
