/** Booking requests: how many were created, their results, and how long guests waited for a reply. */
import { type DateRange, eachDay, timeRangeOf } from '../../kernel/date-range.ts'
import { dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { requestAnswers, staffEntries } from '../booking/action-rules.ts'

/** Current result of a request; `cancelled` excludes declined and unanswered requests. */
const requestResults = ['pending', 'confirmed', 'declined', 'unanswered', 'cancelled'] as const

type RequestResult = (typeof requestResults)[number]

type RequestResultCounts = Record<RequestResult, number> & { total: number }

export type RequestStatistics = RequestResultCounts & {
  /** Entered by staff, so no reply was needed; included in the total. */
  admitted: number
  /** Share of the answered requests; null if there are none. */
  confirmedShare: number | null
  answered: number
  medianMinutes: number | null
  ninetiethMinutes: number | null
  /** One entry per day, also for days without requests. */
  byDay: (RequestResultCounts & { date: string })[]
  /** Most frequent first. */
  bySource: (RequestResultCounts & { source: string })[]
}

type CreatedBooking = {
  created_at: number
  source: string
  outcome: RequestResult
  /** Milliseconds until staff first confirmed or declined. */
  waited: number | null
  admitted: number
}

/** Assistants choose their own source names; rare sources are counted together. */
const maxSources = 12
const otherSources = 'other'

export async function countRequests(
  sql: Sql,
  days: DateRange,
  now: number,
): Promise<RequestStatistics> {
  const { begin, end } = timeRangeOf(days)
  const bookings = await sql.all<CreatedBooking>(
    `SELECT created_at, source,
      CASE WHEN status = 'pending' AND starts_at > ? THEN 'pending'
        WHEN status = 'pending' OR reason = 'unanswered' THEN 'unanswered'
        WHEN status = 'confirmed' THEN 'confirmed'
        WHEN reason = 'declined' THEN 'declined'
        ELSE 'cancelled' END AS outcome,
      (SELECT MIN(at) FROM audit WHERE subject = 'booking:' || bookings.id
        AND action IN (${requestAnswers.map(() => '?').join(', ')})) - created_at AS waited,
      (SELECT COUNT(*) FROM audit WHERE subject = 'booking:' || bookings.id
        AND action IN (${staffEntries.map(() => '?').join(', ')})) AS admitted
     FROM bookings WHERE created_at >= ? AND created_at < ?`,
    now,
    ...requestAnswers,
    ...staffEntries,
    begin,
    end,
  )
  const answered = bookings.flatMap(({ outcome, waited }) =>
    waited === null || openResults.has(outcome) ? [] : [{ outcome, waited }],
  )
  const waits = answered.map(({ waited }) => waited)
  const confirmed = answered.filter(({ outcome }) => outcome !== 'declined').length
  return {
    ...countResults(bookings),
    admitted: bookings.filter(({ admitted }) => admitted > 0).length,
    confirmedShare: waits.length === 0 ? null : confirmed / waits.length,
    answered: waits.length,
    medianMinutes: toMinutes(percentile(waits, 0.5)),
    ninetiethMinutes: toMinutes(percentile(waits, 0.9)),
    byDay: countByDay(bookings, days),
    bySource: countBySource(bookings),
  }
}

/** Results without a valid reply: there was none, or it was undone. */
const openResults: ReadonlySet<RequestResult> = new Set<RequestResult>(['pending', 'unanswered'])

function countByDay(bookings: readonly CreatedBooking[], days: DateRange) {
  const groups = Map.groupBy(bookings, ({ created_at }) => dateAt(created_at))
  return eachDay(days).map((date) => ({ date, ...countResults(groups.get(date) ?? []) }))
}

function countBySource(bookings: readonly CreatedBooking[]) {
  const groups = [...Map.groupBy(bookings, ({ source }) => source)].sort(
    ([one, few], [other, many]) => many.length - few.length || one.localeCompare(other),
  )
  const rare = groups.length > maxSources ? groups.splice(maxSources - 1) : []
  const otherRows = rare.flatMap(([, rows]) => rows)
  return [...groups, ...(otherRows.length > 0 ? [[otherSources, otherRows] as const] : [])].map(
    ([source, rows]) => ({ source, ...countResults(rows) }),
  )
}

function countResults(bookings: readonly CreatedBooking[]): RequestResultCounts {
  const counts = { total: bookings.length } as RequestResultCounts
  for (const outcome of requestResults) counts[outcome] = 0
  for (const { outcome } of bookings) counts[outcome]++
  return counts
}

function toMinutes(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 60_000
}

/** Percentile with linear interpolation; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const position = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}
