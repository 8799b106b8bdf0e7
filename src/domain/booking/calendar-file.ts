/** iCalendar file of a booking (RFC 5545) for the guest: tentative until staff confirm. */
import type { Business } from '../../content/shop.ts'
import { escapeText, formatCalendar, toUtcTimestamp } from '../../kernel/ical.ts'
import type { Locale } from '../../kernel/locale.ts'
import { parseIsoString, startOfDay } from '../../kernel/time.ts'
import { bookingPath } from './url.ts'

type Entry = {
  code: string
  status: 'pending' | 'confirmed' | 'cancelled'
  starts_at: string
  ends_at: string
  updated_at: string
  offer: { name: string }
}

const states = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

export function calendarFile(
  { business, base }: { business: Business; base: string },
  entry: Entry,
  locale: Locale,
): string {
  const { address, name, phone } = business
  const location = `${address.street}, ${address.ward[locale]}, ${address.city[locale]}`
  return formatCalendar([
    'BEGIN:VEVENT',
    `UID:${entry.code}@${new URL(base).hostname}`,
    `DTSTAMP:${utc(entry.updated_at)}`,
    `DTSTART:${utc(entry.starts_at)}`,
    `DTEND:${utc(entry.ends_at)}`,
    `SEQUENCE:${sequence(entry.updated_at)}`,
    `STATUS:${states[entry.status]}`,
    `SUMMARY:${escapeText(`${name} · ${entry.offer.name}`)}`,
    `LOCATION:${escapeText(location)}`,
    `DESCRIPTION:${escapeText(`${entry.code} · ${phone}`)}`,
    `URL:${base}${bookingPath}/${entry.code}`,
    `GEO:${business.geo.latitude};${business.geo.longitude}`,
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
