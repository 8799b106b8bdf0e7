/** What a guest is written about a booking, in his language and with its entry for his calendar. */

import { formatCode } from '../../kernel/booking-code.ts'
import { formatTimeRange } from '../../kernel/format-date.ts'
import { localPath } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { toIsoString } from '../../kernel/time.ts'
import { calendarFile } from '../booking/calendar-file.ts'
import { depositOf } from '../booking/deposit/deposit.ts'
import { depositLabels } from '../booking/deposit/state.ts'
import { withCurrentStatus } from '../booking/status.ts'
import { bookingPath } from '../booking/url.ts'
import { summaryLabels } from '../forms/booking-form.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import { transferRows } from '../payment/transfer.ts'
import type { Assignment, BookingRequestDetails } from '../scheduling/rules.ts'
import { type MessageContent, type MessageContext, subjectId } from './context.ts'
import { formatRows, greeting } from './email-parts.ts'
import { isStillRelevant } from './event-relevance.ts'
import { type BookingWithGuest, emailFor } from './guest-booking-emails.ts'
import { emailLabels } from './guest-email-texts.ts'

export async function composeGuestBookingEmail(
  parts: MessageContext,
  delivery: Delivery,
  event: OutboxEvent,
): Promise<MessageContent | undefined> {
  const { store, now, business, base } = parts
  const found = await store.read.get<BookingWithGuest>(
    `SELECT bookings.*, name, email, staff_note FROM bookings
     JOIN booking_guests ON booking_id = bookings.id WHERE bookings.id = ?`,
    subjectId(event.subject),
  )
  if (!found?.email) return undefined
  const row = { ...found, ...withCurrentStatus(found, now()) }
  if (!(await isStillRelevant(store.read, delivery, event, row, now()))) return undefined
  const email = await emailFor(parts, event, row)
  if (!email) return undefined
  const { locale } = row
  const code = formatCode(row.code)
  const link = `${base}${localPath(`${bookingPath}/${code}`, locale)}`
  return {
    title: `${business.name}: ${email.title} · ${code}`,
    text: [
      greeting(row.name, locale),
      ...email.paragraphs,
      formatFacts(parts, row),
      ...formatTransfer(parts, row),
      ...formatTerms(parts, row),
      `${emailLabels[row.status === 'cancelled' ? 'seeAgain' : 'page'][locale]}:\n${link}`,
      business.name,
    ].join('\n\n'),
    link,
    facts: {},
    to: found.email,
    attachments: [buildCalendarAttachment(parts, row)],
  }
}

function buildSummaryInput(
  { rules }: MessageContext,
  row: BookingWithGuest,
): Record<string, unknown> {
  const [details, assignment] = [
    JSON.parse(row.wish) as BookingRequestDetails,
    JSON.parse(row.given) as Assignment,
  ]
  // A mail is read on the way; what he told of his body is not in it.
  const fields = rules.toResponseFields(details, assignment, false, row.locale)
  return { ...fields, party_size: row.party_size, deposit: { state: row.deposit_state } }
}

function formatFacts(parts: MessageContext, row: BookingWithGuest): string {
  const { business, bookingForm, offerName } = parts
  const { locale } = row
  const { street, ward, city } = business.address
  return formatRows([
    [summaryLabels.what[locale], offerName(row.offer_id)[locale]],
    [
      summaryLabels.when[locale],
      formatTimeRange(toIsoString(row.starts_at), toIsoString(row.ends_at), locale),
    ],
    ...bookingForm.summary(buildSummaryInput(parts, row), locale, 'guest'),
    [emailLabels.where[locale], `${street}, ${ward[locale]}, ${city[locale]}`],
    [emailLabels.deposit[locale], depositLine(parts, row)],
    [emailLabels.code[locale], formatCode(row.code)],
    [emailLabels.phone[locale], business.phone],
  ])
}

/** Nothing before staff said anything of it: the terms do. */
function depositLine(parts: MessageContext, row: BookingWithGuest): string {
  const deposit = depositOf(parts, row, parts.now())
  // What is no longer awaited is not to be paid after all.
  const over = deposit?.state === 'asked' && !deposit.transfer
  if (!deposit || deposit.state === 'not_asked' || over) return ''
  return `${formatMoney(deposit.amount)}, ${depositLabels[deposit.state][row.locale]}`
}

/** What he needs to pay what is asked for. */
function formatTransfer(parts: MessageContext, row: BookingWithGuest): string[] {
  const transfer = depositOf(parts, row, parts.now())?.transfer
  if (!transfer) return []
  return [`${emailLabels.transfer[row.locale]}:\n${formatRows(transferRows(transfer, row.locale))}`]
}

/** What he agreed to with it; of no use once it is cancelled. */
function formatTerms(parts: MessageContext, row: BookingWithGuest): string[] {
  if (row.status === 'cancelled') return []
  return parts.bookingForm.terms(buildSummaryInput(parts, row), row.locale)
}

function buildCalendarAttachment(parts: MessageContext, row: BookingWithGuest) {
  const { locale, status } = row
  const code = formatCode(row.code)
  const entry = {
    code,
    status,
    starts_at: toIsoString(row.starts_at),
    ends_at: toIsoString(row.ends_at),
    updated_at: toIsoString(row.updated_at),
    offer: { name: parts.offerName(row.offer_id)[locale] },
  }
  return {
    name: `${code}.ics`,
    type: 'text/calendar; charset=utf-8',
    body: calendarFile(parts, entry, locale),
  }
}
