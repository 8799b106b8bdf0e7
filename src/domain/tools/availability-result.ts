/** Free times as the result of a tool: short, with every free area or person, and the reason if nothing is free. */
import { formatDate, shortWeekday, weekdayName } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, minutesOf, minutesOfDay } from '../../kernel/time.ts'
import type { MonthResponse, RangeDay, RangeResponse } from '../booking/availability-operation.ts'
import type { DayResponse } from '../booking/availability-response.ts'
import { formatStarts } from '../scheduling/rejection.ts'
import type { BookingRules } from '../scheduling/rules.ts'

/** `date` only of a start after midnight. */
type Slot = Readonly<Record<string, unknown>> & {
  time: string
  date?: string
  duration_minutes: number
}

export type Slots = readonly Slot[]

/** Areas or people. */
export type Kinds = {
  /** What they are, in descriptions for a model: "area". */
  noun: string
  /** The ids of those that are free at a time. */
  of(slot: Slot): readonly string[]
  nameOf(id: string, locale: Locale): string
}

/** The kinds of a trade, and the minutes from one start to the next. */
export type Shape = { kinds: Kinds; every: number }

type Day = DayResponse | RangeDay

/** A day or a part of it: the times of each area or person as ranges. */
export function toDayResult(response: DayResponse, shape: Shape, locale: Locale) {
  const { date, open, slots } = response
  return {
    date,
    weekday: weekdayName(date, locale),
    open,
    ...quoteOf(response),
    ...reasonOf(response),
    ...durationOf(slots),
    ...startsOf(slots, shape),
    ...nightOf(slots),
  }
}

export function toAroundResult(response: DayResponse, shape: Shape, locale: Locale) {
  const { date, asked, slots } = response
  const { duration_minutes } = slots.find(({ time }) => time === asked?.time) ?? slots[0] ?? {}
  return {
    date,
    weekday: weekdayName(date, locale),
    asked: asked?.time,
    ...quoteOf(response),
    ...aroundOf(response, shape),
    ...(asked && reasonOf(asked)),
    ...(duration_minutes && { duration_minutes }),
    ...nightOf([...(asked ? [asked] : []), ...slots]),
  }
}

export function toRangeResult(
  { date, to_date, days }: RangeResponse,
  shape: Shape,
  asked: string | undefined,
  locale: Locale,
) {
  return {
    date,
    to_date,
    ...(asked !== undefined && { asked }),
    ...maxDurationOf(days.flatMap(({ slots }) => slots)),
    ...(asked === undefined && { start_every_minutes: shape.every }),
    days: days.map((day) => ({
      date: day.date,
      weekday: weekdayName(day.date, locale),
      ...quoteOf(day),
      ...(asked === undefined ? rangesOf(day.slots, shape) : aroundOf(day, shape)),
      ...reasonOf(day.asked ?? day),
      ...nightOf([...(day.asked ? [day.asked] : []), ...day.slots]),
    })),
  }
}

export function toMonthResult(
  { month, days }: MonthResponse,
  rules: BookingRules,
  now: number,
  locale: Locale,
) {
  const reason = monthUnavailableReason(month, rules, now)
  const free = days.filter((day) => day.free > 0)
  const others = Map.groupBy(
    days.filter((day) => day.free === 0),
    ({ reason_code }) => String(reason_code),
  )
  return {
    month,
    ...(reason && { reason: reason[locale] }),
    free_by_day: Object.fromEntries(
      free.map(({ date, free }) => [`${date} ${shortWeekday(date, locale)}`, free]),
    ),
    ...monthQuotes(free),
    ...(others.size > 0 && {
      not_free: Object.fromEntries(
        [...others].map(([code, some]) => [code, dayRanges(some.map(({ date }) => date))]),
      ),
    }),
  }
}

/** The surcharges of free days; prices only if they are not the same on all of them. */
function monthQuotes(free: MonthResponse['days']) {
  const daysBy = (labelOf: (day: MonthResponse['days'][number]) => string | number | undefined) => {
    const groups = Map.groupBy(free, labelOf)
    groups.delete(undefined)
    return [...groups].map(([label, days]) => [label, dayRanges(days.map(({ date }) => date))])
  }
  const surcharges = daysBy(({ surcharge }) => surcharge?.display)
  const prices = daysBy(({ price }) => price?.amount)
  return {
    ...(surcharges.length > 0 && { surcharges: Object.fromEntries(surcharges) }),
    ...(prices.length > 1 && { prices_vnd: Object.fromEntries(prices) }),
  }
}

