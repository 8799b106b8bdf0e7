/** Who was to come and who came: confirmed bookings by the time of their visit. */
import type { Span } from '../../kernel/date-range.ts'
import { weekdayOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

export type VisitNumbers = {
  /** Confirmed visits in these days, past and to come. */
  total: number
  /** Those whose time has come, or who were there before it. */
  due: number
  noShows: number
  /** Of those due; null where there are none. */
  noShowShare: number | null
  /** Due, but staff did not mark whether the guests came. */
  unmarked: number
  /** Visits that took place, and how many guests they brought. */
  seated: number
  guests: number
  /** All 24 hours, and the guests who are expected in each. */
  byHour: { hour: number; visits: number; guests: number }[]
  /** 1 for Monday to 7 for Sunday. */
  byWeekday: { weekday: number; visits: number; guests: number }[]
}

type Counted = {
  date: string
  hour: string
  /** The staff's mark; `due` or `ahead` where there is none. */
  state: string
  visits: number
  guests: number
}

export async function countVisits(
  sql: Sql,
  { begin, end }: Span,
  now: number,
): Promise<VisitNumbers> {
  const rows = await sql.all<Counted>(
    `SELECT date, hour, state, COUNT(*) AS visits, SUM(party_size) AS guests
     FROM (SELECT date, SUBSTR(time, 1, 2) AS hour, party_size,
        CASE WHEN visit IS NOT NULL THEN visit WHEN starts_at <= ? THEN 'due' ELSE 'ahead' END AS state
       FROM bookings WHERE status = 'confirmed' AND starts_at >= ? AND starts_at < ?) AS expected
     GROUP BY date, hour, state`,
    now,
    begin,
    end,
  )
  const those = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const came = those('seated', 'finished')
  const total = visitsIn(rows)
  const due = total - visitsIn(those('ahead'))
  const noShows = visitsIn(those('no_show'))
  return {
    total,
    due,
    noShows,
    noShowShare: due === 0 ? null : noShows / due,
    unmarked: visitsIn(those('due')),
    seated: visitsIn(came),
    guests: guestsIn(came),
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      ...bothIn(rows.filter((row) => Number(row.hour) === hour)),
    })),
    byWeekday: Array.from({ length: 7 }, (_, place) => ({
      weekday: place + 1,
      ...bothIn(rows.filter(({ date }) => weekdayOf(date) === place + 1)),
    })),
  }
}

function bothIn(rows: readonly Counted[]) {
  return { visits: visitsIn(rows), guests: guestsIn(rows) }
}

function visitsIn(rows: readonly Counted[]): number {
  return rows.reduce((sum, { visits }) => sum + visits, 0)
}

function guestsIn(rows: readonly Counted[]): number {
  return rows.reduce((sum, { guests }) => sum + guests, 0)
}
