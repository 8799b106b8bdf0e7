/** The part of a day in which a guest would come, and whether waiting for it makes sense. */
import { forEachLocale, type LocalizedText } from '../../kernel/locale.ts'
import { type Alternative, type FieldCode, type FieldError, Problem } from '../../kernel/problem.ts'
import {
  minute,
  minutesOf,
  minutesOfDay,
  startOfDay,
  toIsoString,
  weekdayOf,
} from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Sql } from '../../store/sql.ts'
import { type BookingContext, startsOfDay } from '../booking/context.ts'
import { loadDay } from '../booking/load-day.ts'
import { assertNotClosedByStaff } from '../booking/request.ts'
import { bookableStartsNow, freeStartsNow } from '../scheduling/availability.ts'
import { explainNoFreeStart, startsIn } from '../scheduling/rejection.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Rejection,
  Start,
  StartWindow,
} from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'

export type WindowInput = { date: string; from: string; to: string }

/** A service day and the starts in it that suit the guest. */
export type WaitingWindow = { date: string; window: StartWindow }

/** After midnight `to` belongs to the same night as `from`. */
export function parseWindow(
  { serviceDays }: Pick<BookingRules, 'serviceDays'>,
  { date, from, to }: WindowInput,
): WaitingWindow | undefined {
  const first = serviceDays.find({ date, time: from })
  const last = serviceDays.find({ date, time: to })
  const isNight = last.date === first.date
  const until = isNight ? last.at : minutesOf(to)
  const isNextMorning = serviceDays.hasNights && until < first.at
  const window = { from: first.at, to: isNextMorning ? minutesOf(to) + minutesOfDay : until }
  return window.to < window.from ? undefined : { date: first.date, window }
}

export function windowError({ from }: Pick<WindowInput, 'from'>): FieldError {
  return {
    name: 'to',
    code: 'too_small',
    message: { vi: `Không được sớm hơn ${from}.`, en: `This must not be before ${from}.` },
  }
}

const maxAlternatives = 5

/** Throws a Problem if a place is free, or if none can become free. */
export async function assertFull(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  { date, window }: WaitingWindow,
  now: number,
): Promise<void> {
  const { rules } = context
  const bookable = bookableStartsNow(rules, details, date, now)
  if (bookable.open) await assertNotClosedByStaff(sql, date)
  const starts = startsOfDay(context, details, date, await loadDay(sql, context, date))
  const free = startsIn(freeStartsNow(rules, details, date, starts, now), window)
  if (free.length > 0) throw placeAvailableProblem(date, free)
  const rejection = explainNoFreeStart(rules, details, date, bookable, window, now)
  if (rejection.code !== 'full')
    throw new Problem('invalid-fields', { fields: [toFieldError(rejection)] })
}

function placeAvailableProblem(date: string, free: readonly Start[]): Problem {
  const alternatives = free.slice(0, maxAlternatives).map(({ at }) => toAlternative(date, at))
  const times = alternatives.map(({ time }) => time).join(', ')
  const detail: LocalizedText = {
    vi: `Trong khoảng này còn giờ trống: ${times}. Có thể đặt ngay.`,
    en: `A time in this window is free: ${times}. It can be booked now.`,
  }
  return new Problem('place-available', { alternatives, detail })
}

function toAlternative(serviceDate: string, at: number): Alternative {
  const { date, time } = toCalendarTime({ date: serviceDate, at })
  return {
    date,
    time,
    starts_at: toIsoString(startOfDay(serviceDate) + at * minute),
    weekday: weekdayNames([weekdayOf(date)]),
  }
}

const rejectedFields: Partial<Record<Rejection['code'], { name: string; code: FieldCode }>> = {
  past: { name: 'date', code: 'too_soon' },
  too_far: { name: 'date', code: 'too_far' },
  no_start: { name: 'from', code: 'not_open' },
  paused: { name: 'from', code: 'not_open' },
  too_soon: { name: 'from', code: 'too_soon' },
}

function toFieldError({ code, reason }: Rejection): FieldError {
  return {
    ...(rejectedFields[code] ?? { name: 'date', code: 'not_open' }),
    message: forEachLocale((locale) => reason[locale]),
  }
}
