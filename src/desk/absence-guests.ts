/** The guests of an absence: those who are still affected with a proposal each, and those whom staff have moved. */
import { findAffected } from '../domain/absence/affected.ts'
import { type Affected, proposeMoves } from '../domain/absence/proposals.ts'
import { type Absence, loadConcernedBookings } from '../domain/absence/rows.ts'
import { findBookingsByIds } from '../domain/booking/queries.ts'
import { type BookingView, parseAssignmentColumn } from '../domain/booking/rows.ts'
import { findLastUndoable } from '../domain/booking/undo.ts'
import { absenceText } from '../domain/messages/absence-text.ts'
import { formatStart } from '../domain/scheduling/format-start.ts'
import type { Assignment, CalendarTime } from '../domain/scheduling/rules.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
import { isPerson } from './absence-form.ts'
import { formatResources } from './booking-components.ts'
import type { DeskContext } from './context.ts'
import type { MovedBooking } from './moved-booking.ts'

export type AffectedGuest = {
  booking: BookingView
  /** What the guest knows. */
  before: CalendarTime & { assignment: Assignment }
  /** What staff have arranged, or propose. */
  after: (CalendarTime & { resources: readonly string[] }) | undefined
  isArranged: boolean
}

type AbsenceGuests = {
  affected: readonly BookingView[]
  proposals: readonly Affected[]
  moved: readonly MovedBooking[]
  guests: readonly AffectedGuest[]
}

export async function loadAbsenceGuests(
  context: DeskContext,
  absence: Absence,
): Promise<AbsenceGuests> {
  const { store, now, bookingContext, shop } = context
  const affected = await findAffected(store.read, bookingContext, absence, now())
  const proposals = await proposeMoves(store.read, bookingContext, absence, affected, now())
  const moved = await loadMoved(context, absence, affected)
  const guests = [
    ...moved.map(({ booking, before }) => {
      const resources = shop.booking.resourcesOf(booking.assignment)
      return { booking, before, after: { ...booking, resources }, isArranged: true }
    }),
    ...proposals.map(({ booking, best: after }) => ({
      ...{ booking, before: booking, after, isArranged: false },
    })),
  ]
  return { affected, proposals, moved, guests }
}

/** The bookings that the absence concerned at first and does not concern any more. */
async function loadMoved(
  { store, now }: DeskContext,
  absence: Absence,
  affected: readonly BookingView[],
): Promise<MovedBooking[]> {
  const known = await loadConcernedBookings(store.read, absence.id)
  const current = new Set(affected.map(({ id }) => id))
  const ids = known.filter((id) => !current.has(id))
  const bookings = ids.length > 0 ? await findBookingsByIds(store.read, ids, now()) : []
  const open = bookings
    .filter(({ status, visit }) => status !== 'cancelled' && visit === null)
    .toSorted((one, other) => one.starts_at - other.starts_at)
  return Promise.all(
    open.map(async (booking) => {
      const last = await findLastUndoable(store.read, booking.id)
      const wasMoved = last?.action === 'moved' || last?.action === 'rearranged'
      return {
        booking,
        before: wasMoved ? previousOf(last.facts, booking) : booking,
        canUndo: wasMoved,
      }
    }),
  )
}

function previousOf(
  { was_date, was_time, was_given }: Readonly<Record<string, unknown>>,
  booking: BookingView,
): MovedBooking['before'] {
  return {
    date: String(was_date ?? booking.date),
    time: String(was_time ?? booking.time),
    assignment:
      was_given === undefined ? booking.assignment : parseAssignmentColumn(String(was_given)),
  }
}

/** A guest who gets another table or room at the same time need not be called. */
export function mustKnow(context: DeskContext, { before, after }: AffectedGuest): boolean {
  if (!after) return true
  const isOtherTime = before.date !== after.date || before.time !== after.time
  return isOtherTime || newPeople(context, { before, after }).length > 0
}

function newPeople(
  context: DeskContext,
  { before, after }: Pick<AffectedGuest, 'before' | 'after'>,
): string[] {
  const known = context.shop.booking.resourcesOf(before.assignment)
  return (after?.resources ?? []).filter((id) => isPerson(context, id) && !known.includes(id))
}

export function callText(
  context: DeskContext,
  resource: string,
  guest: AffectedGuest,
): LocalizedText {
  const { shop, offerName } = context
  const { booking, before, after, isArranged } = guest
  const startOf = (start: CalendarTime) =>
    forEachLocale((locale) => formatStart(shop.booking.serviceDays, start, locale))
  const isOtherTime = after && (before.date !== after.date || before.time !== after.time)
  const people = formatResources(context, newPeople(context, guest), booking.locale)
  return absenceText({
    ...{ name: booking.name, business: shop.business, before: startOf(before) },
    offerName: offerName(booking.offer_id)[booking.locale],
    absentPerson: isPerson(context, resource)
      ? formatResources(context, [resource], booking.locale)
      : undefined,
    after: after && {
      ...{ isArranged, person: people || undefined },
      start: isOtherTime ? startOf(after) : undefined,
    },
  })
}
