/** Labels of actions, channels and states, and short formats of the desk. */
import type { BookingView } from '../domain/booking/rows.ts'
import { formatShortDate } from '../domain/messages/format.ts'
import { formatDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { dateAt, minute, startOfDay, timeOf } from '../kernel/time.ts'

export const actionLabels: Record<string, LocalizedText> = {
  requested: { vi: 'gửi yêu cầu', en: 'sent the request' },
  admitted: { vi: 'ghi lượt đặt', en: 'entered the booking' },
  confirmed: { vi: 'xác nhận', en: 'confirmed' },
  declined: { vi: 'từ chối', en: 'declined' },
  cancelled: { vi: 'huỷ', en: 'cancelled' },
  moved: { vi: 'dời giờ', en: 'moved the booking' },
  rearranged: { vi: 'đổi chỗ hoặc số người', en: 'changed the place or party size' },
  offered: { vi: 'đề nghị giờ khác', en: 'offered other times' },
  seated: { vi: 'báo khách đã tới', en: 'marked the guest as arrived' },
  finished: { vi: 'báo khách đã xong', en: 'marked the guest as finished' },
  no_show: { vi: 'báo khách không tới', en: 'marked the guest as a no-show' },
  settled: { vi: 'khép lại yêu cầu đổi', en: 'resolved the change request' },
  noted: { vi: 'ghi chú', en: 'added a note' },
  corrected: { vi: 'sửa tên, số hoặc email', en: 'corrected the name, phone or email' },
  reopened: { vi: 'hoàn tác', en: 'undid the last action' },
  change_requested: { vi: 'xin đổi hoặc huỷ', en: 'requested a change or cancellation' },
  expired: {
    vi: 'tự huỷ vì chưa ai trả lời',
    en: 'cancelled automatically, because it was not answered',
  },
  erased: { vi: 'xoá dữ liệu của khách', en: 'erased the guest’s data' },
  deposit_asked: { vi: 'yêu cầu đặt cọc', en: 'requested a deposit' },
  deposit_paid: { vi: 'báo đã nhận cọc', en: 'marked the deposit as received' },
  deposit_waived: { vi: 'miễn cọc', en: 'waived the deposit' },
  deposit_returned: { vi: 'báo đã hoàn cọc', en: 'marked the deposit as refunded' },
  registered: { vi: 'ghi yêu cầu vào sổ', en: 'registered the request' },
  handed_over: { vi: 'giao bản sao dữ liệu', en: 'handed over a copy of the data' },
  replied: { vi: 'báo đã trả lời khách', en: 'marked it as answered' },
  done: { vi: 'báo đã xong', en: 'marked it as done' },
  paid: { vi: 'báo đã nhận tiền', en: 'marked it as paid' },
  sent: { vi: 'báo đã gửi', en: 'marked it as sent' },
}

export const channelLabels: Record<string, LocalizedText> = {
  'guest-mail': { vi: 'Thư cho khách', en: 'Email to guests' },
  email: { vi: 'Thư cho nhân viên', en: 'Email to staff' },
  push: { vi: 'Báo trên trình duyệt', en: 'Browser notifications' },
  zalo: { vi: 'Zalo Bot', en: 'Zalo Bot' },
  telegram: { vi: 'Telegram (bị chặn ở Việt Nam)', en: 'Telegram (blocked in Vietnam)' },
  webhook: { vi: 'Webhook cho chương trình khác', en: 'Webhooks for other programs' },
}

const visitLabels: Record<string, LocalizedText> = {
  seated: { vi: 'đã tới', en: 'arrived' },
  finished: { vi: 'đã xong', en: 'finished' },
  no_show: { vi: 'không tới', en: 'no-show' },
}

const statusLabels: Record<string, LocalizedText> = {
  pending: { vi: 'chờ trả lời', en: 'pending' },
  confirmed: { vi: 'đã xác nhận', en: 'confirmed' },
  declined: { vi: 'đã từ chối', en: 'declined' },
  unanswered: { vi: 'quá giờ, tự huỷ', en: 'expired' },
  by_staff: { vi: 'đã huỷ', en: 'cancelled' },
  cancelled: { vi: 'đã huỷ', en: 'cancelled' },
}

/** The visit status if there is one, the reason of a cancellation, or the booking status. */
export function displayStatus({ status, reason, visit }: BookingView): string {
  if (visit !== null) return visit
  return status === 'cancelled' ? (reason ?? status) : status
}

export function statusLabel(booking: BookingView, locale: Locale): string {
  const state = displayStatus(booking)
  return (visitLabels[state] ?? statusLabels[state] ?? statusLabels.cancelled)?.[locale] ?? state
}

/** "Hôm nay", or the date. */
export function formatDay(date: string, now: number, locale: Locale): string {
  const today = dateAt(now)
  if (date === today) return { vi: 'Hôm nay', en: 'Today' }[locale]
  return formatDate(date, locale)
}

export function formatClock(atMs: number): string {
  return timeOf(Math.floor((atMs - startOfDay(dateAt(atMs))) / minute))
}

/** The start of the current quarter hour, for walk-ins. */
export function currentQuarterHour(now: number): string {
  const minutes = Math.floor((now - startOfDay(dateAt(now))) / minute)
  return timeOf(minutes - (minutes % 15))
}

/** "18:02", or "18:02 T6 20/11" on another day. */
export function formatTimestamp(atMs: number, now: number, locale: Locale): string {
  const date = dateAt(atMs)
  return date === dateAt(now)
    ? formatClock(atMs)
    : `${formatClock(atMs)} ${formatShortDate(date, locale)}`
}

export function formatEndTime({ ends_at }: BookingView): string {
  return formatClock(ends_at)
}

/** "+84912345678" → "0912 345 678" */
export function formatPhone(phone: string): string {
  const national = phone.replace(/^\+84/, '0')
  return national.replace(/^(0[0-9]{3})([0-9]{3})([0-9]{3,4})$/, '$1 $2 $3')
}

/** Zalo links contain the phone number without the plus sign. */
export function zaloLink(phone: string): string | undefined {
  return phone.startsWith('+84') ? `https://zalo.me/${phone.slice(1)}` : undefined
}
