/** What the shop knows of a phone number from its bookings: who it is, how often they came, and what to mind. */
import type { Sql } from '../../store/sql.ts'
import { erasedName } from '../guest/fields.ts'
import type { Answers, GuestQuestion } from '../scheduling/guest-question.ts'
import { countGuestVisits, type VisitCounts } from './queries.ts'
import { type AnswersColumn, answersColumn, parseAnswersColumn } from './rows.ts'

type Visit = { code: string; date: string; time: string; partySize: number }

export type KnownGuest = VisitCounts & {
  name: string
  lastVisit: string | undefined
  /** What they last declared about health, as long as it is stored. */
  health: { date: string; answers: Answers } | undefined
  /** Open bookings on the day that is entered. */
  onSameDay: readonly Visit[]
}

type Row = AnswersColumn & {
  code: string
  date: string
  time: string
  party_size: number
  status: string
  visit: string | null
  starts_at: number
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
    `SELECT code, date, time, party_size, status, visit, starts_at, name, ${answersColumn}
     FROM booking_guests CROSS JOIN bookings
     WHERE phone = ? AND bookings.id = booking_id AND name <> ?
     ORDER BY starts_at DESC LIMIT ?`,
    phone,
    erasedName,
    maxBookings,
  )
  const [latest] = rows
  if (!latest) return undefined
  const isOpen = ({ status, visit }: Row) => status !== 'cancelled' && visit === null
  const came = ({ status, visit, starts_at }: Row) =>
    status === 'confirmed' && visit !== 'no_show' && starts_at <= now
  return {
    ...(await countGuestVisits(sql, phone, now)),
    name: latest.name,
    lastVisit: rows.find(came)?.date,
    health: rows.flatMap((row) => healthOf(row, healthQuestions))[0],
    onSameDay: rows.filter((row) => row.date === date && isOpen(row)).map(toVisit),
  }
}

function healthOf(
  { date, answers }: Row,
  questions: readonly GuestQuestion[],
): { date: string; answers: Answers }[] {
  const all = parseAnswersColumn(answers)
  const health = Object.fromEntries(
    questions.flatMap(({ name }) => (all[name] ? [[name, all[name]]] : [])),
  )
  return Object.keys(health).length > 0 ? [{ date, answers: health }] : []
}

function toVisit({ code, date, time, party_size: partySize }: Row): Visit {
  return { code, date, time, partySize }
}
