/**
 * iCalendar feed of the bookings, for calendar apps of staff. Calendar servers of third parties store it, so it
 * contains the guest's name, but no contact details, notes, allergies or health data.
 */
import type { Business } from '../../content/shop.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { timeRangeOf } from '../../kernel/date-range.ts'
import { escapeText, formatCalendar, toUtcTimestamp } from '../../kernel/ical.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { resourceNames } from '../scheduling/resource-names.ts'
import type { NamingContext } from './export.ts'
import { type BookingRow, type StoredBooking, toStoredBooking } from './rows.ts'
import { statusLabels } from './status.ts'

type FeedContext = NamingContext & {
  business: Business
  /** Host of the site; it makes event ids globally unique. */
  host: string
  /** URL of a booking on the desk. */
  bookingUrl(code: string): string
}

type GuestName = { name: string | null }

const daysBack = 7
const daysAhead = 90

const refreshInterval = 'PT15M'

const calendarName: LocalizedText = { vi: 'lịch đặt', en: 'bookings' }

export async function bookingFeed(
  sql: Sql,
  context: FeedContext,
  locale: Locale,
  now: number,
): Promise<string> {
  const today = dateAt(now)
  const { begin, end } = timeRangeOf({
    from: addDays(today, -daysBack),
    to: addDays(today, daysAhead),
  })
  const rows = await sql.all<BookingRow & GuestName>(
    `SELECT bookings.*, guest.name FROM bookings
     LEFT JOIN booking_guests AS guest ON guest.booking_id = bookings.id
     WHERE starts_at >= ? AND starts_at < ?
      AND (status = 'confirmed' OR status = 'pending' AND starts_at > ?)
     ORDER BY starts_at, bookings.id`,
    begin,
    end,
    now,
  )
  return formatCalendar([
    `X-WR-CALNAME:${escapeText(`${context.business.name} · ${calendarName[locale]}`)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...rows.flatMap((row) => toEvent(context, { ...toStoredBooking(row), name: row.name }, locale)),
  ])
}

function toEvent(
  context: FeedContext,
  booking: StoredBooking & GuestName,
  locale: Locale,
): string[] {
  const code = formatCode(booking.code)
  const resourceLabels = resourceNames(context.rules, booking.assignment)
  const location = resourceLabels.map((name) => name[locale]).join(', ')
  const summaryParts = [
    booking.party_size,
    booking.name,
    context.offerName(booking.offer_id)[locale],
  ]
  const pendingSuffix = booking.status === 'pending' ? ` (${statusLabels.pending[locale]})` : ''
  return [
    'BEGIN:VEVENT',
    `UID:${code}@${context.host}`,
    `DTSTAMP:${toUtcTimestamp(booking.updated_at)}`,
    `DTSTART:${toUtcTimestamp(booking.starts_at)}`,
    `DTEND:${toUtcTimestamp(booking.ends_at)}`,
    `LAST-MODIFIED:${toUtcTimestamp(booking.updated_at)}`,
    `SEQUENCE:${booking.version}`,
    `STATUS:${booking.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(`${summaryParts.filter((part) => part).join(' · ')}${pendingSuffix}`)}`,
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    `URL:${context.bookingUrl(code)}`,
    'END:VEVENT',
  ]
}
