/** What a guest on the waitlist is told, on the page, by the API and by assistants. */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'

/** "18:00–20:00", or one time. */
export function formatWindow({ from, to }: { from: string; to: string }): string {
  return from === to ? from : `${from}–${to}`
}

/** After joining. No position and no place is promised. */
export function waitingText({ waitlist }: Pick<Business, 'waitlist'>): LocalizedText {
  const minutes = waitlist.offer_minutes
  return {
    vi:
      'Bạn đang ở trong danh sách chờ; chưa có chỗ nào được giữ. Khi có chỗ, nhân viên báo cho bạn và giữ chỗ đó ' +
      `trong một thời gian ngắn (thường là ${minutes} phút) để bạn trả lời. Chúng tôi không chắc sẽ có chỗ.`,
    en:
      'You are on the waitlist; no place is held yet. If a place becomes free, staff let you know and hold it for a ' +
      `short time (usually ${minutes} minutes) for you to answer. We cannot promise a place.`,
  }
}

export const offeredText: LocalizedText = {
  vi: 'Đã có chỗ cho bạn. Xin trả lời trước hạn; sau hạn đó chỗ được mời cho người khác.',
  en: 'A place is free for you. Please answer before the deadline; after that it goes to another guest.',
}

export const bookedText: LocalizedText = {
  vi: 'Bạn đã có chỗ. Hẹn gặp bạn!',
  en: 'You have a place. See you then!',
}

/** The guest had a place, and the booking was cancelled since. */
export const cancelledText: LocalizedText = {
  vi: 'Bạn đã nhận một chỗ, và lượt đặt đó đã được huỷ. Bạn không còn trong danh sách chờ.',
  en: 'You accepted a place, and that booking was cancelled. You are no longer on the waitlist.',
}

export const guestLeftText: LocalizedText = {
  vi: 'Bạn không còn trong danh sách chờ.',
  en: 'You are no longer on the waitlist.',
}

export const expiredText: LocalizedText = {
  vi: 'Rất tiếc, giờ bạn chờ đã qua mà không có chỗ trống. Mong được đón bạn dịp khác.',
  en: 'We are sorry: the time that you waited for has passed without a free place. We hope to see you another time.',
}
