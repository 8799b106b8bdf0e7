/** Conflicts in a place: a party is still seated, or came early, and the place belongs to another booking. */
import { minutesOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { areCellsFree, isFree, masksAt } from '../scheduling/cells.ts'
import type { Option, Resource } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'
import { cellAt } from './occupancy.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { loadHeldSpans, plannedEndCell, remainingCells } from './presence.ts'
import { findBookingById, findBookingsOn } from './queries.ts'
import type { BookingView } from './rows.ts'

export type SeatingConflict = {
  resource: string
  /** The party that is there. */
  seated: BookingView
  /** The booking to which the place belongs now or in the next quarter hour. */
  expected: BookingView
  /** Places to which the expected or the seated party can be moved, best first. */
  placesForExpected: readonly Resource[]
  placesForSeated: readonly Resource[]
}

const maxPlaces = 3

export async function findSeatingConflicts(
  sql: Sql,
  context: BookingContext,
  date: string,
  nowMs: number,
): Promise<SeatingConflict[]> {
  const bookings = await findBookingsOn(sql, date, nowMs)
  const outsidePlan = bookings.filter(
    ({ status, visit, starts_at, ends_at }) =>
      status === 'confirmed' && visit === 'seated' && (nowMs < starts_at || nowMs >= ends_at),
  )
  const conflicts: SeatingConflict[] = []
  for (const seated of outsidePlan) {
    for (const { resource, holder } of await findOtherHolders(sql, seated, nowMs)) {
      const id = holder.startsWith('booking:') ? holder.slice('booking:'.length) : ''
      const expected = await findBookingById(sql, id, nowMs)
      if (!expected || expected.visit === 'finished' || expected.visit === 'no_show') continue
      conflicts.push({
        resource,
        seated,
        expected,
        placesForExpected: await findPlacesForExpected(sql, context, expected, resource),
        placesForSeated: await findPlacesForSeated(sql, context, seated, resource, nowMs),
      })
    }
  }
  return conflicts
}

/** Who holds the places of a seated party in the current or the next quarter hour. */
async function findOtherHolders(
  sql: Sql,
  seated: BookingView,
  nowMs: number,
): Promise<{ resource: string; holder: string }[]> {
  const holder = `booking:${seated.id}`
  const nowCell = cellAt(nowMs)
  const spans = await loadHeldSpans(sql, holder)
  const isInUse = ({ last }: { last: number }) =>
    nowMs < seated.starts_at || last >= plannedEndCell(seated) - 1
  const rows = await sql.all<{ resource: string; holder: string }>(
    'SELECT DISTINCT resource, holder FROM cells WHERE cell IN (?, ?) AND holder <> ?',
    nowCell,
    nowCell + 1,
    holder,
  )
  const inUse = new Set(spans.filter(isInUse).map(({ resource }) => resource))
  return rows.filter(({ resource }) => inUse.has(resource))
}

async function findPlacesForExpected(
  sql: Sql,
  context: BookingContext,
  booking: BookingView,
  occupied: string,
): Promise<Resource[]> {
  const plan = findPlan(context, booking)
  if (booking.visit !== null || !plan) return []
  const { occupancy } = await loadDayWithout(sql, booking.date, `booking:${booking.id}`)
  const maskOf = masksAt(plan.start)
  const free = plan.options.filter(
    (option) =>
      option.holds.every(({ resource }) => resource !== occupied) &&
      isFree(option, maskOf, occupancy),
  )
  return toPlaces(context, free, occupied)
}

async function findPlacesForSeated(
  sql: Sql,
  context: BookingContext,
  booking: BookingView,
  occupied: string,
  nowMs: number,
): Promise<Resource[]> {
  const plan = findPlan(context, booking)
  if (!plan) return []
  const { start, options } = plan
  const { occupancy } = await loadDayWithout(sql, booking.date, `booking:${booking.id}`)
  const free = options.filter((option) => {
    const cells = remainingCells(context, booking, option, start, nowMs)
    return cells.length > 0 && areCellsFree(cells, occupancy, booking.date)
  })
  return toPlaces(context, free, occupied)
}

/** Undefined if the content has changed so much that the booking could not be made any more. */
function findPlan({ rules }: BookingContext, { details, date, time }: BookingView) {
  const start = rules.startAt(details, date, minutesOf(time))
  return start && { start, options: rules.options(details, date, start) }
}

/** The resources of the same kind that would replace the occupied one. */
function toPlaces(
  { rules }: BookingContext,
  options: readonly Option[],
  occupied: string,
): Resource[] {
  const kind = `${occupied.split(':')[0]}:`
  const ids = new Set(
    options
      .toSorted((one, other) => one.preference - other.preference)
      .flatMap(({ holds }) => holds.map(({ resource }) => resource))
      .filter((id) => id.startsWith(kind) && id !== occupied),
  )
  return [...ids]
    .slice(0, maxPlaces)
    .flatMap((id) => rules.resources.find((one) => one.id === id) ?? [])
}
