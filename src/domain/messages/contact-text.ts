/**
 * What staff tell a guest about the current state of a booking, in the guest's language: to be read out, copied or
 * sent.
 */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import type { MustKnowAction } from '../booking/actions.ts'
import { isDepositAction } from '../booking/deposit/actions.ts'
import type { StoredBooking } from '../booking/rows.ts'
import type { reminderAction } from '../contact/contacts.ts'
import type { EventData } from '../outbox/events.ts'
import type { Transfer } from '../payment/transfer.ts'
import { formatStart } from '../scheduling/format-start.ts'
import type { ServiceDays } from '../scheduling/rules.ts'
import { formatGuestCount, formatLongTime, formatShortTimestamp } from './format.ts'
import { transferRequestText } from './message-templates.ts'

type ContactTextAction = MustKnowAction | typeof reminderAction

type ContactTextInput = {
  booking: Pick<
    StoredBooking,
    'date' | 'time' | 'party_size' | 'status' | 'deposit' | 'cancelled_by' | 'locale'
  > & { name: string; staff_note: string | null }
  /** Formatted, as guests see it. */
  code: string
  offerName: string
  business: { name: string; phone: string }
  serviceDays: ServiceDays
  /** The data of the event. */
  facts: EventData
  /** The status page. */
  link: string
  /** Present while a deposit is due. */
  transfer: Transfer | undefined
}

/** What the texts of one guest share. */
type Parts = ContactTextInput & {
  locale: Locale
  start: string
  /** "Đặt bàn, 4 khách, Thứ Sáu 20/11/2026, 18:30 (mã BAN-58Y4)" */
  booked: string
  shop: string
  phone: string
  /** Whether the booking is certain. */
  statusText: string
  amount: string
}

export function contactText(action: ContactTextAction, input: ContactTextInput): string {
  const { booking, business, code, offerName, serviceDays } = input
  const { locale, party_size: party, name } = booking
  const start = formatStart(serviceDays, booking, locale)
  const codeText = { vi: `mã ${code}`, en: `code ${code}` }[locale]
  const text = texts[action]({
    ...{ ...input, locale, start, shop: business.name, phone: business.phone },
    booked: `${offerName}, ${formatGuestCount(party, locale)}, ${start} (${codeText})`,
    statusText: statusTexts[booking.status][locale],
    amount: booking.deposit === null ? '' : formatMoney(booking.deposit, locale),
  })[locale]
  const greeting = { vi: `Chào anh/chị ${name}, `, en: `Hello ${name}, ` }[locale]
  return text.startsWith(greeting) ? text : `${greeting}${text}`
}

const statusTexts: Record<StoredBooking['status'], LocalizedText> = {
  pending: {
    vi: 'Yêu cầu của anh/chị vẫn đang chờ, chúng tôi sẽ sớm trả lời.',
    en: 'Your request is still pending; we will answer it soon.',
  },
  confirmed: { vi: 'Chỗ của anh/chị đã được xác nhận.', en: 'Your booking is confirmed.' },
  cancelled: { vi: 'Lượt đặt này đã huỷ.', en: 'This booking is cancelled.' },
}

type BuildText = (parts: Parts) => LocalizedText

const confirmed: BuildText = ({ shop, booked }) => ({
  vi: `${shop} xin xác nhận: ${booked}. Rất vui được đón anh/chị!`,
  en: `${shop} is happy to confirm: ${booked}. See you then!`,
})

const declined: BuildText = ({ shop, start, phone, booking }) => ({
  vi:
    `${shop} rất tiếc không thể đón anh/chị lúc ${start}.${reasonOf(booking)} Mong được gặp anh/chị dịp khác; cần gì ` +
    `xin gọi ${phone} ạ.`,
  en:
    `we are sorry, ${shop} cannot welcome you on ${start}.${reasonOf(booking)} We hope to see you another time. If we ` +
    `can help, please call ${phone}.`,
})

