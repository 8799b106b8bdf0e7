/** Parts of the screens that show cards: lines, the form to redeem, the search by number and the ledger. */
import { formatCardNumber } from '../domain/cards/number.ts'
import { lastDayOf } from '../domain/cards/operations.ts'
import {
  availableOn,
  type CardEntry,
  type CardView,
  findUsableCards,
} from '../domain/cards/rows.ts'
import {
  type CardUnit,
  cardKindLabels,
  cardLabels,
  cardStatus,
  causeLabels,
  entryLabels,
  formatChange,
  formatUnits,
} from '../domain/cards/status.ts'
import { formatDate } from '../kernel/format-date.ts'
import { newId } from '../kernel/id.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { hiddenInput, hiddenInputs, itemList, postButton, submitButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatNationalPhone, formatTimestamp } from './labels.ts'

export const cardsPath = '/cards'

export function cardUrl({ number }: { number: string }): string {
  return `${cardsPath}/${formatCardNumber(number)}`
}

/** "450000", "450.000 ₫", "450,000 VND", "450k" → 450000; NaN for any other text, such as "1.5k". */
export function parseUnits(text: string, unit: CardUnit): number {
  const [, digits = '', thousands] =
    /^([0-9]+|[0-9]{1,3}(?:[.,][0-9]{3})+)(k|n)?$/.exec(
      text.toLowerCase().replace(/\s|₫|vn[dđ]$|đ(ồng)?$/g, ''),
    ) ?? []
  if (digits === '' || (thousands !== undefined && unit === 'visits')) return Number.NaN
  return Number(digits.replace(/[.,]/g, '')) * (thousands === undefined ? 1 : 1000)
}

/** "Thẻ quà tặng 7K3M-9Q2X-4DT1 · còn 550.000 ₫ · đến 20/11/2027" */
export function cardSummary({ offerName }: DeskContext, card: CardView, locale: Locale): string {
  return [
    `${cardKindLabels[card.kind][locale]} ${formatCardNumber(card.number)}`,
    ...(card.offer_id === null ? [] : [offerName(card.offer_id)[locale]]),
    remainingText(card, locale),
    `${words.until[locale]} ${formatDate(lastDayOf(card.valid_until), locale)}`,
  ].join(' · ')
}

export function remainingText(card: CardView, locale: Locale): string {
  const left = `${words.left[locale]} ${formatUnits(card.balance, card.unit, locale)}`
  return card.reserved === 0 ? left : `${left} (${card.reserved} ${words.reserved[locale]})`
}

export function cardLine(context: DeskContext, card: CardView, locale: Locale): Html {
  const status = cardStatus(card, context.now())
  const phone = html`<span class="number">${formatNationalPhone(card.phone)}</span>`
  return html`<li><a href="${cardUrl(card)}"><b>${formatCardNumber(card.number)}</b> ${card.name} ${phone}<br>
${cardKindLabels[card.kind][locale]} · ${remainingText(card, locale)}</a>
${status !== 'active' && html`<span class="badge">${cardLabels[status][locale]}</span>`}</li>`
}

/** The cards of a guest that can be used; nothing without one. */
export async function guestCards(
  context: DeskContext,
  phone: string,
  locale: Locale,
): Promise<Html | undefined> {
  const cards = await findUsableCards(context.store.read, phone, context.now())
  if (cards.length === 0) return undefined
  const lines = cards.map((card) => cardLine(context, card, locale))
  return html`<section><h2>${words.cards[locale]}</h2>${itemList(lines)}</section>`
}

type RedeemOptions = {
  /** The code of the booking that is paid. */
  booking?: string | undefined
  /** In dong; undefined if the bill is not known. */
  bill?: number | undefined
  next?: string
}

