/** The bookings of a day that hold a place, with a few columns. Only those that have changed are read again. */
import type { Sql } from '../../store/sql.ts'
import { valueList } from '../../store/value-list.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { assignmentOf, type DayRow, dayColumns } from './rows.ts'

export type DayBooking = DayRow & {
  /** The places that it has. */
  resources: readonly string[]
}

/** The bookings that were read last, by id. */
export type KnownDay = Map<string, DayBooking>

type Range = { begin: number; end: number }

const holdsPlace = "status IN ('pending', 'confirmed') AND holds_place = 1"
const inRange = 'starts_at >= ? AND starts_at < ?'

/** In the order of their starts. */
export async function loadDayBookings(
  sql: Sql,
  rules: Pick<BookingRules, 'resourcesOf'>,
  { begin, end }: Range,
  known: KnownDay,
): Promise<DayBooking[]> {
  const current = await sql.all<Pick<DayRow, 'id' | 'version' | 'coming_for'>>(
    `SELECT id, version, coming_for FROM bookings WHERE ${inRange} AND ${holdsPlace} ORDER BY starts_at, id`,
    begin,
    end,
  )
  const ids = new Set(current.map(({ id }) => id))
  for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
  // Not in `known`, from which a request for another day deletes them meanwhile.
  const bookings = new Map<string, DayBooking>()
  const changed = new Set<string>()
  for (const { id, version, coming_for } of current) {
    const booking = known.get(id)
    if (booking?.version === version && booking.coming_for === coming_for) bookings.set(id, booking)
    else changed.add(id)
  }
  for (const row of await loadRows(sql, changed, { begin, end })) {
    const booking = { ...row, resources: rules.resourcesOf(assignmentOf(row)) }
    bookings.set(row.id, booking)
    known.set(row.id, booking)
  }
  // One that was moved or cancelled after the first query is not among the rows.
  return current.flatMap(({ id }) => bookings.get(id) ?? [])
}

async function loadRows(
  sql: Sql,
  ids: ReadonlySet<string>,
  { begin, end }: Range,
): Promise<DayRow[]> {
  if (ids.size === 0) return []
  const { marks, values } = valueList(ids)
  return sql.all<DayRow>(
    `SELECT ${dayColumns} FROM bookings WHERE id IN (${marks}) AND ${inRange} AND ${holdsPlace}`,
    ...values,
    begin,
    end,
  )
}
