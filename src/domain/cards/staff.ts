/** What staff do with cards. Each action is one transaction and names the version that staff saw. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addMonths, type Clock, dateAt, day, startOfDay } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { recordAction } from '../outbox/events.ts'
import { cardLifecycle } from './actions.ts'
import { extendCard, undoExtension } from './extension.ts'
import { findPosted, insertCard, postEntry } from './ledger.ts'
import { lastDayOf } from './operations.ts'
import { availableOn, type CardEntry, type CardView, findCard, findCardById } from './rows.ts'
import { type CardKind, type CardUnit, maxBalances } from './status.ts'
import { detachVisit, releaseVisit, reserveVisit } from './visits.ts'

type CardAction = { number: string; version: number; actor: string }

type Holder = { name: string; phone: string; email: string | null }

export type Issue = {
  kind: CardKind
  unit: CardUnit
  amount: number
  price: number
  offerId: string | null
  validMonths: number
  locale: Locale
  holder: Holder
  requestKey: string
  actor: string
}

export type CardActions = {
  /** Sells a card at the desk. */
  issue(issue: Issue): Promise<CardView>
  redeem(
    action: CardAction & { amount: number; bookingId: string | null; requestKey: string },
  ): Promise<void>
  /** Gives back what was redeemed. */
  undo(action: { entryId: string; actor: string }): Promise<void>
  adjust(action: CardAction & { amount: number; reason: string; requestKey: string }): Promise<void>
  changeHolder(action: CardAction & { holder: Holder }): Promise<void>
  /** To a later last day; what had expired is given back. */
  extend(action: CardAction & { lastDay: string; reason: string }): Promise<void>
  undoExtension(action: { number: string; extensionId: string; actor: string }): Promise<void>
  reserve(action: CardAction & { bookingId: string }): Promise<void>
  release(action: { bookingId: string; actor: string }): Promise<void>
}

export function createCardActions(store: Store, now: Clock): CardActions {
  return {
    issue: (issue) => store.write((sql) => issueCard(sql, issue, now())),
    redeem: ({ amount, bookingId, requestKey, ...action }) =>
      store.write(async (sql) => {
        if (await findPosted(sql, requestKey)) return
        const card = await requireCard(sql, action)
        if (card.valid_until <= now()) throw rejected(expiredText)
        if (!Number.isSafeInteger(amount) || amount < 1) throw rejected(amountText)
        if (amount > availableOn(card)) throw rejected(notEnoughText)
        const entry = { kind: 'redeemed', amount: -amount, bookingId, requestKey } as const
        await postEntry(sql, card, entry, action.actor, now())
      }),
    undo: ({ entryId, actor }) => store.write((sql) => giveBack(sql, entryId, actor, now())),
    adjust: ({ amount, reason, requestKey, ...action }) =>
      store.write(async (sql) => {
        if (await findPosted(sql, requestKey)) return
        const card = await requireCard(sql, action)
        if (reason === '') throw new BookingActionError('reason_missing')
        if (!Number.isSafeInteger(amount) || amount === 0) throw rejected(amountText)
        // What is added would expire, and an extension would give it back with what had expired before.
        if (amount > 0 && card.valid_until <= now()) throw rejected(extendFirstText)
        if (-amount > availableOn(card)) throw rejected(notEnoughText)
        if (card.balance + amount > maxBalances[card.unit]) throw rejected(tooMuchText)
        const entry = { kind: 'adjusted', amount, reason, requestKey } as const
        await postEntry(sql, card, entry, action.actor, now())
      }),
    changeHolder: ({ holder, ...action }) =>
      store.write(async (sql) => {
        const { id } = await requireCard(sql, action)
        await sql.run(
          'UPDATE card_holders SET name = ?, phone = ?, email = ? WHERE card_id = ?',
          ...[holder.name, holder.phone, holder.email, id],
        )
        await sql.run(
          'UPDATE cards SET version = version + 1, updated_at = ? WHERE id = ?',
          ...[now(), id],
        )
        const changed = { lifecycle: cardLifecycle, action: 'holder_changed', id } as const
        await recordAction(sql, now(), action.actor, changed)
      }),
    extend: ({ lastDay, reason, ...action }) =>
      store.write(async (sql) => {
        const known = await findCard(sql, action.number)
        // A second tap changes nothing.
        if (known && lastDayOf(known.valid_until) === lastDay) return
        const card = await requireCard(sql, action)
        await extendCard(sql, card, { lastDay, reason }, action.actor, now())
      }),
    undoExtension: ({ number, extensionId, actor }) =>
      store.write(async (sql) => {
        const card = await findCard(sql, number)
        if (!card) throw new BookingActionError('not_found', { reason: unknownText })
        await undoExtension(sql, card, extensionId, actor, now())
      }),
    reserve: ({ bookingId, ...action }) =>
      store.write(async (sql) => {
        const card = await requireCard(sql, action)
        await reserveVisit(sql, card, bookingId, action.actor, now())
      }),
    release: ({ bookingId, actor }) =>
      store.write((sql) => releaseVisit(sql, bookingId, actor, now())),
  }
}

