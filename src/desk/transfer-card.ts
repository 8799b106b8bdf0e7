/** A bank transfer on the desk: what arrived, why staff decide, and the buttons of the decision. */
import { type PayableItem, remainingOf } from '../domain/bank/items.ts'
import type { WaitingTransfer } from '../domain/bank/list.ts'
import { orderKindLabel } from '../domain/orders/status.ts'
import type { BankTransfer } from '../domain/payment/bank-transfers.ts'
import { formatCode } from '../kernel/booking-code.ts'
import { formatShortDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import {
  disclosure,
  hiddenInputs,
  itemList,
  option,
  postButton,
  selectField,
  submitButton,
} from './components.ts'
import type { DeskContext } from './context.ts'
import { formatTimestamp } from './labels.ts'
import { transfersPath } from './transfers-path.ts'

/** `place` is the position in the list, for ids. Without `proposes`, no item is more likely than the others. */
export function transferCard(
  context: DeskContext,
  transfer: WaitingTransfer,
  { place, proposes }: { place: number; proposes: boolean },
  locale: Locale,
): Html {
  const { amount, text, candidates } = transfer
  const nearest = proposes ? candidates[0] : undefined
  const others = candidates.slice(nearest ? 1 : 0)
  return html`<article class="card transfer" id="${cardId(transfer)}">
<header>
<h2>${formatMoney(amount, locale)}</h2>
<p class="badge">${problemLabels[transfer.problem ?? 'undone'][locale]}</p>
</header>
${text !== null && text !== '' && html`<p class="transfer-text">${text}</p>`}
<p class="muted">${transferFacts(context, transfer, locale)}</p>
<p class="hint">${explain(transfer, nearest, locale)}</p>
<div class="actions">
${nearest && assignButton(transfer, nearest, locale, true)}
${others.length > 0 && disclosure(words.others[locale], otherItems(transfer, others, locale))}
${disclosure(words.dismiss[locale], dismissForm(transfer, place, locale))}
</div>
</article>`
}

export function cardId({ id }: Pick<BankTransfer, 'id'>): string {
  return `t-${id.replace(':', '-')}`
}

/** "14:02 · BAN-7K3M-9Q2X-4D · SePay 92704" */
export function transferFacts(
  { now }: DeskContext,
  { id, transferred_at, reference }: BankTransfer,
  locale: Locale,
): string {
  const [service = '', number = ''] = id.split(':')
  return [
    formatTimestamp(transferred_at, now(), locale),
    ...(reference === null ? [] : [formatCode(reference)]),
    `${serviceNames[service] ?? service} ${number}`,
  ].join(' · ')
}

const serviceNames: Readonly<Record<string, string>> = { sepay: 'SePay', casso: 'Casso' }

/** "Lan, T6 20/11 19:00" or "Lan, Thẻ quà tặng" */
export function describeItem({ name, booking, order }: PayableItem, locale: Locale): string {
  const what = booking
    ? `${booking.time} ${formatShortDate(booking.date, locale)}`
    : orderKindLabel(order?.kind ?? '')[locale]
  return `${name}, ${what}`
}

export function itemUrl({ booking, order }: PayableItem): string {
  return booking ? bookingUrl(booking) : `/orders#o-${order?.code}`
}

function otherItems(
  transfer: WaitingTransfer,
  items: readonly PayableItem[],
  locale: Locale,
): Html {
  return itemList(
    items
      .slice(0, maxOthers)
      .map((item) => html`<li>${assignButton(transfer, item, locale, false)}</li>`),
  )
}

const maxOthers = 12

function assignButton(
  { id, version }: WaitingTransfer,
  item: PayableItem,
  locale: Locale,
  isNearest: boolean,
): Html {
  const expected = item.state === 'due' ? ` · ${formatMoney(remainingOf(item), locale)}` : ''
  const label = `${words.assign[locale]} ${describeItem(item, locale)}${expected}`
  return postButton(`${transfersPath}/assign`, label, {
    tone: isNearest ? 'main' : undefined,
    fields: { id, version, subject: item.subject },
  })
}

function dismissForm({ id, version }: WaitingTransfer, place: number, locale: Locale): Html {
  const reasons = Object.entries(dismissReasons).map(([name, text]) => option(name, text[locale]))
  const detailId = `detail-${place}`
  return html`<form method="post" action="${transfersPath}/dismiss">
${hiddenInputs({ id, version })}
${selectField(`reason-${place}`, 'reason', words.reason[locale], reasons)}
<label for="${detailId}">${words.detail[locale]}</label>
<input id="${detailId}" type="text" name="detail" maxlength="120">
${submitButton(words.confirmDismiss[locale])}
</form>`
}

/** What staff typed or chose; empty if they chose "another reason" and typed nothing. */
export function readReason(form: URLSearchParams, locale: Locale): string {
  const name = form.get('reason') ?? ''
  const detail = form.get('detail')?.trim() ?? ''
  const chosen = Object.hasOwn(dismissReasons, name) && name !== 'other'
  const reason = chosen ? dismissReasons[name as keyof typeof dismissReasons][locale] : ''
  return [reason, detail].filter((part) => part !== '').join(': ')
}

const dismissReasons = {
  bill: { vi: 'Khách trả hoá đơn tại tiệm', en: 'Bill paid in the shop' },
  refunded: { vi: 'Đã hoàn lại tiền cho khách', en: 'Refunded to the guest' },
  income: { vi: 'Khoản thu khác', en: 'Other income' },
  test: { vi: 'Thử kết nối', en: 'Test of the connection' },
  other: { vi: 'Lý do khác (ghi ở dưới)', en: 'Another reason (write it below)' },
} satisfies Record<string, LocalizedText>

/** Why the transfer was not assigned by itself, with the amounts that differ. */
function explain(
  { problem, amount, reference }: WaitingTransfer,
  nearest: PayableItem | undefined,
  locale: Locale,
): string {
  const named = nearest?.code === reference ? nearest : undefined
  const money = (sum: number) => formatMoney(sum, locale)
  if (named && problem === 'too_little')
    return {
      vi: `Cần ${money(remainingOf(named))}, còn thiếu ${money(remainingOf(named) - amount)}.`,
      en: `${money(remainingOf(named))} were expected; ${money(remainingOf(named) - amount)} are missing.`,
    }[locale]
  if (named && problem === 'too_much')
    return {
      vi: `Chỉ cần ${money(remainingOf(named))}, thừa ${money(amount - remainingOf(named))}.`,
      en: `Only ${money(remainingOf(named))} were expected: ${money(amount - remainingOf(named))} too much.`,
    }[locale]
  return explanations[problem ?? 'undone'][locale]
}

type ProblemName = NonNullable<BankTransfer['problem']> | 'undone'

const problemLabels: Record<ProblemName, LocalizedText> = {
  too_little: { vi: 'thiếu tiền', en: 'too little' },
  too_much: { vi: 'thừa tiền', en: 'too much' },
  late: { vi: 'tới muộn', en: 'late' },
  twice: { vi: 'trả hai lần', en: 'paid twice' },
  not_asked: { vi: 'chưa yêu cầu cọc', en: 'no deposit requested' },
  several: { vi: 'nhiều mã', en: 'several codes' },
  unknown: { vi: 'mã lạ', en: 'unknown code' },
  none: { vi: 'không có mã', en: 'no code' },
  other_account: { vi: 'tài khoản khác', en: 'another account' },
  failed: { vi: 'chưa ghi được', en: 'not recorded' },
  undone: { vi: 'đã hoàn tác', en: 'undone' },
}

const explanations: Record<ProblemName, LocalizedText> = {
  too_little: { vi: 'Số tiền ít hơn số đang chờ.', en: 'Less than the amount that is expected.' },
  too_much: { vi: 'Số tiền nhiều hơn số đang chờ.', en: 'More than the amount that is expected.' },
  late: {
    vi: 'Lượt đặt hoặc đơn này đã huỷ, hoặc đã tới giờ.',
    en: 'The booking or order is cancelled, or its time has come.',
  },
  twice: {
    vi: 'Khoản này đã nhận tiền rồi. Hoàn lại cho khách, hoặc ghép với khoản khác.',
    en: 'This was paid before. Refund the transfer, or assign it to something else.',
  },
  not_asked: {
    vi: 'Lượt đặt này chưa được yêu cầu đặt cọc.',
    en: 'No deposit was requested for this booking.',
  },
  several: {
    vi: 'Nội dung có mã của nhiều lượt đặt hoặc đơn.',
    en: 'The text has the codes of several bookings or orders.',
  },
  unknown: {
    vi: 'Không có lượt đặt hay đơn nào mang mã này; có thể khách gõ nhầm.',
    en: 'No booking or order has this code; it may be mistyped.',
  },
  none: {
    vi: 'Nội dung không có mã nào.',
    en: 'The text has no code.',
  },
  other_account: {
    vi: 'Tiền vào một tài khoản khác với tài khoản mà khách được cho. Có mã, nhưng chưa ghi nhận.',
    en: 'The money went to another account than the one that guests see. It has a code, but is not recorded.',
  },
  failed: {
    vi: 'Số tiền đúng, nhưng chưa ghi là đã nhận được. Xin mở lượt đặt hoặc đơn ra xem.',
    en: 'The amount is right, but it could not be marked as paid. Open the booking or order to see why.',
  },
  undone: {
    vi: 'Việc ghi nhận khoản này đã được hoàn tác.',
    en: 'The payment that this transfer had made was undone.',
  },
}

const words = {
  assign: { vi: 'Ghép với', en: 'Assign to' },
  others: { vi: 'Khoản khác…', en: 'Something else…' },
  dismiss: { vi: 'Bỏ qua…', en: 'Dismiss…' },
  reason: { vi: 'Vì sao', en: 'Why' },
  detail: { vi: 'Ghi thêm', en: 'Details' },
  confirmDismiss: { vi: 'Bỏ qua giao dịch này', en: 'Dismiss this transfer' },
} satisfies Record<string, LocalizedText>
