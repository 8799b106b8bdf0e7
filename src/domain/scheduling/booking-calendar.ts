/** Which days and times can be booked at all, for the reading of dates and times in words. */
import type { Business } from '../../content/shop.ts'
import type { BookingCalendar } from '../../kernel/argument-reader.ts'
import { addDays, minutesOf } from '../../kernel/time.ts'
import { hoursOn } from './hours.ts'
import type { BookingRules } from './rules.ts'

export function createBookingCalendar(
  { horizonDays }: BookingRules,
  business: Business,
): BookingCalendar {
  const periods = business.hours.flatMap((hours) => hours.periods)
  return {
    lastDay: (today) => addDays(today, horizonDays),
    isOpen: (date) => hoursOn(business, date).open,
    isOpenAt: (minutes) =>
      periods.some(({ from, to }) => minutesOf(from) <= minutes && minutes < minutesOf(to)),
  }
}
