/** The times to which a guest can move a booking. The cells of the booking itself count as free. */
import { eachDay } from '../../kernel/date-range.ts'
import type { Locale } from '../../kernel/locale.ts'
import { daysOfMonth } from '../../kernel/time.ts'
import { bookableStartsNow, countDay } from '../scheduling/availability.ts'
import { afterNotice } from '../scheduling/horizon.ts'
import { wholeDay } from '../scheduling/rejection.ts'
import type { BookingRequestDetails } from '../scheduling/rules.ts'
import { type DayResponse, toDayResponse } from './availability-response.ts'
import { startsOfDay } from './context.ts'
import type { BookingParts } from './fields.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { findBooking } from './rows.ts'

export type ChangeTimes = {
  /** Undefined for an unknown code. `partySize` is another number of guests than the booked one. */
  open(code: string, partySize: number | undefined): Promise<MovableBooking | undefined>
}

type MovableBooking = {
  /** How many times are free on each of some days: a range, or a month. */
  countDays(
    query: { date: string; to_date: string } | { month: string },
  ): Promise<{ date: string; open: boolean; free: number }[]>
  /** `starts`: all times of the day that are not too soon, free or not. */
  readDay(
    date: string,
    locale: Locale,
  ): Promise<{ day: DayResponse; starts: readonly { at: number }[] }>
}

export function createChangeTimes(parts: BookingParts): ChangeTimes {
  const { context, rules } = parts
  const { now, store } = context
  return {
    async open(code, partySize) {
      const booking = await findBooking(store.read, code, now())
      if (!booking) return undefined
      const details: BookingRequestDetails =
        partySize === undefined ? booking.details : { ...booking.details, partySize }
      const loadDay = (date: string) => loadDayWithout(store.read, date, `booking:${booking.id}`)
      return {
        countDays: (query) => {
          const dates =
            'month' in query
              ? daysOfMonth(query.month)
              : eachDay({ from: query.date, to: query.to_date })
          return Promise.all(
            dates.map(async (date) => {
              const starts = startsOfDay(parts, details, date, await loadDay(date))
              const { open, free } = countDay(rules, [details], date, () => starts, wholeDay, now())
              return { date, open, free }
            }),
          )
        },
        async readDay(date, locale) {
          const window = { window: wholeDay, around: undefined }
          const occupancy = await loadDay(date)
          const bookable = bookableStartsNow(rules, details, date, now())
          return {
            day: toDayResponse(parts, details, date, occupancy, window, now(), locale),
            starts: bookable.open ? afterNotice(rules, details, date, bookable.starts, now()) : [],
          }
        },
      }
    },
  }
}
