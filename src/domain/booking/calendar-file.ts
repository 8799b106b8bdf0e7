/** iCalendar file of a booking (RFC 5545) for the guest: tentative until staff confirm. */
import { type Business, formatAddress } from '../../content/shop.ts'
import { escapeText, formatCalendar, toUtcTimestamp } from '../../kernel/ical.ts'
import type { Locale } from '../../kernel/locale.ts'
import { parseIsoString, startOfDay } from '../../kernel/time.ts'
import type { BookingStatus } from './status-operation.ts'
import { bookingPath } from './url.ts'

const states = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

export function calendarFile(
  { business, base }: { business: Business; base: string },
  booking: BookingStatus,
  locale: Locale,
): string {
  const { name, phone, geo } = business
  const location = formatAddress(business, locale)
  return formatCalendar([
    'BEGIN:VEVENT',
    `UID:${booking.code}@${new URL(base).hostname}`,
    `DTSTAMP:${utc(booking.updated_at)}`,
    `DTSTART:${utc(booking.starts_at)}`,
    `DTEND:${utc(booking.ends_at)}`,
    `SEQUENCE:${sequence(booking.updated_at)}`,
    `STATUS:${states[booking.status]}`,
    `SUMMARY:${escapeText(`${name} · ${booking.offer.name}`)}`,
    `LOCATION:${escapeText(location)}`,
    `DESCRIPTION:${escapeText(`${booking.code} · ${phone}`)}`,
    `URL:${base}${bookingPath}/${booking.code}`,
    ...(geo ? [`GEO:${geo.latitude};${geo.longitude}`] : []),
    'END:VEVENT',
  ])
}

function utc(isoTime: string): string {
  return toUtcTimestamp(parseIsoString(isoTime))
}

/** Seconds since a fixed date: grows with every change and is the same in every process. */
function sequence(isoTime: string): number {
  return Math.floor((parseIsoString(isoTime) - startOfDay('2026-01-01')) / 1000)
}