/** ["2026-11-01", "2026-11-02", "2026-11-09"] → "1–2, 9" */
function dayRanges(dates: readonly string[]): string {
  const ranges: [first: number, last: number][] = []
  for (const day of dates.map((date) => Number(date.slice(8)))) {
    const range = ranges.at(-1)
    if (range && range[1] === day - 1) range[1] = day
    else ranges.push([day, day])
  }
  return ranges.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(', ')
}

/** The price of the offer on that day, if it has one, and the surcharge of the day. */
function quoteOf({ price, surcharge }: Day) {
  return {
    ...(price && { price_vnd: price.amount }),
    ...(surcharge && { surcharge: surcharge.display }),
  }
}

function reasonOf({ reason, reason_code }: Pick<Day, 'reason' | 'reason_code'>) {
  if (reason_code === undefined) return {}
  return reason_code === 'full' ? { why: reason_code } : { why: reason_code, reason }
}

/** The date of the starts after midnight, if there are such. */
function nightOf(starts: readonly { date?: string }[]): { after_midnight?: string } {
  const date = starts.find((start) => start.date !== undefined)?.date
  return date === undefined ? {} : { after_midnight: date }
}

function startsOf(slots: Slots, shape: Shape) {
  return {
    ...rangesOf(slots, shape),
    ...(slots.length > 0 && { start_every_minutes: shape.every }),
  }
}

/** Free starts of each area or person, as ranges. */
function rangesOf(slots: Slots, { kinds, every }: Shape): { starts?: Record<string, string> } {
  const byKind = new Map<string, number[]>()
  for (const slot of slots) {
    for (const kind of kinds.of(slot)) {
      byKind.set(kind, [...(byKind.get(kind) ?? []), minutesInService(slot)])
    }
  }
  if (byKind.size === 0) return {}
  const ranges = [...byKind].map(([kind, starts]) => [kind, formatStarts(starts, every)])
  return { starts: Object.fromEntries(ranges) }
}

/** In minutes after midnight of the day on which the service begins. */
function minutesInService({ time, date }: { time: string; date?: string }): number {
  return minutesOf(time) + (date === undefined ? 0 : minutesOfDay)
}

/** Who or what is free at the asked time, and at the nearest times. */
function aroundOf({ asked, slots }: Day, { kinds }: Shape) {
  const at = slots.find(({ time }) => time === asked?.time)
  const others = slots.filter((slot) => slot !== at).map((slot) => [slot.time, kinds.of(slot)])
  return {
    free: at ? kinds.of(at) : [],
    ...(others.length > 0 && { nearest: Object.fromEntries(others) }),
  }
}

/** The usual duration, and that of the starts shortly before closing time, which are shorter. */
function durationOf(slots: Slots) {
  const { duration_minutes } = maxDurationOf(slots)
  const shorter = slots.filter((slot) => slot.duration_minutes !== duration_minutes)
  return {
    ...(duration_minutes !== undefined && { duration_minutes }),
    ...(shorter.length > 0 && {
      shorter: Object.fromEntries(shorter.map((slot) => [slot.time, slot.duration_minutes])),
    }),
  }
}

function maxDurationOf(slots: Slots): { duration_minutes?: number } {
  if (slots.length === 0) return {}
  return { duration_minutes: Math.max(...slots.map((slot) => slot.duration_minutes)) }
}

/** Why no day of a month can be booked: it is past, or beyond the horizon. */
function monthUnavailableReason(
  month: string,
  { horizonDays }: BookingRules,
  now: number,
): LocalizedText | undefined {
  const today = dateAt(now)
  if (month < today.slice(0, 7)) return { vi: 'Tháng này đã qua.', en: 'This month is past.' }
  const last = addDays(today, horizonDays)
  if (month <= last.slice(0, 7)) return undefined
  return {
    vi: `Chỉ nhận đặt trước ${horizonDays} ngày, đến ${formatDate(last, 'vi')}.`,
    en: `Bookings are accepted up to ${horizonDays} days ahead, until ${formatDate(last, 'en')}.`,
  }
}
