/** The deposit of a booking: how it stands, and what staff may say of it. The money itself is in their bank. */

import { type Deposit, depositOf } from '../../domain/booking/deposit/deposit.ts'
import { type DepositState, depositLabels } from '../../domain/booking/deposit/state.ts'
import { depositTransitions } from '../../domain/booking/deposit/transitions.ts'
import type { BookingView } from '../../domain/booking/queries.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, actionFields, bookingUrl } from '../components.ts'
import type { DeskContext } from '../context.ts'

export function depositOfBooking(
  { shop, now }: DeskContext,
  booking: BookingView,
): Deposit | undefined {
  return depositOf({ rules: shop.booking, business: shop.business }, booking, now())
}

/** "Cọc 1.000.000 ₫: đã nhận", beside a booking in a list. */
export function depositBadge(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const deposit = depositOfBooking(context, booking)
  if (!deposit) return undefined
  const text = `${words.short[locale]} ${formatMoney(deposit.amount)}: ${depositLabels[deposit.state][locale]}`
  return html`<span class="mark deposit ${deposit.state}">${text}</span>`
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
  return html`<section id="deposit"><h2>${words.title[locale]}</h2>
${deposit && html`<p><b>${formatMoney(deposit.amount)}</b> · ${depositLabels[deposit.state][locale]}</p>`}
<div class="acts">${nextDepositAction(context, booking, locale)}${deposit && otherDepositActions(booking, deposit, locale)}
${canRequest && requestDepositForm(booking, deposit, locale, typed)}</div></section>`
}

/** The one tap that is most likely wanted next: to ask for it, or to say that it came. */
export function nextDepositAction(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  next?: string,
): Html | undefined {
  const deposit = depositOfBooking(context, booking)
  if (deposit?.state === 'asked') return depositButton(booking, 'paid', words.paid[locale], next)
  if (deposit?.state !== 'not_asked') return undefined
  return depositButton(
    booking,
    'asked',
    `${words.asked[locale]} ${formatMoney(deposit.amount)}`,
    next,
  )
}

/** The others that are possible now. */
function otherDepositActions(booking: BookingView, { state }: Deposit, locale: Locale): Html[] {
  const candidates: readonly DepositState[] =
    state === 'asked' ? ['waived'] : ['paid', 'returned', 'waived']
  return candidates
    .filter((newState) => {
      const possible = depositTransitions[newState]
      return possible.from.includes(state) && possible.in.includes(booking.status)
    })
    .map((newState) => depositButton(booking, newState, words[newState][locale]))
}

function depositButton(
  booking: BookingView,
  newState: DepositState,
  label: string,
  next?: string,
): Html {
  return actionButton(booking, `deposit_${newState}`, label, { next })
}

function canRequestDeposit({ shop, now }: DeskContext, booking: BookingView): boolean {
  const { status, visit, starts_at, deposit_state } = booking
  const isOpen = status !== 'cancelled' && visit === null && starts_at > now()
  const from = depositTransitions.asked.from.includes(deposit_state ?? 'not_asked')
  return shop.business.bank !== undefined && isOpen && from
}

/** Another amount, or one where the rules of the shop want none. */
function requestDepositForm(
  booking: BookingView,
  deposit: Deposit | undefined,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const amount = typed.get('amount') ?? (deposit ? String(deposit.amount) : '')
  return html`<details class="drop"${typed.has('amount') && html` open`}><summary>${words[deposit ? 'other' : 'ask'][locale]}</summary>
<form method="post" action="${bookingUrl(booking)}/deposit_asked">${actionFields(booking)}
<label for="deposit-amount">${words.amount[locale]}</label>
<input id="deposit-amount" type="text" name="amount" inputmode="numeric" value="${amount}" maxlength="20" required>
<p class="hint">${words.hint[locale]}</p>
<button type="submit">${words.asked[locale]}</button></form></details>`
}

/** "1.000.000 ₫" → 1000000; nothing where nothing was typed. */
export function parseAmount(form: URLSearchParams): number | undefined {
  const text = (form.get('amount') ?? '').replace(/[\s.,₫đ]/g, '')
  if (text === '') return undefined
  return /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
}

const words = {
  short: { vi: 'Cọc', en: 'Deposit' },
  title: { vi: 'Đặt cọc', en: 'Deposit' },
  asked: { vi: 'Yêu cầu cọc', en: 'Ask for' },
  paid: { vi: 'Đã nhận cọc', en: 'Received' },
  waived: { vi: 'Miễn cọc', en: 'Waive it' },
  returned: { vi: 'Đã hoàn cọc', en: 'Given back' },
  ask: { vi: 'Yêu cầu đặt cọc…', en: 'Ask for a deposit…' },
  other: { vi: 'Số tiền khác…', en: 'Another amount…' },
  amount: { vi: 'Số tiền cọc (đồng)', en: 'Deposit in dong' },
  hint: {
    vi: 'Khách thấy mã VietQR ở trang đặt chỗ của mình và trong thư, nếu có email. Tiền vào tài khoản rồi thì bấm “Đã nhận cọc”.',
    en: 'The guest sees a VietQR code on the page of the booking, and by mail if there is an address. Tap “Received” once the money is in your account.',
  },
} satisfies Record<string, LocalizedText>
