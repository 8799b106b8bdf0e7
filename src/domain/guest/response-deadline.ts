/** Response deadline: when staff should have answered a guest, and the texts that announce it. */
import type { Business } from '../../content/shop.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import { hoursOn } from '../scheduling/hours.ts'

const maxDaysAhead = 21

/** Counts `answers_within_minutes` in opening hours only, from `now` on. */
export function responseDeadline(business: Business, now: number): number | undefined {
  let remainingMs = business.answers_within_minutes * minute
  // The hours of yesterday may last until now.
  for (let ahead = -1; ahead < maxDaysAhead; ahead++) {
    const date = addDays(dateAt(now), ahead)
    const hours = hoursOn(business, date)
    for (const { from, to } of hours.open ? hours.periods : []) {
      const opens = Math.max(now, startOfDay(date) + from * minute)
      const closes = startOfDay(date) + to * minute
      if (closes <= opens) continue
      if (closes - opens >= remainingMs) return opens + remainingMs
      remainingMs -= closes - opens
    }
  }
  return undefined
}

/**
 * True for every request: one with the phone number of another booking at that time holds no place, and does not say
 * so.
 */
export function nextStepText(
  business: Business,
  now: number,
  locale: Locale,
  requestedAtMs: number = now,
): string {
  const deadlineMs = responseDeadline(business, requestedAtMs)
  if (deadlineMs !== undefined && deadlineMs < now) return overdueText(business)[locale]
  const when = deadlineText(deadlineMs, now, locale)
  return {
    vi:
      'Yêu cầu đang chờ; chỗ được giữ cho tới khi nhân viên trả lời, mỗi số điện thoại một chỗ trong cùng khung giờ. ' +
      `${business.name} sẽ gọi hoặc nhắn tin${when}; lượt đặt chỉ chắc chắn khi nhân viên xác nhận.`,
    en:
      'Your request is waiting for our call, and the time is held until staff answer; a phone number holds one place at a time. ' +
      `${business.name} will phone or message${when}. The booking is certain once they confirm it.`,
  }[locale]
}

function overdueText({ name, phone }: Business): LocalizedText {
  return {
    vi: `Yêu cầu vẫn đang chờ, lẽ ra ${name} đã liên hệ. Xin gọi ${phone}.`,
    en: `Your request is still waiting. ${name} should have contacted you by now. Please call ${phone}.`,
  }
}

export function callbackText(business: Business, now: number, locale: Locale): string {
  const when = deadlineText(responseDeadline(business, now), now, locale)
  return {
    vi: `Nhân viên ${business.name} sẽ gọi lại cho bạn${when}.`,
    en: `Staff of ${business.name} will call you back${when}.`,
  }[locale]
}

/** " before 19:30 today", or nothing if there is no deadline. */
export function deadlineText(deadlineMs: number | undefined, now: number, locale: Locale): string {
  return deadlineMs === undefined ? '' : ` ${formatDeadline(deadlineMs, now)[locale]}`
}

/** "before 19:30 today", "before 12:30 on Tuesday 17 November 2026" */
function formatDeadline(deadlineMs: number, now: number): LocalizedText {
  const [date, today] = [dateAt(deadlineMs), dateAt(now)]
  const time = timeOf(Math.floor((deadlineMs - startOfDay(date)) / minute))
  if (date === today) return { vi: `trước ${time} hôm nay`, en: `before ${time} today` }
  return {
    vi: `trước ${time} ${formatDate(date, 'vi')}`,
    en: `before ${time} on ${formatDate(date, 'en')}`,
  }
}

export function orderStepText({ name, bank }: Business, locale: Locale): string {
  if (bank) {
    return {
      vi:
        `Đơn đang chờ chuyển khoản. Trang của đơn có mã VietQR và số tài khoản; nhân viên ${name} ` +
        'thấy tiền rồi báo bạn, và thẻ được gửi trong vòng một giờ mở cửa sau khi nhận tiền.',
      en:
        'The order awaits a bank transfer. Its page shows a VietQR code and the account number. ' +
        `Staff of ${name} notify you when they see the money, and send the card within one ` +
        'opening hour of receiving it.',
    }[locale]
  }
  return {
    vi:
      `Đơn đang chờ chuyển khoản. Nhân viên ${name} sẽ liên hệ để xác nhận và gửi thông tin ` +
      'chuyển khoản; thẻ được gửi trong vòng một giờ mở cửa sau khi nhận tiền.',
    en:
      `The order awaits a bank transfer. Staff of ${name} will contact you to confirm and send ` +
      'the transfer details; the card is sent within one opening hour of receiving the money.',
  }[locale]
}
