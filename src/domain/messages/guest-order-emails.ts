/** Emails to a guest about an order. */
import type { Business } from '../../content/shop.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatWrittenDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { formatCardNumber } from '../cards/number.ts'
import { lastDayOf } from '../cards/operations.ts'
import { findCardOfOrder } from '../cards/rows.ts'
import { cardPath } from '../cards/url.ts'
import { orderStepText } from '../guest/response-deadline.ts'
import { orderAction, orderActionOfEvent } from '../orders/actions.ts'
import { orderKindLabel } from '../orders/status.ts'
import { orderPath } from '../orders/url.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { transferFor, transferRows } from '../payment/transfer.ts'
import { invitationToConfirm, loadAddressee } from './addressee.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatRows } from './email-parts.ts'
import type { OrderRow } from './order.ts'

type OrderWithGuest = OrderRow & { name: string; email: string | null }

export async function composeGuestOrderEmail(
  context: MessageContext,
  _delivery: Delivery,
  { kind, subject }: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, business, base } = context
  const row = await store.read.get<OrderWithGuest>(
    `SELECT orders.*, name, email FROM orders JOIN order_guests ON order_id = orders.id
     WHERE orders.id = ?`,
    subjectId(subject),
  )
  const action = orderActionOfEvent(kind)
  // The email is outdated when the order has another status than after the action.
  if (!row?.email || !action || row.status !== orderAction(action).to) return undefined
  const { locale } = row
  const code = formatCode(row.code)
  const link = `${base}${localPath(`${orderPath}/${code}`, locale, business.languages)}`
  const addressee = await loadAddressee(context, { ...row, email: row.email })
  const invitation = invitationToConfirm(context, addressee, { kind: 'order', code }, locale)
  const statusText =
    row.status === 'pending_payment'
      ? orderStepText(business, locale)
      : statusTexts[row.status][locale]
  return {
    title: `${business.name}: ${titles[row.status][locale]} · ${code}`,
    text: [
      addressee.greeting,
      statusText,
      formatRows([
        ...buildOrderRows(row, code, business.phone, locale),
        ...(await cardRows(context, row)),
      ]),
      ...(row.status === 'pending_payment' ? formatTransfer(business, row) : []),
      `${labels.page[locale]}:\n${link}`,
      ...invitation.paragraphs,
      business.name,
    ].join('\n\n'),
    link,
    moreLinks: invitation.links,
    facts: {},
    ...addressee.recipient,
  }
}

/** Bank details to type; the page of the order shows them as a VietQR code. */
function formatTransfer(business: Business, { code, total, locale }: OrderRow): string[] {
  const transfer = transferFor(business, code, total)
  return transfer
    ? [`${labels.transfer[locale]}:\n${formatRows(transferRows(transfer, locale))}`]
    : []
}

function buildOrderRows(
  { kind, total }: OrderRow,
  code: string,
  phone: string,
  locale: Locale,
): [string, string][] {
  return [
    [labels.what[locale], orderKindLabel(kind)[locale]],
    [labels.total[locale], formatMoney(total, locale)],
    [labels.code[locale], code],
    [labels.phone[locale], phone],
  ]
}

/** The card itself, once staff have sent it. */
async function cardRows(
  { store, base, business }: MessageContext,
  { id, status, locale }: OrderRow,
): Promise<[string, string][]> {
  const card = status === 'sent' ? await findCardOfOrder(store.read, id) : undefined
  if (!card) return []
  const number = formatCardNumber(card.number)
  const path = localPath(`${cardPath}/${number}`, locale, business.languages)
  return [
    [labels.card[locale], number],
    [labels.validUntil[locale], formatWrittenDate(lastDayOf(card.valid_until), locale)],
    [labels.balance[locale], `${base}${path}`],
  ]
}

const titles: Record<OrderRow['status'], LocalizedText> = {
  pending_payment: {
    vi: 'đã nhận đơn, đang chờ chuyển khoản',
    en: 'we have received your order; it awaits your transfer',
  },
  paid: { vi: 'đã nhận tiền', en: 'we have received your transfer' },
  sent: { vi: 'đã gửi thẻ', en: 'your card has been sent' },
  cancelled: { vi: 'đơn đã huỷ', en: 'your order is cancelled' },
}

const statusTexts: Record<Exclude<OrderRow['status'], 'pending_payment'>, LocalizedText> = {
  paid: {
    vi: 'Chúng tôi đã nhận được tiền chuyển khoản, cảm ơn bạn. Thẻ sẽ được gửi trong vòng một giờ mở cửa.',
    en: 'We have received your transfer, thank you. The card will be sent within one opening hour.',
  },
  sent: {
    vi: 'Thẻ của bạn đã được gửi đi. Nếu chưa thấy, xin gọi cho chúng tôi.',
    en: 'Your card has been sent. If you have not received it, please call us.',
  },
  cancelled: {
    vi: 'Đơn này đã huỷ. Nếu có gì nhầm, xin gọi cho chúng tôi.',
    en: 'This order is cancelled. If that is a mistake, please call us.',
  },
}

const labels = {
  what: { vi: 'Đặt', en: 'Order' },
  total: { vi: 'Số tiền', en: 'Amount' },
  code: { vi: 'Mã', en: 'Code' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  transfer: { vi: 'Chuyển khoản', en: 'Bank transfer' },
  card: { vi: 'Số thẻ', en: 'Card number' },
  validUntil: { vi: 'Dùng đến hết', en: 'Valid until' },
  balance: { vi: 'Xem số dư', en: 'Check the balance' },
  page: { vi: 'Xem tình trạng đơn', en: 'Check the order status' },
} satisfies Record<string, LocalizedText>
