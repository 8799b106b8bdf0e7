/** What booking code needs besides a database connection and the current time. */
import type { Business } from '../../content/shop.ts'
import { createResultCache, type ResultCache } from '../../kernel/result-cache.ts'
import type { CreateQuote } from '../pricing/quote.ts'
import { allocate } from '../scheduling/allocate.ts'
import { type DayStarts, findDayStarts, withinPace } from '../scheduling/availability.ts'
import type { DayOccupancy } from '../scheduling/cells.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Option,
  ServiceStart,
} from '../scheduling/rules.ts'
import { createOccupancyCache, type OccupancyCache } from './occupancy-cache.ts'

export type BookingContext = {
  rules: BookingRules
  business: Business
  quote: CreateQuote
  /** Belongs to a store; apps that use the same store may share it. */
  occupancyCache: OccupancyCache
  /** Belongs to the rules. */
  resultCache: ResultCache
}

export function createBookingContext(
  {
    booking: rules,
    business,
    quote,
  }: { booking: BookingRules; business: Business; quote: CreateQuote },
  occupancyCache = createOccupancyCache(),
  resultCache = createResultCache(),
): BookingContext {
  return { rules, business, quote, occupancyCache, resultCache }
}

/** The free starts of a loaded day, cached by the request, the date and the version of the day. */
export function startsOfDay(
  { rules, resultCache }: BookingContext,
  details: BookingRequestDetails,
  date: string,
  { occupancy, version, arrivals }: DayOccupancy,
): DayStarts {
  const key = version && `starts ${JSON.stringify(details)} ${date} ${version}`
  const starts = resultCache.get(key, () => findDayStarts(rules, details, date, occupancy))
  return withinPace(rules, details, date, starts, arrivals)
}

/**
 * The best free option at a start. That a start is full is kept for the version of its day, because many guests
 * may ask for it. `occupancy` may have more cells than the day.
 */
export function allocateAt(
  { rules, resultCache }: Pick<BookingContext, 'rules' | 'resultCache'>,
  details: BookingRequestDetails,
  { date, start }: ServiceStart,
  day: DayOccupancy,
  occupancy = day.occupancy,
): Option | undefined {
  const key = day.version && `full ${JSON.stringify(details)} ${date} ${start.at} ${day.version}`
  if (key && resultCache.has(key)) return undefined
  const option = allocate(rules.options(details, date, start), start, occupancy)
  if (!option && occupancy === day.occupancy) resultCache.get(key, () => 'full')
  return option
}
