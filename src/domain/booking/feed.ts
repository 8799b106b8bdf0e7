/**
 * The bookings as a calendar that staff subscribe to. It travels to other people's servers, so it
 * says who comes and never how to reach him, what he wrote or what he told of his body.
 */
import type { Business } from '../../content/shop.ts'
import { showCode } from '../../kernel/booking-code.ts'
import { spanOf } from '../../kernel/date-range.ts'
import { calendar, escapeText, utcStamp } from '../../kernel/ical.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { addDays, dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { resourceNames } from '../scheduling/resource-names.ts'
import type { Given } from '../scheduling/rules.ts'
import type { Naming } from './export.ts'
import { type BookingRow, statusLabels } from './status.ts'

export type FeedParts = Naming & {
  business: Business
  /** Whose codes these are: the host of the site. */
  host: string
  /** Where staff see a booking. */
  addressOf(code: string): string
}

type FeedRow = BookingRow & { name: string | null }

const daysBack = 7
const daysAhead = 90

/** Calendars should look again after this long. */
const refresh = 'PT15M'

const desk: Words = { vi: 'lịch đặt', en: 'bookings' }

export async function bookingFeed(
  sql: Sql,
  parts: FeedParts,
  locale: Locale,
  now: number,
): Promise<string> {
  const today = dateAt(now)
  const { begin, end } = spanOf({
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
  return calendar([
    `X-WR-CALNAME:${escapeText(`${parts.business.name} · ${desk[locale]}`)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${refresh}`,
    `X-PUBLISHED-TTL:${refresh}`,
    ...rows.flatMap((row) => entryOf(parts, row, locale)),
  ])
}

function entryOf(parts: FeedParts, row: FeedRow, locale: Locale): string[] {
  const code = showCode(row.code)
  const places = resourceNames(parts.rules, JSON.parse(row.given) as Given)
  const place = places.map((name) => name[locale]).join(', ')
  const who = [row.party_size, row.name, parts.offerName(row.offer_id)[locale]]
  const waits = row.status === 'pending' ? ` (${statusLabels.pending[locale]})` : ''
  return [
    'BEGIN:VEVENT',
    `UID:${code}@${parts.host}`,
    `DTSTAMP:${utcStamp(row.updated_at)}`,
    `DTSTART:${utcStamp(row.starts_at)}`,
    `DTEND:${utcStamp(row.ends_at)}`,
    `LAST-MODIFIED:${utcStamp(row.updated_at)}`,
    `SEQUENCE:${row.version}`,
    `STATUS:${row.status === 'pending' ? 'TENTATIVE' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(`${who.filter((part) => part).join(' · ')}${waits}`)}`,
    ...(place === '' ? [] : [`LOCATION:${escapeText(place)}`]),
    `URL:${parts.addressOf(code)}`,
    'END:VEVENT',
  ]
}
