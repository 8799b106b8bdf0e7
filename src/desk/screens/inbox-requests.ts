/** What the inbox knows of each waiting request: its deadline, its place, and whether it can be confirmed unseen. */
import {
  type KnownBookings,
  loadBookingsAwaitingStaff,
} from '../../domain/booking/awaiting-staff.ts'
import { bookingAsOwner } from '../../domain/booking/place-offer/booking-offers.ts'
import { loadOffersToBookings, type PlaceOffer } from '../../domain/booking/place-offer/rows.ts'
import { loadHeldResources } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { responseDeadline } from '../../domain/guest/response-deadline.ts'
import { type GuestMarks, loadGuestMarks, marksBeside } from '../../domain/profile/guest-marks.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import { minute } from '../../kernel/time.ts'
import type { EncodedHtml } from '../../ui/html.ts'
import { healthAnswers, missingResourceText, ordinaryAnswers } from '../booking-components.ts'
import type { DeskContext } from '../context.ts'
import { createRowCache, type RowCache } from '../row-cache.ts'
import { depositOfBooking } from './deposit.ts'

export type InboxRequest = {
  booking: BookingView
  /** The day of service, by which requests are grouped. */
  serviceDate: string
  dueAtMs: number
  /** Late, or due within half an hour. */
  isUrgent: boolean
  /** The places that it holds until staff answer. */
  resources: readonly string[]
  /** The open offers of staff that wait for the guest. */
  offers: readonly PlaceOffer[]
  guest: GuestMarks
  /** The number of unanswered requests of its sender. */
  requestsOfSender: number | undefined
  /** Whether the guest has said anything that staff should read first. */
  hasRemarks: boolean
  hasOpenDeposit: boolean
  /** Whether it is what a guest gets who names no offer, such as an ordinary table. */
  isUsualOffer: boolean
  /** Whether it can be confirmed together with others: nothing has to be asked, paid or moved before. */
  fits: boolean
}

const urgentMinutes = 30

/** What is known about the requests that were shown last, so that an answer to one of them costs little. */
export type InboxCache = {
  bookings: KnownBookings
  traits: WeakMap<BookingView, Traits>
  held: WeakMap<BookingView, { dayVersion: string; resources: readonly string[] }>
  cards: RowCache<CardParts>
}

/** A card without the line about its sender, which changes with the requests of others. */
export type CardParts = { before: EncodedHtml; after: EncodedHtml }

export function createInboxCache(): InboxCache {
  return {
    bookings: new Map(),
    traits: new WeakMap(),
    held: new WeakMap(),
    cards: createRowCache(),
  }
}

/** The most urgent first; requests with the same deadline by their time. */
export async function loadInbox(context: DeskContext, cache: InboxCache): Promise<InboxRequest[]> {
  const { store, now } = context
  const nowMs = now()
  const [{ bookings, requestsOfSender }, allOffers] = await Promise.all([
    loadBookingsAwaitingStaff(store.read, nowMs, cache.bookings),
    loadOffersToBookings(store.read, nowMs),
  ])
  const requests = bookings.map((booking) => ({ booking, ...traitsOf(context, cache, booking) }))
  const [held, guests] = await Promise.all([
    loadHeld(context, cache, requests),
    loadGuestMarks(store.read, bookings),
  ])
  const offers = Map.groupBy(allOffers, ({ owner }) => owner)
  return requests
    .map((request) => {
      const { booking, dueAtMs } = request
      return {
        ...request,
        isUrgent: minutesUntil(dueAtMs, nowMs) <= urgentMinutes,
        resources: held.get(booking.id) ?? [],
        offers: offers.get(bookingAsOwner(booking)) ?? [],
        guest: marksBeside(guests, booking),
        requestsOfSender: requestsOfSender.get(booking.id),
      }
    })
    .sort(
      (one, other) =>
        dueMinute(one) - dueMinute(other) || one.booking.starts_at - other.booking.starts_at,
    )
}

/** Every change of a cell is a new version of its day. */
async function loadHeld(
  { store, bookingContext }: DeskContext,
  { held: known }: InboxCache,
  requests: readonly Pick<InboxRequest, 'booking' | 'serviceDate'>[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const dates = [...new Set(requests.map(({ serviceDate }) => serviceDate))].sort()
  const days = await bookingContext.occupancyCache.loadDays(store.read, dates)
  const versionOf = (date: string) => days.get(date)?.version
  const held = new Map<string, readonly string[]>()
  const changed = requests.filter(({ booking, serviceDate }) => {
    const entry = known.get(booking)
    if (!entry || entry.dayVersion !== versionOf(serviceDate)) return true
    held.set(booking.id, entry.resources)
    return false
  })
  const loaded = await loadHeldResources(
    store.read,
    changed.map(({ booking }) => booking.id),
  )
  for (const { booking, serviceDate } of changed) {
    const [resources, dayVersion] = [loaded.get(booking.id) ?? [], versionOf(serviceDate)]
    held.set(booking.id, resources)
    if (dayVersion !== undefined) known.set(booking, { dayVersion, resources })
  }
  return held
}

/** What is shown changes with the minute: no one sees the difference of seconds. */
export function minutesUntil(atMs: number, nowMs: number): number {
  return Math.floor(atMs / minute) - Math.floor(nowMs / minute)
}

/** Requests that were sent together are easier to read by time. */
const dueMinute = ({ dueAtMs }: Pick<InboxRequest, 'dueAtMs'>) => Math.floor(dueAtMs / minute)

type Traits = Pick<
  InboxRequest,
  'dueAtMs' | 'serviceDate' | 'hasOpenDeposit' | 'hasRemarks' | 'isUsualOffer' | 'fits'
>

/** They follow from the booking and the content. */
function traitsOf(context: DeskContext, { traits }: InboxCache, booking: BookingView): Traits {
  const known = traits.get(booking)
  if (known) return known
  const computed = computeTraits(context, booking)
  traits.set(booking, computed)
  return computed
}

function computeTraits(context: DeskContext, booking: BookingView): Traits {
  const { shop } = context
  const usualOffer = shop.booking.parseDetails({ party_size: 2 }, 'request').details?.[0].offerId
  const serviceDate = shop.booking.serviceDays.find(booking).date
  const { note, requiresStaffCall } = booking
  const deposit = depositOfBooking(context, booking)
  const hasOpenDeposit = deposit?.state === 'asked' || deposit?.state === 'not_asked'
  const isOpenDay = hoursOn(shop.business, serviceDate).open
  return {
    dueAtMs: responseDueMs(context, booking),
    serviceDate,
    isUsualOffer: booking.offer_id === usualOffer,
    hasOpenDeposit,
    hasRemarks:
      note !== null ||
      requiresStaffCall ||
      healthAnswers(context, booking, 'vi') !== '' ||
      ordinaryAnswers(context, booking, 'vi').length > 0,
    fits:
      booking.status === 'pending' &&
      booking.change_kind === null &&
      booking.holdsPlace &&
      isOpenDay &&
      !hasOpenDeposit &&
      !requiresStaffCall &&
      missingResourceText(context, booking, 'vi') === '',
  }
}

/** The promised response time of the request or change request, at the latest the start of the visit. */
function responseDueMs(
  { shop }: DeskContext,
  { created_at, change_at, starts_at }: BookingView,
): number {
  return Math.min(responseDeadline(shop.business, change_at ?? created_at) ?? starts_at, starts_at)
}
