/** What the shop knows of a phone number: who it is, how often they came, and what to mind. */
import { formatCode } from '../../kernel/booking-code.ts'
import type { Sql } from '../../store/sql.ts'
import { type AnswersColumn, answersColumn, parseAnswersColumn } from '../booking/rows.ts'
import { wasVisit } from '../booking/visit.ts'
import { erasedName } from '../guest/fields.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'
import { type GuestMarks, loadGuestMarks, noMarks } from './guest-marks.ts'
import { latestHealth } from './latest-health.ts'

type Visit = { code: string; date: string; time: string; partySize: number }

export type KnownGuest = GuestMarks & {
  /**
   * Leads to the page of the guest: the code of a booking, an order or an entry of the waitlist, or the id of a
   * callback request or a card.
   */
  reference: string
  name: string
  lastVisit: string | undefined
  cancelledByGuest: number
  /** What they last declared about health, as long as it is stored. */
  health: { date: string; answers: Answers } | undefined
  /** Open bookings on the day that is entered. */
  onSameDay: readonly Visit[]
  /** Those on other days. */
  upcoming: readonly Visit[]
}

type Row = AnswersColumn & {
  code: string
  date: string
  time: string
  party_size: number
  status: string
  cancelled_by: string | null
  visit: string | null
  ends_at: number
  name: string
}

const maxBookings = 40

/** The number must be complete: a part of it could be anyone. */
export async function findKnownGuest(
  sql: Sql,
  { phone, date }: { phone: string; date: string },
  healthQuestions: readonly GuestQuestion[],
  now: number,
): Promise<KnownGuest | undefined> {
  if (phone === '') return undefined
  const rows = await sql.all<Row>(
    // CROSS JOIN makes SQLite start at the guests, of whom few have the same number.
    `SELECT code, date, time, party_size, status, cancelled_by, visit, ends_at, name,
       ${answersColumn}
     FROM booking_guests CROSS JOIN bookings
     WHERE phone = ? AND bookings.id = booking_id AND name <> ?
     ORDER BY starts_at DESC LIMIT ?`,
    phone,
    erasedName,
    maxBookings,
  )
  const [booking] = rows
  const latest = booking
    ? { reference: formatCode(booking.code), name: booking.name }
    : await findContact(sql, phone)
  if (!latest) return undefined
  const marks = await loadGuestMarks(sql, [{ phone }])
  const open = rows
    .filter(
      ({ status, visit, ends_at }) => status !== 'cancelled' && visit === null && ends_at > now,
    )
    .toReversed()
  return {
    ...(marks.get(phone) ?? noMarks),
    ...{ reference: latest.reference, name: latest.name },
    lastVisit: rows.find(wasVisit)?.date,
    cancelledByGuest: rows.filter(({ cancelled_by }) => cancelled_by === 'guest').length,
    health: latestHealth(rows.map(withAnswers), healthQuestions),
    onSameDay: open.filter((row) => row.date === date).map(toVisit),
    upcoming: open.filter((row) => row.date !== date).map(toVisit),
  }
}

/** Of a guest without a booking. Ids are ordered by creation time. */
function findContact(
  sql: Sql,
  phone: string,
): Promise<{ reference: string; name: string } | undefined> {
  return sql.get(
    `SELECT reference, name FROM (
       SELECT orders.id AS id, code AS reference, name
       FROM order_guests JOIN orders ON orders.id = order_id WHERE phone = ?
       UNION ALL SELECT id, code, name FROM waitlist WHERE phone = ?
       UNION ALL SELECT id, id, name FROM leads WHERE phone = ?
       UNION ALL SELECT card_id, card_id, name FROM card_holders WHERE phone = ?
     ) AS contacts WHERE name <> ? ORDER BY id DESC LIMIT 1`,
    ...[phone, phone, phone, phone, erasedName],
  )
}

function withAnswers({ date, answers }: Row): { date: string; answers: Answers } {
  return { date, answers: parseAnswersColumn(answers) }
}

function toVisit({ code, date, time, party_size: partySize }: Row): Visit {
  return { code, date, time, partySize }
}
