/** Labels of actions, channels and states, and short formats of the desk. */
import { bookingLifecycle } from '../domain/booking/actions.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { cardLifecycle } from '../domain/cards/actions.ts'
import { contactRows } from '../domain/contact/actions.ts'
import { formatShortDate } from '../domain/messages/format.ts'
import { orderLifecycle } from '../domain/orders/actions.ts'
import { requestActionLabels } from '../domain/privacy/request-action-labels.ts'
import type { ProfileActionName } from '../domain/profile/profile.ts'
import { nightSuffix } from '../domain/scheduling/format-start.ts'
import type { CalendarTime } from '../domain/scheduling/rules.ts'
import { waitlistLifecycle } from '../domain/waitlist/actions.ts'
import { formatDate } from '../kernel/format-date.ts'
import type { Lifecycle } from '../kernel/lifecycle.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { dateAt, minute, startOfDay, timeOf } from '../kernel/time.ts'
import type { DeskContext } from './context.ts'

/** The tables of actions, by the noun of the subject. */
const actionTables: Readonly<Record<string, Readonly<Record<string, LocalizedText>>>> = {
  [bookingLifecycle.noun]: labelsOf(bookingLifecycle),
  [orderLifecycle.noun]: labelsOf(orderLifecycle),
  [waitlistLifecycle.noun]: labelsOf(waitlistLifecycle),
  [cardLifecycle.noun]: {
    ...labelsOf(cardLifecycle),
    ...labelsOf({ ...cardLifecycle, transitions: contactRows({ from: [] }) }),
  },
  request: requestActionLabels,
  block: {
    blocked: { vi: 'khoá', en: 'blocked it' },
    away: { vi: 'ghi giờ nghỉ', en: 'marked the absence' },
    changed: { vi: 'đổi giờ nghỉ', en: 'changed the time' },
    unblocked: { vi: 'bỏ giờ nghỉ', en: 'took it back' },
    called: { vi: 'đã báo khách', en: 'informed a guest' },
    not_called: { vi: 'bỏ dấu đã báo khách', en: 'marked a guest as not informed' },
  },
  profile: {
    noted: { vi: 'sửa ghi chú về khách', en: 'changed the note about the guest' },
    marked_regular: { vi: 'đánh dấu khách quen', en: 'marked the guest as a regular' },
    unmarked_regular: { vi: 'bỏ dấu khách quen', en: 'removed the mark of a regular' },
    undone: { vi: 'hoàn tác', en: 'undid the last change' },
  } satisfies Record<ProfileActionName, LocalizedText>,
  transfer: {
    assigned: { vi: 'ghép giao dịch', en: 'assigned the transfer' },
    dismissed: { vi: 'bỏ qua giao dịch', en: 'dismissed the transfer' },
    undone: { vi: 'hoàn tác', en: 'undid the last decision' },
  },
  day: {
    closed: { vi: 'đóng cửa', en: 'closed the day' },
    reopened: { vi: 'mở lại', en: 'reopened the day' },
    pace_set: { vi: 'đặt nhịp nhận khách', en: 'set the pace' },
    pace_reset: { vi: 'trả về nhịp thường ngày', en: 'returned to the usual pace' },
  },
  online: {
    paused: { vi: 'tạm ngừng nhận đặt online', en: 'paused online bookings' },
    resumed: { vi: 'nhận đặt online lại', en: 'accepted online bookings again' },
  },
  place: {
    added: { vi: 'thêm', en: 'added it' },
    removed: { vi: 'bỏ', en: 'removed it' },
  },
  shift: {
    shift_set: { vi: 'đổi ca', en: 'changed the shift' },
    shift_reset: { vi: 'trả về ca thường ngày', en: 'returned to the usual shift' },
  },
}

function labelsOf({ transitions }: Lifecycle): Record<string, LocalizedText> {
  return Object.fromEntries(Object.entries(transitions).map(([name, { label }]) => [name, label]))
}

/** What the actor did, or the name of an action that this version does not know. `subject`: "booking:…" */
export function actionLabel(subject: string, action: string, locale: Locale): string {
  const labels = actionTables[subject.split(':')[0] ?? ''] ?? {}
  return (Object.hasOwn(labels, action) ? labels[action]?.[locale] : undefined) ?? action
}

/** The name itself for a channel that no longer exists. */
export function channelLabel(
  { channels }: Pick<DeskContext, 'channels'>,
  channel: string,
  locale: Locale,
): string {
  return channels.list.find(({ name }) => name === channel)?.label[locale] ?? channel
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
  by_guest: { vi: 'khách đã huỷ', en: 'cancelled by the guest' },
}

/** The visit status if there is one, the reason of a cancellation, or the booking status. */
export function displayStatus({ status, reason, visit }: BookingView): string {
  if (visit !== null) return visit
  return status === 'cancelled' ? (reason ?? status) : status
}

export function statusLabel(booking: BookingView, locale: Locale): string {
  const state = booking.cancelled_by === 'guest' ? 'by_guest' : displayStatus(booking)
  return (visitLabels[state] ?? statusLabels[state] ?? statusLabels.cancelled)?.[locale] ?? state
}

/** "Hôm nay", or the date. */
export function formatDay(date: string, now: number, locale: Locale): string {
  const today = dateAt(now)
  if (date === today) return { vi: 'Hôm nay', en: 'Today' }[locale]
  return formatDate(date, locale)
}

/** The same for a start; after midnight with the evening to which it belongs. */
export function formatStartDay(
  { shop, now }: Pick<DeskContext, 'shop' | 'now'>,
  start: CalendarTime,
  locale: Locale,
): string {
  const night = nightSuffix(shop.booking.serviceDays, start, locale)
  return `${formatDay(start.date, now(), locale)}${night}`
}

/** "24/12/2026" or "04/02/2027 – 10/02/2027". */
export function formatNumericDateRange(from: string, to: unknown): string {
  const days = typeof to === 'string' && to !== from ? [from, to] : [from]
  return days.map((day) => day.split('-').toReversed().join('/')).join(' – ')
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
export function formatNationalPhone(phone: string): string {
  const national = phone.replace(/^\+84/, '0')
  return national.replace(/^(0[0-9]{3})([0-9]{3})([0-9]{3,4})$/, '$1 $2 $3')
}

/** Zalo links contain the phone number without the plus sign. */
export function zaloLink(phone: string): string | undefined {
  return phone.startsWith('+84') ? `https://zalo.me/${phone.slice(1)}` : undefined
}
