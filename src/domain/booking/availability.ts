/** What is free: by day with every time, by month with counts. Pure but for the day's cells. */
import type { Business } from '../../content/shop.ts'
import type { Words } from '../../kernel/locale.ts'
import { rememberFor } from '../../kernel/remember.ts'
import { addDays, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import { allocate, countLeft } from './allocate.ts'
import { type Held, isFree } from './cells.ts'
import { hoursOn } from './hours.ts'
import type { BookingRules, Opening, Option, Start, Wish } from './plan.ts'

/** A start that can be had, and with what. */
export type Slot = {
  date: string
  start: Start
  startsAt: number
  endsAt: number
  left: number
  /** What the next request would get, and all that is free. */
  next: Option
  free: readonly Option[]
}

export type DayCount = { date: string; open: boolean; free: number; total: number }

/** The opening of a day as a caller may use it now: neither past nor too far ahead. */
export function openingNow(rules: BookingRules, wish: Wish, date: string, now: number): Opening {
  const reason = outOfReach(rules, date, now)
  return reason ? { open: false, reason } : openingOf(rules, JSON.stringify([wish, date]))
}

/** Many ask for the same on the same day. */
const openingOf = rememberFor((rules: BookingRules, asked: string): Opening => {
  const [wish, date] = JSON.parse(asked)
  return rules.opening(wish, date)
})

/** Why a day cannot be booked, whatever is wished: it is past, too far ahead, or the door is closed. */
export function closedDay(
  rules: BookingRules,
  business: Business,
  date: string,
  now: number,
): Words | undefined {
  const hours = hoursOn(business, date)
  return outOfReach(rules, date, now) ?? (hours.open ? undefined : hours.reason)
}

function outOfReach(rules: BookingRules, date: string, now: number): Words | undefined {
  const today = dateAt(now)
  if (date < today) return past
  return date > addDays(today, rules.horizonDays) ? tooFar(rules) : undefined
}

/** Starts late enough for the notice that the wish needs. */
export function startsInTime(
  rules: BookingRules,
  wish: Wish,
  date: string,
  opening: Opening,
  now: number,
): readonly Start[] {
  if (!opening.open) return []
  const earliest = now + rules.noticeMinutes(wish) * minute
  const midnight = startOfDay(date)
  return opening.starts.filter(({ at }) => midnight + at * minute >= earliest)
}

/** The starts of a day at which the wish can still be had. */
export function freeStarts(
  rules: BookingRules,
  wish: Wish,
  date: string,
  held: Held,
  now: number,
): Start[] {
  const opening = openingNow(rules, wish, date, now)
  return startsInTime(rules, wish, date, opening, now).filter((start) =>
    isFreeAt(rules, wish, date, start, held),
  )
}

export function isFreeAt(
  rules: BookingRules,
  wish: Wish,
  date: string,
  start: Start,
  held: Held,
): boolean {
  return rules.options(wish, date, start).some((option) => isFree(option, start, held))
}

/** The same with all there is to know about each. */
export function freeSlots(
  rules: BookingRules,
  wish: Wish,
  date: string,
  held: Held,
  now: number,
): Slot[] {
  const midnight = startOfDay(date)
  return freeStarts(rules, wish, date, held, now).flatMap((start) => {
    const options = rules.options(wish, date, start)
    const next = allocate(options, start, held)
    if (!next) return []
    const startsAt = midnight + start.at * minute
    return {
      date,
      start,
      startsAt,
      endsAt: startsAt + start.minutes * minute,
      left: countLeft(options, start, held),
      next,
      free: options.filter((option) => isFree(option, start, held)),
    }
  })
}

/** How many of a day's starts are free: those at which any of the wishes can still be had. */
export function countDay(
  rules: BookingRules,
  wishes: readonly Wish[],
  date: string,
  held: Held,
  now: number,
): DayCount {
  const all = new Set<number>()
  const free = new Set<number>()
  let open = false
  for (const wish of wishes) {
    const opening = openingNow(rules, wish, date, now)
    if (!opening.open) continue
    open = true
    for (const { at } of opening.starts) all.add(at)
    if (free.size === all.size) continue
    for (const { at } of freeStarts(rules, wish, date, held, now)) free.add(at)
  }
  return { date, open, free: free.size, total: all.size }
}

const past: Words = { vi: 'Ngày này đã qua.', en: 'This day is past.' }

function tooFar({ horizonDays }: BookingRules): Words {
  return {
    vi: `Chỉ nhận đặt trước tối đa ${horizonDays} ngày.`,
    en: `Bookings are taken up to ${horizonDays} days ahead.`,
  }
}
