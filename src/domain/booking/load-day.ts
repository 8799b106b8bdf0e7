/** Loads days with what limits online bookings: occupied cells, and if the day has a pace, the bookings that begin. */
import type { Sql } from '../../store/sql.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import { type Arrival, toArrival } from '../scheduling/pace.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'

type LoadContext = Pick<BookingContext, 'occupancyCache' | 'rules'>

export async function loadDay(
  sql: Sql,
  { occupancyCache, rules }: LoadContext,
  date: string,
): Promise<DayOccupancy> {
  const [day, arrivals] = await Promise.all([
    occupancyCache.loadDay(sql, date),
    rules.paceOn?.(date) && loadArrivalsOfDay(sql, rules, date),
  ])
  return arrivals ? { ...day, arrivals } : day
}

/** Loads consecutive days. */
export async function loadDays(
  sql: Sql,
  { occupancyCache, rules }: LoadContext,
  dates: readonly string[],
): Promise<Map<string, DayOccupancy>> {
  const paced = dates.filter((date) => rules.paceOn?.(date))
  const [days, ...arrivals] = await Promise.all([
    occupancyCache.loadDays(sql, dates),
    ...paced.map((date) => loadArrivalsOfDay(sql, rules, date)),
  ])
  for (const [index, date] of paced.entries()) {
    const day = days.get(date)
    if (day) days.set(date, { ...day, arrivals: arrivals[index] ?? [] })
  }
  return days
}

type Row = { id: string; starts_at: number; party_size: number }

/** Bookings of the day that hold a place, or held one until the guests left. */
export async function loadArrivalsOfDay(
  sql: Sql,
  { serviceDays }: Pick<BookingRules, 'serviceDays'>,
  date: string,
  exceptBooking = '',
): Promise<Arrival[]> {
  const { begin, end } = serviceDays.rangeOf({ from: date, to: date })
  const rows = await sql.all<Row>(
    `SELECT id, starts_at, party_size FROM bookings
     WHERE starts_at >= ? AND starts_at < ? AND holds_place = 1
       AND status IN ('pending', 'confirmed') AND (visit IS NULL OR visit <> 'no_show')`,
    begin,
    end,
  )
  return rows
    .filter(({ id }) => id !== exceptBooking)
    .map((row) => toArrival(date, { startsAt: row.starts_at, partySize: row.party_size }))
}
