/**
 * Service days. The opening hours of a day may reach past midnight, and such a night belongs to the day on which it
 * began: 00:30 on Saturday is Friday, 24 hours and 30 minutes after its midnight. Clients, messages and the database
 * have the calendar date and time; rules, occupancy and the lists of the desk have the service day.
 */
import type { Business } from '../../content/shop.ts'
import {
  addDays,
  dateAt,
  minute,
  minutesOf,
  minutesOfDay,
  startOfDay,
  startTimeOf,
} from '../../kernel/time.ts'
import { hoursOn, usualPeriods } from './hours.ts'
import type { CalendarTime, ServiceDays, ServiceTime } from './rules.ts'

/** The inverse of `find`. */
export function toCalendarTime({ date, at }: ServiceTime): CalendarTime {
  return { date: addDays(date, Math.floor(at / minutesOfDay)), time: startTimeOf(at) }
}

export function createServiceDays(business: Business): ServiceDays {
  const all = [...business.hours.flatMap(({ periods }) => periods), ...specialPeriods(business)]
  const maxNight = Math.max(0, ...all.map(({ to }) => minutesOf(to) - minutesOfDay))

  /** How many minutes after the following midnight the service of a day ends. A closed day keeps its night. */
  const nightOf = (date: string): number => {
    if (maxNight === 0) return 0
    const night = Math.max(0, ...usualPeriods(business, date).map(({ to }) => to - minutesOfDay))
    const next = hoursOn(business, addDays(date, 1))
    if (!next.open || hoursOn(business, date).open) return night
    return Math.min(night, ...next.periods.map(({ from }) => from))
  }

  const startOf = (date: string) => startOfDay(date) + nightOf(addDays(date, -1)) * minute

  return {
    hasNights: maxNight > 0,
    find({ date, time }) {
      const at = minutesOf(time)
      const before = addDays(date, -1)
      return at < nightOf(before) ? { date: before, at: at + minutesOfDay } : { date, at }
    },
    dateAt(atMs) {
      const date = dateAt(atMs)
      return atMs < startOf(date) ? addDays(date, -1) : date
    },
    rangeOf: ({ from, to }) => ({ begin: startOf(from), end: startOf(addDays(to, 1)) }),
    minutesOf(time) {
      const at = minutesOf(time)
      return at < maxNight ? at + minutesOfDay : at
    },
  }
}

function specialPeriods({ special_days }: Business) {
  return special_days.flatMap(({ hours = [] }) => hours)
}
