/**
 * The starts of a day: services that people perform within their shifts. The caller supplies the duration and the
 * people who are able, and adds the places.
 */
import { readPace } from '../../content/pace.ts'
import type { Business } from '../../content/shop.ts'
import { hoursOn, periodFor, startsAtInterval } from '../../domain/scheduling/hours.ts'
import { wholeDay } from '../../domain/scheduling/rejection.ts'
import type {
  BookingRequestDetails,
  BookingRules,
  Rejection,
  Start,
} from '../../domain/scheduling/rules.ts'
import { createServiceDays } from '../../domain/scheduling/service-days.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { explainStaffing, isOnShift, type StaffingTexts } from './staffing.ts'
import type { Policy, Worker } from './values.ts'

type AppointmentSetup<One extends Worker> = {
  business: Business
  policy: Policy
  /** Duration; `undefined` if the service is no longer offered. */
  minutesOf(details: BookingRequestDetails): number | undefined
  /** People who perform the service, and those of them who suit the request; on duty or not. */
  skilled(details: BookingRequestDetails): readonly One[]
  suits(person: One, details: BookingRequestDetails): boolean
  /** How many people serve the request together. */
  teamSize(details: BookingRequestDetails): number
  requestedWorker(details: BookingRequestDetails): One | undefined
  texts: StaffingTexts & { noLongerOffered: LocalizedText }
}

type Appointments<One extends Worker> = {
  rules: Pick<
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
  >
  teamsAt(details: BookingRequestDetails, date: string, start: Start): One[][]
}

export function createAppointmentRules<One extends Worker>(
  setup: AppointmentSetup<One>,
): Appointments<One> {
  const { business, policy } = setup
  const times = startsAtInterval(policy.start_every_minutes, policy.first_start, policy.last_start)

  const able = (details: BookingRequestDetails) =>
    setup.skilled(details).filter((one) => setup.suits(one, details))

  const teamsAt: Appointments<One>['teamsAt'] = (details, date, start) => {
    const requested = setup.requestedWorker(details)
    const onShift = able(details).filter((one) => isOnShift(one, date, start))
    return teamsOf(setup.teamSize(details), onShift).filter(
      (team) => !requested || team.includes(requested),
    )
  }

  const startsIn = (date: string, minutes: number): Start[] => {
    const hours = hoursOn(business, date)
    if (!hours.open) return []
    return times
      .filter((at) => periodFor(hours.periods, at, minutes))
      .map((at) => ({ at, minutes }))
  }

  const whyNoStaff: BookingRules['whyNoStaff'] = (details, date, { from, to }) => {
    const minutes = setup.minutesOf(details)
    const starts = minutes === undefined ? [] : startsIn(date, minutes)
    const inWindow = starts.filter(({ at }) => from <= at && at <= to)
    if (inWindow.length === 0) return undefined
    return explainStaffing(
      {
        skilled: setup.skilled(details),
        able: able(details),
        needed: setup.teamSize(details),
        requested: setup.requestedWorker(details),
        starts: inWindow,
        date,
      },
      setup.texts,
    )
  }

  const rules: Appointments<One>['rules'] = {
    serviceDays: createServiceDays(business),
    horizonDays: policy.horizon_days,
    paceOn: () => readPace(policy.pace),
    startEveryMinutes: policy.start_every_minutes,
    noticeMinutes: () => policy.notice_minutes,
    bookableStarts(details, date) {
      const hours = hoursOn(business, date)
      if (!hours.open) return hours
      const minutes = setup.minutesOf(details)
      const { noLongerOffered } = setup.texts
      if (minutes === undefined) return { open: false, code: 'no_start', reason: noLongerOffered }
      const starts = startsIn(date, minutes)
      const possible = starts.filter((start) => teamsAt(details, date, start).length > 0)
      if (possible.length > 0) return { open: true, starts: possible }
      const rejection = whyNoStaff(details, date, wholeDay)
      return { open: false, ...(rejection ?? tooShort(minutes)) }
    },
    whyNoStaff,
    stayMinutes: setup.minutesOf,
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

/** Each guest has a person of their own. */
export function teamsOf<One>(size: number, people: readonly One[]): One[][] {
  if (size === 1) return people.map((one) => [one])
  return people.flatMap((one, index) =>
    teamsOf(size - 1, people.slice(index + 1)).map((others) => [one, ...others]),
  )
}

/** The opening hours of the day are shorter than the service. */
function tooShort(minutes: number): Rejection {
  return {
    code: 'no_start',
    reason: {
      vi: `Hôm đó không mở cửa đủ lâu cho lượt ${minutes} phút.`,
      en: `The opening hours of that day are too short for ${minutes} minutes.`,
    },
  }
}
