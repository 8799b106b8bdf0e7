/** Free times as the result of a tool: short, with every free area or person, and the reason if nothing is free. */
import { formatDate, shortWeekday, weekdayName } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, minutesOf } from '../../kernel/time.ts'
import type { MonthResponse, RangeDay, RangeResponse } from '../booking/availability-operation.ts'
import type { DayResponse } from '../booking/availability-response.ts'
import { formatStarts } from '../scheduling/rejection.ts'
import type { BookingRules } from '../scheduling/rules.ts'

type Slot = Readonly<Record<string, unknown>> & { time: string; duration_minutes: number }

export type Slots = readonly Slot[]

/** Areas or people. */
export type Kinds = {
  /** The ids of those that are free at a time. */
  of(slot: Slot): readonly string[]
  nameOf(id: string, locale: Locale): string
}

/** The kinds of a trade, and the minutes from one start to the next. */
export type Shape = { kinds: Kinds; every: number }

type Day = DayResponse | RangeDay

export function toDayResult(
  response: DayResponse,
  shape: Shape,
  { hasFixedDuration, kinds }: { hasFixedDuration: boolean; kinds: { areInSlots: boolean } },
  slots: object[],
  locale: Locale,
) {
  const { date, open, slots: all } = response
  return {
    date,
    weekday: weekdayName(date, locale),
    open,
    ...reasonOf(response),
    ...(hasFixedDuration && all[0] && { duration_minutes: all[0].duration_minutes }),
    slots,
    ...(!kinds.areInSlots && startsOf(all, shape)),
  }
}

/** A part of a day: the times of each area or person as ranges. */
export function toStartsResult(response: DayResponse, shape: Shape, locale: Locale) {
  const { date, open, slots } = response
  return {
    date,
    weekday: weekdayName(date, locale),
    open,
    ...reasonOf(response),
    ...maxDurationOf(slots),
    ...startsOf(slots, shape),
  }
}

export function toAroundResult(response: DayResponse, shape: Shape, locale: Locale) {
  const { date, asked, slots } = response
  const { duration_minutes } = slots.find(({ time }) => time === asked?.time) ?? slots[0] ?? {}
  return {
    date,
    weekday: weekdayName(date, locale),
    asked: asked?.time,
    ...aroundOf(response, shape),
    ...(asked && reasonOf(asked)),
    ...(duration_minutes && { duration_minutes }),
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
      ...(asked === undefined ? rangesOf(day.slots, shape) : aroundOf(day, shape)),
      ...reasonOf(day.asked ?? day),
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
    ...(others.size > 0 && {
      not_free: Object.fromEntries(
        [...others].map(([code, some]) => [code, dayRanges(some.map(({ date }) => date))]),
      ),
    }),
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

function reasonOf({ reason, reason_code }: Pick<Day, 'reason' | 'reason_code'>) {
  if (reason_code === undefined) return {}
  return reason_code === 'full' ? { why: reason_code } : { why: reason_code, reason }
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
      byKind.set(kind, [...(byKind.get(kind) ?? []), minutesOf(slot.time)])
    }
  }
  if (byKind.size === 0) return {}
  const ranges = [...byKind].map(([kind, starts]) => [kind, formatStarts(starts, every)])
  return { starts: Object.fromEntries(ranges) }
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

/** Only starts shortly before closing time are shorter. */
function maxDurationOf(slots: Slots) {
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