/** The amount is filled in as far as the bill is known and the card suffices. */
export function redeemForm(
  { now }: DeskContext,
  card: CardView,
  { booking, bill, next }: RedeemOptions,
  locale: Locale,
): Html {
  const { unit } = card
  // A bill that is paid leaves the amount to staff.
  const known = unit === 'visits' ? 1 : bill || undefined
  const amount = known === undefined ? undefined : Math.min(known, availableOn(card))
  const id = `amount-${card.id}`
  const label = `${words.redeem[locale]}${amount === undefined ? '' : ` ${formatUnits(amount, unit, locale)}`}`
  return html`<form method="post" action="${cardUrl(card)}/redeem" class="card-redeem">
${hiddenInputs({ version: card.version, key: newId(now()), booking: booking ?? '', next: next ?? '' })}
<label for="${id}">${words[unit === 'visits' ? 'visits' : 'amount'][locale]}</label>
<input id="${id}" type="text" name="amount" inputmode="numeric" value="${amount ?? ''}" maxlength="20" required>
${submitButton(label, 'main')}
</form>`
}

/** Without a script, a scanner that types, or the number itself. */
export function numberForm(booking: string | undefined, locale: Locale): Html {
  const id = `card-number${booking === undefined ? '' : `-${booking}`}`
  return html`<form method="get" action="${cardsPath}" class="card-number">
${booking !== undefined && hiddenInput('booking', booking)}
<label for="${id}">${words.number[locale]}</label>
<input id="${id}" type="text" name="number" autocomplete="off" autocapitalize="characters" spellcheck="false"
  maxlength="200" required>
<div class="actions">${submitButton(words.find[locale], 'main')}
<button type="button" data-scan="${id}" hidden>${words.scan[locale]}</button></div>
</form>`
}

type Undoable = { entry: CardEntry; unit: CardUnit; number: string }

export function undoEntryButton(
  { entry, unit, number }: Undoable,
  next: string,
  locale: Locale,
): Html {
  const what = formatUnits(-entry.amount, unit, locale)
  return postButton(`${cardUrl({ number })}/undo`, `${words.undo[locale]} ${what}`, {
    tone: 'undo',
    fields: { entry: entry.id, next },
  })
}

/** Newest first, with the name of the person who made each entry. */
export async function ledgerList(
  context: DeskContext,
  card: CardView,
  entries: readonly CardEntry[],
  locale: Locale,
): Promise<Html> {
  const undone = new Set(entries.map(({ undoes }) => undoes))
  const lines = entries.map(async (entry) => {
    const { kind, amount, cause, reason, at, actor } = entry
    const why = [cause === null ? '' : causeLabels[cause][locale], reason ?? ''].filter(Boolean)
    const who = await context.actorName(actor, locale)
    const canUndo = kind === 'redeemed' && !undone.has(entry.id)
    return html`<li><p><b>${entryLabels[kind][locale]} ${formatChange(amount, card.unit, locale)}</b>
<span class="muted">${formatTimestamp(at, context.now(), locale)} ·
${who}${why.length > 0 && ` · ${why.join(', ')}`}</span></p>
${canUndo && undoEntryButton({ entry, unit: card.unit, number: card.number }, cardUrl(card), locale)}</li>`
  })
  return itemList(await Promise.all(lines))
}

const words = {
  cards: { vi: 'Thẻ của khách', en: 'Cards' },
  left: { vi: 'còn', en: 'left:' },
  reserved: { vi: 'đã giữ', en: 'reserved' },
  until: { vi: 'đến', en: 'until' },
  redeem: { vi: 'Trừ', en: 'Redeem' },
  amount: { vi: 'Số tiền trừ (đồng)', en: 'Amount to redeem (dong)' },
  visits: { vi: 'Số lần trừ', en: 'Visits to redeem' },
  number: { vi: 'Số thẻ', en: 'Card number' },
  find: { vi: 'Mở thẻ', en: 'Open the card' },
  scan: { vi: 'Quét mã QR', en: 'Scan the QR code' },
  undo: { vi: 'Hoàn lại', en: 'Give back' },
} satisfies Record<string, LocalizedText>
