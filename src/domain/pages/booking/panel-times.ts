/** The times of a day in the booking panel: free and full ones, with what is special about each. */
import { checkInput } from '../../../kernel/input.ts'
import type { LocalizedText } from '../../../kernel/locale.ts'
import { convertParameters } from '../../../kernel/text-input.ts'
import type { DayResponse } from '../../booking/availability-response.ts'
import type { BookingForm, Chosen } from '../../forms/booking-form.ts'
import { bookableStartsNow } from '../../scheduling/availability.ts'
import { afterNotice } from '../../scheduling/horizon.ts'
import type { BookingRequestDetails } from '../../scheduling/rules.ts'
import { toCalendarTime } from '../../scheduling/service-days.ts'
import type { BookingPageContext } from './context.ts'

export type PanelTime = {
  /** Minutes after midnight of the service day. */
  at: number
  time: string
  /** The calendar date, which is the next one after midnight. */
  date: string
  isFree: boolean
  /** The time of the booking that the guest moves. */
  isOwn?: boolean
  /** How many requests like this one can still be accepted, if few times of the day are as scarce. */
  left?: number
  /** Places or people with which it is free. */
  places: readonly string[]
}

/** A count is shown only if it is at most this. */
const maxScarce = 2

type Day = Pick<DayResponse, 'date' | 'slots'>

/** All times of a day, of which `starts` has those that are not too soon. */
export function listTimes<Slot extends Day['slots'][number]>(
  day: Pick<DayResponse, 'date'> & { slots: readonly Slot[] },
  starts: readonly { at: number }[],
  placesOf: (slot: Slot) => string[],
): PanelTime[] {
  const scarce = findScarce(day.slots)
  return starts.map(({ at }) => {
    const { date, time } = toCalendarTime({ date: day.date, at })
    const slot = day.slots.find((one) => one.time === time && (one.date ?? day.date) === date)
    return {
      at,
      time,
      date,
      isFree: slot !== undefined,
      ...(slot && scarce.has(slot) && { left: slot.left }),
      places: slot ? placesOf(slot) : [],
    }
  })
}

/**
 * Counts on every time would be pressure and no information: they are shown if at most a third of the times is
 * scarce.
 */
function findScarce<Slot extends { left: number }>(slots: readonly Slot[]): ReadonlySet<Slot> {
  const scarce = slots.filter(({ left }) => left <= maxScarce)
  return new Set(scarce.length * 3 <= slots.length ? scarce : [])
}

/** The times of a day at which bookings start and that are not too soon. */
export function listStarts(
  context: StartsContext,
  query: Chosen,
  date: string,
): readonly { at: number }[] {
  return findStarts(context, query, date).later
}

/** All times of the first of these days on which one is not too soon. */
export function listExpectedStarts(
  context: StartsContext,
  query: Chosen,
  dates: readonly string[],
): readonly { at: number }[] {
  for (const date of dates) {
    const { all, later } = findStarts(context, query, date)
    if (later.length > 0) return all
  }
  return []
}

type StartsContext = Pick<BookingPageContext, 'operations' | 'rules' | 'now'>

/** The starts of a day, and those of them that are not too soon. */
function findStarts(
  { operations, rules, now }: StartsContext,
  query: Chosen,
  date: string,
): { all: readonly { at: number }[]; later: readonly { at: number }[] } {
  const first = readDetails({ operations, rules }, query, date)
  const bookable = first && bookableStartsNow(rules, first, date, now())
  if (!first || !bookable?.open) return { all: [], later: [] }
  const { starts } = bookable
  return { all: starts, later: afterNotice(rules, first, date, starts, now()) }
}

/** What is booked with these choices. */
export function readDetails(
  { operations, rules }: Pick<BookingPageContext, 'operations' | 'rules'>,
  query: Chosen,
  date: string,
): BookingRequestDetails | undefined {
  const { input } = operations.getAvailability
  const parsed = checkInput(input, convertParameters(input, Object.entries({ ...query, date })))
  const { details } = parsed.ok ? rules.parseDetails(parsed.value, 'day') : {}
  return details?.[0]
}

/** The times under the parts of the day to which they belong. */
export function groupTimes<Time extends { at: number }>(
  { timeGroups }: BookingForm,
  times: readonly Time[],
): { label: LocalizedText; times: Time[] }[] {
  const [first] = timeGroups
  const groupOf = ({ at }: Time) => timeGroups.findLast(({ from }) => from <= at) ?? first
  return [...Map.groupBy(times, groupOf)].flatMap(([group, ofGroup]) =>
    group ? [{ label: group.name, times: ofGroup }] : [],
  )
}
