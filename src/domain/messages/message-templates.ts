/** Messages that staff copy and send by hand, in the guest's language. */
import type { Locale, Words } from '../../kernel/locale.ts'
import type { Transfer } from '../payment/transfer.ts'
import { longTime, sayGuests } from './format.ts'

export type ReadyInput = {
  /** The guest's, as he gave it. */
  name: string
  /** The name of the offer. */
  what: string
  date: string
  time: string
  partySize: number
  /** As guests see it. */
  code: string
  business: { name: string; phone: string }
  /** Other times that are free. */
  alternatives: readonly { date: string; time: string }[]
  /** Where a deposit is to be paid: how, and where the guest finds the same with a code to scan. */
  deposit?: ToTransfer | undefined
}

export type ToTransfer = { transfer: Transfer; link: string }

export type ReadyMessage = {
  kind: 'deposit' | 'confirm' | 'decline' | 'offer' | 'ask'
  text: string
}

/** An offer is among them only where there is another time to offer. */
export function readyMessages(input: ReadyInput, locale: Locale): ReadyMessage[] {
  const { what, date, time, partySize, alternatives, deposit } = input
  const when = longTime(`${date} ${time}`, locale)
  const booked = `${what}, ${sayGuests(partySize, locale)}, ${when}`
  const free = alternatives.map((one) => longTime(`${one.date} ${one.time}`, locale)).join('; ')
  return [
    ...(deposit
      ? [
          {
            kind: 'deposit' as const,
            text: askTransfer(input, forDeposit(input, booked), deposit)[locale],
          },
        ]
      : []),
    { kind: 'confirm', text: confirm(input, booked)[locale] },
    ...(free === '' ? [] : [{ kind: 'offer' as const, text: offer(input, when, free)[locale] }]),
    { kind: 'ask', text: ask(input, booked)[locale] },
    { kind: 'decline', text: decline(input, when)[locale] },
  ]
}

const forDeposit = ({ code }: ReadyInput, booked: string): Words => ({
  vi: `đặt cọc cho ${booked} (mã ${code})`,
  en: `as a deposit for ${booked} (code ${code})`,
})

/** For a deposit and for an order alike. */
export const askTransfer = (
  { name, business }: Pick<ReadyInput, 'name' | 'business'>,
  what: Words,
  { transfer, link }: ToTransfer,
): Words => {
  const { bank, account, holder, amount, purpose } = transfer
  return {
    vi: `Chào anh/chị ${name}, ${business.name} xin gửi thông tin chuyển khoản ${amount.display} ${what.vi}: ${bank}, số tài khoản ${account}, ${holder}, nội dung ${purpose}. Mã VietQR để quét: ${link} . Nhận được tiền, chúng tôi báo lại anh/chị ngay ạ.`,
    en: `Hello ${name}, here is how to transfer ${amount.display} to ${business.name} ${what.en}: ${bank}, account ${account}, ${holder}, purpose ${purpose}. A VietQR code to scan: ${link} . We will tell you as soon as it arrives.`,
  }
}

const confirm = ({ name, code, business }: ReadyInput, booked: string): Words => ({
  vi: `Chào anh/chị ${name}, ${business.name} xin xác nhận: ${booked}. Mã ${code}. Rất vui được đón anh/chị!`,
  en: `Hello ${name}, ${business.name} is happy to confirm: ${booked}. Code ${code}. See you then!`,
})

const offer = ({ name, business }: ReadyInput, when: string, free: string): Words => ({
  vi: `Chào anh/chị ${name}, ${business.name} rất tiếc không còn chỗ lúc ${when}. Chúng tôi còn trống: ${free}. Anh/chị chọn giờ nào, xin nhắn lại giúp ạ.`,
  en: `Hello ${name}, we are sorry that ${business.name} has nothing left on ${when}. Still free: ${free}. Please tell us which one suits you.`,
})

const ask = ({ name, code, business }: ReadyInput, booked: string): Words => ({
  vi: `Chào anh/chị ${name}, ${business.name} đã nhận yêu cầu ${code} (${booked}) và xin hỏi thêm đôi điều trước khi trả lời. Anh/chị tiện nghe máy lúc nào, xin nhắn lại hoặc gọi ${business.phone} ạ.`,
  en: `Hello ${name}, ${business.name} has your request ${code} (${booked}) and would like to ask you something before we answer. When may we call? Or call us: ${business.phone}.`,
})

const decline = ({ name, business }: ReadyInput, when: string): Words => ({
  vi: `Chào anh/chị ${name}, ${business.name} rất tiếc không thể đón anh/chị lúc ${when}. Mong được gặp anh/chị dịp khác; cần gì xin gọi ${business.phone} ạ.`,
  en: `Hello ${name}, we are sorry: ${business.name} cannot welcome you on ${when}. We hope to see you another time; do call ${business.phone} if we can help.`,
})
