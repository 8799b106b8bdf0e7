/**
 * The starts of a day: services that people perform within their shifts. The caller supplies the duration and the
 * possible teams, and adds the places.
 */
import type { Business } from '../../content/shop.ts'
import { hoursOn, periodFor, startsAtInterval } from '../../domain/scheduling/hours.ts'
import type { BookingRequestDetails, BookingRules, Start } from '../../domain/scheduling/rules.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { Policy, Worker } from './values.ts'

type AppointmentSetup<One extends Worker> = {
  business: Business
  policy: Policy
  workers: readonly One[]
  /** Duration; `undefined` if the service is no longer offered. */
  minutesOf(details: BookingRequestDetails): number | undefined
  /** The teams of people on shift that can serve the request. */
  teams(details: BookingRequestDetails, onShift: readonly One[]): One[][]
  noLongerOffered: LocalizedText
  /** Why a day has no starts if the guest requested no particular person. */
  noWorkerReason: LocalizedText
  requestedWorker(details: BookingRequestDetails): One | undefined
}

type Appointments<One extends Worker> = {
  rules: Pick<BookingRules, 'horizonDays' | 'noticeMinutes' | 'bookableStarts' | 'startAt'>
  teamsAt(details: BookingRequestDetails, date: string, start: Start): One[][]
}

export function createAppointmentRules<One extends Worker>(
  setup: AppointmentSetup<One>,
): Appointments<One> {
  const { business, policy, workers } = setup
  const times = startsAtInterval(policy.start_every_minutes, policy.first_start, policy.last_start)

  const teamsAt = (
    details: BookingRequestDetails,
    date: string,
    { at, minutes }: Start,
  ): One[][] => {
    const weekday = weekdayOf(date)
    const onShift = workers.filter(
      ({ weekdays, hours }) =>
        weekdays.includes(weekday) &&
        minutesOf(hours.from) <= at &&
        at + minutes <= minutesOf(hours.to),
    )
    return setup.teams(details, onShift)
  }

  const rules: Appointments<One>['rules'] = {
    horizonDays: policy.horizon_days,
    noticeMinutes: () => policy.notice_minutes,
    bookableStarts(details, date) {
      const hours = hoursOn(business, date)
      if (!hours.open) return hours
      const minutes = setup.minutesOf(details)
      if (minutes === undefined) return { open: false, reason: setup.noLongerOffered }
      const starts = times
        .filter((at) => periodFor(hours.periods, at, minutes))
        .map((at) => ({ at, minutes }))
        .filter((start) => teamsAt(details, date, start).length > 0)
      if (starts.length > 0) return { open: true, starts }
      return { open: false, reason: explainNoTeam(setup, details) }
    },
    startAt(details, date, at) {
      const hours = hoursOn(business, date)
      const minutes = setup.minutesOf(details)
      if (!hours.open || minutes === undefined || !periodFor(hours.periods, at, minutes))
        return undefined
      return { at, minutes }
    },
  }
  return { rules, teamsAt }
}

function explainNoTeam<One extends Worker>(
  { requestedWorker, noWorkerReason }: AppointmentSetup<One>,
  details: BookingRequestDetails,
): LocalizedText {
  const worker = requestedWorker(details)
  if (!worker) return noWorkerReason
  const days = weekdayNames(worker.weekdays)
  return { vi: `${worker.name} làm việc ${days.vi}.`, en: `${worker.name} works ${days.en}.` }
}
