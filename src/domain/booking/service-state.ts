/**
 * A day as staff see it during the service: who is late, who comes next, who is there, and how many guests begin when.
 * All bookings are read with a few columns, and only those that are shown with all.
 */
import type { Sql } from '../../store/sql.ts'
import { type Arrival, toArrival } from '../scheduling/pace.ts'
import type { BookingRules } from '../scheduling/rules.ts'
import { type DayBooking, type KnownDay, loadDayBookings } from './day-bookings.ts'
import { findBookingsByIds, loadArrivalTimes } from './queries.ts'
import type { BookingView } from './rows.ts'

export type ServiceState = {
  /** Their start has passed; the latest start last. */
  late: readonly BookingView[]
  /** The next ones; `laterCount` more come after them. */
  expected: readonly BookingView[]
  laterCount: number
  /** Those whose time ends first come first. */
  seated: readonly BookingView[]
  /** The booking that has the place of a late one next, by the id of the late one. */
  nextAfter: ReadonlyMap<string, BookingView>
  /** When the guests who are there arrived, by booking id. */
  arrivals: ReadonlyMap<string, number>
  /** All bookings of the day except no-shows. */
  covers: readonly Arrival[]
  guests: { seated: number; expected: number; finished: number }
  noShowCount: number
  /** Expected or there. */
  open: readonly DayBooking[]
}

/** With when the guests arrived; undefined if it was not needed yet. */
type ShownBooking = { view: BookingView; arrivedAt?: number | undefined }

/**
 * The bookings that were shown last, by id, so that an action on one of them does not read all others again. One is
 * valid as long as its version is, which also counts changes of the guest, the answers and the change request, and as
 * long as the guest has not said whether they are coming, which is no new version.
 */
type ShownDay = { day?: KnownDay; views: Map<string, ShownBooking> }

/** By day. Tonight reads two days while the last guests of one are still there. */
export type ShownBookings = Map<string, ShownDay>

const maxShownDays = 2

function shownOn(shown: ShownBookings, date: string): ShownDay {
  const ofDay = shown.get(date) ?? { views: new Map() }
  // The oldest use first.
  shown.delete(date)
  shown.set(date, ofDay)
  for (const oldest of shown.keys()) if (shown.size > maxShownDays) shown.delete(oldest)
  return ofDay
}

const maxExpected = 24

export async function loadServiceState(
  sql: Sql,
  rules: BookingRules,
  {
    date,
    now,
    shown: shownDays = new Map(),
  }: { date: string; now: number; shown?: ShownBookings | undefined },
): Promise<ServiceState> {
  const range = rules.serviceDays.rangeOf({ from: date, to: date })
  const known = shownOn(shownDays, date)
  known.day = await loadDayBookings(sql, rules, range, { known: known.day, now })
  const all = known.day.bookings
  // A request that was not answered by its start expires.
  const rows = all.filter(({ status, starts_at }) => status === 'confirmed' || starts_at > now)
  const seatedRows = rows.filter(({ visit }) => visit === 'seated')
  const awaited = rows.filter(({ visit }) => visit === null)
  const lateRows = awaited.filter(({ starts_at }) => starts_at <= now)
  const comingRows = awaited.filter(({ starts_at }) => starts_at > now)
  const expectedRows = comingRows.slice(0, maxExpected)
  const open = rows.filter(({ visit }) => visit === null || visit === 'seated')
  const nextIds = findNextIds(open, lateRows)
  const next = new Set(nextIds.values())
  const nextRows = comingRows.slice(maxExpected).filter(({ id }) => next.has(id))
  const shown = [...lateRows, ...expectedRows, ...seatedRows, ...nextRows]
  const views = await loadViews(sql, shown, { now, known: known.views })
  const viewOf = (id: string) => views.get(id)
  const viewsOf = (some: readonly DayBooking[]) => some.flatMap(({ id }) => viewOf(id) ?? [])
  const seated = viewsOf(seatedRows)
  const guestsOf = (some: readonly DayBooking[]) =>
    some.reduce((sum, one) => sum + one.party_size, 0)
  return {
    late: viewsOf(lateRows),
    expected: viewsOf(expectedRows),
    laterCount: comingRows.length - expectedRows.length,
    seated: seated.toSorted((one, other) => one.ends_at - other.ends_at),
    nextAfter: new Map(
      [...nextIds].flatMap(([id, nextId]) => {
        const view = viewOf(nextId)
        return view ? [[id, view] as const] : []
      }),
    ),
    arrivals: await loadArrivals(sql, seated, known.views),
    covers: rows
      .filter(({ visit }) => visit !== 'no_show')
      .map((row) => toArrival(date, { startsAt: row.starts_at, partySize: row.party_size })),
    guests: {
      seated: guestsOf(seatedRows),
      expected: guestsOf(awaited),
      finished: guestsOf(rows.filter(({ visit }) => visit === 'finished')),
    },
    noShowCount: rows.filter(({ visit }) => visit === 'no_show').length,
    open,
  }
}

