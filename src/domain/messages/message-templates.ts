/** Messages that staff copy and send by hand, in the guest's language. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { Transfer } from '../payment/transfer.ts'
import { formatGuestCount, formatLongTime } from './format.ts'

export type TemplateInput = {
  /** The guest's, as he gave it. */
  name: string
  /** The name of the offer. */
  offerName: string
  date: string
  time: string
  partySize: number
  /** As guests see it. */
  code: string
  business: { name: string; phone: string }
  /** Other times that are free. */
  alternatives: readonly { date: string; time: string }[]
  /** Where a deposit is to be paid: how, and where the guest finds the same with a code to scan. */
  deposit?: TransferWithLink | undefined
}

export type TransferWithLink = { transfer: Transfer; link: string }

export type MessageTemplate = {
  kind: 'deposit' | 'confirm' | 'decline' | 'offer' | 'ask'
  text: string
}

/** An offer is among them only where there is another time to offer. */
export function buildMessageTemplates(input: TemplateInput, locale: Locale): MessageTemplate[] {
  const { offerName, date, time, partySize, alternatives, deposit } = input
  const startText = formatLongTime(`${date} ${time}`, locale)
  const booked = `${offerName}, ${formatGuestCount(partySize, locale)}, ${startText}`
  const free = alternatives
    .map((one) => formatLongTime(`${one.date} ${one.time}`, locale))
    .join('; ')
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

/** For a deposit and for an order alike. */
export const transferRequestText = (
  { name, business }: Pick<TemplateInput, 'name' | 'business'>,
  paymentFor: LocalizedText,
  { transfer, link }: TransferWithLink,
): LocalizedText => {
  const { bank, account, holder, amount, purpose } = transfer
  return {
    vi: `Chào anh/chị ${name}, ${business.name} xin gửi thông tin chuyển khoản ${amount.display} ${paymentFor.vi}: ${bank}, số tài khoản ${account}, ${holder}, nội dung ${purpose}. Mã VietQR để quét: ${link} . Nhận được tiền, chúng tôi báo lại anh/chị ngay ạ.`,
    en: `Hello ${name}, here is how to transfer ${amount.display} to ${business.name} ${paymentFor.en}: ${bank}, account ${account}, ${holder}, purpose ${purpose}. A VietQR code to scan: ${link} . We will tell you as soon as it arrives.`,
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
  vi: `Chào anh/chị ${name}, ${business.name} rất tiếc không còn chỗ lúc ${startText}. Chúng tôi còn trống: ${free}. Anh/chị chọn giờ nào, xin nhắn lại giúp ạ.`,
  en: `Hello ${name}, we are sorry that ${business.name} has nothing left on ${startText}. Still free: ${free}. Please tell us which one suits you.`,
})

const questionText = ({ name, code, business }: TemplateInput, booked: string): LocalizedText => ({
  vi: `Chào anh/chị ${name}, ${business.name} đã nhận yêu cầu ${code} (${booked}) và xin hỏi thêm đôi điều trước khi trả lời. Anh/chị tiện nghe máy lúc nào, xin nhắn lại hoặc gọi ${business.phone} ạ.`,
  en: `Hello ${name}, ${business.name} has your request ${code} (${booked}) and would like to ask you something before we answer. When may we call? Or call us: ${business.phone}.`,
})

const declineText = ({ name, business }: TemplateInput, startText: string): LocalizedText => ({
  vi: `Chào anh/chị ${name}, ${business.name} rất tiếc không thể đón anh/chị lúc ${startText}. Mong được gặp anh/chị dịp khác; cần gì xin gọi ${business.phone} ạ.`,
  en: `Hello ${name}, we are sorry: ${business.name} cannot welcome you on ${startText}. We hope to see you another time; do call ${business.phone} if we can help.`,
})
