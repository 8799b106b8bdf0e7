/** Cards on the page of a booking: what they have paid, the visit that is reserved, and the cards of the guest. */
import type { BookingView } from '../domain/booking/rows.ts'
import { formatCardNumber } from '../domain/cards/number.ts'
import {
  availableOn,
  type BookingEntry,
  type CardView,
  type CardVisit,
  findCardById,
  findUsableCards,
  findVisit,
  loadBookingEntries,
} from '../domain/cards/rows.ts'
import { causeLabels, formatUnits } from '../domain/cards/status.ts'
import { surchargeTotal } from '../domain/pricing/quote.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import { cardSummary, cardUrl, numberForm, redeemForm, undoEntryButton } from './card-parts.ts'
import { disclosure, itemList, postButton } from './components.ts'
import type { DeskContext } from './context.ts'

export async function bookingCards(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html> {
  const { store, now } = context
  const entries = await loadBookingEntries(store.read, booking.id)
  const visit = await findVisit(store.read, booking.id)
  const isOpen = booking.status !== 'cancelled' && booking.visit !== 'no_show'
  const cards = isOpen ? await findUsableCards(store.read, booking.phone, now()) : []
  const next = `${bookingUrl(booking)}#cards`
  const bill = remainingBill(booking, entries, visit)
  const code = formatCode(booking.code)
  const choices = cards
    .filter((card) => availableOn(card) > 0 && canUse(card, booking, visit))
    .map((card) => {
      const isReserved = card.unit === 'visits' && booking.visit !== 'finished'
      const form = isReserved
        ? reserveButton(card, code, next, locale)
        : redeemForm(context, card, { booking: code, bill, next }, locale)
      return disclosure(cardSummary(context, card, locale), form)
    })
  return html`<section id="cards" class="booking-cards">
<h2>${words.title[locale]}</h2>
${entries.length > 0 && itemList(entries.map((entry) => paidLine(entry, next, locale)))}
${
  bill !== undefined &&
  entries.length > 0 &&
  html`<p>
${words[hasDeposit(booking) ? 'remainingAfterDeposit' : 'remaining'][locale]} <b>${formatMoney(bill, locale)}</b></p>`
}
${await visitLine(context, visit, next, locale)}
${choices}
${isOpen && disclosure(words.other[locale], numberForm(code, locale))}
</section>`
}

/** A booking uses one visit of one membership. */
function canUse(card: CardView, booking: BookingView, visit: CardVisit | undefined): boolean {
  if (card.unit === 'vnd') return true
  const isFree = visit === undefined || visit.state === 'released'
  return isFree && card.valid_until > booking.starts_at
}

/**
 * What the guest still has to pay, without a deposit that was paid. Undefined if the price is only known on the bill,
 * and if the visit of a membership pays: what is left is then not known either.
 */
export function remainingBill(
  booking: BookingView,
  entries: readonly BookingEntry[],
  visit: CardVisit | undefined,
): number | undefined {
  const { quote, party_size } = booking
  const isByVisit =
    visit?.state === 'reserved' ||
    visit?.state === 'used' ||
    entries.some(({ unit }) => unit === 'visits')
  if (quote.price === undefined || isByVisit) return undefined
  const paid = entries
    .filter(({ unit }) => unit === 'vnd')
    .reduce((sum, { amount }) => sum - amount, 0)
  const deposit = hasDeposit(booking) ? (booking.deposit ?? 0) : 0
  return Math.max(0, quote.price + (surchargeTotal(quote, party_size) ?? 0) - deposit - paid)
}

function hasDeposit({ deposit_state }: BookingView): boolean {
  return deposit_state === 'paid'
}

function reserveButton(card: CardView, booking: string, next: string, locale: Locale): Html {
  return postButton(`${cardUrl(card)}/reserve`, words.reserve[locale], {
    tone: 'main',
    fields: { version: card.version, booking, next },
  })
}

function paidLine(entry: BookingEntry, next: string, locale: Locale): Html {
  const amount = formatUnits(-entry.amount, entry.unit, locale)
  const why = entry.cause === null ? '' : ` · ${causeLabels[entry.cause][locale]}`
  return html`<li><p><b>${amount}</b> <a href="${cardUrl(entry)}">${formatCardNumber(entry.number)}</a>${why}</p>
${undoEntryButton({ entry, unit: entry.unit, number: entry.number }, next, locale)}</li>`
}

async function visitLine(
  { store }: DeskContext,
  visit: CardVisit | undefined,
  next: string,
  locale: Locale,
): Promise<Html | undefined> {
  if (visit?.state !== 'reserved') return undefined
  const card = await findCardById(store.read, visit.card_id)
  if (!card) return undefined
  const release = postButton(`${cardUrl(card)}/release`, words.release[locale], {
    tone: 'undo',
    fields: { booking_id: visit.booking_id, next },
  })
  return html`<p>${words.reservedOn[locale]} <a href="${cardUrl(card)}">${formatCardNumber(card.number)}</a></p>
<div class="actions">${release}</div>`
}

const words = {
  title: { vi: 'Thẻ quà tặng, thẻ thành viên', en: 'Gift cards and memberships' },
  remaining: { vi: 'Còn phải trả:', en: 'Still to pay:' },
  remainingAfterDeposit: {
    vi: 'Còn phải trả, đã trừ tiền cọc:',
    en: 'Still to pay, without the deposit:',
  },
  other: { vi: 'Thẻ khác: nhập số hoặc quét…', en: 'Another card: type or scan…' },
  reserve: { vi: 'Giữ một lần cho lượt này', en: 'Reserve a visit for this booking' },
  release: { vi: 'Bỏ giữ', en: 'Release the visit' },
  reservedOn: { vi: 'Đã giữ một lần trên thẻ', en: 'A visit is reserved on card' },
} satisfies Record<string, LocalizedText>
