/** Texts of the emails to guests about a booking. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'

export const emailTitles = {
  requested: {
    vi: 'đã nhận yêu cầu, đang chờ trả lời',
    en: 'we have received your request; it is pending',
  },
  confirmed: { vi: 'đã xác nhận', en: 'confirmed' },
  declined: {
    vi: 'rất tiếc, chúng tôi không giữ chỗ được',
    en: 'we are sorry, we cannot accept your request',
  },
  cancelled: { vi: 'đã huỷ', en: 'cancelled' },
  expired: { vi: 'yêu cầu đã hết hạn', en: 'your request has expired' },
  moved: { vi: 'giờ mới', en: 'new time' },
  offered: { vi: 'mời bạn chọn giờ hoặc chỗ khác', en: 'we offer you another time or place' },
  offersEnded: { vi: 'lời mời đã kết thúc', en: 'our offer has ended' },
  pendingAgain: { vi: 'yêu cầu lại đang chờ', en: 'your request is pending again' },
  stillConfirmed: { vi: 'chỗ của bạn vẫn giữ nguyên', en: 'your booking is unchanged' },
  deposit: { vi: 'về tiền đặt cọc', en: 'about your deposit' },
  rearranged: { vi: 'có thay đổi', en: 'your booking was changed' },
  reminded: { vi: 'hẹn gặp bạn ngày mai', en: 'see you tomorrow' },
} satisfies Record<string, LocalizedText>

export const emailLabels = {
  where: { vi: 'Địa chỉ', en: 'Address' },
  code: { vi: 'Mã', en: 'Code' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  statusLink: {
    vi: 'Xem tình trạng, xin đổi hoặc huỷ',
    en: 'Check the status, or request a change or cancellation',
  },
  viewLink: { vi: 'Xem lại', en: 'View the booking' },
  reason: { vi: 'Lý do', en: 'Reason' },
  transfer: { vi: 'Chuyển khoản đặt cọc', en: 'Bank transfer of the deposit' },
  deposit: { vi: 'Đặt cọc', en: 'Deposit' },
  noDeposit: { vi: 'Lúc này bạn không phải đặt cọc.', en: 'You do not have to pay a deposit now.' },
  depositCorrection: {
    vi: 'Xin lỗi bạn, thư trước của chúng tôi về tiền đặt cọc không còn đúng.',
    en: 'We are sorry, our last email about your deposit is no longer correct.',
  },
  newlyConfirmed: {
    vi: 'Chỗ của bạn đã được xác nhận. Hẹn gặp bạn!',
    en: 'Your booking is confirmed. See you then!',
  },
  pendingAgain: {
    vi: 'Xin lỗi bạn, thư trước của chúng tôi không còn đúng.',
    en: 'We are sorry, our last email is no longer correct.',
  },
  stillConfirmed: {
    vi: 'Xin lỗi bạn, thư trước của chúng tôi không còn đúng: chỗ của bạn vẫn được giữ và đã xác nhận, như dưới đây.',
    en: 'We are sorry, our last email is no longer correct: your booking is kept and confirmed, as below.',
  },
} satisfies Record<string, LocalizedText>

export const received = (name: string): LocalizedText => ({
  vi: `${name} đã nhận yêu cầu của bạn.`,
  en: `${name} has received your request.`,
})

export const confirmed = (name: string): LocalizedText => ({
  vi: `${name} đã xác nhận chỗ của bạn. Hẹn gặp bạn!`,
  en: `${name} has confirmed your booking. See you then!`,
})

export const declined = (name: string): LocalizedText => ({
  vi: `Rất tiếc, lần này ${name} không giữ chỗ cho bạn được.`,
  en: `We are sorry, ${name} cannot accept your request this time.`,
})

export const suggestRebooking = (bookingUrl: string, phone: string): LocalizedText => ({
  vi: `Bạn có thể chọn giờ khác tại ${bookingUrl} hoặc gọi ${phone}.`,
  en: `You can choose another time at ${bookingUrl} or call ${phone}.`,
})

export const cancelled = (name: string): LocalizedText => ({
  vi: `Rất tiếc, ${name} phải huỷ chỗ đã đặt dưới đây.`,
  en: `We are sorry, ${name} has to cancel the booking below.`,
})

export const cancelledOnRequest = (name: string): LocalizedText => ({
  vi: `Theo yêu cầu của bạn, ${name} đã huỷ chỗ đặt dưới đây. Mong được đón bạn dịp khác!`,
  en: `As you requested, ${name} has cancelled the booking below. We hope to see you another time.`,
})

export const callUs = (phone: string): LocalizedText => ({
  vi: `Nếu có gì nhầm, hoặc muốn chọn giờ khác, xin gọi ${phone}.`,
  en: `If this is a mistake, or you want another time, please call ${phone}.`,
})

export const expired = (name: string, phone: string): LocalizedText => ({
  vi:
    `Chưa ai kịp trả lời trước giờ hẹn, nên yêu cầu đã tự huỷ. ${name} thành thật xin lỗi; xin ` +
    `gọi ${phone} để chúng tôi sắp xếp lại cho bạn.`,
  en:
    `We did not answer in time, so your request was cancelled automatically. We at ${name} are ` +
    `sorry. Please call ${phone} and we will find another time for you.`,
})

export const moved = (name: string, from: string, to: string): LocalizedText => ({
  vi: `${name} đã chuyển giờ hẹn của bạn từ ${from} sang ${to}.`,
  en: `${name} has moved your booking from ${from} to ${to}.`,
})

export const rearranged = (name: string): LocalizedText => ({
  vi: `${name} đã sửa lại chỗ của bạn như dưới đây.`,
  en: `${name} has changed your booking as below.`,
})

export const reminded = (name: string, phone: string): LocalizedText => ({
  vi:
    `${name} xin nhắc bạn về lượt đặt dưới đây. Bạn sẽ đến chứ? Xin mở trang dưới đây và bấm “Tôi sẽ đến”. Nếu phải ` +
    `đổi hoặc huỷ, bạn báo ở trang đó hoặc gọi ${phone} để chúng tôi sắp xếp lại.`,
  en:
    `${name} would like to remind you of the booking below. Are you coming? Please open the page below and press ` +
    `“I am coming”. If you have to change or cancel, tell us there or call ${phone}.`,
})

type OfferedTexts = { name: string; phone: string; places: string; until: string }

export function offered({ name, phone, places, until }: OfferedTexts): Record<Locale, string[]> {
  return {
    vi: [
      `${name} xin mời bạn chọn:\n${places}`,
      `Chúng tôi giữ cho bạn đến ${until}. Xin mở trang dưới đây rồi bấm “Nhận” ở chỗ bạn chọn, thế là xong; hoặc gọi ` +
        `${phone}. Chỗ bạn đặt lúc đầu vẫn được giữ cho đến khi bạn nhận.`,
    ],
    en: [
      `${name} offers you:\n${places}`,
      `We hold this for you until ${until}. Please open the page below and press “Accept” at the one you choose, and you ` +
        `are done, or call ${phone}. What you booked first is held until you accept.`,
    ],
  }
}

export const offerAccepted = (name: string): LocalizedText => ({
  vi: `Cảm ơn bạn đã nhận lời mời. ${name} đã dời chỗ của bạn như dưới đây và xác nhận. Hẹn gặp bạn!`,
  en: `Thank you for accepting. ${name} has moved your booking as below and confirmed it. See you then!`,
})

export function offersEnded(
  name: string,
  phone: string,
  why: 'withdrawn' | 'expired',
  isPending: boolean,
): LocalizedText {
  const reason: LocalizedText = {
    withdrawn: {
      vi: `Rất tiếc, ${name} không giữ được những chỗ đã mời bạn nữa.`,
      en: `We are sorry, ${name} can no longer hold what we offered you.`,
    },
    expired: {
      vi: `Lời mời của ${name} đã hết hạn mà chưa có trả lời, nên những chỗ ấy không còn được giữ.`,
      en: `The offer of ${name} has expired without an answer, so these places are no longer held.`,
    },
  }[why]
  const current: LocalizedText = isPending
    ? {
        vi: 'Yêu cầu của bạn dưới đây vẫn đang chờ chúng tôi trả lời.',
        en: 'Your request below is still pending.',
      }
    : { vi: 'Chỗ bạn đã đặt dưới đây vẫn giữ nguyên.', en: 'Your booking below stays as it is.' }
  return {
    vi: `${reason.vi} ${current.vi} Nếu bạn vẫn muốn đổi, xin gọi ${phone}.`,
    en: `${reason.en} ${current.en} If you still want another time, please call ${phone}.`,
  }
}
