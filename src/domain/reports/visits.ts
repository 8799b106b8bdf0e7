/** Who was to come and who came: confirmed bookings by the time of their visit. */
import type { TimeRange } from '../../kernel/date-range.ts'
import { weekdayOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'

export type VisitStatistics = {
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

type VisitCountRow = {
  date: string
  hour: string
  /** The staff's mark; `due` or `ahead` where there is none. */
  state: string
  visits: number
  guests: number
}

export async function countVisits(
  sql: Sql,
  { begin, end }: TimeRange,
  now: number,
): Promise<VisitStatistics> {
  const rows = await sql.all<VisitCountRow>(
    `SELECT date, hour, state, COUNT(*) AS visits, SUM(party_size) AS guests
     FROM (SELECT date, SUBSTR(time, 1, 2) AS hour, party_size,
        CASE WHEN visit IS NOT NULL THEN visit WHEN starts_at <= ? THEN 'due' ELSE 'ahead' END AS state
       FROM bookings WHERE status = 'confirmed' AND starts_at >= ? AND starts_at < ?) AS expected
     GROUP BY date, hour, state`,
    now,
    begin,
    end,
  )
  const rowsInState = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const arrived = rowsInState('seated', 'finished')
  const total = sumVisits(rows)
  const due = total - sumVisits(rowsInState('ahead'))
  const noShows = sumVisits(rowsInState('no_show'))
  return {
    total,
    due,
    noShows,
    noShowShare: due === 0 ? null : noShows / due,
    unmarked: sumVisits(rowsInState('due')),
    seated: sumVisits(arrived),
    guests: sumGuests(arrived),
    byHour: Array.from({ length: 24 }, (_, hour) => ({
      hour,
      ...sumVisitsAndGuests(rows.filter((row) => Number(row.hour) === hour)),
    })),
    byWeekday: Array.from({ length: 7 }, (_, index) => ({
      weekday: index + 1,
      ...sumVisitsAndGuests(rows.filter(({ date }) => weekdayOf(date) === index + 1)),
    })),
  }
}

function sumVisitsAndGuests(rows: readonly VisitCountRow[]) {
  return { visits: sumVisits(rows), guests: sumGuests(rows) }
}

function sumVisits(rows: readonly VisitCountRow[]): number {
  return rows.reduce((sum, { visits }) => sum + visits, 0)
}

function sumGuests(rows: readonly VisitCountRow[]): number {
  return rows.reduce((sum, { guests }) => sum + guests, 0)
}
