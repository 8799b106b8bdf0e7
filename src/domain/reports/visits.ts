/** Visits: confirmed bookings by the time at which they take place. */
import type { DateRange } from '../../kernel/date-range.ts'
import { weekdayOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { ServiceDays } from '../scheduling/rules.ts'

export type VisitStatistics = {
  /** Confirmed visits in the range, past and upcoming. */
  total: number
  /** Visits that have started or that staff have marked. */
  due: number
  noShows: number
  noShowGuests: number
  /** Share of the due visits; null if there are none. */
  noShowShare: number | null
  /** Due, but not marked by staff. */
  unmarked: number
  /** Visits that took place, and their guests. */
  seated: number
  guests: number
  /** One entry for each of the 24 hours, with the expected guests. */
  byHour: { hour: number; visits: number; guests: number }[]
  /** 1 for Monday to 7 for Sunday. */
  byWeekday: { weekday: number; visits: number; guests: number }[]
}

type VisitCountRow = {
  date: string
  hour: string
  /** Status set by staff; otherwise `due` or `ahead`. */
  state: string
  visits: number
  guests: number
}

export async function countVisits(
  sql: Sql,
  days: DateRange,
  now: number,
  serviceDays: ServiceDays,
): Promise<VisitStatistics> {
  const { begin, end } = serviceDays.rangeOf(days)
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
  /** A visit after midnight counts for the evening on which its service began. */
  const weekdayOfVisit = ({ date, hour }: VisitCountRow) =>
    weekdayOf(serviceDays.find({ date, time: `${hour}:00` }).date)
  const rowsInState = (...states: string[]) => rows.filter(({ state }) => states.includes(state))
  const arrived = rowsInState('seated', 'finished')
  const total = sumVisits(rows)
  const due = total - sumVisits(rowsInState('ahead'))
  const missed = rowsInState('no_show')
  const noShows = sumVisits(missed)
  return {
    total,
    due,
    noShows,
    noShowGuests: sumGuests(missed),
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
      ...sumVisitsAndGuests(rows.filter((row) => weekdayOfVisit(row) === index + 1)),
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
