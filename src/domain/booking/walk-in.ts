/** Guests who come without a booking: where they can sit now, and until when. */
import { dateAt, minute, startOfDay, startTimeOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { countCells, type Occupancy } from '../scheduling/cells.ts'
import type {
  BookingRequestDetails,
  CalendarTime,
  Option,
  StaffOption,
  Start,
} from '../scheduling/rules.ts'
import type { BrokenRule } from '../scheduling/staff-rules.ts'
import type { BookingContext } from './context.ts'
import { freeStay } from './free-time.ts'
import { cellAt } from './occupancy.ts'
import { findStart } from './staff-start.ts'

/** A place that is empty now. */
export type WalkInPlace = {
  resources: readonly string[]
  stayMinutes: number
  endsAt: number
  /** Less than such a party usually stays. */
  isShort: boolean
  /** Who has the place next, and from when on. */
  next: { resource: string; cell: number } | undefined
  /** The rules to set aside for it. */
  broken: readonly BrokenRule[]
}

/** The quarter hour in which a party that comes now begins, as staff and guests say it. */
export function walkInTime(nowMs: number): CalendarTime {
  const startsAt = cellAt(nowMs) * 15 * minute
  const date = dateAt(startsAt)
  return { date, time: startTimeOf((startsAt - startOfDay(date)) / minute) }
}

/** All places that are empty now, best first; `seated` are those of parties that are there, also beyond their plan. */
export async function findWalkInPlaces(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  seated: ReadonlySet<string>,
  nowMs: number,
): Promise<WalkInPlace[]> {
  const { rules } = context
  const { date, start, broken, longest } = await findWalkInStart(sql, context, details, nowMs)
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const from = cellAt(nowMs)
  const toPlace = (option: StaffOption): WalkInPlace[] => {
    const resources = option.holds.map(({ resource }) => resource)
    if (resources.some((id) => seated.has(id))) return []
    const { minutes, limit } = freeStay(option, start, occupancy, date, from)
    const stayMinutes = Math.min(longest, minutes)
    if (stayMinutes < 15) return []
    return [
      {
        ...{ resources, stayMinutes, next: limit },
        endsAt: from * 15 * minute + stayMinutes * minute,
        isShort: stayMinutes < start.minutes,
        broken: [...broken, ...option.broken],
      },
    ]
  }
  const options = rules.options(details, date, start)
  const usual = options
    .toSorted((one, other) => rank(one, occupancy) - rank(other, occupancy))
    .flatMap((option) => toPlace({ ...option, broken: [] }))
  // Someone who is on duty and free comes before a colleague who is off or does other things.
  const isByPerson = options.some(({ balanceAcross }) => balanceAcross.length > 0)
  if (isByPerson && usual.some(({ isShort }) => !isShort))
    return sortPlaces(distinct(usual, rules.extraPlace.resourceKind))
  const others = rules
    .staffProposals(details, date, start, (one) => toPlace({ ...one, broken: [] }).length > 0)
    .flatMap(toPlace)
  return sortPlaces(distinct([...usual, ...others], rules.extraPlace.resourceKind))
}

/** How long a party can stay in these places from now on; undefined if they are taken. */
export async function findStayIn(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  resources: readonly string[],
  nowMs: number,
): Promise<number | undefined> {
  const { date, start, longest } = await findWalkInStart(sql, context, details, nowMs)
  const [option] = context.rules.staffOptions(details, date, start, resources)
  if (!option) return undefined
  const { occupancy } = await context.occupancyCache.loadDay(sql, date)
  const { minutes } = freeStay(option, start, occupancy, date, cellAt(nowMs))
  return minutes < 15 ? undefined : Math.min(longest, minutes)
}

type WalkInStart = {
  date: string
  start: Start
  broken: readonly BrokenRule[]
  /** The usual stay from now on, rounded up to a quarter hour. */
  longest: number
}

async function findWalkInStart(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  nowMs: number,
): Promise<WalkInStart> {
  const time = walkInTime(nowMs)
  const { date, start, broken } = await findStart(sql, context, details, time)
  const longest = start.minutes + (nowMs % (15 * minute) >= minute ? 15 : 0)
  const longer = await findStart(sql, context, details, time, { stayMinutes: longest })
  const isPossible = longer.broken.length <= broken.length
  return { date, start, broken, longest: isPossible ? longest : start.minutes }
}

/** Fewest empty seats first, then the person with the least work. */
function rank({ preference, balanceAcross }: Option, occupancy: Occupancy): number {
  const work = balanceAcross.reduce((sum, id) => sum + countCells(occupancy.get(id) ?? 0n), 0)
  return preference * 1000 + work
}

/** One for each table or group of tables; for people, one for each person with the best room. */
function distinct(places: readonly WalkInPlace[], placeKind: string): WalkInPlace[] {
  const byKey = new Map<string, WalkInPlace>()
  for (const place of places) {
    const people = place.resources.filter((id) => !id.startsWith(`${placeKind}:`))
    const key = (people.length > 0 ? people : place.resources).toSorted().join(' ')
    const known = byKey.get(key)
    const isBetter =
      !known || (known.isShort && !place.isShort && place.broken.length <= known.broken.length)
    if (isBetter) byKey.set(key, place)
  }
  return [...byKey.values()]
}

/** Those that fit, then the shorter stays, the longest first, then those against a rule. */
function sortPlaces(places: readonly WalkInPlace[]): WalkInPlace[] {
  const group = ({ broken, isShort }: WalkInPlace) => broken.length * 2 + Number(isShort)
  return places.toSorted(
    (one, other) =>
      group(one) - group(other) || (one.isShort ? other.stayMinutes - one.stayMinutes : 0),
  )
}
