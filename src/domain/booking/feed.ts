/**
 * The bookings as a calendar that staff subscribe to. It travels to other people's servers, so it
 * says who comes and never how to reach him, what he wrote or what he told of his body.
 */
import type { Business } from '../../content/shop.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { timeRangeOf } from '../../kernel/date-range.ts'
import { escapeText, formatCalendar, toUtcTimestamp } from '../../kernel/ical.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { resourceNames } from '../scheduling/resource-names.ts'
import type { Assignment } from '../scheduling/rules.ts'
import type { NamingContext } from './export.ts'
import { type BookingRow, statusLabels } from './status.ts'

export type FeedParts = NamingContext & {
  business: Business
  /** Whose codes these are: the host of the site. */
  host: string
  /** Where staff see a booking. */
  bookingUrl(code: string): string
}

type FeedRow = BookingRow & { name: string | null }

const daysBack = 7
const daysAhead = 90

/** Calendars should look again after this long. */
const refreshInterval = 'PT15M'

const calendarName: LocalizedText = { vi: 'lịch đặt', en: 'bookings' }

export async function bookingFeed(
  sql: Sql,
  parts: FeedParts,
  locale: Locale,
  now: number,
): Promise<string> {
  const today = dateAt(now)
  const { begin, end } = timeRangeOf({
    from: addDays(today, -daysBack),
    to: addDays(today, daysAhead),
  })
  const rows = await sql.all<FeedRow>(
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
    `X-WR-CALNAME:${escapeText(`${parts.business.name} · ${calendarName[locale]}`)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refreshInterval}`,
    `X-PUBLISHED-TTL:${refreshInterval}`,
    ...rows.flatMap((row) => toEvent(parts, row, locale)),
  ])
}

function toEvent(parts: FeedParts, row: FeedRow, locale: Locale): string[] {
  const code = formatCode(row.code)
  const resourceLabels = resourceNames(parts.rules, JSON.parse(row.given) as Assignment)
  const location = resourceLabels.map((name) => name[locale]).join(', ')
  const summaryParts = [row.party_size, row.name, parts.offerName(row.offer_id)[locale]]
  const pendingSuffix = row.status === 'pending' ? ` (${statusLabels.pending[locale]})` : ''
  return [
    'BEGIN:VEVENT',
    `UID:${code}@${parts.host}`,
    `DTSTAMP:${toUtcTimestamp(row.updated_at)}`,
    `DTSTART:${toUtcTimestamp(row.starts_at)}`,
    `DTEND:${toUtcTimestamp(row.ends_at)}`,
    `LAST-MODIFIED:${toUtcTimestamp(row.updated_at)}`,
    `SEQUENCE:${row.version}`,
    `STATUS:${row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(`${summaryParts.filter((part) => part).join(' · ')}${pendingSuffix}`)}`,
    ...(location === '' ? [] : [`LOCATION:${escapeText(location)}`]),
    `URL:${parts.bookingUrl(code)}`,
    'END:VEVENT',
  ]
}
