/** What staff decide about transfers: to assign one to an item, to dismiss it, and to take either back. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { findLastUndoable } from '../booking/undo.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { type BankTransfer, findTransfer } from '../payment/bank-transfers.ts'
import { findItems, type PayableItem, remainingOf } from './items.ts'
import { actionsIn, type BankContext, markPaid } from './payments.ts'

/** The version is the one that the staff member saw. */
type TransferAction = { id: string; version: number; actor: string }

export type TransferActions = {
  /** Adds the transfer to what the item has received. If nothing is missing any more, the item is paid. */
  assign(action: TransferAction & { subject: string }): Promise<void>
  /** It belongs to no booking and no order. */
  dismiss(action: TransferAction & { reason: string }): Promise<void>
  /** The transfer waits for a decision again, and the item for its payment. */
  undo(action: TransferAction): Promise<void>
}

const maxReasonLength = 200

export function createTransferActions(context: BankContext): TransferActions {
  const { store } = context
  return {
    assign: (action) => store.write((sql) => assign(sql, context, action)),
    dismiss: (action) => store.write((sql) => dismiss(sql, context, action)),
    undo: (action) => store.write((sql) => undo(sql, context, action)),
  }
}

async function assign(
  sql: Sql,
  context: BankContext,
  { subject, ...action }: TransferAction & { subject: string },
): Promise<void> {
  const transfer = await requireTransfer(sql, action, ['open'])
  const [item] = await findItems(sql, [subject], context.now())
  if (!item) throw new BookingActionError('not_found')
  if (item.state === 'paid') throw new BookingActionError('not_possible', { reason: paidText })
  // What is no longer expected, or never was, is paid with what has arrived.
  const isPaid = item.state !== 'due' || transfer.amount >= remainingOf(item)
  const { id, amount } = transfer
  if (isPaid) await markPaid(sql, context, item, { id, amount, actor: action.actor })
  await sql.run(
    `UPDATE bank_transfers SET state = 'assigned', item = ?, marked = ?, settled_by = ?, settled_at = ?,
      version = version + 1 WHERE id = ?`,
    ...[item.subject, Number(isPaid), action.actor, context.now(), id],
  )
  await recordDecision(sql, context, action, 'assigned', { item: item.subject })
}

async function dismiss(
  sql: Sql,
  context: BankContext,
  { reason, ...action }: TransferAction & { reason: string },
): Promise<void> {
  const { id } = await requireTransfer(sql, action, ['open'])
  const text = reason.trim().slice(0, maxReasonLength)
  if (text === '') throw new BookingActionError('reason_missing')
  await sql.run(
    `UPDATE bank_transfers SET state = 'dismissed', reason = ?, settled_by = ?, settled_at = ?,
      version = version + 1 WHERE id = ?`,
    ...[text, action.actor, context.now(), id],
  )
  await recordDecision(sql, context, action, 'dismissed')
}

async function undo(sql: Sql, context: BankContext, action: TransferAction): Promise<void> {
  const {
    id,
    marked,
    item: subject,
  } = await requireTransfer(sql, action, ['assigned', 'dismissed'])
  const [item] = subject === null ? [] : await findItems(sql, [subject], context.now())
  if (marked === 1) {
    if (!item) throw new BookingActionError('not_found')
    // It releases the transfer as well.
    await undoPayment(sql, context, item, action)
  } else {
    // The payment counts this part, which could otherwise pay something else as well.
    if (item?.state === 'paid') throw new BookingActionError('not_possible', { reason: partText })
    await sql.run(
      `UPDATE bank_transfers SET state = 'open', item = NULL, reason = NULL, settled_by = NULL, settled_at = NULL,
        version = version + 1 WHERE id = ?`,
      id,
    )
  }
  await recordDecision(sql, context, action, 'undone')
}

/** Only the last action can be undone: what came after the payment may rest on it. */
async function undoPayment(
  sql: Sql,
  context: BankContext,
  { code, version, booking, order }: PayableItem,
  { id, actor }: TransferAction,
): Promise<void> {
  const actions = actionsIn(sql, context)
  const last = booking && (await findLastUndoable(sql, booking.id))
  const isLast = booking ? last?.facts.transfer === id : order?.status === 'paid'
  if (!isLast) throw new BookingActionError('not_possible', { reason: changedText })
  await actions[booking ? 'bookings' : 'orders'].undo({ code, version, actor })
}

async function requireTransfer(
  sql: Sql,
  { id, version }: TransferAction,
  states: readonly BankTransfer['state'][],
): Promise<BankTransfer> {
  const transfer = await findTransfer(sql, id)
  if (!transfer) throw new BookingActionError('not_found')
  if (transfer.version !== version || !states.includes(transfer.state))
    throw new BookingActionError('changed_meanwhile')
  return transfer
}

async function recordDecision(
  sql: Sql,
  { now }: BankContext,
  { id, actor }: TransferAction,
  decision: 'assigned' | 'dismissed' | 'undone',
  facts: { item?: string } = {},
): Promise<void> {
  await recordAudit(sql, now(), actor, decision, `transfer:${id}`, facts)
  await enqueueEvent(sql, now(), `transfer.${decision}`, `transfer:${id}`)
}

const paidText: LocalizedText = {
  vi: 'Khoản này đã nhận tiền rồi. Chọn khoản khác, hoặc hoàn lại tiền cho khách rồi bỏ qua giao dịch này.',
  en: 'This has been paid already. Choose another item, or refund the transfer and then dismiss it.',
}

const partText: LocalizedText = {
  vi: 'Khoản này đã nhận đủ tiền, trong đó có giao dịch này. Xin hoàn tác giao dịch cuối của khoản đó trước.',
  en: 'This transfer is a part of a complete payment. Undo the last transfer of that payment first.',
}

const changedText: LocalizedText = {
  vi: 'Sau khi nhận tiền, lượt đặt hoặc đơn này đã được sửa tiếp, nên không hoàn tác ở đây được. Xin mở nó ra xem.',
  en: 'The booking or order was changed after the payment, so it cannot be undone here. Open it to see what happened.',
}
