/** Which days and times can be booked at all, for the reading of dates and times in words. */
import type { Business } from '../../content/shop.ts'
import type { BookingCalendar } from '../../kernel/argument-reader.ts'
import { addDays, minutesOf, minutesOfDay } from '../../kernel/time.ts'
import { hoursOn, usualPeriods } from './hours.ts'
import type { BookingRules, Start } from './rules.ts'

export function createBookingCalendar(rules: BookingRules, business: Business): BookingCalendar {
  const { horizonDays, startEveryMinutes } = rules
  const { details = [] } = rules.parseDetails({}, 'month')
  const periods = business.hours.flatMap((hours) => hours.periods)
  const isIn = (at: number) =>
    periods.some(({ from, to }) => minutesOf(from) <= at && at < minutesOf(to))
  return {
    lastDay: (today) => addDays(today, horizonDays),
    isOpen: (date) => hoursOn(business, date).open,
    isOpenAt: (minutes) => isIn(minutes) || isIn(minutes + minutesOfDay),
    canStartAt(minutes, dates) {
      const isNear = ({ at }: Start) =>
        [minutes, minutes + minutesOfDay].some((one) => Math.abs(one - at) < startEveryMinutes)
      // A time after midnight may also belong to the service of the day before.
      return [...dates, ...dates.map((date) => addDays(date, -1))].some((date, index) =>
        details.some((one) => {
          const bookable = rules.bookableStarts(one, date)
          const starts = bookable.open ? bookable.starts : []
          const isNight = index >= dates.length
          return starts.some((start) => (!isNight || start.at >= minutesOfDay) && isNear(start))
        }),
      )
    },
    nightDate: (date, minutes) =>
      usualPeriods(business, date).some(({ to }) => minutes + minutesOfDay < to)
        ? addDays(date, 1)
        : date,
  }
}
