/**
 * A late guest is on the way: the booking starts when they are expected, in the same place, for as long as it is
 * free.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { dateAt, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { Option } from '../scheduling/rules.ts'
import type { BrokenRule, StaffRule } from '../scheduling/staff-rules.ts'
import type { BookingContext } from './context.ts'
import { freeStay } from './free-time.ts'
import { cellAt } from './occupancy.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { findHolder } from './placement.ts'
import { rulesBrokenError } from './refusals.ts'
import { assertNotErased, rescheduleBooking, storedStart } from './reschedule.ts'
import type { StoredBooking } from './rows.ts'
import { findStart } from './staff-start.ts'
import type { Transition } from './transitions.ts'

const quarterMs = 15 * minute

/** The next quarter hour; staff have just talked to the guest. */
function expectedArrivalMs(nowMs: number): number {
  return (cellAt(nowMs) + 1) * quarterMs
}

export async function delayBooking(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  nowMs: number,
): Promise<Transition> {
  await assertNotErased(sql, booking.id)
  const { rules } = context
  const startsAt = expectedArrivalMs(nowMs)
  const target = { date: dateAt(startsAt), time: clockTime(startsAt) }
  const resources = rules.resourcesOf(booking.assignment)
  // The guest has booked: that the day was closed since is no reason to send them away.
  const overrides: StaffRule[] = [...booking.overrides, 'closed_day']
  const minutes = await possibleMinutes(sql, context, booking, startsAt, new Set(overrides))
  const until = clockTime(startsAt + minutes * minute)
  const isShorter = minutes < (booking.ends_at - booking.starts_at) / minute
  const transition = await rescheduleBooking(
    sql,
    context,
    booking,
    { ...target, resources, overrides, ...(isShorter && { until }) },
    nowMs,
  )
  await sql.run('UPDATE bookings SET coming_for = ? WHERE id = ?', startsAt, booking.id)
  return transition
}

/** The whole stay, or as much of it as the next booking and the closing time leave. */
async function possibleMinutes(
  sql: Sql,
  context: BookingContext,
  booking: StoredBooking,
  startsAt: number,
  accepted: ReadonlySet<StaffRule>,
): Promise<number> {
  const { rules } = context
  const { details, assignment } = booking
  const planned = (booking.ends_at - booking.starts_at) / minute
  const { date } = storedStart(rules, booking)
  const at = (startsAt - startOfDay(date)) / minute
  const resources = rules.resourcesOf(assignment)
  const [option]: readonly Option[] = rules.staffOptions(
    details,
    date,
    { at, minutes: planned },
    resources,
  )
  if (!option) throw new BookingActionError('not_possible')
  const { occupancy } = await loadDayWithout(sql, date, `booking:${booking.id}`)
  const { minutes: free, limit } = freeStay(
    option,
    { minutes: planned },
    occupancy,
    date,
    cellAt(startsAt),
  )
  const time = { date: dateAt(startsAt), time: clockTime(startsAt) }
  let broken: readonly BrokenRule[] = []
  for (let minutes = Math.min(planned, free); minutes > 0; minutes -= 15) {
    const found = await findStart(sql, context, details, time, { stayMinutes: minutes })
    broken = found.broken.filter(({ rule }) => !accepted.has(rule))
    if (broken.length === 0) return minutes
  }
  if (broken.length > 0) throw rulesBrokenError(broken)
  throw new BookingActionError('not_free', limit && (await findHolder(sql, [limit])))
}

function clockTime(atMs: number): string {
  return timeOf((atMs - startOfDay(dateAt(atMs))) / minute)
}
