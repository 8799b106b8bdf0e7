/** What a guest is written about an order. */
import type { Business } from '../../content/shop.ts'
import { showCode } from '../../kernel/booking-code.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import { orderStep } from '../guest/response-deadline.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { News } from '../outbox/fan-out.ts'
import { orderPath } from '../pages/orders.ts'
import { transferFor, transferRows } from '../payment/transfer.ts'
import { idOf, type MessageParts, type Wording } from './context.ts'
import { greet, rowsOf } from './email-parts.ts'
import { type OrderRow, orderKind } from './order.ts'

type Addressed = OrderRow & { name: string; email: string | null }

/** The state in which each piece of news is still true. */
const trueIn: Record<string, OrderRow['status']> = {
  'order.requested': 'pending_payment',
  'order.paid': 'paid',
  'order.sent': 'sent',
  'order.cancelled': 'cancelled',
}

export async function guestOrderMail(
  { store, business, base }: MessageParts,
  _delivery: Delivery,
  { kind, subject }: News,
): Promise<Wording | undefined> {
  const row = await store.read.get<Addressed>(
    `SELECT orders.*, name, email FROM orders JOIN order_guests ON order_id = orders.id
     WHERE orders.id = ?`,
    idOf(subject),
  )
  if (!row?.email || row.status !== trueIn[kind]) return undefined
  const { locale } = row
  const code = showCode(row.code)
  const link = `${base}${localPath(`${orderPath}/${code}`, locale)}`
  const said =
    row.status === 'pending_payment' ? orderStep(business, locale) : says[row.status][locale]
  return {
    title: `${business.name}: ${titles[row.status][locale]} · ${code}`,
    text: [
      greet(row.name, locale),
      said,
      rowsOf(orderRows(row, code, business.phone, locale)),
      ...(row.status === 'pending_payment' ? howToPay(business, row) : []),
      `${words.page[locale]}:\n${link}`,
      business.name,
    ].join('\n\n'),
    link,
    facts: {},
    to: row.email,
  }
}

/** What is typed in a banking app; the page has it as a code to scan. */
function howToPay(business: Business, { code, total, locale }: OrderRow): string[] {
  const transfer = transferFor(business, code, total)
  return transfer ? [`${words.transfer[locale]}:\n${rowsOf(transferRows(transfer, locale))}`] : []
}

function orderRows(
  { kind, total }: OrderRow,
  code: string,
  phone: string,
  locale: Locale,
): [string, string][] {
  return [
    [words.what[locale], orderKind(kind)[locale]],
    [words.total[locale], displayDong(total)],
    [words.code[locale], code],
    [words.phone[locale], phone],
  ]
}

const titles: Record<OrderRow['status'], Words> = {
  pending_payment: { vi: 'đã nhận đơn, đang chờ chuyển khoản', en: 'your order awaits a transfer' },
  paid: { vi: 'đã nhận tiền', en: 'your transfer has arrived' },
  sent: { vi: 'đã gửi thẻ', en: 'your card has been sent' },
  cancelled: { vi: 'đơn đã hủy', en: 'your order is cancelled' },
}

const says: Record<Exclude<OrderRow['status'], 'pending_payment'>, Words> = {
  paid: {
    vi: 'Chúng tôi đã nhận được tiền chuyển khoản, cảm ơn bạn. Thẻ sẽ được gửi trong vòng một giờ mở cửa.',
    en: 'Your transfer has arrived, thank you. The card will be sent within one opening hour.',
  },
  sent: {
    vi: 'Thẻ của bạn đã được gửi đi. Nếu chưa thấy, xin gọi cho chúng tôi.',
    en: 'Your card has been sent. If it does not reach you, please call us.',
  },
  cancelled: {
    vi: 'Đơn này đã hủy. Nếu có gì nhầm, xin gọi cho chúng tôi.',
    en: 'This order is cancelled. If that is a mistake, please call us.',
  },
}

const words = {
  what: { vi: 'Đặt', en: 'Order' },
  total: { vi: 'Số tiền', en: 'Amount' },
  code: { vi: 'Mã', en: 'Code' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  transfer: { vi: 'Chuyển khoản', en: 'To transfer' },
  page: { vi: 'Xem tình trạng đơn', en: 'See what became of it' },
} satisfies Record<string, Words>
