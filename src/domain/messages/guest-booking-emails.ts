/** Chooses title and paragraphs of the email to a guest about a booking event. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import type { BookingActionName, GuestEmailAction } from '../booking/actions.ts'
import { isDepositAction } from '../booking/deposit/actions.ts'
import { depositDisclaimerText, depositOf, depositText } from '../booking/deposit/deposit.ts'
import { bookingAsOwner } from '../booking/place-offer/booking-offers.ts'
import { describePlaceOffer, toOfferedPlace } from '../booking/place-offer/offered-fields.ts'
import { loadOffersByIds, loadOpenOffers } from '../booking/place-offer/rows.ts'
import type { StoredBooking } from '../booking/rows.ts'
import { toBookingStatus } from '../booking/status-operation.ts'
import { bookingPath } from '../booking/url.ts'
import { nextStepText } from '../guest/response-deadline.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { withFacts } from '../outbox/rows.ts'
import type { MessageContext } from './context.ts'
import { formatLongTime, formatShortTime, formatShortTimestamp } from './format.ts'
import {
  callUs,
  cancelled,
  cancelledOnRequest,
  confirmed,
  declined,
  emailLabels,
  emailTitles,
  expired,
  moved,
  offerAccepted,
  offered,
  offersEnded,
  rearranged,
  received,
  reminded,
  suggestRebooking,
} from './guest-email-texts.ts'

export type BookingWithGuest = StoredBooking & GuestColumns

export type GuestColumns = {
  name: string
  email: string | null
  /** Reason for the guest when staff declined or cancelled. */
  staff_note: string | null
}

type GuestEmail = { title: string; paragraphs: string[] }

/** What the builders of the emails share. */
type EmailInput = {
  context: MessageContext
  event: OutboxEvent
  booking: BookingWithGuest
  locale: Locale
  /** Name and phone of the shop. */
  name: string
  phone: string
  start: string
  step: string
  reasonLines: string[]
  statusText: string
}

/** Undefined if the guest would see no difference. */
type BuildEmail = (input: EmailInput) => GuestEmail | undefined | Promise<GuestEmail | undefined>

export async function emailFor(
  context: MessageContext,
  event: OutboxEvent,
  action: GuestEmailAction,
  booking: BookingWithGuest,
): Promise<GuestEmail | undefined> {
  const { business, now } = context
  const { locale } = booking
  const step = nextStepText(business, now(), locale, event.at)
  return emails[action]({
    context,
    event,
    booking,
    locale,
    name: business.name,
    phone: business.phone,
    start: formatShortTime(booking.date, booking.time, locale),
    step,
    reasonLines: booking.staff_note ? [`${emailLabels.reason[locale]}: ${booking.staff_note}`] : [],
    statusText: booking.status === 'pending' ? step : emailLabels.newlyConfirmed[locale],
  })
}

const requestedEmail: BuildEmail = ({ context, booking, locale, name, step }) => ({
  title: emailTitles.requested[locale],
  paragraphs: [`${received(name)[locale]} ${step}`, ...formatDepositNotice(context, booking)],
})

const confirmedEmail: BuildEmail = ({ locale, name, start }) => ({
  title: `${emailTitles.confirmed[locale]}, ${start}`,
  paragraphs: [confirmed(name)[locale]],
})

const declinedEmail: BuildEmail = ({ context, locale, name, phone, reasonLines }) => {
  const bookingUrl = `${context.base}${localPath(bookingPath, locale, context.business.languages)}`
  return {
    title: emailTitles.declined[locale],
    paragraphs: [
      declined(name)[locale],
      ...reasonLines,
      suggestRebooking(bookingUrl, phone)[locale],
    ],
  }
}

const cancelledEmail: BuildEmail = async (input) => {
  const { context, event, booking, locale, name, phone, reasonLines } = input
  const isRequested =
    booking.cancelled_by === 'guest' ||
    (await wasCancelRequested(context.store.read, booking.id, event.at))
  return {
    title: emailTitles.cancelled[locale],
    paragraphs: isRequested
      ? [cancelledOnRequest(name)[locale]]
      : [cancelled(name)[locale], ...reasonLines, callUs(phone)[locale]],
  }
}

const expiredEmail: BuildEmail = ({ locale, name, phone }) => ({
  title: emailTitles.expired[locale],
  paragraphs: [expired(name, phone)[locale]],
})

const movedEmail: BuildEmail = ({ context, event, locale, name, start, statusText }) => {
  const [from, to] = [event.facts.from, event.facts.to].map((at) =>
    formatLongTime(context.rules.serviceDays, String(at), locale),
  )
  return {
    title: `${emailTitles.moved[locale]}, ${start}`,
    paragraphs: [`${moved(name, from ?? '', to ?? '')[locale]} ${statusText}`],
  }
}

const rearrangedEmail: BuildEmail = async ({
  context,
  event,
  booking,
  locale,
  name,
  statusText,
}) =>
  (await isVisibleToGuest(context.store.read, event, booking))
    ? {
        title: emailTitles.rearranged[locale],
        paragraphs: [`${rearranged(name)[locale]} ${statusText}`],
      }
    : undefined

const offerChangedEmail: BuildEmail = ({ locale, name, statusText }) => ({
  title: emailTitles.rearranged[locale],
  paragraphs: [`${rearranged(name)[locale]} ${statusText}`],
})

