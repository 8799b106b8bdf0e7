/** A booking as an entry for the guest's own calendar (RFC 5545): tentative until staff confirm. */
import { escapeText, formatCalendar, toUtcTimestamp } from '../../kernel/ical.ts'
import type { Locale } from '../../kernel/locale.ts'
import { parseIsoString, startOfDay } from '../../kernel/time.ts'
import type { FlowParts } from '../forms/booking-form.ts'
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
  { business, base }: Pick<FlowParts, 'business' | 'base'>,
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

/** Grows with every change, wherever the entry is made: the seconds since this calendar began. */
function sequence(isoTime: string): number {
  return Math.floor((parseIsoString(isoTime) - startOfDay('2026-01-01')) / 1000)
}
