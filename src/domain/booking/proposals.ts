/** What staff can offer when no place was asked for and none is possible: other places first, then other times. */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { areCellsFree, cellsOf, type DayOccupancy } from '../scheduling/cells.ts'
import type { BookingRequestDetails, CalendarTime } from '../scheduling/rules.ts'
import type { StaffRule } from '../scheduling/staff-rules.ts'
import { findAlternatives } from './alternatives.ts'
import type { BookingContext } from './context.ts'
import { cellAt } from './occupancy.ts'
import { loadDayWithout } from './occupancy-cache.ts'
import { findStart, type StaffStart } from './staff-start.ts'

export type TimeProposal = CalendarTime & {
  /** None: any suitable place at that time. */
  resources: readonly string[]
  /** The rules that must be set aside for it. */
  rules: readonly StaffRule[]
}

type ProposalRequest = CalendarTime & {
  details: BookingRequestDetails
  /** The booking itself, whose cells count as free. */
  bookingId?: string | undefined
  stayMinutes?: number | null | undefined
}

const maxProposals = 3
/** At least one proposal is another time, if there is one. */
const maxPlaces = 2

/** Other places at the same time: of other kinds, several together, or against a rule. */
export async function findOtherPlaces(
  sql: Sql,
  context: BookingContext,
  { details, bookingId = '', stayMinutes = null, ...requested }: ProposalRequest,
  nowMs: number,
): Promise<TimeProposal[]> {
  const found = await findStart(sql, context, details, requested, { stayMinutes })
  const day = await loadDayWithout(sql, found.date, `booking:${bookingId}`)
  return placesAt(context, details, requested, { ...found, day }, nowMs)
}

export async function findTimeProposals(
  sql: Sql,
  context: BookingContext,
  { details, bookingId = '', stayMinutes = null, ...requested }: ProposalRequest,
  nowMs: number,
): Promise<TimeProposal[]> {
  const found = await findStart(sql, context, details, requested, { stayMinutes })
  const { date, start } = found
  const day = await loadDayWithout(sql, date, `booking:${bookingId}`)
  const here = placesAt(context, details, requested, { ...found, day }, nowMs)
  const wanted = { date, at: start.at, day }
  const times = await findAlternatives(sql, context, details, wanted, nowMs)
  const later = times
    .filter(({ date, time }) => date !== requested.date || time !== requested.time)
    .map(({ date, time }): TimeProposal => ({ date, time, resources: [], rules: [] }))
  return [...here, ...later].slice(0, maxProposals)
}

function placesAt(
  { rules }: BookingContext,
  details: BookingRequestDetails,
  requested: CalendarTime,
  { date, start, broken, day }: StaffStart & { day: DayOccupancy },
  nowMs: number,
): TimeProposal[] {
  if (startOfDay(date) + (start.at + start.minutes) * minute <= nowMs) return []
  const earliest = cellAt(nowMs)
  const places = rules.staffProposals(details, date, start, (option) =>
    areCellsFree(
      cellsOf(option, date, start).filter(({ cell }) => cell >= earliest),
      day.occupancy,
      date,
    ),
  )
  return places.slice(0, maxPlaces).map((option) => ({
    ...{ date: requested.date, time: requested.time },
    resources: option.holds.map(({ resource }) => resource),
    rules: [...new Set([...broken, ...option.broken].map(({ rule }) => rule))],
  }))
}
