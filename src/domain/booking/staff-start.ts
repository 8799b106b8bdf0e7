/** The start of a booking that staff ask for, inside or outside the opening hours, with the rules that it breaks. */
import { isDate, isTime, minutesOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { findClosedReason } from '../closed-days/closed-days.ts'
import { hoursOn, periodFor } from '../scheduling/hours.ts'
import type { BookingRequestDetails, CalendarTime, ServiceStart } from '../scheduling/rules.ts'
import type { BrokenRule, StaffRule } from '../scheduling/staff-rules.ts'
import type { BookingContext } from './context.ts'
import { notPossibleError, rulesBrokenError } from './refusals.ts'
import {
  chooseAnotherDayText,
  closedOnText,
  endsAfterClosingText,
  findStaffStart,
  noStartReason,
  outsideHoursText,
} from './rejection-reasons.ts'

export type StaffStart = ServiceStart & { broken: readonly BrokenRule[] }

type StartOptions = {
  /** The minutes that staff have agreed with the guest. */
  stayMinutes?: number | null
  suggestion?: typeof chooseAnotherDayText
}

/** Staff may use any quarter hour. Throws if there is no such time or the offer is gone. */
export async function findStart(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  requested: CalendarTime,
  { stayMinutes = null, suggestion = chooseAnotherDayText }: StartOptions = {},
): Promise<StaffStart> {
  const { rules } = context
  const { time } = requested
  const isQuarterHour = isTime(time) && minutesOf(time) % 15 === 0
  const usual = findStaffStart(rules, details, requested)
  const planned = stayMinutes ?? rules.stayMinutes(details)
  if (!isDate(requested.date) || !isQuarterHour || planned === undefined)
    throw notPossibleError(noStartReason(context, details, requested))
  const { date, at } = rules.serviceDays.find(requested)
  const closed = await findClosedReason(sql, date)
  if (closed) {
    const reason = closedOnText(date, closed, suggestion, true)
    return { date, start: { at, minutes: planned }, broken: [{ rule: 'closed_day', reason }] }
  }
  const minutes = stayMinutes ?? usual?.start.minutes ?? planned
  const start = { at, minutes }
  // A stay that the rules themselves shorten to the closing time breaks none.
  const isUsual = usual !== undefined && usual.start.minutes >= minutes
  return { date, start, broken: isUsual ? [] : hoursRules(context, date, start) }
}

function hoursRules(
  { business }: BookingContext,
  date: string,
  { at, minutes }: ServiceStart['start'],
): BrokenRule[] {
  const hours = hoursOn(business, date)
  if (!hours.open) {
    const reason = closedOnText(date, hours.reason, chooseAnotherDayText, false)
    return [{ rule: 'closed_day', reason }]
  }
  const { periods } = hours
  if (periodFor(periods, at, minutes)) return []
  const reason = outsideHoursText(date, periods)
  if (at < Math.min(...periods.map(({ from }) => from))) return [{ rule: 'before_opening', reason }]
  if (periodFor(periods, at, 15))
    return [{ rule: 'after_closing', reason: endsAfterClosingText(date, periods) }]
  const isLate = at >= Math.max(...periods.map(({ to }) => to))
  return [{ rule: isLate ? 'after_closing' : 'between_hours', reason }]
}

/** The same, unless staff have set these rules aside. */
export async function requireStaffStart(
  sql: Sql,
  context: BookingContext,
  details: BookingRequestDetails,
  requested: CalendarTime,
  accepted: ReadonlySet<StaffRule>,
  options: StartOptions = {},
): Promise<StaffStart> {
  const found = await findStart(sql, context, details, requested, options)
  if (found.broken.some(({ rule }) => !accepted.has(rule))) throw rulesBrokenError(found.broken)
  return found
}
