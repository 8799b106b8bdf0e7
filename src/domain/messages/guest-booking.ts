/** Composes the email to a guest about a booking, in the guest's language and with a calendar file. */
import { formatAddress } from '../../content/shop.ts'
import { type Locale, localPath } from '../../kernel/locale.ts'
import { parseIsoString } from '../../kernel/time.ts'
import { actionOfEvent } from '../booking/action-rules.ts'
import { calendarFile } from '../booking/calendar-file.ts'
import { quoteRows } from '../booking/quote-fields.ts'
import { reservationData } from '../booking/reservation-data.ts'
import { type BookingRow, toStoredBooking } from '../booking/rows.ts'
import { withCurrentStatus } from '../booking/status.ts'
import { type BookingStatus, toBookingStatus } from '../booking/status-operation.ts'
import { freeUntilText, heldText } from '../booking/terms-texts.ts'
import { bookingPath } from '../booking/url.ts'
import { summaryLabels } from '../forms/booking-form.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { fromTransferResponse, transferRows } from '../payment/transfer.ts'
import { formatStay } from '../scheduling/format-start.ts'
import { invitationToConfirm, loadAddressee } from './addressee.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatRows } from './email-parts.ts'
import { isGuestEmailAction, isStillRelevant } from './event-relevance.ts'
import { emailFor, type GuestColumns } from './guest-booking-emails.ts'
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
  const { name, email: emailAddress, staff_note } = found
  const stored = { ...toStoredBooking(found), name, email: emailAddress, staff_note }
  const booking = withCurrentStatus(stored, now())
  const action = actionOfEvent(event.kind)
  if (!action || !isGuestEmailAction(action)) return undefined
  if (!(await isStillRelevant(store.read, delivery, event, action, booking, now())))
    return undefined
  const email = await emailFor(context, event, action, booking)
  if (!email) return undefined
  const { locale } = booking
  const addressee = await loadAddressee(context, { ...booking, email: emailAddress })
  // An email is not confidential: it contains no answers, and nothing that was typed except a plain name.
  const extras = { answers: {} }
  const status = toBookingStatus(context, booking, extras, now(), locale)
  const { code } = status
  const link = `${base}${localPath(`${bookingPath}/${code}`, locale, business.languages)}`
  const invitation = invitationToConfirm(context, addressee, { kind: 'booking', code }, locale)
  return {
    title: `${business.name}: ${email.title} · ${code}`,
    text: [
      addressee.greeting,
      ...email.paragraphs,
      formatFacts(context, status, locale),
      ...formatTransfer(status, locale),
      ...formatTerms(context, status, locale),
      `${emailLabels[status.status === 'cancelled' ? 'viewLink' : 'statusLink'][locale]}:\n${link}`,
      ...invitation.paragraphs,
      business.name,
    ].join('\n\n'),
    link,
    moreLinks: invitation.links,
    facts: {},
    ...addressee.recipient,
    structuredData: {
      locale,
      data: reservationData({ base, business, form: context.bookingForm }, status, locale),
    },
    attachments: [
      {
        name: `${code}.ics`,
        type: 'text/calendar; charset=utf-8',
        body: calendarFile(context, status, locale),
      },
    ],
  }
}

function formatFacts(
  { business, bookingForm, rules }: MessageContext,
  status: BookingStatus,
  locale: Locale,
): string {
  return formatRows([
    [summaryLabels.what[locale], status.offer.name],
    [
      summaryLabels.when[locale],
      formatStay(rules.serviceDays, status.starts_at, status.ends_at, locale),
    ],
    ...quoteRows(status, locale),
    ...bookingForm.summary(status, locale, 'guest'),
    [emailLabels.where[locale], formatAddress(business, locale)],
    [emailLabels.deposit[locale], depositLine(status)],
    [emailLabels.code[locale], status.code],
    [emailLabels.phone[locale], business.phone],
  ])
}

/** Empty until staff have set the deposit; until then the terms mention it. */
function depositLine({ deposit }: BookingStatus): string {
  // After a cancellation or the start, a requested deposit is no longer due.
  const isObsolete = deposit?.state === 'asked' && !deposit.transfer
  if (!deposit || deposit.state === 'not_asked' || isObsolete) return ''
  return `${deposit.amount.display}, ${deposit.state_label}`
}

function formatTransfer({ deposit }: BookingStatus, locale: Locale): string[] {
  if (!deposit?.transfer) return []
  const rows = transferRows(fromTransferResponse(deposit.transfer), locale)
  return [`${emailLabels.transfer[locale]}:\n${formatRows(rows)}`]
}

/** The terms that the guest accepted; left out after a cancellation. */
function formatTerms(
  { bookingForm, now }: MessageContext,
  status: BookingStatus,
  locale: Locale,
): string[] {
  if (status.status === 'cancelled') return []
  const terms = bookingForm.terms(status, locale)
  if (parseIsoString(status.starts_at) <= now()) return terms
  const rules = [heldText(status, locale), freeUntilText(status, now(), locale)]
  const text = rules.filter((rule) => rule !== undefined).join(' ')
  return text === '' ? terms : [...terms, text]
}
