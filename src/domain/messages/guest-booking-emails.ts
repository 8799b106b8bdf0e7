/** Which letter a guest gets about a booking: what happened, and what follows from it. */
import type { Locale, Words } from '../../kernel/locale.ts'
import { localPath } from '../../kernel/locale.ts'
import type { Sql } from '../../store/sql.ts'
import { depositOf, sayDeposit, sayNoPromise } from '../booking/deposit/deposit.ts'
import type { BookingRow } from '../booking/status.ts'
import { bookingPath } from '../booking/url.ts'
import { nextStep } from '../guest/response-deadline.ts'
import type { News } from '../outbox/fan-out.ts'
import type { MessageParts } from './context.ts'
import { isOfDeposit } from './event-relevance.ts'
import { longTime, shortTime } from './format.ts'
import {
  callUs,
  cancelled,
  cancelledAsAsked,
  chooseAgain,
  confirmed,
  declined,
  expired,
  moved,
  offered,
  rearranged,
  received,
  titles,
  words,
} from './guest-email-texts.ts'

export type Addressed = BookingRow & {
  name: string
  email: string | null
  /** What staff wrote for the guest when they declined or cancelled. */
  staff_note: string | null
}

export type Letter = { title: string; says: string[] }

/** Nothing where the guest would see no difference. */
export async function letterFor(
  parts: MessageParts,
  news: News,
  row: Addressed,
): Promise<Letter | undefined> {
  const { store, business, base, now } = parts
  const { locale } = row
  const { name, phone } = business
  const start = shortTime(row.date, row.time, locale)
  const step = nextStep(business, now(), locale, news.at)
  const why = row.staff_note ? [`${words.reason[locale]}: ${row.staff_note}`] : []
  const stands = row.status === 'pending' ? step : words.newlyConfirmed[locale]
  switch (news.kind.slice('booking.'.length)) {
    case 'requested':
      return {
        title: titles.requested[locale],
        says: [`${received(name)[locale]} ${step}`, ...sayWanted(parts, row)],
      }
    case 'confirmed':
    case 'admitted':
      return {
        title: `${titles.confirmed[locale]}, ${start}`,
        says: [confirmed(name)[locale]],
      }
    case 'declined': {
      const again = `${base}${localPath(bookingPath, locale)}`
      return {
        title: titles.declined[locale],
        says: [declined(name)[locale], ...why, chooseAgain(again, phone)[locale]],
      }
    }
    case 'cancelled':
      return (await askedToCancel(store.read, row.id, news.at))
        ? { title: titles.cancelled[locale], says: [cancelledAsAsked(name)[locale]] }
        : {
            title: titles.cancelled[locale],
            says: [cancelled(name)[locale], ...why, callUs(phone)[locale]],
          }
    case 'expired':
      return { title: titles.expired[locale], says: [expired(name, phone)[locale]] }
    case 'moved': {
      const [from, to] = [news.facts.from, news.facts.to].map((at) => longTime(String(at), locale))
      return {
        title: `${titles.moved[locale]}, ${start}`,
        says: [`${moved(name, from ?? '', to ?? '')[locale]} ${stands}`],
      }
    }
    case 'offered':
      return {
        title: titles.offered[locale],
        says: offered(name, phone, timesOf(news, locale), row.status === 'pending')[locale],
      }
    case 'deposit_asked':
    case 'deposit_paid':
    case 'deposit_waived':
    case 'deposit_returned':
      return { title: titles.deposit[locale], says: sayStanding(parts, row) }
    case 'reopened':
      if (isOfDeposit(news.facts.undone)) {
        const says = [words.depositAgain[locale], ...sayStanding(parts, row)]
        return { title: titles.deposit[locale], says: [says.join(' ')] }
      }
      return {
        title: titles[row.status === 'pending' ? 'waitsAgain' : 'standsAgain'][locale],
        says: [
          row.status === 'pending'
            ? `${words.waitsAgain[locale]} ${step}`
            : words.standsAgain[locale],
        ],
      }
    case 'rearranged':
      if (!(await looksDifferent(store.read, news, row))) return undefined
      return {
        title: titles.rearranged[locale],
        says: [`${rearranged(name)[locale]} ${stands}`],
      }
    default:
      return undefined
  }
}

/** What such a booking pays before the visit, and that it need not yet. */
function sayWanted(parts: MessageParts, row: Addressed): string[] {
  const deposit = depositOf(parts, row, parts.now())
  return deposit ? [sayDeposit(deposit)[row.locale]] : []
}

/** How the deposit stands now. */
function sayStanding(parts: MessageParts, row: Addressed): string[] {
  const deposit = depositOf(parts, row, parts.now())
  if (!deposit) return [words.noDeposit[row.locale]]
  if (deposit.state === 'not_asked' && row.status === 'confirmed') {
    return [words.noDeposit[row.locale]]
  }
  const says = sayDeposit(deposit)[row.locale]
  if (deposit.transfer) return [says, sayNoPromise(row)[row.locale]]
  return row.status === 'pending' ? [says, stillPending[row.locale]] : [says]
}

const stillPending: Words = {
  vi: 'Yêu cầu của bạn vẫn đang chờ nhân viên xác nhận.',
  en: 'Your request still waits for staff to confirm it.',
}

/** "2026-11-20 18:00, 2026-11-20 19:30", one a line. */
function timesOf({ facts }: News, locale: Locale): string {
  return String(facts.times)
    .split(', ')
    .map((time) => `- ${longTime(time, locale)}`)
    .join('\n')
}

/** The cancellation answered the guest's own wish. */
async function askedToCancel(sql: Sql, bookingId: string, at: number): Promise<boolean> {
  const wish = await sql.get(
    "SELECT id FROM booking_changes WHERE booking_id = ? AND kind = 'cancel' AND settled_at = ?",
    bookingId,
    at,
  )
  return wish !== undefined
}

/** Another table is no news for a guest; another party or a confirmation is. */
async function looksDifferent(sql: Sql, { subject, at }: News, row: BookingRow): Promise<boolean> {
  const act = await sql.get<{ facts: string }>(
    "SELECT facts FROM audit WHERE subject = ? AND action = 'rearranged' AND at = ?",
    subject,
    at,
  )
  const was = JSON.parse(act?.facts ?? '{}') as { was?: string; was_party?: number }
  return was.was !== row.status || was.was_party !== row.party_size
}
