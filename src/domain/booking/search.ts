/**
 * Search for bookings by parts of the name, the phone number or the code, and by the place: several words in any
 * order.
 */
import { normalizeCode } from '../../kernel/booking-code.ts'
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { day } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { cellAt } from './occupancy.ts'
import { bookingViewQuery } from './queries.ts'
import { type BookingView, type BookingViewRow, isOpenBooking, toBookingView } from './rows.ts'
import { batchCondition, batchesOf } from './search-batches.ts'
import { withCurrentStatus } from './status.ts'

const maxResults = 50

/** A place that can be named in the text, with its names. */
export type NamedPlace = { id: string; names: readonly string[] }

export type Condition = { sql: string; values: (string | number)[] }

/** Upcoming and valid bookings first, the next one first; then past and cancelled ones, the latest first. */
export async function searchBookings(
  sql: Sql,
  text: string,
  now: number,
  places: readonly NamedPlace[] = [],
): Promise<BookingView[]> {
  const words = wordsCondition(text)
  const alternatives = [
    ...(words ? [words] : []),
    ...codeCondition(text),
    ...placeConditions(text, places, now),
  ]
  if (alternatives.length === 0) return []
  const condition = alternatives.map((one) => `(${one.sql})`).join(' OR ')
  const isUpcoming = `${isOpenBooking} AND (ends_at > ? OR visit = 'seated')`
  const found: (BookingViewRow & { rank: number })[] = []
  const distance = ({ starts_at }: BookingViewRow) => Math.abs(starts_at - now)
  for await (const batch of batchesOf(sql, 'bookings.starts_at', now - day)) {
    const within = batchCondition('bookings.starts_at', batch)
    const rows = await sql.all<BookingViewRow & { rank: number }>(
      `SELECT found.*, CASE WHEN ${isUpcoming} THEN 0 WHEN status = 'cancelled' THEN 2 ELSE 1 END AS rank
       FROM (${bookingViewQuery} WHERE ${within.sql}(${condition})) AS found
       ORDER BY rank, ABS(starts_at - ?), id LIMIT ${maxResults}`,
      ...[now, ...within.values, ...alternatives.flatMap(({ values }) => values), now],
    )
    found.push(...rows)
    if (found.length >= maxResults) break
  }
  return found
    .sort((one, other) => one.rank - other.rank || distance(one) - distance(other))
    .slice(0, maxResults)
    .map((row) => withCurrentStatus(toBookingView(row), now))
}

/** Every word must be found; digits that follow each other are one number. */
export function wordsCondition(text: string): Condition | undefined {
  const words = foldDiacritics(text)
    .replace(/(?<=[0-9])[\s.()-]+(?=[0-9])/g, '')
    .split(' ')
    .filter((word) => word !== '')
  return words.length === 0 ? undefined : allOf(words.map(wordCondition))
}

function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => values),
  }
}

const minPhoneDigits = 3
const minCodeLength = 3

function wordCondition(word: string): Condition {
  const digits = word.replace(/[^0-9]/g, '')
  const isNumber = /^[+().0-9-]+$/.test(word) && digits.length > 0
  const conditions = [
    ...(isNumber && digits.length >= minPhoneDigits ? [phoneCondition(digits)] : []),
    ...(isNumber && digits.length >= minPhoneDigits ? [] : [nameCondition(word)]),
    ...codeCondition(word),
  ]
  return {
    sql: conditions.map(({ sql }) => sql).join(' OR '),
    values: conditions.flatMap(({ values }) => values),
  }
}

/** A leading zero stands for the country code +84. */
function phoneCondition(digits: string): Condition {
  return {
    sql: 'phone LIKE ? OR phone LIKE ?',
    values: [`%${digits}%`, `+84${digits.replace(/^0/, '')}%`],
  }
}

function nameCondition(word: string): Condition {
  return { sql: "folded LIKE ? ESCAPE '!'", values: [`%${word.replace(/[!%_]/g, '!$&')}%`] }
}

/** Any part of the code: "58Y4", "BAN-58Y4". Three letters without a digit would be the prefix of all codes. */
function codeCondition(text: string): Condition[] {
  const code = normalizeCode(text)
  const minLength = /[0-9]/.test(text) ? minCodeLength : minCodeLength + 1
  const isPart = code.length >= minLength && /^[0-9A-Z]+$/.test(code)
  return isPart ? [{ sql: 'bookings.code LIKE ?', values: [`%${code}%`] }] : []
}

const placeDaysBack = 1

/** Bookings of today and later at a place that the text names; all other words must be found as well. */
function placeConditions(text: string, places: readonly NamedPlace[], now: number): Condition[] {
  const folded = ` ${foldDiacritics(text)} `
  return places.flatMap(({ id, names }) => {
    const name = names.map(foldDiacritics).find((one) => one !== '' && folded.includes(` ${one} `))
    if (name === undefined) return []
    const rest = wordsCondition(folded.replace(` ${name} `, ' '))
    const held: Condition = {
      sql: `'booking:' || bookings.id IN (SELECT holder FROM cells WHERE cell >= ? AND resource = ?)`,
      values: [cellAt(now - placeDaysBack * day), id],
    }
    return [rest === undefined ? held : allOf([held, rest])]
  })
}