const cancelled: BuildText = ({ shop, booked, phone, booking }) =>
  booking.cancelled_by === 'guest'
    ? {
        vi: `theo yêu cầu của anh/chị, ${shop} đã huỷ: ${booked}. Mong được đón anh/chị dịp khác!`,
        en: `as you requested, ${shop} has cancelled: ${booked}. We hope to see you another time!`,
      }
    : {
        vi:
          `${shop} rất tiếc phải huỷ: ${booked}.${reasonOf(booking)} Nếu muốn chọn giờ khác, xin anh/chị nhắn lại ` +
          `hoặc gọi ${phone} ạ.`,
        en:
          `we are sorry, ${shop} has to cancel: ${booked}.${reasonOf(booking)} If you would like another time, please ` +
          `reply or call ${phone}.`,
      }

const reasonOf = ({ staff_note }: ContactTextInput['booking']) =>
  staff_note === null ? '' : ` ${/[.!?…]$/.test(staff_note) ? staff_note : `${staff_note}.`}`

const expired: BuildText = ({ shop, booked, phone }) => ({
  vi:
    `${shop} thành thật xin lỗi: chúng tôi không kịp trả lời trước giờ hẹn nên yêu cầu đã tự huỷ: ${booked}. Xin gọi ` +
    `${phone} để chúng tôi sắp xếp lại cho anh/chị ạ.`,
  en:
    `${shop} is sorry: we did not answer in time, so your request was cancelled automatically: ${booked}. Please call ` +
    `${phone} and we will find another time for you.`,
})

const settled: BuildText = ({ shop, booked, phone }) => ({
  vi:
    `${shop} đã nhận yêu cầu thay đổi của anh/chị. Hiện lượt đặt vẫn là: ${booked}. Cần gì thêm, xin anh/chị nhắn lại ` +
    `hoặc gọi ${phone} ạ.`,
  en:
    `${shop} has received your change request. Your booking currently is: ${booked}. If you need anything else, please ` +
    `reply or call ${phone}.`,
})

const moved: BuildText = (parts) => {
  const { shop, booked, phone, statusText, facts, serviceDays, locale } = parts
  const from =
    facts.from === undefined ? '' : formatLongTime(serviceDays, String(facts.from), locale)
  const instead =
    from === '' ? { vi: '', en: '' } : { vi: ` thay cho ${from}`, en: `, instead of ${from}` }
  return {
    vi:
      `${shop} xin báo giờ mới: ${booked}${instead.vi}. ${statusText} Nếu không tiện, xin anh/chị nhắn lại hoặc gọi ` +
      `${phone} ạ.`,
    en:
      `${shop} would like to tell you the new time: ${booked}${instead.en}. ${statusText} If this does not suit you, ` +
      `please reply or call ${phone}.`,
  }
}

const changed: BuildText = ({ shop, booked, phone, statusText }) => ({
  vi: `${shop} đã sửa lượt đặt của anh/chị: ${booked}. ${statusText} Nếu có gì chưa đúng, xin gọi ${phone} ạ.`,
  en: `${shop} has changed your booking: ${booked}. ${statusText} If anything is not right, please call ${phone}.`,
})

const offered: BuildText = ({ shop, phone, facts, serviceDays, locale, link }) => {
  const times = String(facts.times ?? '')
    .split(', ')
    .filter((time) => time !== '')
    .map((time) => formatLongTime(serviceDays, time, locale))
    .join('; ')
  const until = formatShortTimestamp(Number(facts.expires_at), locale)
  return {
    vi:
      `${shop} xin mời anh/chị chọn: ${times}. Chúng tôi giữ đến ${until}. Anh/chị bấm “Nhận” ở đây giúp: ${link} , nhắn ` +
      `lại hoặc gọi ${phone} ạ. Chỗ đã đặt vẫn giữ cho đến khi anh/chị nhận.`,
    en:
      `${shop} offers you: ${times}. We hold it until ${until}. Please press “Accept” here: ${link} , reply or call ` +
      `${phone}. What you booked is held until you accept.`,
  }
}

const offerDeclined: BuildText = ({ shop, booked, statusText }) => ({
  vi: `${shop} đã ghi là anh/chị không nhận lời mời. Lượt đặt vẫn là: ${booked}. ${statusText}`,
  en: `${shop} has noted that you declined the offer. Your booking is: ${booked}. ${statusText}`,
})

