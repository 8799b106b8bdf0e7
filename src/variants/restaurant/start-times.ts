/** When a table can be booked: notice, service times, shifts and opening hours. */
import { readPace } from '../../content/pace.ts'
import type { Business } from '../../content/shop.ts'
import {
  closedWeekdayText,
  hoursOn,
  type Period,
  periodFor,
  startsAtInterval,
} from '../../domain/scheduling/hours.ts'
import type { BookingRequestDetails, BookingRules, Start } from '../../domain/scheduling/rules.ts'
import { createServiceDays } from '../../domain/scheduling/service-days.ts'
import { minutesOf, timeOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { RestaurantFiles } from './files.ts'

export type TableDetails = BookingRequestDetails & { types: readonly string[]; teamId?: string }

export function startTimeRules(
  files: RestaurantFiles,
  business: Business,
): Pick<
  BookingRules,
  | 'serviceDays'
  | 'horizonDays'
  | 'paceOn'
  | 'startEveryMinutes'
  | 'noticeMinutes'
  | 'bookableStarts'
  | 'startAt'
  | 'stayMinutes'
  | 'whyNoStaff'
  | 'namedWindow'
> {
  const { tables, policy, team } = files
  const times = policy.services.flatMap(({ first, last }) =>
    startsAtInterval(policy.start_every_minutes, first, last),
  )
  const shortest = Math.min(...tables.lengths.map(({ minutes }) => minutes))

  const lengthOf = ({ partySize }: BookingRequestDetails): number => {
    const matching = tables.lengths.find(({ up_to }) => up_to >= partySize) ?? tables.lengths.at(-1)
    return matching?.minutes ?? shortest
  }
  /** A table is occupied for its length, or until closing time. */
  const startIn = (details: BookingRequestDetails, period: Period, at: number): Start => ({
    at,
    minutes: Math.min(lengthOf(details), period.to - at),
  })

  const startsIn = (details: BookingRequestDetails, periods: readonly Period[]): Start[] =>
    times.flatMap((at) => {
      const period = periodFor(periods, at, shortest)
      return period ? [startIn(details, period, at)] : []
    })

  return {
    serviceDays: createServiceDays(business),
    horizonDays: policy.horizon_days,
    paceOn: () => readPace(policy.pace),
    startEveryMinutes: policy.start_every_minutes,
    noticeMinutes(details) {
      // An erased booking has no types.
      const { types, partySize } = details as Partial<TableDetails> & { partySize: number }
      const privateRoom = policy.private_room
      if (privateRoom && types?.every((type) => type === privateRoom.table_type))
        return privateRoom.notice_minutes
      const tier = policy.tiers.find(({ up_to }) => up_to >= partySize) ?? policy.tiers.at(-1)
      return tier?.notice_minutes ?? 0
    },
    bookableStarts(details, date) {
      const hours = hoursOn(business, date)
      if (!hours.open) return hours
      const weekday = weekdayOf(date)
      const isSpecial = business.special_days.some(({ from, to }) => from <= date && date <= to)
      if (!isSpecial && !policy.weekdays.includes(weekday)) {
        return { open: false, code: 'closed', reason: closedWeekdayText(weekday) }
      }
      const { teamId } = details as TableDetails
      const shifts = teamId === undefined ? undefined : shiftsOn(files, teamId, weekday)
      const starts = startsIn(details, hours.periods)
      if (!shifts) return { open: true, starts }
      const isOnShift = ({ at }: Start) => shifts.some(({ from, to }) => from <= at && at < to)
      return { open: true, starts: starts.filter(isOnShift) }
    },
    startAt(details, date, at) {
      const hours = hoursOn(business, date)
      const period = hours.open ? periodFor(hours.periods, at, 15) : undefined
      return period && startIn(details, period, at)
    },
    stayMinutes: lengthOf,
    whyNoStaff(details, date, { from, to }) {
      const hours = hoursOn(business, date)
      const starts = hours.open ? startsIn(details, hours.periods) : []
      const { teamId } = details as TableDetails
      const person = team.people.find(({ id }) => id === teamId)
      if (!person || !starts.some(({ at }) => from <= at && at <= to)) return undefined
      const shifts = shiftsOn(files, person.id, weekdayOf(date))
      const shiftText = shifts.map(({ from, to }) => `${timeOf(from)}–${timeOf(to)}`).join(', ')
      const days = weekdayNames([...new Set(person.shifts.flatMap(({ days }) => days))])
      const day = weekdayNames([weekdayOf(date)])
      return {
        code: 'off',
        reason: {
          vi: `${person.name} ${shiftText ? '' : `nghỉ ${day.vi}, `}làm việc ${shiftText || days.vi}.`,
          en: `${person.name} ${shiftText ? '' : `is off on ${day.en} and `}works ${shiftText || days.en}.`,
        },
      }
    },
    namedWindow({ meal }) {
      const service = policy.services.find(({ id }) => id === meal)
      return service && { from: minutesOf(service.first), to: minutesOf(service.last) }
    },
  }
}

function shiftsOn({ team }: RestaurantFiles, id: string, weekday: number): Period[] {
  const person = team.people.find((one) => one.id === id)
  return (person?.shifts ?? [])
    .filter(({ days }) => days.includes(weekday))
    .flatMap(({ hours }) =>
      hours.map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) })),
    )
}
