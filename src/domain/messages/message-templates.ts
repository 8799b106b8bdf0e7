/** Texts in the guest's language that staff copy and send themselves. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { Transfer } from '../payment/transfer.ts'
import { formatStart } from '../scheduling/format-start.ts'
import type { ServiceDays } from '../scheduling/rules.ts'
import { formatGuestCount } from './format.ts'

export type TemplateInput = {
  name: string
  offerName: string
  date: string
  time: string
  partySize: number
  /** Formatted, as guests see it. */
  code: string
  business: { name: string; phone: string }
  alternatives: readonly { date: string; time: string }[]
  serviceDays: ServiceDays
  /** Present while a deposit is due; `link` is the page with the VietQR code. */
  deposit?: TransferWithLink | undefined
}

type TransferWithLink = { transfer: Transfer; link: string }

export type MessageTemplate = {
  kind: 'deposit' | 'confirm' | 'decline' | 'offer' | 'ask'
  text: string
}

/** Leaves out the proposal of other times if there are none. */
export function buildMessageTemplates(input: TemplateInput, locale: Locale): MessageTemplate[] {
  const { offerName, partySize, alternatives, deposit, serviceDays } = input
  const startText = formatStart(serviceDays, input, locale)
  const booked = `${offerName}, ${formatGuestCount(partySize, locale)}, ${startText}`
  const free = alternatives.map((one) => formatStart(serviceDays, one, locale)).join('; ')
  return [
    ...(deposit
      ? [
          {
            kind: 'deposit' as const,
            text: transferRequestText(input, depositPurpose(input, booked), deposit)[locale],
          },
        ]
      : []),
    { kind: 'confirm', text: confirmationText(input, booked)[locale] },
    ...(free === ''
      ? []
      : [{ kind: 'offer' as const, text: alternativesText(input, startText, free)[locale] }]),
    { kind: 'ask', text: questionText(input, booked)[locale] },
    { kind: 'decline', text: declineText(input, startText)[locale] },
  ]
}

const depositPurpose = ({ code }: TemplateInput, booked: string): LocalizedText => ({
  vi: `đặt cọc cho ${booked} (mã ${code})`,
  en: `as a deposit for ${booked} (code ${code})`,
})

/** For deposits and orders. */
export const transferRequestText = (
  { name, business }: Pick<TemplateInput, 'name' | 'business'>,
  paymentFor: LocalizedText,
  { transfer, link }: TransferWithLink,
): LocalizedText => {
  const { bank, account, holder, amount, purpose } = transfer
  return {
    vi:
      `Chào anh/chị ${name}, ${business.name} xin gửi thông tin chuyển khoản ` +
      `${formatMoney(amount, 'vi')} ${paymentFor.vi}: ${bank}, số tài khoản ${account}, ` +
      `${holder}, nội dung ${purpose}. Mã VietQR để quét: ${link} . Nhận được tiền, chúng tôi báo ` +
      'lại anh/chị ngay ạ.',
    en:
      `Hello ${name}, here is how to transfer ${formatMoney(amount, 'en')} to ${business.name} ` +
      `${paymentFor.en}: ${bank}, account ${account}, ${holder}, purpose ${purpose}. A VietQR ` +
      `code to scan: ${link} . We will let you know as soon as it arrives.`,
  }
}

const confirmationText = (
  { name, code, business }: TemplateInput,
  booked: string,
): LocalizedText => ({
  vi: `Chào anh/chị ${name}, ${business.name} xin xác nhận: ${booked}. Mã ${code}. Rất vui được đón anh/chị!`,
  en: `Hello ${name}, ${business.name} is happy to confirm: ${booked}. Code ${code}. See you then!`,
})

const alternativesText = (
  { name, business }: TemplateInput,
  startText: string,
  free: string,
): LocalizedText => ({
  vi:
    `Chào anh/chị ${name}, ${business.name} rất tiếc không còn chỗ lúc ${startText}. Chúng tôi ` +
    `còn trống: ${free}. Anh/chị chọn giờ nào, xin nhắn lại giúp ạ.`,
  en:
    `Hello ${name}, we are sorry, ${business.name} is full on ${startText}. These times are still ` +
    `free: ${free}. Please tell us which one suits you.`,
})

const questionText = ({ name, code, business }: TemplateInput, booked: string): LocalizedText => ({
  vi:
    `Chào anh/chị ${name}, ${business.name} đã nhận yêu cầu ${code} (${booked}) và xin hỏi thêm ` +
    'đôi điều trước khi trả lời. Anh/chị tiện nghe máy lúc nào, xin nhắn lại hoặc gọi ' +
    `${business.phone} ạ.`,
  en:
    `Hello ${name}, ${business.name} has received your request ${code} (${booked}) and would like ` +
    `to ask you something before we answer. When can we call you? Or call us: ${business.phone}.`,
})

const declineText = ({ name, business }: TemplateInput, startText: string): LocalizedText => ({
  vi:
    `Chào anh/chị ${name}, ${business.name} rất tiếc không thể đón anh/chị lúc ${startText}. Mong ` +
    `được gặp anh/chị dịp khác; cần gì xin gọi ${business.phone} ạ.`,
  en:
    `Hello ${name}, we are sorry, ${business.name} cannot welcome you on ${startText}. We hope to ` +
    `see you another time. If we can help, please call ${business.phone}.`,
})
