/** Bilingual reasons why a day, time or party size is not possible, each with a suggestion for staff. */
import { formatDate } from '../../kernel/format-date.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { isDate, isTime, minutesOf, timeOf } from '../../kernel/time.ts'
import { hoursOn, type Period, periodFor } from '../scheduling/hours.ts'
import { largestFittingParty } from '../scheduling/rejection.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  CalendarTime,
  ServiceStart,
  Start,
} from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'

export const pastTimeText: LocalizedText = {
  vi: 'Giờ đó đã qua; hãy chọn giờ còn ở phía trước.',
  en: 'That time has passed. Choose a future time.',
}

const noSuchDayText: LocalizedText = {
  vi: 'Không có ngày đó; hãy chọn một ngày có trong lịch.',
  en: 'There is no such day. Choose a day from the calendar.',
}

export const noQuarterText: LocalizedText = {
  vi: 'Giờ phải tròn mười lăm phút, như 18:30 hoặc 18:45.',
  en: 'Bookings start at a quarter hour, such as 18:30 or 18:45.',
}

const nothingAvailableText: LocalizedText = {
  vi: 'Lúc đó không có chỗ hoặc người nào nhận được lượt này; hãy chọn giờ khác.',
  en: 'No place or person can serve this booking at that time. Choose another time.',
}

const resourceUnsuitableText: LocalizedText = {
  vi: 'Chỗ đó không nhận được lượt này; hãy chọn chỗ khác, hoặc để trống.',
  en: 'That place is not suitable for this booking. Choose another place, or leave it empty.',
}

export const chooseAnotherDayText: LocalizedText = {
  vi: 'Hãy chọn ngày khác',
  en: 'Choose another day',
}

export const moveOrDeclineText: LocalizedText = {
  vi: 'Hãy dời sang ngày khác hoặc từ chối',
  en: 'Move it to another day, or decline it',
}

/** For a day that staff closed, the text also says where to open it again. */
export function closedOnText(
  date: string,
  reason: LocalizedText,
  suggestion: LocalizedText,
  isClosedByStaff: boolean,
): LocalizedText {
  const reopenHint = isClosedByStaff ? reopenText : { vi: '', en: '' }
  return {
    vi: `${formatDate(date, 'vi')} đóng cửa: ${withFullStop(reason.vi)} ${suggestion.vi}${reopenHint.vi}.`,
    en: `Closed on ${formatDate(date, 'en')}: ${withFullStop(reason.en)} ${suggestion.en}${reopenHint.en}.`,
  }
}

const reopenText: LocalizedText = {
  vi: ', hoặc mở lại ngày này ở mục “Ngày nghỉ”',
  en: ', or reopen this day under “Closed days”',
}

/** Staff write reasons with or without a full stop. */
function withFullStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`
}

/** Why the rules reject the booking regardless of occupancy. The desk shows it before saving. */
export function findRejectionReason(
  context: Pick<BookingContext, 'rules' | 'business'>,
  details: BookingRequestDetails,
  requested: CalendarTime,
): LocalizedText | undefined {
  const found = findStaffStart(context.rules, details, requested)
  if (!found) return noStartReason(context, details, requested)
  const { date, start } = found
  const options = context.rules.options(details, date, start)
  return options.length > 0 ? undefined : noOptionReason(context.rules, details, date, start)
}

/** The start at a quarter hour of the opening hours. */
export function findStaffStart(
  rules: BookingRules,
  details: BookingRequestDetails,
  { date, time }: CalendarTime,
): ServiceStart | undefined {
  if (!isDate(date) || !isTime(time) || minutesOf(time) % 15 !== 0) return undefined
  const service = rules.serviceDays.find({ date, time })
  const start = rules.startAt(details, service.date, service.at)
  return start && { date: service.date, start }
}

export function noStartReason(
  { rules, business }: Pick<BookingContext, 'rules' | 'business'>,
  details: BookingRequestDetails,
  requested: CalendarTime,
): LocalizedText {
  const { time } = requested
  if (!isDate(requested.date)) return noSuchDayText
  if (!isTime(time) || minutesOf(time) % 15 !== 0) return noQuarterText
  const { date, at } = rules.serviceDays.find(requested)
  const hours = hoursOn(business, date)
  if (!hours.open) return closedOnText(date, hours.reason, chooseAnotherDayText, false)
  if (!periodFor(hours.periods, at, 15)) return outsideHoursText(date, hours.periods)
  const bookable = rules.bookableStarts(details, date)
  return bookable.open ? endsAfterClosingText(date, hours.periods) : bookable.reason
}

/** Why no resource can serve the booking, occupied or not. */
export function noOptionReason(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  start: Start,
): LocalizedText {
  if (rules.options(details, date, start).length > 0) return resourceUnsuitableText
  const maxPartySize = largestFittingParty(rules, details, date, start)
  if (maxPartySize !== undefined) return tooManyGuestsText(rules, details.partySize, maxPartySize)
  const bookable = rules.bookableStarts(details, date)
  return bookable.open ? nothingAvailableText : bookable.reason
}

/** Guests of a table can sit at several; a treatment has one place. */
function tooManyGuestsText(
  { dutyOn, extraPlace: { noun } }: BookingRules,
  guests: number,
  maxPartySize: number,
): LocalizedText {
  const [table, tables] = [noun.vi.toLowerCase(), `${noun.en.toLowerCase()}s`]
  const advice = dutyOn
    ? { vi: 'Hãy ghi thành nhiều lượt đặt.', en: 'Enter several bookings.' }
    : {
        vi: `Hãy chọn nhiều ${table} cho lượt này, hoặc ghi thành nhiều lượt đặt.`,
        en: `Choose several ${tables} for this booking, or enter several bookings.`,
      }
  return {
    vi: `${guests} khách thì không chỗ nào đủ: chỗ lớn nhất nhận ${maxPartySize} khách. ${advice.vi}`,
    en: `Nothing fits ${guests} guests: the largest place takes ${maxPartySize}. ${advice.en}`,
  }
}

export function outsideHoursText(date: string, periods: readonly Period[]): LocalizedText {
  return {
    vi: `Giờ đó không mở cửa: ${formatDate(date, 'vi')} mở ${formatPeriods(periods, ' và ')}.`,
    en: `Closed at that time. Opening hours on ${formatDate(date, 'en')}: ${formatPeriods(periods, ' and ')}.`,
  }
}

export function endsAfterClosingText(date: string, periods: readonly Period[]): LocalizedText {
  return {
    vi: `Bắt đầu giờ đó thì không kịp xong: ${formatDate(date, 'vi')} mở ${formatPeriods(periods, ' và ')}.`,
    en:
      `It would end after closing time. Opening hours on ${formatDate(date, 'en')}: ` +
      `${formatPeriods(periods, ' and ')}.`,
  }
}

function formatPeriods(periods: readonly Period[], and: string): string {
  return periods.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(and)
}