/** The id of the booking that has the place of a late one next, by the id of the late one. */
function findNextIds(
  open: readonly DayBooking[],
  late: readonly DayBooking[],
): ReadonlyMap<string, string> {
  const byId = new Map(open.map((one) => [one.id, one]))
  return new Map(
    late.flatMap(({ id }) => {
      const booking = byId.get(id)
      const next = booking && findNextOn({ open }, booking, booking.resources)
      return next ? [[id, next.id] as const] : []
    }),
  )
}

/**
 * Reads those that have changed. Others than these are no longer known. The result does not depend on what a request
 * for another day deletes meanwhile.
 */
async function loadViews(
  sql: Sql,
  rows: readonly DayBooking[],
  { now, known }: { now: number; known: ShownDay['views'] },
): Promise<ReadonlyMap<string, BookingView>> {
  const shown = new Set(rows.map(({ id }) => id))
  for (const id of known.keys()) if (!shown.has(id)) known.delete(id)
  const views = new Map<string, BookingView>()
  const changed: string[] = []
  for (const { id, version, coming_for } of rows) {
    const view = known.get(id)?.view
    if (view?.version === version && view.coming_for === coming_for) views.set(id, view)
    else changed.push(id)
  }
  for (const view of await findBookingsByIds(sql, changed, now)) {
    known.set(view.id, { view })
    views.set(view.id, view)
  }
  return views
}

async function loadArrivals(
  sql: Sql,
  seated: readonly BookingView[],
  known: ShownDay['views'],
): Promise<ReadonlyMap<string, number>> {
  const arrivals = new Map<string, number>()
  const missing: BookingView[] = []
  for (const view of seated) {
    const arrivedAt = known.get(view.id)?.arrivedAt
    if (arrivedAt === undefined) missing.push(view)
    else arrivals.set(view.id, arrivedAt)
  }
  const loaded = await loadArrivalTimes(
    sql,
    missing.map(({ id }) => id),
  )
  for (const view of missing) {
    const arrivedAt = loaded.get(view.id)
    known.set(view.id, { view, arrivedAt })
    if (arrivedAt !== undefined) arrivals.set(view.id, arrivedAt)
  }
  return arrivals
}

/** The places of the parties that are there. */
export function seatedResources({ open }: Pick<ServiceState, 'open'>): ReadonlySet<string> {
  return new Set(
    open.filter(({ visit }) => visit === 'seated').flatMap(({ resources }) => resources),
  )
}

/** The next booking that has one of the places of this one. */
function findNextOn(
  { open }: Pick<ServiceState, 'open'>,
  { id, starts_at }: Pick<BookingView, 'id' | 'starts_at'>,
  resources: readonly string[],
): DayBooking | undefined {
  return open.find(
    (other) =>
      other.id !== id &&
      other.visit === null &&
      other.starts_at >= starts_at &&
      other.resources.some((one) => resources.includes(one)),
  )
}
