/** The service that staff look after: the opening period that is on, or the next one. Pure. */
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays } from '../../kernel/time.ts'
import { hoursOn, type OpeningHours, type Period } from './hours.ts'

export type ServicePeriod = {
  /** The service day. */
  date: string
  period: Period
  state:
    | 'open'
    /** It begins later on the service day of now. */
    | 'before'
    /** Today is over or closed; this is the next day that is open. */
    | 'later'
  /** Why today is closed, if it is. */
  closed?: LocalizedText
}

const maxDaysAhead = 60

/** `at` is in minutes after midnight of the service day `today`. Undefined if no day of the next weeks is open. */
export function findService(
  business: OpeningHours,
  today: string,
  at: number,
): ServicePeriod | undefined {
  const hours = hoursOn(business, today)
  const period = hours.open ? hours.periods.find(({ to }) => at < to) : undefined
  if (period) return { date: today, period, state: at < period.from ? 'before' : 'open' }
  const next = findNext(business, today)
  return next && { ...next, state: 'later', ...(!hours.open && { closed: hours.reason }) }
}

/** The last period of a day, while guests of it are still there. */
export function lastService(business: OpeningHours, today: string): ServicePeriod | undefined {
  const hours = hoursOn(business, today)
  const period = hours.open ? hours.periods.at(-1) : undefined
  return period && { date: today, period, state: 'open' }
}

function findNext(
  business: OpeningHours,
  today: string,
): Pick<ServicePeriod, 'date' | 'period'> | undefined {
  for (let days = 1; days <= maxDaysAhead; days++) {
    const date = addDays(today, days)
    const hours = hoursOn(business, date)
    const period = hours.open ? hours.periods[0] : undefined
    if (period) return { date, period }
  }
  return undefined
}
