/** What is free: by day with every time, by month with counts. Pure but for the day's cells. */
import type { Business } from '../../content/shop.ts'
import type { Words } from '../../kernel/locale.ts'
import { createMemory, type Memory } from '../../kernel/memoize.ts'
import { addDays, dateAt, minute, startOfDay } from '../../kernel/time.ts'
import { allocate, countLeft } from './allocate.ts'
import { type Held, isFree } from './cells.ts'
import { hoursOn } from './hours.ts'
import type { BookingRules, Opening, Start, Wish } from './rules.ts'

/** A start that can be had. */
export type Slot = Start & {
  startsAt: number
  endsAt: number
  left: number
  /** What a caller is told of what is free then, in the words of the trade. */
  told: Readonly<Record<string, unknown>>
}

export type DayCount = { date: string; open: boolean; free: number; total: number }

/** The opening of a day as a caller may use it now: neither past nor too far ahead. */
export function openingNow(rules: BookingRules, wish: Wish, date: string, now: number): Opening {
  const reason = outOfReach(rules, date, now)
  return reason ? { open: false, reason } : openingOn(rules, wish, date)
}

/** Many ask for the same on the same day. */
const openings = createMemory<Opening>()

function openingOn(rules: BookingRules, wish: Wish, date: string): Opening {
  return openings(rules, `${date} ${nameOf(wish)}`, () => rules.opening(wish, date))
}

const names = createMemory<string>()

/** The same for wishes that are the same. */
function nameOf(wish: Wish): string {
  return names(wish, '', () => JSON.stringify(wish))
}

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

/** Those of some starts that are late enough for the notice that the wish needs. */
export function inTime<Found extends { at: number }>(
  rules: BookingRules,
  wish: Wish,
  date: string,
  starts: readonly Found[],
  now: number,
): Found[] {
  if (outOfReach(rules, date, now)) return []
  const earliest = now + rules.noticeMinutes(wish) * minute
  const midnight = startOfDay(date)
  return starts.filter(({ at }) => midnight + at * minute >= earliest)
}

/**
 * Until when the clock changes nothing of what is told of some days: then the first of their free
 * starts is too near, or another day begins.
 */
export function standsUntil(
  rules: BookingRules,
  wishes: readonly Wish[],
  days: ReadonlyMap<string, Held>,
  now: number,
): number {
  let until = startOfDay(addDays(dateAt(now), 1))
  for (const [date, held] of days) {
    for (const wish of wishes) {
      const notice = rules.noticeMinutes(wish)
      for (const { at } of freeStarts(rules, wish, date, held, now)) {
        until = Math.min(until, startOfDay(date) + (at - notice) * minute + 1)
      }
    }
  }
  return until
}

/** The starts of a day at which the wish can still be had. */
export function freeStarts(
  rules: BookingRules,
  wish: Wish,
  date: string,
  held: Held,
  now: number,
): Start[] {
  if (outOfReach(rules, date, now)) return []
  return inTime(rules, wish, date, freeAtAnyTime(rules, wish, date, held), now)
}

/** For each day: parties are much alike, and whoever asks for everything shall not fill the memory. */
const mostWishes = 32

/** What was found out about a day is true for ever: a day that is touched becomes another. */
const foundOn = createMemory<Memory<readonly Start[]>>()

/** Whatever the clock says. */
function freeAtAnyTime(
  rules: BookingRules,
  wish: Wish,
  date: string,
  held: Held,
): readonly Start[] {
  const found = foundOn(rules, '', () => createMemory(mostWishes))
  return found(held, `${date} ${nameOf(wish)}`, () => {
    const opening = openingOn(rules, wish, date)
    if (!opening.open) return []
    return opening.starts.filter((start) =>
      rules.options(wish, date, start).some((option) => isFree(option, start, held)),
    )
  })
}

const toldOf = createMemory<Memory<readonly Slot[]>>()

/** The same with what a caller is told of each. */
export function freeSlots(
  rules: BookingRules,
  wish: Wish,
  date: string,
  held: Held,
  now: number,
): Slot[] {
  if (outOfReach(rules, date, now)) return []
  const told = toldOf(rules, '', () => createMemory(mostWishes))
  const slots = told(held, `${date} ${nameOf(wish)}`, () => slotsOf(rules, wish, date, held))
  return inTime(rules, wish, date, slots, now)
}

function slotsOf(rules: BookingRules, wish: Wish, date: string, held: Held): Slot[] {
  const midnight = startOfDay(date)
  return freeAtAnyTime(rules, wish, date, held).flatMap((start) => {
    const options = rules.options(wish, date, start)
    const next = allocate(options, start, held)
    if (!next) return []
    const startsAt = midnight + start.at * minute
    return {
      ...start,
      startsAt,
      endsAt: startsAt + start.minutes * minute,
      left: countLeft(options, start, held),
      told: rules.tellSlot([next, ...options.filter((option) => isFree(option, start, held))]),
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
