/** Moves all later bookings of a person, table or area because the work runs late: what fits, and what does not. */
import { minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { findBookingsIn } from '../booking/queries.ts'
import { storedStart } from '../booking/reschedule.ts'
import type { BookingView } from '../booking/rows.ts'
import { findStart } from '../booking/staff-start.ts'
import { erasedName } from '../guest/fields.ts'
import { quartersOf } from '../scheduling/cells.ts'
import type { BookingRules, CalendarTime, StaffOption, Start } from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { createPlanner, type Planner } from './planner.ts'

export type DelayRequest = {
  /** The service day. */
  date: string
  /** The person or table, or all of an area. */
  resources: readonly string[]
  minutes: number
  /** A booking that stays longer: those after it are moved, and it is not. */
  extended?: { booking: BookingView; endsAt: number } | undefined
}

export type DelayedBooking = {
  booking: BookingView
  /** None if nothing is free at the later time. */
  target: (CalendarTime & { resources: readonly string[]; rules: readonly StaffRule[] }) | undefined
  /** False if the time before it absorbs the delay: the guest need not be moved. */
  isNeeded: boolean
}

const quarterMs = 15 * minute

type Target = NonNullable<DelayedBooking['target']>

/** In the order of their start. */
export async function planDelay(
  sql: Sql,
  context: BookingContext,
  request: DelayRequest,
  nowMs: number,
): Promise<DelayedBooking[]> {
  const later = await findLaterBookings(sql, context, request, nowMs)
  const needed = findNeeded(context, request, later, nowMs)
  const targets = new Map<string, Target | undefined>()
  // First those that must move, while all others stay; then the others, for hosts who move everyone.
  for (const isRequired of [true, false]) {
    const released = isRequired ? later.expected.filter(({ id }) => needed.has(id)) : later.expected
    const planner = await createPlanner(sql, context, released, nowMs)
    for (const booking of released) planner.release(booking)
    for (const booking of released) {
      const found = await findTarget(sql, context, planner, booking, request)
      if (!found) planner.keep(booking)
      if (needed.has(booking.id) === isRequired) targets.set(booking.id, found)
    }
  }
  return later.expected.map((booking) => ({
    ...{ booking, isNeeded: needed.has(booking.id), target: targets.get(booking.id) },
  }))
}

type LaterBookings = { expected: BookingView[]; seated: BookingView[] }

async function findLaterBookings(
  sql: Sql,
  { rules }: BookingContext,
  { date, resources, extended }: DelayRequest,
  nowMs: number,
): Promise<LaterBookings> {
  const day = rules.serviceDays.rangeOf({ from: date, to: date })
  const all = (await findBookingsIn(sql, day, nowMs)).filter(
    ({ status, holdsPlace, assignment }) =>
      holdsPlace &&
      status !== 'cancelled' &&
      rules.resourcesOf(assignment).some((id) => resources.includes(id)),
  )
  const after = extended ? extended.booking.starts_at : nowMs
  const isLater = ({ id, visit, name, starts_at }: BookingView) =>
    visit === null && name !== erasedName && id !== extended?.booking.id && starts_at > after
  return {
    expected: all.filter(isLater),
    seated: all.filter(({ visit, starts_at }) => visit === 'seated' && starts_at <= nowMs),
  }
}

/**
 * Those whose time is used by a booking before them, with the time to clear and to prepare their places. Free time in
 * between absorbs the delay.
 */
function findNeeded(
  { rules }: BookingContext,
  { minutes, extended }: DelayRequest,
  { expected, seated }: LaterBookings,
  nowMs: number,
): Set<string> {
  const delayMs = minutes * minute
  const busyUntil = new Map<string, number>()
  const keepBusy = (booking: BookingView, longerMs: number) => {
    for (const { resource, until } of heldTimes(rules, booking))
      busyUntil.set(resource, until + longerMs)
  }
  for (const one of extended ? [] : seated)
    keepBusy(one, Math.max(0, nowMs - one.ends_at) + delayMs)
  if (extended) keepBusy(extended.booking, extended.endsAt - extended.booking.ends_at)
  // Without a party that is there, the delay begins with the first guest.
  const first = busyUntil.size === 0 ? expected[0] : undefined
  const needed = new Set<string>()
  for (const booking of expected) {
    const isBusy = heldTimes(rules, booking).some(
      ({ resource, from }) => (busyUntil.get(resource) ?? 0) > from,
    )
    if (booking !== first && !isBusy) continue
    needed.add(booking.id)
    keepBusy(booking, delayMs)
  }
  return needed
}

/** When a booking has each of its places. */
function heldTimes(
  rules: BookingRules,
  booking: BookingView,
): { resource: string; from: number; until: number }[] {
  const { details, assignment, starts_at, ends_at } = booking
  const { date, start } = storedStart(rules, booking)
  const own = rules.resourcesOf(assignment)
  const [option] = rules.staffOptions(details, date, start, own)
  return own.map((resource) => {
    const hold = option?.holds.find((one) => one.resource === resource)
    if (!hold) return { resource, from: starts_at, until: ends_at }
    const { first, count } = quartersOf(hold)
    const from = starts_at + first * quarterMs
    return { resource, from, until: from + count * quarterMs }
  })
}

async function findTarget(
  sql: Sql,
  context: BookingContext,
  planner: Planner,
  booking: BookingView,
  { minutes, resources }: DelayRequest,
): Promise<Target | undefined> {
  const here = storedStart(context.rules, booking)
  const { date } = here
  const start = { at: here.start.at + minutes, minutes: here.start.minutes }
  const option = await findLater(context, planner, booking, { date, start, resources })
  if (!option) return undefined
  planner.hold(option, date, start)
  const time = toCalendarTime({ date, at: start.at })
  const { stay_minutes: stayMinutes, details } = booking
  const { broken } = await findStart(sql, context, details, time, { stayMinutes })
  return {
    ...time,
    resources: option.holds.map(({ resource }) => resource),
    rules: [...new Set([...broken, ...option.broken].map(({ rule }) => rule))],
  }
}

/** The same place; else the same person or table with another room. */
async function findLater(
  { rules }: BookingContext,
  planner: Planner,
  { details, assignment, overrides }: BookingView,
  { date, start, resources }: { date: string; start: Start; resources: readonly string[] },
): Promise<StaffOption | undefined> {
  const own = rules.resourcesOf(assignment)
  const allowed = (options: readonly StaffOption[]) =>
    options.filter(({ broken }) =>
      broken.every(({ rule }) => overrides.includes(rule) || rule === 'duty'),
    )
  const same = allowed(rules.staffOptions(details, date, start, own))
  const asked = own.filter((id) => resources.includes(id))
  const similar = allowed(rules.staffOptions(details, date, start, asked))
  return (
    (await planner.findBest(same, date, start)) ?? (await planner.findBest(similar, date, start))
  )
}
