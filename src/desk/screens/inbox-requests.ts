/** What the inbox knows of each waiting request: its deadline, its place, and whether it can be confirmed unseen. */
import { bookingAsOwner } from '../../domain/booking/place-offer/booking-offers.ts'
import { isAcceptable } from '../../domain/booking/place-offer/place-offers.ts'
import { loadOpenOffers, type PlaceOffer } from '../../domain/booking/place-offer/rows.ts'
import { findBookingsAwaitingStaff, loadHeldResources } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { countSenderRequests } from '../../domain/booking/sender-requests.ts'
import { responseDeadline } from '../../domain/guest/response-deadline.ts'
import { type GuestMarks, loadGuestMarks, marksBeside } from '../../domain/profile/guest-marks.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import { minute } from '../../kernel/time.ts'
import { healthAnswers, missingResourceText, ordinaryAnswers } from '../booking-components.ts'
import type { DeskContext } from '../context.ts'
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

/** The most urgent first; requests with the same deadline by their time. */
export async function loadInbox(context: DeskContext): Promise<InboxRequest[]> {
  const { store, now, shop } = context
  const waiting = await findBookingsAwaitingStaff(store.read, now())
  const held = await loadHeldResources(
    store.read,
    waiting.map(({ id }) => id),
  )
  const offers = Map.groupBy(
    await loadOpenOffers(store.read, waiting.map(bookingAsOwner)),
    ({ owner }) => owner,
  )
  const guests = await loadGuestMarks(store.read, waiting)
  const usualOffer = shop.booking.parseDetails({ party_size: 2 }, 'request').details?.[0].offerId
  const senderRequests = await countSenderRequests(store.read, now())
  return waiting
    .map((booking) => {
      const dueAtMs = responseDueMs(context, booking)
      return {
        booking,
        dueAtMs,
        isUsualOffer: booking.offer_id === usualOffer,
        serviceDate: shop.booking.serviceDays.find(booking).date,
        isUrgent: dueAtMs - now() <= urgentMinutes * minute,
        resources: held.get(booking.id) ?? [],
        offers: (offers.get(bookingAsOwner(booking)) ?? []).filter((one) =>
          isAcceptable(one, now()),
        ),
        guest: marksBeside(guests, booking),
        requestsOfSender: senderRequests.get(booking.id),
        ...traitsOf(context, booking),
      }
    })
    .sort(
      (one, other) =>
        dueMinute(one) - dueMinute(other) || one.booking.starts_at - other.booking.starts_at,
    )
}

/** No one sees the difference of seconds, and requests that were sent together are easier to read by time. */
const dueMinute = ({ dueAtMs }: Pick<InboxRequest, 'dueAtMs'>) => Math.floor(dueAtMs / minute)

function traitsOf(context: DeskContext, booking: BookingView) {
  const { shop } = context
  const { note, requiresStaffCall } = booking
  const deposit = depositOfBooking(context, booking)
  const hasOpenDeposit = deposit?.state === 'asked' || deposit?.state === 'not_asked'
  const isOpenDay = hoursOn(shop.business, shop.booking.serviceDays.find(booking).date).open
  return {
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
