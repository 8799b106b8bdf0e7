/** What a database must contain after all migrations, from the rows that were inserted into it. */
import type { DatabaseContents } from './compare.ts'
import { migrationRows } from './old-database.ts'
import type { DatabaseRow } from './raw-database.ts'

/** The whole contents; a table that is missing here must be empty. */
export function expectedContents(inserted: DatabaseContents): Map<string, readonly DatabaseRow[]> {
  const healthRows = inserted.get('booking_health') ?? []
  const bookings = inserted.get('bookings') ?? []
  const mustCall = new Set(
    healthRows.filter((row) => row.needs_attention === 1).map((row) => row.booking_id),
  )
  return new Map([
    ...inserted,
    ['migrations', migrationRows],
    [
      'bookings',
      bookings.map((row) => ({
        ...row,
        call_first: mustCall.has(row.id) ? 1 : 0,
        holds_place: 1,
        overrides: '',
      })),
    ],
    [
      'place_offers',
      (inserted.get('place_offers') ?? []).map((row) => ({ ...row, overrides: '' })),
    ],
    ['booking_answers', expectedAnswers(bookings, healthRows)],
    ['outbox', expectedEvents(inserted.get('outbox') ?? [])],
    ['held_days', expectedDays(inserted.get('cells') ?? [])],
  ])
}

/** Health data is also stored as answers, under the question of the trade. */
function expectedAnswers(
  bookings: readonly DatabaseRow[],
  healthRows: readonly DatabaseRow[],
): DatabaseRow[] {
  const codes = new Map(bookings.map(({ id, code }) => [id, String(code)]))
  return healthRows.flatMap(({ booking_id = null, marks = null }) => {
    const question = codes.get(booking_id)?.startsWith('BAN') ? 'allergens' : 'health'
    return marks === '[]' ? [] : [{ booking_id, question, answer: marks, sensitive: 1 }]
  })
}

/** Each event has its position in the order of the ids. */
function expectedEvents(events: readonly DatabaseRow[]): DatabaseRow[] {
  const ids = events.map(({ id }) => String(id)).sort()
  return events.map((row) => ({ ...row, position: ids.indexOf(String(row.id)) + 1 }))
}

const quarterMs = 900_000
const dayMs = 86_400_000
const vietnamOffsetMs = 7 * 3_600_000

/** Every day with an occupied cell, and for a cell before noon also the previous day. */
function expectedDays(cells: readonly DatabaseRow[]): DatabaseRow[] {
  const days = new Set<number>()
  for (const { cell } of cells) {
    const localMs = Number(cell) * quarterMs + vietnamOffsetMs
    const midnightMs = Math.floor(localMs / dayMs) * dayMs
    days.add(midnightMs)
    if (localMs - midnightMs < dayMs / 2) days.add(midnightMs - dayMs)
  }
  return [...days].map((midnightMs) => ({
    day: (midnightMs - vietnamOffsetMs) / quarterMs,
    version: '',
    changes: '',
  }))
}