async function issueCard(sql: Sql, issue: Issue, now: number): Promise<CardView> {
  const { validMonths, holder, actor, ...card } = issue
  const posted = await findPosted(sql, issue.requestKey)
  const stored = posted === undefined ? undefined : await findCardById(sql, posted)
  if (stored) return stored
  const validUntil = endOfValidity(now, validMonths)
  const recipient = null
  const added = { ...card, orderId: null, validUntil, holder: { ...holder, recipient } }
  return insertCard(sql, added, actor, now)
}

/** The end of the day that is so many months later. */
export function endOfValidity(now: number, months: number): number {
  return startOfDay(addMonths(dateAt(now), months)) + day
}

/** Of two colleagues who saw the same balance, the second is rejected. */
async function requireCard(sql: Sql, { number, version }: CardAction): Promise<CardView> {
  const card = await findCard(sql, number)
  if (!card) throw new BookingActionError('not_found', { reason: unknownText })
  if (card.version !== version) throw new BookingActionError('changed_meanwhile')
  return card
}

async function giveBack(sql: Sql, entryId: string, actor: string, now: number): Promise<void> {
  const entry = await sql.get<CardEntry>('SELECT * FROM card_entries WHERE id = ?', entryId)
  if (entry?.kind !== 'redeemed') throw new BookingActionError('not_found')
  const before = await sql.get('SELECT id FROM card_entries WHERE undoes = ?', entryId)
  // A second tap changes nothing.
  if (before) return
  const card = await findCardById(sql, entry.card_id)
  if (!card) throw new BookingActionError('not_found')
  const amount = -entry.amount
  const undone = { kind: 'given_back', amount, undoes: entryId } as const
  await postEntry(sql, card, { ...undone, bookingId: entry.booking_id }, actor, now)
  const visit = await sql.get<{ booking_id: string }>(
    'SELECT booking_id FROM card_visits WHERE entry_id = ?',
    entryId,
  )
  if (visit) await detachVisit(sql, visit.booking_id)
}

function rejected(reason: LocalizedText): BookingActionError {
  return new BookingActionError('not_possible', { reason })
}

const unknownText: LocalizedText = {
  vi: 'Không có thẻ mang số này. Xin xem lại từng ký tự.',
  en: 'No card has this number. Check each character.',
}

const expiredText: LocalizedText = { vi: 'Thẻ này đã hết hạn.', en: 'This card has expired.' }

export const extendFirstText: LocalizedText = {
  vi: 'Thẻ đã hết hạn. Muốn thêm vào, xin gia hạn thẻ trước.',
  en: 'This card has expired. To add to it, extend it first.',
}

const amountText: LocalizedText = {
  vi: 'Xin ghi một số lớn hơn 0, viết liền.',
  en: 'Enter a number greater than zero.',
}

const tooMuchText: LocalizedText = {
  vi: 'Số dư của một thẻ tối đa là 500.000.000 ₫ hoặc 100 lần.',
  en: 'A card can have at most 500,000,000 ₫ or 100 visits.',
}

const notEnoughText: LocalizedText = {
  vi: 'Số dư còn dùng được trên thẻ không đủ.',
  en: 'Not enough is left on the card.',
}
