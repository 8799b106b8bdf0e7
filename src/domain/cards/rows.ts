/** Cards with their holders and entries, as they are stored. */
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { parseCardNumber } from './number.ts'
import type { CardKind, CardUnit, EntryCause, EntryKind } from './status.ts'

export type CardRow = {
  id: string
  number: string
  kind: CardKind
  unit: CardUnit
  offer_id: string | null
  order_id: string | null
  price: number
  balance: number
  valid_until: number
  locale: Locale
  version: number
  created_at: number
  updated_at: number
}

export type CardView = CardRow & {
  name: string
  phone: string
  email: string | null
  recipient: string | null
  /** Visits that bookings have reserved. */
  reserved: number
}

export type CardEntry = {
  id: string
  card_id: string
  kind: EntryKind
  amount: number
  booking_id: string | null
  undoes: string | null
  cause: EntryCause | null
  reason: string | null
  actor: string
  at: number
}

const viewQuery = `SELECT cards.*, name, phone, email, recipient,
    (SELECT COUNT(*) FROM card_visits WHERE card_visits.card_id = cards.id AND state = 'reserved') AS reserved
  FROM cards JOIN card_holders ON card_holders.card_id = cards.id`

/** What is left after the visits that bookings have reserved. */
export function availableOn({ balance, reserved }: Pick<CardView, 'balance' | 'reserved'>): number {
  return balance - reserved
}

/** By the number as typed or scanned. */
export async function findCard(sql: Sql, typed: string): Promise<CardView | undefined> {
  const number = parseCardNumber(typed)
  if (number === undefined) return undefined
  return sql.get<CardView>(`${viewQuery} WHERE number = ?`, number)
}

export function findCardById(sql: Sql, id: string): Promise<CardView | undefined> {
  return sql.get<CardView>(`${viewQuery} WHERE cards.id = ?`, id)
}

export function findCardOfOrder(sql: Sql, orderId: string): Promise<CardView | undefined> {
  return sql.get<CardView>(`${viewQuery} WHERE order_id = ?`, orderId)
}

export async function findCardsByIds(sql: Sql, ids: readonly string[]): Promise<CardView[]> {
  if (ids.length === 0) return []
  const places = ids.map(() => '?').join(', ')
  return sql.all<CardView>(`${viewQuery} WHERE cards.id IN (${places})`, ...ids)
}

/** The numbers of the cards of orders, by the id of the order. */
export async function findNumbersOfOrders(
  sql: Sql,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map()
  const rows = await sql.all<{ order_id: string; number: string }>(
    `SELECT order_id, number FROM cards WHERE order_id IN (${orderIds.map(() => '?').join(', ')})`,
    ...orderIds,
  )
  return new Map(rows.map(({ order_id, number }) => [order_id, number]))
}

const maxListed = 100

/** The cards of a guest that can be used, those that end first before the others. */
export async function findUsableCards(sql: Sql, phone: string, now: number): Promise<CardView[]> {
  if (phone === '') return []
  return sql.all<CardView>(
    `${viewQuery} WHERE phone = ? AND balance > 0 AND valid_until > ?
     ORDER BY valid_until, cards.id LIMIT ${maxListed}`,
    ...[phone, now],
  )
}

/** Changed last first. */
export function listCards(sql: Sql): Promise<CardView[]> {
  return sql.all<CardView>(
    `${viewQuery} ORDER BY cards.updated_at DESC, cards.id DESC LIMIT ${maxListed}`,
  )
}

/** Those that end in this time and have a balance, for the reminders. */
export function findEndingCards(sql: Sql, from: number, to: number): Promise<CardView[]> {
  return sql.all<CardView>(
    `${viewQuery} WHERE valid_until > ? AND valid_until <= ? AND balance > 0
     ORDER BY valid_until, cards.id LIMIT ${maxListed}`,
    ...[from, to],
  )
}

/** Newest first. */
export function loadEntries(sql: Sql, cardId: string): Promise<CardEntry[]> {
  return sql.all<CardEntry>(
    'SELECT * FROM card_entries WHERE card_id = ? ORDER BY at DESC, id DESC LIMIT 500',
    cardId,
  )
}

export type BookingEntry = CardEntry & Pick<CardRow, 'number' | 'unit'>

/** What was paid with cards for a booking, without what was given back; oldest first. */
export function loadBookingEntries(sql: Sql, bookingId: string): Promise<BookingEntry[]> {
  return sql.all<BookingEntry>(
    `SELECT card_entries.*, number, unit FROM card_entries JOIN cards ON cards.id = card_id
     WHERE booking_id = ? AND card_entries.kind = 'redeemed'
       AND NOT EXISTS (SELECT 1 FROM card_entries undone WHERE undone.undoes = card_entries.id)
     ORDER BY card_entries.at, card_entries.id`,
    bookingId,
  )
}

export type CardVisit = {
  booking_id: string
  card_id: string
  state: 'reserved' | 'used' | 'released'
  entry_id: string | null
}

export function findVisit(sql: Sql, bookingId: string): Promise<CardVisit | undefined> {
  return sql.get<CardVisit>('SELECT * FROM card_visits WHERE booking_id = ?', bookingId)
}
