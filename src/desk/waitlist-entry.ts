/** A guest whom staff enter on the waitlist: what was typed, checked field by field. */
import { staffNameField } from '../domain/guest/fields.ts'
import { closedDayReason } from '../domain/scheduling/availability.ts'
import { findService } from '../domain/scheduling/current-service.ts'
import type { BookingRequestDetails } from '../domain/scheduling/rules.ts'
import type { StaffEntry } from '../domain/waitlist/staff.ts'
import { parseWindow, type WindowInput } from '../domain/waitlist/window.ts'
import { BookingActionError } from '../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { parsePhone } from '../kernel/phone.ts'
import { hour, isDate, isTime, minute, startOfDay } from '../kernel/time.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { walkInName } from './screens/quick-entry-form.ts'
import { walkInDetails } from './walk-in-sheet.ts'

/** Throws with the reason for the first field that is wrong. */
function refuse(reason: LocalizedText): never {
  throw new BookingActionError('not_possible', { reason })
}

/** Guests at the door wait for the next place. They may stay nameless, so that two taps suffice. */
export function readDoorEntry(
  context: DeskContext,
  form: URLSearchParams,
  locale: Locale,
): StaffEntry {
  const quotedMinutes = Number(form.get('quoted'))
  const isPossible = Number.isInteger(quotedMinutes) && quotedMinutes >= 1 && quotedMinutes <= 600
  if (!isPossible) refuse(words.quoted)
  return {
    details: readDetails(context, form),
    guest: { name: readName(form) || walkInName[locale], phone: readPhone(form), email: null },
    wanted: { quotedMinutes, untilMs: doorUntil(context) },
    ...shared(form),
  }
}

/** A guest on the phone waits for a time, and must be reached. */
export function readWindowEntry(context: DeskContext, form: URLSearchParams): StaffEntry {
  const details = readDetails(context, form)
  const wanted = readWindow(context, form, details)
  const name = readName(form) || refuse(words.name)
  const phone = readPhone(form) || refuse(words.phone)
  return { details, guest: { name, phone, email: null }, wanted, ...shared(form) }
}

function shared(form: URLSearchParams): Pick<StaffEntry, 'consent' | 'formId'> {
  const consent = { version: 'spoken', text: words.consent.vi }
  return { consent, formId: form.get('id') || undefined }
}

function readDetails(context: DeskContext, form: URLSearchParams): BookingRequestDetails {
  const size = form.get('party') ?? '1'
  const details = walkInDetails(context, { size, offerId: form.get('offerId') ?? '' })
  return details ?? refuse(words.party)
}

function readName(form: URLSearchParams): string {
  const typed = form.get('name')?.trim() ?? ''
  if (typed === '') return ''
  const { data } = staffNameField.safeParse(typed)
  return data ?? refuse(words.name)
}

function readPhone(form: URLSearchParams): string {
  const typed = form.get('phone')?.trim() ?? ''
  return typed === '' ? '' : (parsePhone(typed) ?? refuse(words.phone))
}

function readWindow(
  { shop, now }: DeskContext,
  form: URLSearchParams,
  details: BookingRequestDetails,
): WindowInput {
  const [date = '', from = '', to = ''] = ['date', 'from', 'to'].map((name) => form.get(name) ?? '')
  if (!isDate(date) || !isTime(from) || !isTime(to)) refuse(words.window)
  const { booking: rules, business } = shop
  const waiting = parseWindow(rules, { date, from, to }) ?? refuse(words.window)
  const closed = closedDayReason(rules, business, waiting.date, now())
  if (closed) refuse(closed)
  const bookable = rules.bookableStarts(details, waiting.date)
  const starts = bookable.open ? bookable.starts : []
  const { window } = waiting
  if (!starts.some(({ at }) => at >= window.from && at <= window.to)) refuse(words.noStart)
  if (startOfDay(waiting.date) + window.to * minute <= now()) refuse(words.past)
  return { date, from, to }
}

/** Until the end of the service that is on, or for some hours. */
function doorUntil(context: DeskContext): number {
  const { shop, now } = context
  const today = serviceDateNow(context)
  const midnight = startOfDay(today)
  const service = findService(shop.business, today, (now() - midnight) / minute)
  const closing = service?.date === today ? midnight + service.period.to * minute : 0
  return closing > now() ? closing : now() + 4 * hour
}

const words = {
  party: {
    vi: 'Số khách phải là số từ 1 đến 500, và dịch vụ phải có trong danh sách.',
    en: 'The number of guests must be from 1 to 500, and the service one of the list.',
  },
  name: { vi: 'Xin ghi tên của khách.', en: 'Enter the guest’s name.' },
  phone: {
    vi: 'Xin ghi số điện thoại như 0912 345 678, để báo khi có chỗ.',
    en: 'Enter a phone number such as 0912 345 678, to call when a place is free.',
  },
  quoted: {
    vi: 'Số phút hẹn chờ phải từ 1 đến 600.',
    en: 'The quoted waiting time must be from 1 to 600 minutes.',
  },
  window: {
    vi: 'Xin chọn ngày, giờ sớm nhất và giờ muộn nhất; giờ muộn nhất không trước giờ sớm nhất.',
    en: 'Choose the day, the earliest and the latest time; the latest must not be before the earliest.',
  },
  noStart: {
    vi: 'Trong khoảng giờ đó tiệm không nhận khách. Chọn giờ khác.',
    en: 'No booking starts in that time. Choose another one.',
  },
  past: { vi: 'Khoảng giờ đó đã qua.', en: 'That time is past.' },
  consent: {
    vi: 'Khách đồng ý bằng lời để tiệm ghi tên và số điện thoại, và báo khi có chỗ.',
    en: 'The guest agreed verbally that the shop notes the name and phone number and tells them about a free place.',
  },
} satisfies Record<string, LocalizedText>
