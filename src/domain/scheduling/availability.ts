/** What is free: by day with every time, by month with counts. Pure but for the day's cells. */
import type { Business } from '../../content/shop.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { createObjectCache, type ObjectCache } from '../../kernel/memoize.ts'
import { addDays, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import { allocate, remainingCapacity } from './allocate.ts'
import { isFree, type Occupancy } from './cells.ts'
import { hoursOn } from './hours.ts'
import type { BookableStarts, BookingRequestDetails, BookingRules, Start } from './rules.ts'

/** A start that can be had. */
export type Slot = Start & {
  startsAt: number
  endsAt: number
  left: number
  /** What a caller is told of what is free then, in the words of the trade. */
  tradeFields: Readonly<Record<string, unknown>>
}

export type DayCount = { date: string; open: boolean; free: number; total: number }

/** The opening of a day as a caller may use it now: neither past nor too far ahead. */
export function bookableStartsNow(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  now: number,
): BookableStarts {
  const reason = outsideHorizon(rules, date, now)
  return reason ? { open: false, reason } : bookableStartsOn(rules, details, date)
}

/** Many ask for the same on the same day. */
const bookableStartsCache = createObjectCache<BookableStarts>()

function bookableStartsOn(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
): BookableStarts {
  return bookableStartsCache(rules, `${date} ${cacheKeyOf(details)}`, () =>
    rules.bookableStarts(details, date),
  )
}

const cacheKeys = createObjectCache<string>()

/** The same for wishes that are the same. */
function cacheKeyOf(details: BookingRequestDetails): string {
  return cacheKeys(details, '', () => JSON.stringify(details))
}

/** Why a day cannot be booked, whatever is wished: it is past, too far ahead, or the door is closed. */
export function closedDayReason(
  rules: BookingRules,
  business: Business,
  date: string,
  now: number,
): LocalizedText | undefined {
  const hours = hoursOn(business, date)
  return outsideHorizon(rules, date, now) ?? (hours.open ? undefined : hours.reason)
}

function outsideHorizon(rules: BookingRules, date: string, now: number): LocalizedText | undefined {
  const today = dateAt(now)
  if (date < today) return pastDayText
  return date > addDays(today, rules.horizonDays) ? beyondHorizonText(rules) : undefined
}

/** Those of some starts that are late enough for the notice that the wish needs. */
export function afterNotice<Item extends { at: number }>(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  starts: readonly Item[],
  now: number,
): Item[] {
  if (outsideHorizon(rules, date, now)) return []
  const earliest = now + rules.noticeMinutes(details) * minute
  const midnight = startOfDay(date)
  return starts.filter(({ at }) => midnight + at * minute >= earliest)
}

/**
 * Until when the clock changes nothing of what is told of some days: then the first of their free
 * starts is too near, or another day begins.
 */
export function validUntil(
  rules: BookingRules,
  detailsList: readonly BookingRequestDetails[],
  days: ReadonlyMap<string, Occupancy>,
  now: number,
): number {
  let until = startOfDay(addDays(dateAt(now), 1))
  for (const [date, occupancy] of days) {
    for (const details of detailsList) {
      const notice = rules.noticeMinutes(details)
      for (const { at } of freeStarts(rules, details, date, occupancy, now)) {
        until = Math.min(until, startOfDay(date) + (at - notice) * minute + 1)
      }
    }
  }
  return until
}

/** The starts of a day at which the wish can still be had. */
export function freeStarts(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  occupancy: Occupancy,
  now: number,
): Start[] {
  if (outsideHorizon(rules, date, now)) return []
  return afterNotice(
    rules,
    details,
    date,
    freeStartsIgnoringNotice(rules, details, date, occupancy),
    now,
  )
}

/** For each day: parties are much alike, and whoever asks for everything shall not fill the memory. */
const maxCachedDetails = 32

/** What was found out about a day is true for ever: a day that is touched becomes another. */
const startCaches = createObjectCache<ObjectCache<readonly Start[]>>()

/** Whatever the clock says. */
function freeStartsIgnoringNotice(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  occupancy: Occupancy,
): readonly Start[] {
  const startCache = startCaches(rules, '', () => createObjectCache(maxCachedDetails))
  return startCache(occupancy, `${date} ${cacheKeyOf(details)}`, () => {
    const bookable = bookableStartsOn(rules, details, date)
    if (!bookable.open) return []
    return bookable.starts.filter((start) =>
      rules.options(details, date, start).some((option) => isFree(option, start, occupancy)),
    )
  })
}

const slotCaches = createObjectCache<ObjectCache<readonly Slot[]>>()

/** The same with what a caller is told of each. */
export function freeSlots(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  occupancy: Occupancy,
  now: number,
): Slot[] {
  if (outsideHorizon(rules, date, now)) return []
  const slotCache = slotCaches(rules, '', () => createObjectCache(maxCachedDetails))
  const slots = slotCache(occupancy, `${date} ${cacheKeyOf(details)}`, () =>
    slotsOf(rules, details, date, occupancy),
  )
  return afterNotice(rules, details, date, slots, now)
}

function slotsOf(
  rules: BookingRules,
  details: BookingRequestDetails,
  date: string,
  occupancy: Occupancy,
): Slot[] {
  const midnight = startOfDay(date)
  return freeStartsIgnoringNotice(rules, details, date, occupancy).flatMap((start) => {
    const options = rules.options(details, date, start)
    const next = allocate(options, start, occupancy)
    if (!next) return []
    const startsAt = midnight + start.at * minute
    return {
      ...start,
      startsAt,
      endsAt: startsAt + start.minutes * minute,
      left: remainingCapacity(options, start, occupancy),
      tradeFields: rules.toSlotFields([
        next,
        ...options.filter((option) => isFree(option, start, occupancy)),
      ]),
    }
  })
}

/** How many of a day's starts are free: those at which any of the wishes can still be had. */
export function countDay(
  rules: BookingRules,
  detailsList: readonly BookingRequestDetails[],
  date: string,
  occupancy: Occupancy,
  now: number,
): DayCount {
  const all = new Set<number>()
  const free = new Set<number>()
  let open = false
  for (const details of detailsList) {
    const bookable = bookableStartsNow(rules, details, date, now)
    if (!bookable.open) continue
    open = true
    for (const { at } of bookable.starts) all.add(at)
    if (free.size === all.size) continue
    for (const { at } of freeStarts(rules, details, date, occupancy, now)) free.add(at)
  }
  return { date, open, free: free.size, total: all.size }
}

const pastDayText: LocalizedText = { vi: 'Ngày này đã qua.', en: 'This day is past.' }

function beyondHorizonText({ horizonDays }: BookingRules): LocalizedText {
  return {
    vi: `Chỉ nhận đặt trước tối đa ${horizonDays} ngày.`,
    en: `Bookings are taken up to ${horizonDays} days ahead.`,
  }
}
