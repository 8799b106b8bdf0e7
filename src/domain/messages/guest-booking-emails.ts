/** Chooses title and paragraphs of the email to a guest about a booking event. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { depositDisclaimerText, depositOf, depositText } from '../booking/deposit/deposit.ts'
import type { StoredBooking } from '../booking/rows.ts'
import { bookingPath } from '../booking/url.ts'
import { nextStepText } from '../guest/response-deadline.ts'
import type { OutboxEvent } from '../outbox/fan-out.ts'
import type { MessageContext } from './context.ts'
import { isDepositAction } from './event-relevance.ts'
import { formatLongTime, formatShortTime } from './format.ts'
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
  offered,
  rearranged,
  received,
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

/** Undefined if the guest would see no difference. */
export async function emailFor(
  context: MessageContext,
  event: OutboxEvent,
  booking: BookingWithGuest,
): Promise<GuestEmail | undefined> {
  const { store, business, base, now } = context
  const { locale } = booking
  const { name, phone } = business
  const start = formatShortTime(booking.date, booking.time, locale)
  const step = nextStepText(business, now(), locale, event.at)
  const reasonLines = booking.staff_note
    ? [`${emailLabels.reason[locale]}: ${booking.staff_note}`]
    : []
  const statusText = booking.status === 'pending' ? step : emailLabels.newlyConfirmed[locale]
  switch (event.kind.slice('booking.'.length)) {
    case 'requested':
      return {
        title: emailTitles.requested[locale],
        paragraphs: [`${received(name)[locale]} ${step}`, ...formatDepositNotice(context, booking)],
      }
    case 'confirmed':
    case 'admitted':
      return {
        title: `${emailTitles.confirmed[locale]}, ${start}`,
        paragraphs: [confirmed(name)[locale]],
      }
    case 'declined': {
      const bookingUrl = `${base}${localPath(bookingPath, locale)}`
      return {
        title: emailTitles.declined[locale],
        paragraphs: [
          declined(name)[locale],
          ...reasonLines,
          suggestRebooking(bookingUrl, phone)[locale],
        ],
      }
    }
    case 'cancelled':
      return (await wasCancelRequested(store.read, booking.id, event.at))
        ? { title: emailTitles.cancelled[locale], paragraphs: [cancelledOnRequest(name)[locale]] }
        : {
            title: emailTitles.cancelled[locale],
            paragraphs: [cancelled(name)[locale], ...reasonLines, callUs(phone)[locale]],
          }
    case 'expired':
      return { title: emailTitles.expired[locale], paragraphs: [expired(name, phone)[locale]] }
    case 'moved': {
      const [from, to] = [event.facts.from, event.facts.to].map((at) =>
        formatLongTime(String(at), locale),
      )
      return {
        title: `${emailTitles.moved[locale]}, ${start}`,
        paragraphs: [`${moved(name, from ?? '', to ?? '')[locale]} ${statusText}`],
      }
    }
    case 'offered':
      return {
        title: emailTitles.offered[locale],
        paragraphs: offered(
          name,
          phone,
          formatOfferedTimes(event, locale),
          booking.status === 'pending',
        )[locale],
      }
    case 'deposit_asked':
    case 'deposit_paid':
    case 'deposit_waived':
    case 'deposit_returned':
      return {
        title: emailTitles.deposit[locale],
        paragraphs: formatDepositStatus(context, booking),
      }
    case 'reopened':
      if (isDepositAction(event.facts.undone)) {
        const sentences = [
          emailLabels.depositCorrection[locale],
          ...formatDepositStatus(context, booking),
        ]
        return { title: emailTitles.deposit[locale], paragraphs: [sentences.join(' ')] }
      }
      return {
        title:
          emailTitles[booking.status === 'pending' ? 'pendingAgain' : 'stillConfirmed'][locale],
        paragraphs: [
          booking.status === 'pending'
            ? `${emailLabels.pendingAgain[locale]} ${step}`
            : emailLabels.stillConfirmed[locale],
        ],
      }
    case 'rearranged':
      if (!(await isVisibleToGuest(store.read, event, booking))) return undefined
      return {
        title: emailTitles.rearranged[locale],
        paragraphs: [`${rearranged(name)[locale]} ${statusText}`],
      }
    default:
      return undefined
  }
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

/** "2026-11-20 18:00, 2026-11-20 19:30" → one line per time */
function formatOfferedTimes({ facts }: OutboxEvent, locale: Locale): string {
  return String(facts.times)
    .split(', ')
    .map((time) => `- ${formatLongTime(time, locale)}`)
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
    "SELECT facts FROM audit WHERE subject = ? AND action = 'rearranged' AND at = ?",
    subject,
    at,
  )
  const was = JSON.parse(entry?.facts ?? '{}') as { was?: string; was_party?: number }
  return was.was !== booking.status || was.was_party !== booking.party_size
}
