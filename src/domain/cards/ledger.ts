/**
 * The ledger of a card. Every change of a balance is an entry, in the transaction that read the balance: the balance is
 * the sum of the entries and never negative.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { recordAction } from '../outbox/events.ts'
import { cardLifecycle } from './actions.ts'
import { createCardNumber } from './number.ts'
import { type CardRow, type CardView, findCardById } from './rows.ts'
import type { CardKind, CardUnit, EntryCause, EntryKind } from './status.ts'

type NewEntry = {
  kind: EntryKind
  /** Negative if the balance decreases. */
  amount: number
  bookingId?: string | null
  undoes?: string
  cause?: EntryCause | undefined
  reason?: string | null
  requestKey?: string
}

type Balanced = Pick<CardRow, 'id' | 'balance'>

/** `card` was read in this transaction. Returns the id of the entry. */
export async function postEntry(
  sql: Sql,
  card: Balanced,
  entry: NewEntry,
  actor: string,
  now: number,
): Promise<string> {
  const balance = card.balance + entry.amount
  if (balance < 0) throw new BookingActionError('not_possible', { reason: notEnoughText })
  await sql.run(
    'UPDATE cards SET balance = ?, version = version + 1, updated_at = ? WHERE id = ?',
    ...[balance, now, card.id],
  )
  return insertEntry(sql, card.id, entry, actor, now)
}

async function insertEntry(
  sql: Sql,
  cardId: string,
  { kind, amount, bookingId = null, undoes, cause, reason = null, requestKey }: NewEntry,
  actor: string,
  now: number,
): Promise<string> {
  const id = newId(now)
  await sql.run(
    `INSERT INTO card_entries (id, card_id, kind, amount, booking_id, undoes, cause, reason, actor, request_key, at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[id, cardId, kind, amount, bookingId, undoes ?? null, cause ?? null, reason],
    ...[actor, requestKey ?? null, now],
  )
  await recordAction(
    sql,
    now,
    actor,
    { lifecycle: cardLifecycle, action: kind, id: cardId },
    { amount },
  )
  return id
}

export type NewCard = {
  kind: CardKind
  unit: CardUnit
  amount: number
  price: number
  offerId: string | null
  orderId: string | null
  validUntil: number
  locale: Locale
  holder: { name: string; phone: string; email: string | null; recipient: string | null }
  requestKey?: string
}

export async function insertCard(
  sql: Sql,
  card: NewCard,
  actor: string,
  now: number,
): Promise<CardView> {
  const id = newId(now)
  const { holder } = card
  await sql.run(
    `INSERT INTO cards (id, number, kind, unit, offer_id, order_id, price, balance, valid_until, locale, version,
      created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    ...[id, createCardNumber(), card.kind, card.unit, card.offerId, card.orderId, card.price],
    ...[card.amount, card.validUntil, card.locale, now, now],
  )
  await sql.run(
    'INSERT INTO card_holders (card_id, name, phone, email, recipient) VALUES (?, ?, ?, ?, ?)',
    ...[id, holder.name, holder.phone, holder.email, holder.recipient],
  )
  const { amount, requestKey } = card
  const entry = { kind: 'issued', amount, ...(requestKey !== undefined && { requestKey }) } as const
  await insertEntry(sql, id, entry, actor, now)
  const stored = await findCardById(sql, id)
  if (!stored) throw new Error(`the card ${id} was not stored`)
  return stored
}

/** Whether a form was stored before; a second tap then changes nothing. */
export async function findPosted(sql: Sql, requestKey: string): Promise<string | undefined> {
  const row = await sql.get<{ card_id: string }>(
    'SELECT card_id FROM card_entries WHERE request_key = ?',
    requestKey,
  )
  return row?.card_id
}

const notEnoughText: LocalizedText = {
  vi: 'Số dư của thẻ không đủ.',
  en: 'The balance of the card is not sufficient.',
}
