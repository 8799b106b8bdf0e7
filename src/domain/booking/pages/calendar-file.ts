/** A booking as an entry for the guest's own calendar (RFC 5545): tentative until staff confirm. */
import type { Locale } from '../../../kernel/locale.ts'
import { momentOf } from '../../../kernel/time.ts'
import { bookingPath } from './address.ts'
import type { FlowParts } from './form.ts'

type Entry = {
  code: string
  status: 'pending' | 'confirmed' | 'cancelled'
  starts_at: string
  ends_at: string
  updated_at: string
  offer: { name: string }
}

const states = { pending: 'TENTATIVE', confirmed: 'CONFIRMED', cancelled: 'CANCELLED' } as const

export function calendarFile({ business, base }: FlowParts, entry: Entry, locale: Locale): string {
  const { address, name, phone } = business
  const place = `${address.street}, ${address.ward[locale]}, ${address.city[locale]}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Letan//Front desk//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${entry.code}@${new URL(base).hostname}`,
    `DTSTAMP:${utc(entry.updated_at)}`,
    `DTSTART:${utc(entry.starts_at)}`,
    `DTEND:${utc(entry.ends_at)}`,
    `STATUS:${states[entry.status]}`,
    `SUMMARY:${escaped(`${name} · ${entry.offer.name}`)}`,
    `LOCATION:${escaped(place)}`,
    `DESCRIPTION:${escaped(`${entry.code} · ${phone}`)}`,
    `URL:${base}${bookingPath}/${entry.code}`,
    `GEO:${business.geo.latitude};${business.geo.longitude}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}

/** "20261120T113000Z" */
function utc(stamped: string): string {
  return new Date(momentOf(stamped)).toISOString().replace(/[-:]|\.\d{3}/g, '')
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n')
}

/** No line is longer than 75 bytes; what is left goes on after a space. */
function folded(line: string): string {
  let [text, length] = ['', 0]
  for (const letter of line) {
    const size = Buffer.byteLength(letter)
    if (length + size > 74) {
      text += '\r\n '
      length = 1
    }
    text += letter
    length += size
  }
  return text
}