const offersEnded: BuildText = ({ shop, booked, statusText, phone }) => ({
  vi:
    `lời mời của ${shop} đã kết thúc, những chỗ ấy không còn được giữ. Lượt đặt vẫn là: ${booked}. ${statusText} Nếu vẫn ` +
    `muốn đổi, xin anh/chị gọi ${phone} ạ.`,
  en:
    `the offer of ${shop} has ended and these places are no longer held. Your booking is: ${booked}. ${statusText} If you ` +
    `still want a change, please call ${phone}.`,
})

const depositAsked: BuildText = (parts) => {
  const { transfer, link, booking, booked, business, amount, shop, phone } = parts
  const purpose = { vi: `đặt cọc cho ${booked}`, en: `as a deposit for ${booked}` }
  if (transfer)
    return transferRequestText({ name: booking.name, business }, purpose, { transfer, link })
  return {
    vi: `${shop} xin nhận ${amount} đặt cọc cho ${booked}. Xin gọi ${phone} để biết cách gửi ạ.`,
    en: `${shop} asks for ${amount} as a deposit for ${booked}. Please call ${phone} to learn how to pay.`,
  }
}

const depositPaid: BuildText = ({ shop, amount, booked, statusText }) => ({
  vi: `${shop} đã nhận ${amount} tiền cọc cho ${booked}. ${statusText} Cảm ơn anh/chị!`,
  en: `${shop} has received your deposit of ${amount} for ${booked}. ${statusText} Thank you!`,
})

const depositWaived: BuildText = ({ shop, booked, statusText }) => ({
  vi: `${shop} xin báo: anh/chị không phải đặt cọc nữa cho ${booked}. ${statusText}`,
  en: `${shop} would like to tell you that you need not pay a deposit for ${booked}. ${statusText}`,
})

const depositReturned: BuildText = ({ shop, amount, booked, phone }) => ({
  vi: `${shop} đã hoàn ${amount} tiền cọc của ${booked}. Nếu chưa thấy tiền, xin gọi ${phone} ạ.`,
  en: `${shop} has refunded the deposit of ${amount} for ${booked}. If you do not see it, please call ${phone}.`,
})

const reopened: BuildText = ({ facts, shop, booked, statusText, phone }) => {
  const about: LocalizedText = isDepositAction(facts.undone)
    ? { vi: ' về tiền đặt cọc', en: ' about the deposit' }
    : { vi: '', en: '' }
  return {
    vi: `${shop} xin lỗi, tin trước${about.vi} không còn đúng. Lượt đặt hiện là: ${booked}. ${statusText} Cần gì xin gọi ${phone} ạ.`,
    en: `${shop} is sorry, our last message${about.en} is no longer correct. Your booking is: ${booked}. ${statusText} If you have questions, please call ${phone}.`,
  }
}

const reminded: BuildText = ({ shop, booked, link, phone }) => ({
  vi: `${shop} xin nhắc lịch hẹn: ${booked}. Anh/chị bấm “Tôi sẽ đến”, hoặc báo đổi, huỷ ở đây giúp: ${link} , hoặc gọi ${phone} ạ. Cảm ơn anh/chị!`,
  en: `${shop} would like to remind you of your booking: ${booked}. Please press “I am coming”, or tell us that you have to change or cancel: ${link} , or call ${phone}. Thank you!`,
})

const texts: Record<ContactTextAction, BuildText> = {
  confirmed,
  declined,
  cancelled,
  expired,
  settled,
  moved,
  rearranged: changed,
  offer_changed: changed,
  offered,
  offer_accepted: confirmed,
  offer_declined: offerDeclined,
  offer_withdrawn: offersEnded,
  offer_expired: offersEnded,
  deposit_asked: depositAsked,
  deposit_paid: depositPaid,
  deposit_waived: depositWaived,
  deposit_returned: depositReturned,
  reopened,
  reminded,
}

/** A newer version of the program may have stored an action that this one does not know. */
export function hasContactText(action: string): action is ContactTextAction {
  return Object.hasOwn(texts, action)
}
