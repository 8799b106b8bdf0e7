/** The card of an order: issued when the order is paid, without a balance as long as it is not. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { batchSize, inBatches } from '../cards/batches.ts'
import { insertCard, type NewCard, postEntry } from '../cards/ledger.ts'
import { findCardOfOrder } from '../cards/rows.ts'
import { endOfValidity } from '../cards/staff.ts'
import type { EntryCause } from '../cards/status.ts'
import type { Order } from '../catalogue/order.ts'
import { withItem } from './rows.ts'
import { isPaid, type OrderStatus } from './status.ts'

type PaidOrder = {
  id: string
  kind: string
  total: number
  item: Order['item']
  locale: Locale
  updated_at: number
  name: string
  phone: string
  email: string | null
  recipient: string | null
}

const paidOrders = `SELECT orders.id, kind, total, item, locale, updated_at, name, phone, email, recipient
  FROM orders JOIN order_guests ON order_id = orders.id WHERE status IN ('paid', 'sent')`

/** Runs in the transaction that changes the status of the order. */
export async function followOrder(
  sql: Sql,
  orderId: string,
  status: OrderStatus,
  actor: string,
  now: number,
): Promise<void> {
  const card = await findCardOfOrder(sql, orderId)
  if (!card) {
    if (isPaid(status)) await issueForOrder(sql, orderId, actor, now)
    return
  }
  const entries = await loadOrderEntries(sql, card.id)
  const isEmptied = entries.at(-1)?.cause === 'order_reopened'
  const amount = Number(entries[0]?.amount ?? 0)
  if (isPaid(status) && isEmptied) {
    await postEntry(sql, card, { kind: 'adjusted', amount, cause: 'order_paid' }, actor, now)
  } else if (!isPaid(status) && !isEmptied) {
    // A card that was used belongs to a payment, so the order cannot lose it.
    if (card.balance !== amount || card.reserved > 0)
      throw new BookingActionError('not_possible', { reason: usedText })
    const emptied = { kind: 'adjusted', amount: -amount, cause: 'order_reopened' } as const
    await postEntry(sql, card, emptied, actor, now)
  }
}

/** What the order itself has entered, oldest first. */
function loadOrderEntries(
  sql: Sql,
  cardId: string,
): Promise<{ amount: number; cause: EntryCause | null }[]> {
  return sql.all(
    `SELECT amount, cause FROM card_entries WHERE card_id = ?
     AND (kind = 'issued' OR cause IN ('order_reopened', 'order_paid')) ORDER BY at, id`,
    cardId,
  )
}

async function issueForOrder(sql: Sql, orderId: string, actor: string, now: number): Promise<void> {
  const row = await sql.get<Omit<PaidOrder, 'item'> & { item: string }>(
    `${paidOrders} AND orders.id = ?`,
    orderId,
  )
  if (row) await insertCard(sql, toCard(withItem(row)), actor, now)
}

/** What was ordered says what the card is for and how long it is valid, counted from the payment. */
function toCard({ item, ...order }: PaidOrder): NewCard {
  const isMembership = order.kind === 'membership'
  const { name, phone, email, recipient } = order
  return {
    kind: isMembership ? 'membership' : 'gift_card',
    unit: isMembership ? 'visits' : 'vnd',
    amount: isMembership ? Number(item.visits) : order.total,
    price: order.total,
    offerId: item.offerId === undefined ? null : String(item.offerId),
    orderId: order.id,
    validUntil: endOfValidity(order.updated_at, Number(item.valid_months ?? defaultMonths)),
    locale: order.locale,
    holder: { name, phone, email, recipient },
  }
}

/** For orders of a version that did not store it. */
const defaultMonths = 12

/**
 * Issues the cards of orders that were paid before there were cards, or in a process of the previous version. Returns
 * their number.
 */
export function issueMissingCards(store: Store, now: Clock): Promise<number> {
  return inBatches(store, findWithoutCard, async (sql, ids) => {
    for (const id of ids) await issueForOrder(sql, id, 'clock', now())
  })
}

function findWithoutCard(sql: Sql): Promise<{ id: string }[]> {
  return sql.all<{ id: string }>(
    `SELECT id FROM orders WHERE status IN ('paid', 'sent')
       AND NOT EXISTS (SELECT 1 FROM cards WHERE cards.order_id = orders.id)
     ORDER BY id LIMIT ${batchSize}`,
  )
}

const usedText: LocalizedText = {
  vi: 'Thẻ của đơn này đã được dùng. Xin hoàn lại phần đã dùng trước.',
  en: 'The card of this order has been used. Give back what was used first.',
}