const offeredEmail: BuildEmail = async ({ context, event, booking, locale, name, phone }) => {
  const places = await formatOffers(context, event, booking, locale)
  const until = formatShortTimestamp(Number(event.facts.expires_at), locale)
  return {
    title: emailTitles.offered[locale],
    paragraphs: offered({ name, phone, places, until })[locale],
  }
}

const offerAcceptedEmail: BuildEmail = ({ locale, name, start }) => ({
  title: `${emailTitles.confirmed[locale]}, ${start}`,
  paragraphs: [offerAccepted(name)[locale]],
})

const offersEndedEmail =
  (why: 'withdrawn' | 'expired'): BuildEmail =>
  async ({ context, booking, locale, name, phone }) => {
    const open = await loadOpenOffers(context.store.read, [bookingAsOwner(booking)])
    // Staff have undone it.
    if (open.length > 0) return undefined
    return {
      title: emailTitles.offersEnded[locale],
      paragraphs: [offersEnded(name, phone, why, booking.status === 'pending')[locale]],
    }
  }

const depositEmail: BuildEmail = ({ context, event, booking, locale, statusText }) => ({
  title: emailTitles.deposit[locale],
  paragraphs: [
    ...formatDepositStatus(context, booking),
    // The owner lets the transfer confirm the booking.
    ...(event.facts.confirmed === true ? [statusText] : []),
  ],
})

const undoneEmail: BuildEmail = ({ context, event, booking, locale, step }) => {
  if (isDepositAction(event.facts.undone)) {
    const sentences = [
      emailLabels.depositCorrection[locale],
      ...formatDepositStatus(context, booking),
    ]
    return { title: emailTitles.deposit[locale], paragraphs: [sentences.join(' ')] }
  }
  return booking.status === 'pending'
    ? {
        title: emailTitles.pendingAgain[locale],
        paragraphs: [`${emailLabels.pendingAgain[locale]} ${step}`],
      }
    : {
        title: emailTitles.stillConfirmed[locale],
        paragraphs: [emailLabels.stillConfirmed[locale]],
      }
}

const remindedEmail: BuildEmail = ({ locale, name, phone, start }) => ({
  title: `${emailTitles.reminded[locale]}, ${start}`,
  paragraphs: [reminded(name, phone)[locale]],
})

const emails: Record<GuestEmailAction, BuildEmail> = {
  requested: requestedEmail,
  confirmed: confirmedEmail,
  admitted: confirmedEmail,
  declined: declinedEmail,
  cancelled: cancelledEmail,
  expired: expiredEmail,
  moved: movedEmail,
  rearranged: rearrangedEmail,
  offer_changed: offerChangedEmail,
  offered: offeredEmail,
  offer_accepted: offerAcceptedEmail,
  offer_withdrawn: offersEndedEmail('withdrawn'),
  offer_expired: offersEndedEmail('expired'),
  deposit_asked: depositEmail,
  deposit_paid: depositEmail,
  deposit_waived: depositEmail,
  deposit_returned: depositEmail,
  reopened: undoneEmail,
  reminded: remindedEmail,
}

function formatDepositNotice(context: MessageContext, booking: BookingWithGuest): string[] {
  const deposit = depositOf(context, booking, context.now())
  return deposit ? [depositText(deposit)[booking.locale]] : []
}

function formatDepositStatus(context: MessageContext, booking: BookingWithGuest): string[] {
  const deposit = depositOf(context, booking, context.now())
  if (!deposit) return [emailLabels.noDeposit[booking.locale]]
  if (deposit.state === 'not_asked' && booking.status === 'confirmed') {
    return [emailLabels.noDeposit[booking.locale]]
  }
  const sentence = depositText(deposit)[booking.locale]
  if (deposit.transfer) return [sentence, depositDisclaimerText(booking)[booking.locale]]
  return booking.status === 'pending' ? [sentence, stillPending[booking.locale]] : [sentence]
}

const stillPending: LocalizedText = {
  vi: 'Yêu cầu của bạn vẫn đang chờ nhân viên xác nhận.',
  en: 'Your request is still waiting for staff to confirm it.',
}

/** One line for each offer. */
async function formatOffers(
  context: MessageContext,
  { facts }: OutboxEvent,
  booking: BookingWithGuest,
  locale: Locale,
): Promise<string> {
  const offers = await loadOffersByIds(context.store.read, String(facts.offers).split(','))
  const status = toBookingStatus(context, booking, { answers: {} }, context.now(), locale)
  const words = { rules: context.rules, form: context.bookingForm }
  return offers
    .map((offer) => toOfferedPlace(context, booking, offer, locale))
    .map((place) => `- ${describePlaceOffer(words, status, place, locale)}`)
    .join('\n')
}

/** True if the cancellation resolved the guest's own request. */
async function wasCancelRequested(sql: Sql, bookingId: string, at: number): Promise<boolean> {
  const changeRequest = await sql.get(
    "SELECT id FROM booking_changes WHERE booking_id = ? AND kind = 'cancel' AND settled_at = ?",
    bookingId,
    at,
  )
  return changeRequest !== undefined
}

/** A new table alone does not concern the guest; a new party size or a confirmation does. */
async function isVisibleToGuest(
  sql: Sql,
  { subject, at }: OutboxEvent,
  booking: StoredBooking,
): Promise<boolean> {
  const entry = await sql.get<{ facts: string }>(
    'SELECT facts FROM audit WHERE subject = ? AND action = ? AND at = ?',
    subject,
    'rearranged' satisfies BookingActionName,
    at,
  )
  const { was, was_party } = entry ? withFacts(entry).facts : {}
  return was !== booking.status || was_party !== booking.party_size
}
