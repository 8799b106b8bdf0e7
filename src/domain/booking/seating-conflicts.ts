/**
 * Conflicts in a place: a party is still seated, or came early, and the place belongs to another booking. The cells of
 * now and of these parties are loaded once, and all conflicts with their proposals are computed from them.
 */
import type { Sql } from '../../store/sql.ts'
import { erasedName } from '../guest/fields.ts'
import {
  areCellsFree,
  type Cell,
  firstCell,
  type Occupancy,
  withCells,
} from '../scheduling/cells.ts'
import type { Option, Resource } from '../scheduling/rules.ts'
import type { BookingContext } from './context.ts'
import { cellAt } from './occupancy.ts'
import { plannedEndCell, remainingCells } from './presence.ts'
import { findBookingsByIds, findSeatedOutsidePlan } from './queries.ts'
import { findStaffStart } from './rejection-reasons.ts'
import { storedStart } from './reschedule.ts'
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

type HeldCell = Cell & { holder: string }

/** What a service day looks like at a certain time. */
type Day = {
  context: BookingContext
  date: string
  nowMs: number
  /** The cells of the current and the next quarter hour. */
  nearCells: readonly HeldCell[]
  occupancy: Occupancy
}

const maxPlaces = 3

type ConflictQuery = {
  date: string
  nowMs: number
  /** All parties that are there; without them, they are loaded. */
  seated?: readonly BookingView[] | undefined
}

export async function findSeatingConflicts(
  sql: Sql,
  context: BookingContext,
  { date, nowMs, seated: parties }: ConflictQuery,
): Promise<SeatingConflict[]> {
  const serviceDay = context.rules.serviceDays.rangeOf({ from: date, to: date })
  const outsidePlan = parties
    ? parties.filter(({ starts_at, ends_at }) => starts_at > nowMs || ends_at <= nowMs)
    : await findSeatedOutsidePlan(sql, serviceDay, nowMs)
  if (outsidePlan.length === 0) return []
  const day = await loadDay(sql, context, date, nowMs)
  const seatedCells = await loadCellsOf(sql, outsidePlan)
  const overlaps = outsidePlan.flatMap((seated) =>
    findOtherHolders(day, seated, seatedCells).map(({ resource, holder }) => ({
      resource,
      seated,
      id: holder.startsWith('booking:') ? holder.slice('booking:'.length) : '',
    })),
  )
  if (overlaps.length === 0) return []
  const expectedBookings = await loadExpected(sql, outsidePlan, overlaps, nowMs)
  const cellsOf = await loadCellsOf(sql, [...expectedBookings.values()])
  return overlaps.flatMap(({ resource, seated, id }) => {
    const expected = expectedBookings.get(id)
    if (!expected || expected.visit === 'finished' || expected.visit === 'no_show') return []
    const placesForExpected =
      expected.visit === null
        ? findPlaces(day, expected, resource, cellsOf, isWithout(resource))
        : []
    const placesForSeated = findPlaces(day, seated, resource, cellsOf)
    return { resource, seated, expected, placesForExpected, placesForSeated }
  })
}

async function loadDay(
  sql: Sql,
  context: BookingContext,
  date: string,
  nowMs: number,
): Promise<Day> {
  const nowCell = cellAt(nowMs)
  const nearCells = await sql.all<HeldCell>(
    'SELECT cell, resource, holder FROM cells WHERE cell >= ? AND cell <= ?',
    nowCell,
    nowCell + 1,
  )
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  return { context, date, nowMs, nearCells, occupancy }
}

type CellsOf = ReadonlyMap<string, readonly HeldCell[]>

/** By holder. */
async function loadCellsOf(sql: Sql, bookings: readonly BookingView[]): Promise<CellsOf> {
  const holders = bookings.map(({ id }) => `booking:${id}`)
  const cells = await sql.all<HeldCell>(
    `SELECT cell, resource, holder FROM cells WHERE holder IN (${holders.map(() => '?').join(', ')})`,
    ...holders,
  )
  return Map.groupBy(cells, ({ holder }) => holder)
}

async function loadExpected(
  sql: Sql,
  bookings: readonly BookingView[],
  overlaps: readonly { id: string }[],
  nowMs: number,
): Promise<Map<string, BookingView>> {
  const known = new Map(bookings.map((booking) => [booking.id, booking]))
  const ids = [...new Set(overlaps.map(({ id }) => id))]
  const missing = ids.filter((id) => id !== '' && !known.has(id))
  const others = missing.length > 0 ? await findBookingsByIds(sql, missing, nowMs) : []
  return new Map([...known, ...others.map((booking) => [booking.id, booking] as const)])
}

/** Who holds the places of a seated party in the current or the next quarter hour. */
function findOtherHolders(
  day: Day,
  seated: BookingView,
  cellsOf: CellsOf,
): { resource: string; holder: string }[] {
  const own = `booking:${seated.id}`
  const isEarly = day.nowMs < seated.starts_at
  const lastInPlan = plannedEndCell(seated) - 1
  const inUse = new Set(
    (cellsOf.get(own) ?? [])
      .filter(({ cell }) => isEarly || cell >= lastInPlan)
      .map(({ resource }) => resource),
  )
  const others = day.nearCells.filter((one) => one.holder !== own && inUse.has(one.resource))
  return [...new Map(others.map((one) => [`${one.resource} ${one.holder}`, one])).values()]
}

/** Places of the same kind, free from now on, that would replace the occupied one. */
function findPlaces(
  { context, date, nowMs, occupancy }: Day,
  booking: BookingView,
  occupied: string,
  cellsOf: CellsOf,
  isAllowed: (option: Option) => boolean = () => true,
): Resource[] {
  const options = findOptions(context, booking)
  const own = cellsOf.get(`booking:${booking.id}`) ?? []
  const others = withCells(occupancy, firstCell(date), own, false)
  const free = options.filter((option) => {
    const cells = remainingCells(context, booking, option, nowMs)
    return isAllowed(option) && cells.length > 0 && areCellsFree(cells, others, date)
  })
  return toPlaces(context, free, occupied)
}

function isWithout(occupied: string): (option: Option) => boolean {
  return ({ holds }) => holds.every(({ resource }) => resource !== occupied)
}

/**
 * None if staff could not move the booking: of an erased guest, or because the content or the opening hours have
 * changed.
 */
function findOptions({ rules }: BookingContext, booking: BookingView): readonly Option[] {
  const { details, visit, name } = booking
  if (name === erasedName) return []
  const found =
    findStaffStart(rules, details, booking) ??
    (visit === 'seated' ? storedStart(rules, booking) : undefined)
  if (!found) return []
  const minutes = booking.stay_minutes ?? found.start.minutes
  return rules.options(details, found.date, { ...found.start, minutes })
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
