/**
 * The rules of what people do within their shifts: a treatment, a haircut. The trade says how long it
 * takes and who can do it together; where it is done is the trade's alone.
 */
import type { Business } from '../../content/shop.ts'
import { hoursOn, periodFor, startsAtInterval } from '../../domain/scheduling/hours.ts'
import type { BookingRequestDetails, BookingRules, Start } from '../../domain/scheduling/rules.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { AppointmentFiles, Worker } from './files.ts'

export type AppointmentSetup<One extends Worker> = {
  business: Business
  files: AppointmentFiles
  workers: readonly One[]
  /** How long it takes; nothing once the owner has taken it off the list. */
  minutesOf(details: BookingRequestDetails): number | undefined
  /** Who of those who are there may serve the wish, each as a team. */
  teams(details: BookingRequestDetails, there: readonly One[]): One[][]
  noLongerOffered: LocalizedText
  /** Why nobody can on a day, where the guest wished for nobody in particular. */
  noWorkerReason: LocalizedText
  /** The one whom the guest wished for, if any. */
  requestedWorker(details: BookingRequestDetails): One | undefined
}

/** The rules that follow, and who can be the team of a start. */
export type Appointments<One extends Worker> = {
  rules: Pick<
    BookingRules,
    | 'horizonDays'
    | 'noticeMinutes'
    | 'bookableStarts'
    | 'startAt'
    | 'sensitiveField'
    | 'sensitiveFlags'
  >
  teamsAt(details: BookingRequestDetails, date: string, start: Start): One[][]
}

export function createAppointmentRules<One extends Worker>(
  service: AppointmentSetup<One>,
): Appointments<One> {
  const { business, workers } = service
  const { policy, health } = service.files
  const times = startsAtInterval(policy.start_every_minutes, policy.first_start, policy.last_start)

  const teamsAt = (
    details: BookingRequestDetails,
    date: string,
    { at, minutes }: Start,
  ): One[][] => {
    const weekday = weekdayOf(date)
    const there = workers.filter(
      ({ weekdays, hours }) =>
        weekdays.includes(weekday) &&
        minutesOf(hours.from) <= at &&
        at + minutes <= minutesOf(hours.to),
    )
    return service.teams(details, there)
  }

  const rules: Appointments<One>['rules'] = {
    horizonDays: policy.horizon_days,
    noticeMinutes: () => policy.notice_minutes,
    sensitiveField: 'health',
    sensitiveFlags: health.boxes.map(({ id, name }) => ({ id, name })),
    bookableStarts(details, date) {
      const hours = hoursOn(business, date)
      if (!hours.open) return hours
      const minutes = service.minutesOf(details)
      if (minutes === undefined) return { open: false, reason: service.noLongerOffered }
      const starts = times
        .filter((at) => periodFor(hours.periods, at, minutes))
        .map((at) => ({ at, minutes }))
        .filter((start) => teamsAt(details, date, start).length > 0)
      if (starts.length > 0) return { open: true, starts }
      return { open: false, reason: explainNoTeam(service, details) }
    },
    startAt(details, date, at) {
      const hours = hoursOn(business, date)
      const minutes = service.minutesOf(details)
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
