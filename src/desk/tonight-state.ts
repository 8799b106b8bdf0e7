/** What the screen of the service shows, loaded with few statements. */
import { type FreeResource, findFreeNow } from '../domain/booking/free-now.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import {
  loadServiceState,
  type ServiceState,
  type ShownBookings,
  seatedResources,
} from '../domain/booking/service-state.ts'
import type { GuestContacts } from '../domain/contact/states.ts'
import { type GuestMarks, loadGuestMarks } from '../domain/profile/guest-marks.ts'
import {
  findService,
  lastService,
  type ServicePeriod,
} from '../domain/scheduling/current-service.ts'
import { minute, startOfDay } from '../kernel/time.ts'
import type { EncodedHtml } from '../ui/html.ts'
import { loadBookingContacts } from './contact-state.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import type { RowCache } from './row-cache.ts'

/** What is known of the bookings from the last view. */
export type KnownBookings = { bookings: ShownBookings; rows: RowCache<EncodedHtml> }

export type Tonight = {
  /** Undefined if the shop is closed for weeks. */
  service: ServicePeriod | undefined
  state: ServiceState
  free: readonly FreeResource[]
  /** By booking id, of those who are late or expected. */
  contacts: ReadonlyMap<string, GuestContacts>
  /** By phone number. */
  guests: ReadonlyMap<string, GuestMarks>
  nowMs: number
  rows: KnownBookings['rows']
}

export async function loadTonight(
  context: DeskContext,
  { bookings: shown, rows }: KnownBookings,
): Promise<Tonight> {
  const { store, shop, now } = context
  const nowMs = now()
  const today = serviceDateNow(context)
  const at = (nowMs - startOfDay(today)) / minute
  const found = findService(shop.business, today, at)
  const loadState = (date: string) =>
    loadServiceState(store.read, shop.booking, { date, now: nowMs, shown })
  const todayState = await loadState(today)
  const isOver = found?.state === 'later'
  const service =
    isOver && todayState.open.length > 0 ? (lastService(shop.business, today) ?? found) : found
  const state = service && service.date !== today ? await loadState(service.date) : todayState
  const awaited = [...state.late, ...state.expected]
  // Together: PostgreSQL answers statements that are sent together with less work for this process.
  const [free, contacts, guests] = await Promise.all([
    service?.state === 'open' ? loadFree(context, service, state, nowMs) : [],
    loadBookingContacts(
      context,
      awaited.map(({ id }) => id),
    ),
    loadGuestMarks(store.read, [...awaited, ...state.seated]),
  ])
  return { service, state, nowMs, rows, free, contacts, guests }
}

async function loadFree(
  { store, shop: { booking: rules }, bookingContext }: DeskContext,
  { date, period }: ServicePeriod,
  state: ServiceState,
  nowMs: number,
): Promise<FreeResource[]> {
  const { occupancy } = await bookingContext.occupancyCache.loadDay(store.read, date)
  const request = rules.parseDetails({ party_size: 2 }, 'request').details?.[0]
  const start = { at: 720, minutes: 60 }
  const clearingMinutes = (resource: string) => {
    const [option] = request ? rules.staffOptions(request, date, start, [resource]) : []
    return (option?.holds[0]?.minutes ?? start.minutes) - start.minutes
  }
  return findFreeNow(rules, {
    ...{ date, occupancy, nowMs, clearingMinutes },
    seated: seatedResources(state),
    closesAtMs: startOfDay(date) + period.to * minute,
  })
}

/** From these minutes on, staff decide about a late party. */
export const minLateMinutes = 15

export function minutesLate({ starts_at }: BookingView, nowMs: number): number {
  return Math.floor((nowMs - starts_at) / minute)
}
