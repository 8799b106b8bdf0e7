/** Stores a guest on the waitlist. */
import { createCode, normalizeCode } from '../../kernel/booking-code.ts'
import { newId } from '../../kernel/id.ts'
import type { Locale } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import type { ShownConsent } from '../guest/consent.ts'
import { recordAction } from '../outbox/events.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import { waitlistLifecycle } from './actions.ts'
import { waitlistCodePrefix } from './url.ts'

export type NewEntry = {
  details: BookingRequestDetails
  /** The service day. */
  date: string
  /** The first and the last start that suit the guest. */
  startsFrom: number
  startsUntil: number
  guest: { name: string; phone: string; email: string | null }
  consent: ShownConsent
  locale: Locale
  source: string
  client: string
  /** Only of guests at the door: the minutes of waiting that the host has named. */
  quotedMinutes: number | null
}

export type IdentifiedEntry = NewEntry & { id: string; code: string }

export function identifyEntry(entry: NewEntry, now: number): IdentifiedEntry {
  return { ...entry, id: newId(now), code: createCode(waitlistCodePrefix) }
}

export async function insertEntry(
  sql: Sql,
  entry: IdentifiedEntry,
  action: 'requested' | 'entered',
  actor: string,
  now: number,
): Promise<void> {
  const { id, code, details, guest, consent } = entry
  await sql.run(
    `INSERT INTO waitlist (id, code, status, quoted_minutes, offer_id, date, starts_from, starts_until,
      party_size, wish, name, phone, email, consent_version, consent_text, consented_at, client,
      source, locale, version, created_at, updated_at)
     VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
    ...[id, normalizeCode(code), entry.quotedMinutes, details.offerId, entry.date],
    ...[entry.startsFrom, entry.startsUntil, details.partySize, JSON.stringify(details)],
    ...[guest.name, guest.phone, guest.email, consent.version, consent.text, now],
    ...[entry.client, entry.source, entry.locale, now, now],
  )
  await recordAction(sql, now, actor, { lifecycle: waitlistLifecycle, action, id })
}
