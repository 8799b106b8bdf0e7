/** The deposit of a booking: its state and the actions on it. Staff see the payment itself in their bank account. */
import { bookingCommands, isActionPossible } from '../../domain/booking/action-rules.ts'
import { depositActionTo } from '../../domain/booking/deposit/actions.ts'
import { type Deposit, depositOf } from '../../domain/booking/deposit/deposit.ts'
import {
  type DepositState,
  depositLabels,
  depositSources,
} from '../../domain/booking/deposit/state.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { termsOf } from '../../domain/booking/terms.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, actionFields, bookingUrl } from '../booking-components.ts'
import { disclosure, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'

export function depositOfBooking(
  { shop, now }: DeskContext,
  booking: BookingView,
): Deposit | undefined {
  return depositOf({ rules: shop.booking, business: shop.business }, booking, now())
}

/** "Cọc 1.000.000 ₫: đã nhận" */
export function depositBadge(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const deposit = depositOfBooking(context, booking)
  if (!deposit) return undefined
  const amount = `${words.short[locale]} ${formatMoney(deposit.amount, locale)}`
  const state = depositLabels[deposit.state][locale]
  return html`<span class="badge deposit ${deposit.state}">${amount}: ${state}</span>`
}

export function depositSection(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed: URLSearchParams,
): Html | undefined {
  const deposit = depositOfBooking(context, booking)
  const canRequest = canRequestDeposit(context, booking)
  if (!deposit && !canRequest) return undefined
  return html`<section id="deposit">
<h2>${words.title[locale]}</h2>
${deposit && depositText(deposit, locale)}
<div class="actions">
${nextDepositAction(context, booking, locale)}
${deposit && otherDepositActions(booking, deposit, context.now(), locale)}
${canRequest && requestDepositForm(booking, deposit, locale, typed)}
</div>
</section>`
}

function depositText({ amount, state }: Deposit, locale: Locale): Html {
  return html`<p><b>${formatMoney(amount, locale)}</b> · ${depositLabels[state][locale]}</p>`
}

/** The most likely next action: request the deposit, or mark it as received. */
export function nextDepositAction(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  next?: string,
): Html | undefined {
  const deposit = depositOfBooking(context, booking)
  if (deposit?.state === 'asked') return depositButton(booking, 'paid', locale, { next })
  if (deposit?.state !== 'not_asked') return undefined
  const amount = formatMoney(deposit.amount, locale)
  return depositButton(booking, 'asked', locale, { next, amount })
}

function otherDepositActions(
  booking: BookingView,
  { state }: Deposit,
  now: number,
  locale: Locale,
): Html[] {
  const candidates: readonly DepositState[] =
    state === 'asked' ? ['waived'] : ['paid', 'returned', 'waived']
  return candidates
    .filter(
      (newState) =>
        depositSources[newState].includes(state) &&
        isActionPossible(depositActionTo(newState), booking, now),
    )
    .map((newState) => depositButton(booking, newState, locale))
}

function depositButton(
  booking: BookingView,
  newState: DepositState,
  locale: Locale,
  { next, amount }: { next?: string | undefined; amount?: string } = {},
): Html {
  const command = depositActionTo(newState)
  const label = bookingCommands[command].button[locale]
  return actionButton(booking, command, amount ? `${label} ${amount}` : label, { next })
}

function canRequestDeposit({ shop, now }: DeskContext, booking: BookingView): boolean {
  const { starts_at, deposit_state } = booking
  const isOpen = isActionPossible(depositActionTo('asked'), booking, now()) && starts_at > now()
  const isAllowed = depositSources.asked.includes(deposit_state ?? 'not_asked')
  return shop.business.bank !== undefined && isOpen && isAllowed
}

/** Requests another amount than the rules of the shop, or a deposit where they require none. */
function requestDepositForm(
  booking: BookingView,
  deposit: Deposit | undefined,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const amount = typed.get('amount') ?? (deposit ? String(deposit.amount) : '')
  const form = html`<form method="post" action="${bookingUrl(booking)}/${depositActionTo('asked')}">
${actionFields(booking)}
<label for="deposit-amount">${words.amount[locale]}</label>
<input id="deposit-amount" type="text" name="amount" inputmode="numeric" value="${amount}" maxlength="20" required>
<p class="hint">${words.hint[locale]}</p>
${submitButton(bookingCommands.deposit_asked.button[locale])}
</form>`
  return disclosure(words[deposit ? 'other' : 'ask'][locale], form, { isOpen: typed.has('amount') })
}

/** What happens to the deposit if the guest cancels now, by the rules that the guest has read. */
export function depositOnCancellation(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const deposit = depositOfBooking(context, booking)
  if (!deposit) return undefined
  const amount = formatMoney(deposit.amount, locale)
  return html`<p class="hint">${words.short[locale]} ${amount}: ${cancellationRule(context, booking, deposit, locale)}
</p>`
}

function cancellationRule(
  { shop, now }: DeskContext,
  booking: BookingView,
  { state }: Deposit,
  locale: Locale,
): string {
  if (state !== 'paid') return words.nothingToReturn[locale]
  const termsContext = { rules: shop.booking, business: shop.business }
  const { freeCancellationHours: hours } = termsOf(termsContext, booking)
  if (hours === undefined) return words.shopDecides[locale]
  const untilMs = booking.starts_at - hours * hour
  const until = formatTimestamp(untilMs, now(), locale)
  return `${words[now() <= untilMs ? 'returned' : 'retained'][locale]} ${until}.`
}

/** "1.000.000 ₫" → 1000000; undefined for an empty field, NaN for invalid text. */
export function parseAmountField(form: URLSearchParams): number | undefined {
  const text = (form.get('amount') ?? '').replace(/[\s.,₫đ]/g, '')
  if (text === '') return undefined
  return /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
}

const words = {
  nothingToReturn: {
    vi: 'chưa nhận, không có gì phải hoàn.',
    en: 'not received, nothing to refund.',
  },
  shopDecides: {
    vi: 'đã nhận; tiệm quyết định giữ hay hoàn lại.',
    en: 'received; the shop decides whether to refund it.',
  },
  returned: {
    vi: 'đã nhận; huỷ lúc này được hoàn lại đủ, hạn là',
    en: 'received; refunded in full if cancelled now, the limit is',
  },
  retained: {
    vi: 'đã nhận; theo quy định không hoàn lại, hạn huỷ là',
    en: 'received; not refunded by the rules, the limit was',
  },
  short: { vi: 'Cọc', en: 'Deposit' },
  title: { vi: 'Đặt cọc', en: 'Deposit' },
  ask: { vi: 'Yêu cầu đặt cọc…', en: 'Request a deposit…' },
  other: { vi: 'Số tiền khác…', en: 'Another amount…' },
  amount: { vi: 'Số tiền cọc (đồng)', en: 'Deposit amount (dong)' },
  hint: {
    vi:
      'Khách thấy mã VietQR ở trang đặt chỗ của mình và trong thư, nếu có email. Tiền vào tài khoản rồi thì bấm ' +
      '“Đã nhận cọc”.',
    en:
      'The guest sees a VietQR code on the booking page and, with an email address, by email. Tap “Deposit ' +
      'received” once the money is in your account.',
  },
} satisfies Record<string, LocalizedText>
