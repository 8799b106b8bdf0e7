/** Composes the email to a guest about a booking, in the guest's language and with a calendar file. */
import { formatCode } from '../../kernel/booking-code.ts'
import { formatTimeRange } from '../../kernel/format-date.ts'
import { localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { toIsoString } from '../../kernel/time.ts'
import { actionOfEvent } from '../booking/action-rules.ts'
import { calendarFile } from '../booking/calendar-file.ts'
import { depositOf } from '../booking/deposit/deposit.ts'
import { depositLabels } from '../booking/deposit/state.ts'
import { reservationData } from '../booking/reservation-data.ts'
import { type BookingRow, toStoredBooking } from '../booking/rows.ts'
import { withCurrentStatus } from '../booking/status.ts'
import { bookingPath } from '../booking/url.ts'
import { summaryLabels } from '../forms/booking-form.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { transferRows } from '../payment/transfer.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatRows, greeting } from './email-parts.ts'
import { isGuestEmailAction, isStillRelevant } from './event-relevance.ts'
import { type BookingWithGuest, emailFor, type GuestColumns } from './guest-booking-emails.ts'
import { emailLabels } from './guest-email-texts.ts'

export async function composeGuestBookingEmail(
  context: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, now, business, base } = context
  const found = await store.read.get<BookingRow & GuestColumns>(
    `SELECT bookings.*, name, email, staff_note FROM bookings
     JOIN booking_guests ON booking_id = bookings.id WHERE bookings.id = ?`,
    subjectId(event.subject),
  )
  if (!found?.email) return undefined
  const booking = withCurrentStatus(toStoredBooking(found), now())
  const action = actionOfEvent(event.kind)
  if (!action || !isGuestEmailAction(action)) return undefined
  if (!(await isStillRelevant(store.read, delivery, event, action, booking, now())))
    return undefined
  const email = await emailFor(context, event, action, booking)
  if (!email) return undefined
  const { locale } = booking
  const code = formatCode(booking.code)
  const link = `${base}${localPath(`${bookingPath}/${code}`, locale)}`
  return {
    title: `${business.name}: ${email.title} · ${code}`,
    text: [
      greeting(booking.name, locale),
      ...email.paragraphs,
      formatFacts(context, booking),
      ...formatTransfer(context, booking),
      ...formatTerms(context, booking),
      `${emailLabels[booking.status === 'cancelled' ? 'viewLink' : 'statusLink'][locale]}:\n${link}`,
      business.name,
    ].join('\n\n'),
    link,
    facts: {},
    to: found.email,
    structuredData: {
      locale,
      data: reservationData(
        { base, business, form: context.bookingForm },
        { ...toEntry(context, booking), party_size: booking.party_size },
        locale,
      ),
    },
    attachments: [buildCalendarAttachment(context, booking)],
  }
}

function buildSummaryInput(
  { rules }: MessageContext,
  booking: BookingWithGuest,
): Record<string, unknown> {
  // Email is not confidential, so it contains no health data: `requiresStaffCall` is always false here.
  const fields = rules.toResponseFields(booking.details, booking.assignment, false, booking.locale)
  return { ...fields, party_size: booking.party_size, deposit: { state: booking.deposit_state } }
}

function formatFacts(context: MessageContext, booking: BookingWithGuest): string {
  const { business, bookingForm, offerName } = context
  const { locale } = booking
  const { street, ward, city } = business.address
  return formatRows([
    [summaryLabels.what[locale], offerName(booking.offer_id)[locale]],
    [
      summaryLabels.when[locale],
      formatTimeRange(toIsoString(booking.starts_at), toIsoString(booking.ends_at), locale),
    ],
    ...bookingForm.summary(buildSummaryInput(context, booking), locale, 'guest'),
    [emailLabels.where[locale], `${street}, ${ward[locale]}, ${city[locale]}`],
    [emailLabels.deposit[locale], depositLine(context, booking)],
    [emailLabels.code[locale], formatCode(booking.code)],
    [emailLabels.phone[locale], business.phone],
  ])
}

/** Empty until staff have set the deposit; until then the terms mention it. */
function depositLine(context: MessageContext, booking: BookingWithGuest): string {
  const deposit = depositOf(context, booking, context.now())
  // After a cancellation or the start, a requested deposit is no longer due.
  const isObsolete = deposit?.state === 'asked' && !deposit.transfer
  if (!deposit || deposit.state === 'not_asked' || isObsolete) return ''
  return `${formatMoney(deposit.amount, booking.locale)}, ${depositLabels[deposit.state][booking.locale]}`
}

function formatTransfer(context: MessageContext, booking: BookingWithGuest): string[] {
  const transfer = depositOf(context, booking, context.now())?.transfer
  if (!transfer) return []
  return [
    `${emailLabels.transfer[booking.locale]}:\n${formatRows(transferRows(transfer, booking.locale))}`,
  ]
}

/** The terms that the guest accepted; left out after a cancellation. */
function formatTerms(context: MessageContext, booking: BookingWithGuest): string[] {
  if (booking.status === 'cancelled') return []
  return context.bookingForm.terms(buildSummaryInput(context, booking), booking.locale)
}

function buildCalendarAttachment(context: MessageContext, booking: BookingWithGuest) {
  const entry = toEntry(context, booking)
  return {
    name: `${entry.code}.ics`,
    type: 'text/calendar; charset=utf-8',
    body: calendarFile(context, entry, booking.locale),
  }
}

/** The booking without anything that a person typed. */
function toEntry(context: MessageContext, booking: BookingWithGuest) {
  return {
    code: formatCode(booking.code),
    status: booking.status,
    starts_at: toIsoString(booking.starts_at),
    ends_at: toIsoString(booking.ends_at),
    updated_at: toIsoString(booking.updated_at),
    offer: { name: context.offerName(booking.offer_id)[booking.locale] },
  }
}
