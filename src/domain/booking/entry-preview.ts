/**
 * What saving an entry of staff would do, before anything is saved: the place it would get, or why none, with the
 * nearest options. The decision is that of saving (`staff-plan.ts`).
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { addDays, minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { bestOption } from '../scheduling/allocate.ts'
import { areCellsFree, cellsOf } from '../scheduling/cells.ts'
import type { BookingRequestDetails, CalendarTime, Option, Start } from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'
import { isStaffRule, type StaffRule } from '../scheduling/staff-rules.ts'
import { findCandidates } from './candidates.ts'
import type { BookingContext } from './context.ts'
import { findOtherPlaces } from './proposals.ts'
import { type PlanChoice, planStaffBooking, type StaffPlan } from './staff-plan.ts'
import { findStart } from './staff-start.ts'

type EntryRequest = CalendarTime & {
  details: BookingRequestDetails
  /** Whether a shorter stay makes sense; a treatment has its own length. */
  isStayFlexible: boolean
}

/** Something that can be saved instead. */
export type EntryOption = CalendarTime & {
  /** What staff must choose for it; none for any suitable place. */
  resources: readonly string[]
  /** The place that it would get. */
  place: readonly string[]
  rules: readonly StaffRule[]
  stayMinutes: number | null
}

export type EntryPreview =
  | { plan: StaffPlan; error?: never }
  | { plan?: never; error: BookingActionError; options: EntryOption[] }

const maxTimes = 3
const maxDays = 2
const daysAhead = 7
const minShorterStay = 45

export async function previewEntry(
  sql: Sql,
  context: BookingContext,
  request: EntryRequest,
  choice: PlanChoice,
  nowMs: number,
): Promise<EntryPreview> {
  const plan = await tryPlan(sql, context, request, choice, nowMs)
  if (!(plan instanceof BookingActionError)) return { plan }
  const options = await findOptions(sql, context, request, { ...choice, refused: plan }, nowMs)
  return { error: plan, options }
}

async function tryPlan(
  sql: Sql,
  context: BookingContext,
  request: EntryRequest,
  choice: PlanChoice,
  nowMs: number,
): Promise<StaffPlan | BookingActionError> {
  try {
    return await planStaffBooking(sql, context, request, choice, nowMs)
  } catch (error) {
    if (error instanceof BookingActionError) return error
    throw error
  }
}

type Refused = PlanChoice & { refused: BookingActionError }

/** The refused place against its rules, other places, a shorter stay, other times, and other days. */
async function findOptions(
  sql: Sql,
  context: BookingContext,
  request: EntryRequest,
  choice: Refused,
  nowMs: number,
): Promise<EntryOption[]> {
  const here = await optionsHere(sql, context, request, choice, nowMs)
  const times = await nearestTimes(sql, context, request, choice, nowMs)
  const seen = new Set<string>()
  return [...here, ...times].filter((option) => {
    const key = `${option.date} ${option.time} ${option.place.join()}`
    return !seen.has(key) && seen.add(key)
  })
}

async function optionsHere(
  sql: Sql,
  context: BookingContext,
  request: EntryRequest,
  { refused, ...choice }: Refused,
  nowMs: number,
): Promise<EntryOption[]> {
  const { date, time } = request
  const here = { date, time, stayMinutes: choice.stayMinutes ?? null }
  const rules = refused.rules.filter(isStaffRule)
  const anyway = { ...here, resources: choice.resources ?? [], place: refused.resources, rules }
  const hasWanted = (choice.resources ?? []).length > 0
  const other = hasWanted
    ? await tryPlan(sql, context, request, { ...choice, resources: [] }, nowMs)
    : refused
  const others =
    other instanceof BookingActionError
      ? await findOtherPlaces(sql, context, request, nowMs).catch(ignoreRefusal)
      : [{ resources: [], place: placeOf(other), rules: [] }]
  const shorter = request.isStayFlexible
    ? await shorterStay(sql, context, request, choice, nowMs)
    : undefined
  return [
    ...(rules.length > 0 ? [anyway] : []),
    ...(shorter ? [shorter] : []),
    ...others.map((one) => ({
      ...here,
      resources: one.resources,
      place: 'place' in one ? one.place : one.resources,
      rules: one.rules,
    })),
  ]
}

/** The longest stay that is free at the same time, at least half of the usual one. */
async function shorterStay(
  sql: Sql,
  context: BookingContext,
  request: EntryRequest,
  choice: PlanChoice,
  nowMs: number,
): Promise<EntryOption | undefined> {
  const { date, time, details } = request
  const usual = context.rules.stayMinutes(details) ?? 0
  const least = Math.max(minShorterStay, usual / 2)
  for (let stayMinutes = usual - 15; stayMinutes >= least; stayMinutes -= 15) {
    const plan = await tryPlan(sql, context, request, { ...choice, stayMinutes }, nowMs)
    if (plan instanceof BookingActionError) continue
    const { resources = [], overrides = [] } = choice
    return { date, time, resources, place: placeOf(plan), rules: overrides, stayMinutes }
  }
  return undefined
}

/** The nearest free times of the day, and the same time on the next days. */
async function nearestTimes(
  sql: Sql,
  context: BookingContext,
  request: EntryRequest,
  { resources = [] }: PlanChoice,
  nowMs: number,
): Promise<EntryOption[]> {
  const { details } = request
  const found = await findStart(sql, context, details, request).catch(ignoreRefusal)
  if (!('start' in found)) return []
  const { date, start } = found
  const dates = Array.from({ length: daysAhead + 1 }, (_, index) => addDays(date, index))
  const days = await context.occupancyCache.loadDays(sql, dates)
  const optionAt = (day: string, at: number): EntryOption | undefined => {
    if (startOfDay(day) + at * minute <= nowMs) return undefined
    const usual = context.rules.startAt(details, day, at)
    const option = usual && bestFree(context, details, resources, { day, start: usual }, days)
    if (!option) return undefined
    const place = option.holds.map(({ resource }) => resource)
    const time = toCalendarTime({ date: day, at })
    return { ...time, resources, place, rules: [], stayMinutes: null }
  }
  const sameDay = quarterHoursAround(start.at)
    .flatMap((at) => optionAt(date, at) ?? [])
    .slice(0, maxTimes)
    .sort((one, other) => one.time.localeCompare(other.time))
  const later = dates.slice(1).flatMap((day) => optionAt(day, start.at) ?? [])
  return [...sameDay, ...later.slice(0, maxDays)]
}

/** The best option that is free and breaks no rule. */
function bestFree(
  { rules }: BookingContext,
  details: BookingRequestDetails,
  wanted: readonly string[],
  { day, start }: { day: string; start: Start },
  days: Awaited<ReturnType<BookingContext['occupancyCache']['loadDays']>>,
): Option | undefined {
  const occupancy = days.get(day)?.occupancy
  if (!occupancy) return undefined
  const candidates = findCandidates(rules, { details, date: day, start, wanted })
  return bestOption(
    candidates.filter(({ broken }) => broken.length === 0),
    (option) => areCellsFree(cellsOf(option, day, start), occupancy, day),
    occupancy,
  )
}

/** All quarter hours within six hours, the nearest first. */
function quarterHoursAround(at: number): number[] {
  return Array.from({ length: 24 }, (_, index) => (index + 1) * 15).flatMap((away) => [
    at + away,
    at - away,
  ])
}

function placeOf({ option }: StaffPlan): string[] {
  return option.holds.map(({ resource }) => resource)
}

function ignoreRefusal(error: unknown): never[] {
  if (error instanceof BookingActionError) return []
  throw error
}
