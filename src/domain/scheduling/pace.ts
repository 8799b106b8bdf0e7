/**
 * Pace: how many guests or bookings may begin in each interval of a day, so that kitchen and staff can keep up. Pure.
 */
import { minute, startOfDay } from '../../kernel/time.ts'

/** Guests who book online are bound by it; staff are warned. */
export type Pace = {
  everyMinutes: number
  guests: number | undefined
  bookings: number | undefined
}

/** A booking that begins on the day, in minutes after midnight of the service day. */
export type Arrival = { at: number; partySize: number }

/** The arrivals of the interval that contains a start. */
export type IntervalLoad = { from: number; to: number; guests: number; bookings: number }

export function loadAt(
  { everyMinutes }: Pace,
  arrivals: readonly Arrival[],
  at: number,
): IntervalLoad {
  const from = Math.floor(at / everyMinutes) * everyMinutes
  const to = from + everyMinutes
  const within = arrivals.filter((one) => from <= one.at && one.at < to)
  return {
    from,
    to,
    guests: within.reduce((sum, { partySize }) => sum + partySize, 0),
    bookings: within.length,
  }
}

/**
 * How many more such parties may begin in the interval of the start. A party that is larger than the limit may begin
 * where no one else does: otherwise it could never book.
 */
export function remainingPace(
  pace: Pace,
  arrivals: readonly Arrival[],
  { at, partySize }: Arrival,
): number {
  const load = loadAt(pace, arrivals, at)
  const { guests = Number.POSITIVE_INFINITY, bookings = Number.POSITIVE_INFINITY } = pace
  const byGuests = Math.floor((guests - load.guests) / partySize)
  const isAlone = load.bookings === 0 && bookings > 0
  const byLimits = Math.min(byGuests, bookings - load.bookings)
  return Math.max(byLimits, isAlone && partySize > guests ? 1 : 0)
}

export function toArrival(
  date: string,
  { startsAt, partySize }: { startsAt: number; partySize: number },
): Arrival {
  return { at: (startsAt - startOfDay(date)) / minute, partySize }
}
