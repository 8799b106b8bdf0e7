/** What staff tell the buyer about the current state of an order, in the buyer's language. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { OrderStatus } from '../orders/status.ts'

type OrderTextInput = {
  name: string
  /** Formatted, as guests see it. */
  code: string
  total: number
  status: OrderStatus
  locale: Locale
  business: { name: string; phone: string }
  /** A correction of what the buyer knows. */
  isCorrection: boolean
}

export function orderContactText(input: OrderTextInput): string {
  const { name, code, total, status, locale, business, isCorrection } = input
  const order = {
    vi: `đơn ${code} (${formatMoney(total, 'vi')})`,
    en: `order ${code} (${formatMoney(total, 'en')})`,
  }
  const greeting = {
    vi: `Chào anh/chị ${name}, ${business.name} xin báo: `,
    en: `Hello ${name}, this is ${business.name}. `,
  }
  const sorry = {
    vi: 'tin trước của chúng tôi không còn đúng, xin lỗi anh/chị; ',
    en: 'We are sorry, our last message is no longer correct. ',
  }
  const text = states[status](order, business.phone)[locale]
  return `${greeting[locale]}${isCorrection ? sorry[locale] : ''}${text}`
}

const states: Record<OrderStatus, (order: LocalizedText, phone: string) => LocalizedText> = {
  pending_payment: (order) => ({
    vi: `${order.vi} đang chờ chuyển khoản.`,
    en: `Your ${order.en} awaits your transfer.`,
  }),
  paid: (order) => ({
    vi: `chúng tôi đã nhận tiền cho ${order.vi}, cảm ơn anh/chị. Thẻ sẽ được gửi trong vòng một giờ mở cửa.`,
    en: `We have received the payment for your ${order.en}, thank you. The card will be sent within one opening hour.`,
  }),
  sent: (order, phone) => ({
    vi: `thẻ của ${order.vi} đã được gửi đi. Nếu chưa thấy, xin gọi ${phone} ạ.`,
    en: `The card of your ${order.en} has been sent. If you have not received it, please call ${phone}.`,
  }),
  cancelled: (order, phone) => ({
    vi: `${order.vi} đã huỷ. Nếu có gì nhầm, xin gọi ${phone} ạ.`,
    en: `Your ${order.en} is cancelled. If that is a mistake, please call ${phone}.`,
  }),
}
