/**
 * Availability: which starts of a day are free, with slots for a day and counts for a month. Pure: rules, occupancy
 * and the current time are arguments.
 */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minute, startOfDay } from '../../kernel/time.ts'
import { allocate, remainingCapacity } from './allocate.ts'
import { type DayOccupancy, isFree, masksAt, type Occupancy } from './cells.ts'
import { afterNotice, outsideHorizon } from './horizon.ts'
import { hoursOn } from './hours.ts'
import { type Arrival, remainingPace } from './pace.ts'
import { closestRejection, explainNoFreeStart, startsIn } from './rejection.ts'
import type {
  BookableStarts,
  BookingRequestDetails,
  BookingRules,
  Option,
  Rejection,
  Start,
  StartWindow,
} from './rules.ts'

/** A free start. */
export type Slot = Start & {
  startsAt: number
  endsAt: number
  left: number
  /** Fields of the trade in responses, such as the table type. */
  tradeFields: Readonly<Record<string, unknown>>
}

export type DayCount = {
  date: string
  open: boolean
  free: number
  total: number
  /** Why no time is free. */
  rejection?: Rejection
}

/** The starts of a day for one request, regardless of the current time. */
export type DayStarts = { bookable: BookableStarts; free: readonly Start[] }

export function findDayStarts(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  occupancy: Occupancy,
): DayStarts {
  const bookable = rules.bookableStarts(details, date)
  const free = (bookable.open ? bookable.starts : []).filter((start) => {
    const maskOf = masksAt(start)
    return rules.options(details, date, start).some((option) => isFree(option, maskOf, occupancy))
  })
  return { bookable, free }
}

/** Without the starts of intervals in which no such party may begin any more. */
export function withinPace(
  rules: BookingRules,
  { partySize }: BookingRequestDetails,
  date: string,
  starts: DayStarts,
  arrivals: readonly Arrival[] | undefined,
): DayStarts {
  const pace = arrivals && rules.paceOn?.(date)
  if (!pace) return starts
  const hasRoom = ({ at }: Start) => remainingPace(pace, arrivals, { at, partySize }) > 0
  return { ...starts, free: starts.free.filter(hasRoom) }
}

/** The free starts of a day at which guests can book now. */
export function freeStartsNow(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  { free }: DayStarts,
  now: number,
): Start[] {
  return outsideHorizon(rules, date, now) ? [] : afterNotice(rules, details, date, free, now)
}

/** What a response says about free starts. */
export function toSlots(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  starts: readonly Start[],
  { occupancy, arrivals }: DayOccupancy,
): Slot[] {
  const midnight = startOfDay(date)
  const pace = arrivals && rules.paceOn?.(date)
  const { partySize } = details
  return starts.flatMap((start) => {
    const maskOf = masksAt(start)
    const options = rules.options(details, date, start)
    const free = options.filter((option) => isFree(option, maskOf, occupancy))
    const next = allocate(free, start, occupancy)
    if (!next) return []
    const startsAt = midnight + start.at * minute
    const left = pace
      ? remainingPace(pace, arrivals, { at: start.at, partySize })
      : Number.POSITIVE_INFINITY
    const countLeft = (some: readonly Option[]) =>
      Math.min(left, remainingCapacity(some, start, occupancy))
    return {
      ...start,
      startsAt,
      endsAt: startsAt + start.minutes * minute,
      left: countLeft(free),
      tradeFields: rules.toSlotFields([next, ...free], countLeft),
    }
  })
}

/** Counts the starts of a window of a day at which at least one of the requests can be served. */
export function countDay(
  rules: BookingRules,
  requests: readonly BookingRequestDetails[],
  date: string,
  startsOf: (details: BookingRequestDetails) => DayStarts,
  window: StartWindow,
  now: number,
): DayCount {
  const all = new Set<number>()
  const free = new Set<number>()
  let open = false
  const outside = outsideHorizon(rules, date, now)
  if (outside) return { date, open, free: 0, total: 0, rejection: outside }
  for (const details of requests) {
    const starts = startsOf(details)
    if (!starts.bookable.open) continue
    open = true
    for (const { at } of startsIn(starts.bookable.starts, window)) all.add(at)
    if (free.size === all.size) continue
    const inTime = afterNotice(rules, details, date, starts.free, now)
    for (const { at } of startsIn(inTime, window)) free.add(at)
  }
  const count = { date, open, free: free.size, total: all.size }
  if (free.size > 0) return count
  const rejection = closestRejection(
    requests.map((details) => {
      return explainNoFreeStart(rules, details, date, startsOf(details).bookable, window, now)
    }),
  )
  return rejection ? { ...count, rejection } : count
}

/** The starts of a day for guests, free or not. A past day or one beyond the horizon is closed. */
export function bookableStartsNow(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  now: number,
): BookableStarts {
  return applyHorizon(rules, date, rules.bookableStarts(details, date), now)
}

export function applyHorizon(
  rules: BookingRules,
  date: string,
  bookable: BookableStarts,
  now: number,
): BookableStarts {
  const outside = outsideHorizon(rules, date, now)
  return outside ? { open: false, ...outside } : bookable
}

/** Why a day cannot be booked by any request: it is past, beyond the horizon, or closed. */
export function closedDayReason(
  rules: BookingRules,
  business: Business,
  date: string,
  now: number,
): LocalizedText | undefined {
  const hours = hoursOn(business, date)
  return outsideHorizon(rules, date, now)?.reason ?? (hours.open ? undefined : hours.reason)
}
