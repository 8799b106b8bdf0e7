/** Which letter a guest gets about a booking: what happened, and what follows from it. */
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { depositDisclaimerText, depositOf, depositText } from '../booking/deposit/deposit.ts'
import type { BookingRow } from '../booking/status.ts'
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

export type BookingWithGuest = BookingRow & {
  name: string
  email: string | null
  /** What staff wrote for the guest when they declined or cancelled. */
  staff_note: string | null
}

export type GuestEmail = { title: string; paragraphs: string[] }

/** Nothing where the guest would see no difference. */
export async function emailFor(
  parts: MessageContext,
  event: OutboxEvent,
  row: BookingWithGuest,
): Promise<GuestEmail | undefined> {
  const { store, business, base, now } = parts
  const { locale } = row
  const { name, phone } = business
  const start = formatShortTime(row.date, row.time, locale)
  const step = nextStepText(business, now(), locale, event.at)
  const reasonLines = row.staff_note ? [`${emailLabels.reason[locale]}: ${row.staff_note}`] : []
  const statusText = row.status === 'pending' ? step : emailLabels.newlyConfirmed[locale]
  switch (event.kind.slice('booking.'.length)) {
    case 'requested':
      return {
        title: emailTitles.requested[locale],
        paragraphs: [`${received(name)[locale]} ${step}`, ...formatDepositNotice(parts, row)],
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
      return (await wasCancelRequested(store.read, row.id, event.at))
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
          row.status === 'pending',
        )[locale],
      }
    case 'deposit_asked':
    case 'deposit_paid':
    case 'deposit_waived':
    case 'deposit_returned':
      return { title: emailTitles.deposit[locale], paragraphs: formatDepositStatus(parts, row) }
    case 'reopened':
      if (isDepositAction(event.facts.undone)) {
        const sentences = [emailLabels.depositAgain[locale], ...formatDepositStatus(parts, row)]
        return { title: emailTitles.deposit[locale], paragraphs: [sentences.join(' ')] }
      }
      return {
        title: emailTitles[row.status === 'pending' ? 'waitsAgain' : 'standsAgain'][locale],
        paragraphs: [
          row.status === 'pending'
            ? `${emailLabels.waitsAgain[locale]} ${step}`
            : emailLabels.standsAgain[locale],
        ],
      }
    case 'rearranged':
      if (!(await isVisibleToGuest(store.read, event, row))) return undefined
      return {
        title: emailTitles.rearranged[locale],
        paragraphs: [`${rearranged(name)[locale]} ${statusText}`],
      }
    default:
      return undefined
  }
}

/** What such a booking pays before the visit, and that it need not yet. */
function formatDepositNotice(parts: MessageContext, row: BookingWithGuest): string[] {
  const deposit = depositOf(parts, row, parts.now())
  return deposit ? [depositText(deposit)[row.locale]] : []
}

/** How the deposit stands now. */
function formatDepositStatus(parts: MessageContext, row: BookingWithGuest): string[] {
  const deposit = depositOf(parts, row, parts.now())
  if (!deposit) return [emailLabels.noDeposit[row.locale]]
  if (deposit.state === 'not_asked' && row.status === 'confirmed') {
    return [emailLabels.noDeposit[row.locale]]
  }
  const sentence = depositText(deposit)[row.locale]
  if (deposit.transfer) return [sentence, depositDisclaimerText(row)[row.locale]]
  return row.status === 'pending' ? [sentence, stillPending[row.locale]] : [sentence]
}

const stillPending: LocalizedText = {
  vi: 'Yêu cầu của bạn vẫn đang chờ nhân viên xác nhận.',
  en: 'Your request still waits for staff to confirm it.',
}

/** "2026-11-20 18:00, 2026-11-20 19:30", one a line. */
function formatOfferedTimes({ facts }: OutboxEvent, locale: Locale): string {
  return String(facts.times)
    .split(', ')
    .map((time) => `- ${formatLongTime(time, locale)}`)
    .join('\n')
}

/** The cancellation answered the guest's own wish. */
async function wasCancelRequested(sql: Sql, bookingId: string, at: number): Promise<boolean> {
  const changeRequest = await sql.get(
    "SELECT id FROM booking_changes WHERE booking_id = ? AND kind = 'cancel' AND settled_at = ?",
    bookingId,
    at,
  )
  return changeRequest !== undefined
}

/** Another table is no news for a guest; another party or a confirmation is. */
async function isVisibleToGuest(
  sql: Sql,
  { subject, at }: OutboxEvent,
  row: BookingRow,
): Promise<boolean> {
  const entry = await sql.get<{ facts: string }>(
    "SELECT facts FROM audit WHERE subject = ? AND action = 'rearranged' AND at = ?",
    subject,
    at,
  )
  const was = JSON.parse(entry?.facts ?? '{}') as { was?: string; was_party?: number }
  return was.was !== row.status || was.was_party !== row.party_size
}
