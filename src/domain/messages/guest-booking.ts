/** What a guest is written about a booking, in his language and with its entry for his calendar. */

import { showCode } from '../../kernel/booking-code.ts'
import { sayTimes } from '../../kernel/format-date.ts'
import { localPath } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import { stamp } from '../../kernel/time.ts'
import { calendarFile } from '../booking/calendar-file.ts'
import { depositOf } from '../booking/deposit/deposit.ts'
import { depositLabels } from '../booking/deposit/state.ts'
import { withStatusNow } from '../booking/status.ts'
import { bookingPath } from '../booking/url.ts'
import { told } from '../forms/booking-form.ts'
import type { Delivery } from '../outbox/claim.ts'
import type { News } from '../outbox/fan-out.ts'
import { transferRows } from '../payment/transfer.ts'
import type { Given, Wish } from '../scheduling/rules.ts'
import { idOf, type MessageParts, type Wording } from './context.ts'
import { greet, rowsOf } from './email-parts.ts'
import { isStillTrue } from './event-relevance.ts'
import { type Addressed, letterFor } from './guest-booking-emails.ts'
import { words } from './guest-email-texts.ts'

export async function guestBookingMail(
  parts: MessageParts,
  delivery: Delivery,
  news: News,
): Promise<Wording | undefined> {
  const { store, now, business, base } = parts
  const found = await store.read.get<Addressed>(
    `SELECT bookings.*, name, email, staff_note FROM bookings
     JOIN booking_guests ON booking_id = bookings.id WHERE bookings.id = ?`,
    idOf(news.subject),
  )
  if (!found?.email) return undefined
  const row = { ...found, ...withStatusNow(found, now()) }
  if (!(await isStillTrue(store.read, delivery, news, row, now()))) return undefined
  const letter = await letterFor(parts, news, row)
  if (!letter) return undefined
  const { locale } = row
  const code = showCode(row.code)
  const link = `${base}${localPath(`${bookingPath}/${code}`, locale)}`
  return {
    title: `${business.name}: ${letter.title} · ${code}`,
    text: [
      greet(row.name, locale),
      ...letter.says,
      factsOf(parts, row),
      ...transferOf(parts, row),
      ...termsOf(parts, row),
      `${words[row.status === 'cancelled' ? 'seeAgain' : 'page'][locale]}:\n${link}`,
      business.name,
    ].join('\n\n'),
    link,
    facts: {},
    to: found.email,
    attachments: [calendarEntry(parts, row)],
  }
}

function answerOf({ rules }: MessageParts, row: Addressed): Record<string, unknown> {
  const [wish, given] = [JSON.parse(row.wish) as Wish, JSON.parse(row.given) as Given]
  // A mail is read on the way; what he told of his body is not in it.
  const told = rules.tell(wish, given, false, row.locale)
  return { ...told, party_size: row.party_size, deposit: { state: row.deposit_state } }
}

function factsOf(parts: MessageParts, row: Addressed): string {
  const { business, bookingForm, offerName } = parts
  const { locale } = row
  const { street, ward, city } = business.address
  return rowsOf([
    [told.what[locale], offerName(row.offer_id)[locale]],
    [told.when[locale], sayTimes(stamp(row.starts_at), stamp(row.ends_at), locale)],
    ...bookingForm.summary(answerOf(parts, row), locale, 'guest'),
    [words.where[locale], `${street}, ${ward[locale]}, ${city[locale]}`],
    [words.deposit[locale], depositLine(parts, row)],
    [words.code[locale], showCode(row.code)],
    [words.phone[locale], business.phone],
  ])
}

/** Nothing before staff said anything of it: the terms do. */
function depositLine(parts: MessageParts, row: Addressed): string {
  const deposit = depositOf(parts, row, parts.now())
  // What is no longer awaited is not to be paid after all.
  const over = deposit?.state === 'asked' && !deposit.transfer
  if (!deposit || deposit.state === 'not_asked' || over) return ''
  return `${displayDong(deposit.amount)}, ${depositLabels[deposit.state][row.locale]}`
}

/** What he needs to pay what is asked for. */
function transferOf(parts: MessageParts, row: Addressed): string[] {
  const transfer = depositOf(parts, row, parts.now())?.transfer
  if (!transfer) return []
  return [`${words.transfer[row.locale]}:\n${rowsOf(transferRows(transfer, row.locale))}`]
}

/** What he agreed to with it; of no use once it is cancelled. */
function termsOf(parts: MessageParts, row: Addressed): string[] {
  if (row.status === 'cancelled') return []
  return parts.bookingForm.terms(answerOf(parts, row), row.locale)
}

function calendarEntry(parts: MessageParts, row: Addressed) {
  const { locale, status } = row
  const code = showCode(row.code)
  const entry = {
    code,
    status,
    starts_at: stamp(row.starts_at),
    ends_at: stamp(row.ends_at),
    updated_at: stamp(row.updated_at),
    offer: { name: parts.offerName(row.offer_id)[locale] },
  }
  return {
    name: `${code}.ics`,
    type: 'text/calendar; charset=utf-8',
    body: calendarFile(parts, entry, locale),
  }
}
