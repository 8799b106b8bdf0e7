/**
 * What staff can offer the guests of a place that is away: another person or place at the same time, else the same day,
 * else another day. The proposals fit together: all of them can be accepted together.
 */
import { addDays, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { storedStart } from '../booking/reschedule.ts'
import type { BookingView } from '../booking/rows.ts'
import { findStart } from '../booking/staff-start.ts'
import { erasedName } from '../guest/fields.ts'
import type {
  BookingRequestDetails,
  CalendarTime,
  Option,
  ServiceStart,
  StaffOption,
  Start,
} from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'
import type { BrokenRule, StaffRule } from '../scheduling/staff-rules.ts'
import { createPlanner, isPast, type Planner } from './planner.ts'
import type { Absence } from './rows.ts'

export type MoveProposal = CalendarTime & {
  resources: readonly string[]
  /** The rules that must be set aside for it. */
  rules: readonly StaffRule[]
}

export type Affected = {
  booking: BookingView
  /** Keeps every rule and every preference of the guest, and fits together with those of the others. */
  best: MoveProposal | undefined
  /** Other ways, which staff choose one by one. */
  others: readonly MoveProposal[]
}

type Search = {
  context: BookingContext
  planner: Planner
  booking: BookingView
  details: BookingRequestDetails
  here: ServiceStart
  /** The rules that the time of the booking breaks. */
  timeRules: readonly BrokenRule[]
  retained: readonly string[]
  nowMs: number
}

type Found = ServiceStart & { option: StaffOption }

const quarterMs = 15 * minute
const maxDaysAhead = 14
const maxAgainstRules = 2

/** For the expected guests among the affected, in their order. */
export async function proposeMoves(
  sql: Sql,
  context: BookingContext,
  { resource, starts_at, ends_at }: Absence,
  bookings: readonly BookingView[],
  nowMs: number,
): Promise<Affected[]> {
  const expected = bookings.filter(({ visit, name }) => visit === null && name !== erasedName)
  const firstClosed = Math.floor(starts_at / quarterMs)
  const closed = Array.from(
    { length: Math.ceil(ends_at / quarterMs) - firstClosed },
    (_, index) => ({
      cell: firstClosed + index,
      resource,
    }),
  )
  const planner = await createPlanner(sql, context, expected, nowMs, closed)
  const proposals: Affected[] = []
  for (const booking of expected) {
    const here = storedStart(context.rules, booking)
    const own = context.rules.resourcesOf(booking.assignment)
    const retained = own.filter((id) => id !== resource)
    const { details } = booking
    const timeRules = await findTimeRules(sql, context, booking)
    planner.release(booking)
    proposals.push(
      await proposeFor({ context, planner, booking, details, here, timeRules, retained, nowMs }),
    )
  }
  return proposals
}

/** None if the offer is gone: it has no place either. */
async function findTimeRules(
  sql: Sql,
  context: BookingContext,
  booking: BookingView,
): Promise<readonly BrokenRule[]> {
  const { details, stay_minutes: stayMinutes } = booking
  if (stayMinutes === null && context.rules.stayMinutes(details) === undefined) return []
  return (await findStart(sql, context, details, booking, { stayMinutes })).broken
}

async function proposeFor(search: Search): Promise<Affected> {
  const { planner, booking } = search
  const sameTime = await findAtSameTime(search)
  const sameDay = await findOnDay(search, search.here.date)
  const otherDay = sameTime && sameDay ? undefined : await findOnOtherDay(search)
  const inOrder = [sameTime, sameDay, otherDay].flatMap((found) => found ?? [])
  const [best, ...others] = inOrder
  const against = await findAgainstRules(search)
  if (best) planner.hold(best.option, best.date, best.start)
  return {
    booking,
    best: best && toProposal(best),
    others: [...others, ...against].map(toProposal),
  }
}

/** What staff have set aside for the booking stays set aside. */
async function findAtSameTime(search: Search): Promise<Found | undefined> {
  const { context, planner, booking, details, here, timeRules, retained, nowMs } = search
  const { date, start } = here
  const isSetAside = ({ rule }: BrokenRule) => booking.overrides.includes(rule)
  if (booking.ends_at <= nowMs || !timeRules.every(isSetAside)) return undefined
  const usual = context.rules.options(details, date, start).map(withoutBroken)
  const option =
    (await planner.findBest(usual, date, start, retained)) ??
    (await findStaffOptions(search)).find(({ broken }) => broken.every(isSetAside))
  return option && atSameTime(search, option)
}

/** Ways at the same time that only staff may choose: a colleague instead of the person whom the guest asked for. */
async function findAgainstRules(search: Search): Promise<Found[]> {
  const { booking, nowMs } = search
  if (booking.ends_at <= nowMs) return []
  const options = (await findStaffOptions(search)).filter(({ broken }) => broken.length === 1)
  const byPeople = Map.groupBy(options, peopleOf)
  return [...byPeople.values()]
    .slice(0, maxAgainstRules)
    .flatMap(([option]) => (option ? atSameTime(search, option) : []))
}

/** Moving to another place checks the rules about the time again. */
function atSameTime({ here, timeRules }: Search, option: StaffOption): Found {
  return { ...here, option: { ...option, broken: [...timeRules, ...option.broken] } }
}

/** The same people in several rooms are one way. */
function peopleOf({ balanceAcross, holds }: Option): string {
  return (balanceAcross.length > 0 ? balanceAcross : holds.map(({ resource }) => resource)).join()
}

async function findStaffOptions({ context, planner, details, here }: Search) {
  const { date, start } = here
  const isFree = await planner.isFreeOn(date)
  const options = context.rules.staffProposals(details, date, start, (one) => isFree(one, start))
  return options.filter((option) => isFree(option, start))
}

async function findOnOtherDay(search: Search): Promise<Found | undefined> {
  for (let days = 1; days <= maxDaysAhead; days++) {
    const found = await findOnDay(search, addDays(search.here.date, days))
    if (found) return found
  }
  return undefined
}

/** The start that is nearest to the booked time; a later one rather than an earlier one. */
async function findOnDay(search: Search, date: string): Promise<Found | undefined> {
  const { context, planner, booking, details, here, retained, nowMs } = search
  const bookable = context.rules.bookableStarts(details, date)
  if (!bookable.open) return undefined
  const distance = ({ at }: Start) =>
    at >= here.start.at ? at - here.start.at : (here.start.at - at) * earlierWeight
  const starts = bookable.starts
    .filter((start) => !isPast(date, start, nowMs))
    .filter(({ at }) => date !== here.date || at !== here.start.at)
    .toSorted((one, other) => distance(one) - distance(other))
  for (const { at, minutes } of starts) {
    const start = { at, minutes: booking.stay_minutes ?? minutes }
    const options = context.rules.options(details, date, start).map(withoutBroken)
    const option = await planner.findBest(options, date, start, retained)
    if (option) return { date, start, option }
  }
  return undefined
}

const earlierWeight = 1.5

function withoutBroken(option: Option): StaffOption {
  return { ...option, broken: [] }
}

function toProposal({ date, start, option }: Found): MoveProposal {
  return {
    ...toCalendarTime({ date, at: start.at }),
    resources: option.holds.map(({ resource }) => resource),
    rules: [...new Set(option.broken.map(({ rule }) => rule))],
  }
}
