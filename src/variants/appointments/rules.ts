/**
 * The rules of what people do within their shifts: a treatment, a haircut. The trade says how long it
 * takes and who can do it together; where it is done is the trade's alone.
 */
import type { Business } from '../../content/shop.ts'
import { hoursOn, periodFor, startsEvery } from '../../domain/scheduling/hours.ts'
import type { BookingRules, Start, Wish } from '../../domain/scheduling/rules.ts'
import type { Words } from '../../kernel/locale.ts'
import { minutesOf, weekdayOf } from '../../kernel/time.ts'
import { weekdayNames } from '../../kernel/weekday.ts'
import type { AppointmentFiles, Worker } from './files.ts'

export type Service<One extends Worker> = {
  business: Business
  files: AppointmentFiles
  workers: readonly One[]
  /** How long it takes; nothing once the owner has taken it off the list. */
  minutesOf(wish: Wish): number | undefined
  /** Who of those who are there may serve the wish, each as a team. */
  teams(wish: Wish, there: readonly One[]): One[][]
  noLongerOffered: Words
  /** Why nobody can on a day, where the guest wished for nobody in particular. */
  nobodyThere: Words
  /** The one whom the guest wished for, if any. */
  chosen(wish: Wish): One | undefined
}

/** The rules that follow, and who can be the team of a start. */
export type Appointments<One extends Worker> = {
  rules: Pick<
    BookingRules,
    'horizonDays' | 'noticeMinutes' | 'opening' | 'startAt' | 'sensitive' | 'marks'
  >
  teamsAt(wish: Wish, date: string, start: Start): One[][]
}

export function appointments<One extends Worker>(service: Service<One>): Appointments<One> {
  const { business, workers } = service
  const { policy, health } = service.files
  const times = startsEvery(policy.start_every_minutes, policy.first_start, policy.last_start)

  const teamsAt = (wish: Wish, date: string, { at, minutes }: Start): One[][] => {
    const weekday = weekdayOf(date)
    const there = workers.filter(
      ({ weekdays, hours }) =>
        weekdays.includes(weekday) &&
        minutesOf(hours.from) <= at &&
        at + minutes <= minutesOf(hours.to),
    )
    return service.teams(wish, there)
  }

  const rules: Appointments<One>['rules'] = {
    horizonDays: policy.horizon_days,
    noticeMinutes: () => policy.notice_minutes,
    sensitive: 'health',
    marks: health.boxes.map(({ id, name }) => ({ id, name })),
    opening(wish, date) {
      const hours = hoursOn(business, date)
      if (!hours.open) return hours
      const minutes = service.minutesOf(wish)
      if (minutes === undefined) return { open: false, reason: service.noLongerOffered }
      const starts = times
        .filter((at) => periodFor(hours.periods, at, minutes))
        .map((at) => ({ at, minutes }))
        .filter((start) => teamsAt(wish, date, start).length > 0)
      if (starts.length > 0) return { open: true, starts }
      return { open: false, reason: whyNobody(service, wish) }
    },
    startAt(wish, date, at) {
      const hours = hoursOn(business, date)
      const minutes = service.minutesOf(wish)
      if (!hours.open || minutes === undefined || !periodFor(hours.periods, at, minutes))
        return undefined
      return { at, minutes }
    },
  }
  return { rules, teamsAt }
}

function whyNobody<One extends Worker>({ chosen, nobodyThere }: Service<One>, wish: Wish): Words {
  const wished = chosen(wish)
  if (!wished) return nobodyThere
  const days = weekdayNames(wished.weekdays)
  return { vi: `${wished.name} làm việc ${days.vi}.`, en: `${wished.name} works ${days.en}.` }
}
