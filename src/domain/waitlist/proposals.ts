/**
 * Which guests on the waitlist fit places that are free now. Computed from the occupied cells, so that it does not
 * matter why a place became free. The order is fair: who came first is first, except behind those who have had fewer
 * offers; and no place is proposed twice.
 */
import { minute, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingContext } from '../booking/context.ts'
import { loadDay } from '../booking/load-day.ts'
import { availabilityKey } from '../booking/occupancy-cache.ts'
import { loadMissedOffers } from '../booking/place-offer/rows.ts'
import { isOpenBooking } from '../booking/rows.ts'
import { allocate } from '../scheduling/allocate.ts'
import { findDayStarts, withinPace } from '../scheduling/availability.ts'
import { masksAt, occupy } from '../scheduling/cells.ts'
import {
  type BookingRules,
  type CalendarTime,
  rulesForGuests,
  type Start,
} from '../scheduling/rules.ts'
import { toCalendarTime } from '../scheduling/service-days.ts'
import { isAtDoor, loadOpenEntries, type WaitlistEntry } from './rows.ts'
import { entryAsOwner } from './transitions.ts'

export type WaitlistProposal = CalendarTime & {
  entry: WaitlistEntry
  startsAt: number
  resources: readonly string[]
}

/** A guest needs some time to answer. */
const minNoticeMs = 10 * minute

/** For the given entries, or for all guests who wait for a time. */
export async function findWaitlistProposals(
  sql: Sql,
  context: BookingContext,
  now: number,
  entries?: readonly WaitlistEntry[],
): Promise<WaitlistProposal[]> {
  const open = entries ?? (await loadOpenEntries(sql, now))
  const interested = open.filter((entry) => entry.status === 'waiting' && !isAtDoor(entry))
  if (interested.length === 0) return []
  const key = await proposalsKey(sql, context, interested, now)
  const known = lastProposals.get(context)
  if (key !== undefined && known?.key === key) return known.proposals
  const proposals = await computeProposals(sql, context, now, interested)
  if (key !== undefined) lastProposals.set(context, { key, proposals })
  return proposals
}

/** Every screen of the desk shows how many there are. The context is replaced with the content. */
const lastProposals = new WeakMap<BookingContext, { key: string; proposals: WaitlistProposal[] }>()

/** Names what proposals are computed from: the entries, the versions of their days, and the minute. */
async function proposalsKey(
  sql: Sql,
  { occupancyCache }: BookingContext,
  entries: readonly WaitlistEntry[],
  now: number,
): Promise<string | undefined> {
  const dates = [...new Set(entries.map(({ date }) => date))]
  const days = await Promise.all(dates.map((date) => occupancyCache.loadDay(sql, date)))
  const state = availabilityKey(days, now)
  return state && [state, ...entries.map(({ id, version }) => `${id} ${version}`)].join(' ')
}

async function computeProposals(
  sql: Sql,
  context: BookingContext,
  now: number,
  interested: readonly WaitlistEntry[],
): Promise<WaitlistProposal[]> {
  const booked = await loadBookedStarts(sql, interested)
  const waiting = interested.filter((entry) => !hasPlace(entry, booked))
  if (waiting.length === 0) return []
  const rules = rulesForGuests(context.rules)
  const missed = Map.groupBy(
    await loadMissedOffers(sql, waiting.map(entryAsOwner)),
    ({ owner }) => owner,
  )
  const missedOf = (entry: WaitlistEntry) => missed.get(entryAsOwner(entry)) ?? []
  const inOrder = waiting.toSorted(
    (one, other) => missedOf(one).length - missedOf(other).length || (one.id < other.id ? -1 : 1),
  )
  const days = [...Map.groupBy(inOrder, ({ date }) => date)].sort(([one], [other]) =>
    one.localeCompare(other),
  )
  const proposals: WaitlistProposal[] = []
  for (const [date, ofDay] of days) {
    const { occupancy, arrivals } = await loadDay(sql, { ...context, rules }, date)
    const taken = new Map(occupancy)
    const proposedPhones = new Set<string>()
    for (const entry of ofDay) {
      // One place for a guest who is on the list twice.
      if (entry.phone !== '' && proposedPhones.has(entry.phone)) continue
      const declined = missedOf(entry).flatMap(({ status, starts_at }) =>
        status === 'declined' ? [starts_at] : [],
      )
      const free = findDayStarts(rules, entry.details, date, taken)
      const { free: starts } = withinPace(rules, entry.details, date, free, arrivals)
      const possible = starts.filter(
        (start) => isInWindow(entry, start, now) && !declined.includes(startOf(entry, start)),
      )
      const proposal = proposeFirst(rules, entry, possible, taken)
      if (!proposal) continue
      proposals.push(proposal)
      proposedPhones.add(entry.phone)
    }
  }
  return proposals
}

type BookedStart = { phone: string; starts_at: number }

/** The bookings and requests of the phone numbers of these guests. */
async function loadBookedStarts(
  sql: Sql,
  entries: readonly WaitlistEntry[],
): Promise<BookedStart[]> {
  const phones = [...new Set(entries.map(({ phone }) => phone))].filter((phone) => phone !== '')
  if (phones.length === 0) return []
  return sql.all<BookedStart>(
    // CROSS JOIN makes SQLite start at the guests, of whom few have these numbers.
    `SELECT phone, starts_at FROM booking_guests CROSS JOIN bookings
     WHERE phone IN (${phones.map(() => '?').join(', ')}) AND bookings.id = booking_id
       AND ${isOpenBooking} AND starts_at >= ?`,
    ...phones,
    Math.min(...entries.map(({ starts_from }) => starts_from)),
  )
}

/** Whether the guest has a booking at a time that they wait for. */
function hasPlace(entry: WaitlistEntry, booked: readonly BookedStart[]): boolean {
  return booked.some(
    ({ phone, starts_at }) =>
      phone === entry.phone && starts_at >= entry.starts_from && starts_at <= entry.starts_until,
  )
}

function startOf({ date }: WaitlistEntry, { at }: Start): number {
  return startOfDay(date) + at * minute
}

function isInWindow(entry: WaitlistEntry, start: Start, now: number): boolean {
  const startsAt = startOf(entry, start)
  return (
    startsAt >= now + minNoticeMs && startsAt >= entry.starts_from && startsAt <= entry.starts_until
  )
}

/** Takes the place in `taken`, so that the next guest is not proposed for it too. */
function proposeFirst(
  rules: BookingRules,
  entry: WaitlistEntry,
  starts: readonly Start[],
  taken: Map<string, bigint>,
): WaitlistProposal | undefined {
  for (const start of starts) {
    const option = allocate(rules.options(entry.details, entry.date, start), start, taken)
    if (!option) continue
    occupy(option, masksAt(start), taken)
    return {
      entry,
      ...toCalendarTime({ date: entry.date, at: start.at }),
      startsAt: startOf(entry, start),
      resources: rules.resourcesOf(option.assignment),
    }
  }
  return undefined
}
