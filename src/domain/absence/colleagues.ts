/** Who else can serve a booking at its time: colleagues who do it and are free, each with a place. */
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { storedStart } from '../booking/reschedule.ts'
import type { BookingView } from '../booking/rows.ts'
import type { StaffOption } from '../scheduling/rules.ts'
import { createPlanner } from './planner.ts'

const maxColleagues = 6

/** Those whom the guest did not ask for are included, with that rule. None in a trade without people. */
export async function findColleagues(
  sql: Sql,
  context: BookingContext,
  booking: BookingView,
  nowMs: number,
): Promise<StaffOption[]> {
  const { rules } = context
  if (!rules.dutyOn || booking.ends_at <= nowMs) return []
  const { date, start } = storedStart(rules, booking)
  const own = rules.resourcesOf(booking.assignment)
  const planner = await createPlanner(sql, context, [booking], nowMs)
  planner.release(booking)
  const possible = rules
    .staffProposals(booking.details, date, start, () => true)
    .filter(({ broken }) => broken.every(({ rule }) => rule === 'person'))
    .filter(({ balanceAcross }) => balanceAcross.some((id) => !own.includes(id)))
  const byTeam = Map.groupBy(possible, ({ balanceAcross }) => balanceAcross.join())
  const found: StaffOption[] = []
  for (const options of byTeam.values()) {
    const option = await planner.findBest(options, date, start, own)
    if (option) found.push(option)
    if (found.length === maxColleagues) break
  }
  return found.toSorted((one, other) => one.broken.length - other.broken.length)
}
