/** What came in, what became of it, and how long guests waited for an answer. */
import { type Days, eachDay, spanOf } from '../../kernel/date-range.ts'
import { dateAt } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { percentile } from './percentile.ts'

/** Where a booking stands now; `cancelled` are those that were not simply refused or forgotten. */
const outcomes = ['pending', 'confirmed', 'declined', 'unanswered', 'cancelled'] as const

export type Outcome = (typeof outcomes)[number]

export type Outcomes = Record<Outcome, number> & { total: number }

export type RequestNumbers = Outcomes & {
  /** Of the total, what staff entered themselves: it needed no answer. */
  admitted: number
  /** Of those that staff answered; null where there are none. */
  confirmedShare: number | null
  answered: number
  medianMinutes: number | null
  ninetiethMinutes: number | null
  /** Every day, also those on which nothing came. */
  byDay: (Outcomes & { date: string })[]
  /** The most frequent first. */
  bySource: (Outcomes & { source: string })[]
}

type Made = {
  created_at: number
  source: string
  outcome: Outcome
  /** Milliseconds until staff first confirmed or declined. */
  waited: number | null
  admitted: number
}

/** Assistants name themselves as they like: the rare ones are counted together. */
const mostSources = 12
export const otherSources = 'other'

export async function countRequests(sql: Sql, days: Days, now: number): Promise<RequestNumbers> {
  const { begin, end } = spanOf(days)
  const made = await sql.all<Made>(
    `SELECT created_at, source,
      CASE WHEN status = 'pending' AND starts_at > ? THEN 'pending'
        WHEN status = 'pending' OR reason = 'unanswered' THEN 'unanswered'
        WHEN status = 'confirmed' THEN 'confirmed'
        WHEN reason = 'declined' THEN 'declined'
        ELSE 'cancelled' END AS outcome,
      (SELECT MIN(at) FROM audit WHERE subject = 'booking:' || bookings.id
        AND action IN ('confirmed', 'declined')) - created_at AS waited,
      (SELECT COUNT(*) FROM audit WHERE subject = 'booking:' || bookings.id
        AND action = 'admitted') AS admitted
     FROM bookings WHERE created_at >= ? AND created_at < ?`,
    now,
    begin,
    end,
  )
  const answered = made.flatMap(({ outcome, waited }) =>
    waited === null || isOpen.has(outcome) ? [] : [{ outcome, waited }],
  )
  const waits = answered.map(({ waited }) => waited)
  const confirmed = answered.filter(({ outcome }) => outcome !== 'declined').length
  return {
    ...countOutcomes(made),
    admitted: made.filter(({ admitted }) => admitted > 0).length,
    confirmedShare: waits.length === 0 ? null : confirmed / waits.length,
    answered: waits.length,
    medianMinutes: inMinutes(percentile(waits, 0.5)),
    ninetiethMinutes: inMinutes(percentile(waits, 0.9)),
    byDay: countByDay(made, days),
    bySource: countBySource(made),
  }
}

/** Without an answer that stands: none was given, or it was taken back. */
const isOpen: ReadonlySet<Outcome> = new Set<Outcome>(['pending', 'unanswered'])

function countByDay(made: readonly Made[], days: Days) {
  const groups = Map.groupBy(made, ({ created_at }) => dateAt(created_at))
  return eachDay(days).map((date) => ({ date, ...countOutcomes(groups.get(date) ?? []) }))
}

function countBySource(made: readonly Made[]) {
  const groups = [...Map.groupBy(made, ({ source }) => source)].sort(
    ([one, few], [other, many]) => many.length - few.length || one.localeCompare(other),
  )
  const rare = groups.length > mostSources ? groups.splice(mostSources - 1) : []
  const rest = rare.flatMap(([, rows]) => rows)
  return [...groups, ...(rest.length > 0 ? [[otherSources, rest] as const] : [])].map(
    ([source, rows]) => ({ source, ...countOutcomes(rows) }),
  )
}

function countOutcomes(made: readonly Made[]): Outcomes {
  const counts = { total: made.length } as Outcomes
  for (const outcome of outcomes) counts[outcome] = 0
  for (const { outcome } of made) counts[outcome]++
  return counts
}

function inMinutes(milliseconds: number | null): number | null {
  return milliseconds === null ? null : milliseconds / 60_000
}
