/** The screen of one data request: what the guest asks for, the deadlines, and what was done. */
import { findBookingById } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import type { requestSteps } from '../../domain/privacy/data-request-actions.ts'
import { type DataRequest, needsVerification } from '../../domain/privacy/data-requests.ts'
import { findGuest, parseGuestQuery } from '../../domain/privacy/find-guest.ts'
import { findReceiptById } from '../../domain/privacy/receipts.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl } from '../booking-components.ts'
import { type ButtonTone, factList, hiddenInputs, itemList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { ScreenPage } from '../screen.ts'
import {
  dueBadge,
  formatRequester,
  requestKindLabels,
  requestWay,
} from './data-request-components.ts'
import { renderHistory } from './history.ts'
import { backLink, guestButton, receiptPath } from './privacy-components.ts'

/** Input that was not stored because the request was changed in the meantime. */
export type Typed = { note?: string; dueOn?: string }

export async function requestPage(
  context: DeskContext,
  request: DataRequest,
  locale: Locale,
  typed: Typed = {},
): Promise<ScreenPage> {
  const { store, now } = context
  const { contact, receipt_id: receiptId } = request
  const receipt = receiptId === null ? undefined : await findReceiptById(store.read, receiptId)
  const isErased = contact === ''
  const isUnverified = needsVerification(request)
  const showsData = !isErased && !isUnverified
  const showsBookings = request.kind === 'correct' && showsData
  return {
    title: requestKindLabels[request.kind][locale],
    tab: '/guest-data',
    body: html`${backLink(locale)}
<h1>${requestKindLabels[request.kind][locale]}</h1>
<p>${dueBadge(request, now(), locale)}</p>
${await requestFacts(context, request, locale)}
${receipt && html`<p><a href="${receiptPath(receipt)}">${words.receipt[locale]}</a></p>`}
${isUnverified && !isErased && html`<p class="warning">${words.unverified[locale]}</p>`}
${showsData && guestButton(contact, '/guest-data/kept', words.showData[locale])}
${showsBookings && (await bookingsToCorrect(context, contact, locale))}
${!isErased && stepForm(request, locale, typed)}
<section>
<h2>${words.history[locale]}</h2>
${await renderHistory(context, `request:${request.id}`, locale)}
</section>`,
  }
}

async function requestFacts(
  { now, actorName }: DeskContext,
  request: DataRequest,
  locale: Locale,
): Promise<Html> {
  const { verified_at, verified_by } = request
  const { came_on, reply_by, due_on, replied_at, done_at, done_by } = request
  const formatAt = (atMs: number) => formatTimestamp(atMs, now(), locale)
  const rows: [LocalizedText, string][] = [
    [words.guest, formatRequester(request, locale)],
    [words.received, `${formatDate(came_on, locale)}, ${requestWay(request, locale)}`],
    [words.replyBy, formatDate(reply_by, locale)],
    [words.dueOn, formatDate(due_on, locale)],
  ]
  if (verified_at !== null)
    rows.push([
      words.verified,
      `${formatAt(verified_at)}, ${await actorName(verified_by ?? '', locale)}`,
    ])
  if (replied_at !== null) rows.push([words.replied, formatAt(replied_at)])
  if (done_at !== null) {
    rows.push([words.done, `${formatAt(done_at)}, ${await actorName(done_by ?? '', locale)}`])
  }
  return factList(rows.map(([term, text]) => [term[locale], text]))
}

/** Links to the bookings of the guest, where the contact data is corrected. */
async function bookingsToCorrect(
  { store, now }: DeskContext,
  contact: string,
  locale: Locale,
): Promise<Html | undefined> {
  const { bookings: ids } = await findGuest(store.read, parseGuestQuery(contact))
  const bookings = await Promise.all(ids.map((id) => findBookingById(store.read, id, now())))
  const lines = bookings
    .flatMap((booking) => booking ?? [])
    .sort((one, other) => other.starts_at - one.starts_at)
    .map((booking) => {
      const start = `${formatShortDate(booking.date, locale)} ${booking.time}`
      const text = [formatCode(booking.code), start, booking.name].join(' · ')
      return html`<li><a href="${bookingUrl(booking)}#correct">${text}</a></li>`
    })
  if (lines.length === 0) return undefined
  return html`<section>
<h2>${words.toCorrect[locale]}</h2>
${itemList(lines)}
<p class="hint">${words.correctHint[locale]}</p>
</section>`
}

/** One form with several buttons, so that each of them also saves the note. */
function stepForm(request: DataRequest, locale: Locale, typed: Typed): Html {
  const path = `/guest-data/requests/${request.id}`
  const button = (step: (typeof requestSteps)[number], tone?: ButtonTone) => {
    const toneAttribute = tone && html` class="${tone}"`
    const action = html` formaction="${path}/${step}"`
    return html`<button type="submit"${toneAttribute}${action}>${words[step][locale]}</button>`
  }
  const isOpen = request.done_at === null
  const isUnverified = needsVerification(request)
  const storedNote = request.note ?? ''
  const { note = storedNote, dueOn = request.due_on } = typed
  const seen = { version: request.version, seen_note: storedNote, seen_due: request.due_on }
  const hasOtherNote = note !== storedNote && storedNote !== ''
  const dueField = html`<label for="due">${words.dueOn[locale]}</label>
<input id="due" name="due_on" type="date" value="${dueOn}" required>`
  return html`<form method="post" action="${path}/save" class="data-request">
${hiddenInputs(seen)}
${hasOtherNote && html`<p class="desk-note">${words.storedNote[locale]} ${storedNote}</p>`}
<label for="note">${words.note[locale]}</label>
<textarea id="note" name="note" rows="4" maxlength="1000">${note}</textarea>
${isOpen && dueField}
<div class="actions">
${button('save')}
${isOpen && isUnverified && button('verify', 'main')}
${isOpen && request.replied_at === null && !isUnverified && button('reply')}
${isOpen ? button('finish', isUnverified ? undefined : 'main') : button('reopen', 'undo')}
</div>
</form>`
}

const words = {
  guest: { vi: 'Khách', en: 'Guest' },
  received: { vi: 'Nhận', en: 'Received' },
  replyBy: { vi: 'Hạn trả lời khách', en: 'Answer by' },
  dueOn: { vi: 'Hạn làm xong', en: 'Due on' },
  replied: { vi: 'Đã trả lời', en: 'Answered' },
  done: { vi: 'Đã xong', en: 'Done' },
  receipt: { vi: 'Biên nhận', en: 'Receipt' },
  showData: { vi: 'Xem đang giữ gì của khách này', en: 'Show the stored data of this guest' },
  toCorrect: { vi: 'Sửa ở từng lượt đặt', en: 'Correct each booking' },
  correctHint: {
    vi: 'Mở lượt đặt, chọn “Sửa tên, số, email”. Đơn thẻ, lần xin gọi lại và bản tin chưa sửa được ở đây.',
    en:
      'Open the booking and choose “Correct name, phone, email”. Card orders, callback requests and newsletter ' +
      'subscriptions cannot be corrected here.',
  },
  verified: { vi: 'Đã xác minh', en: 'Verified' },
  unverified: {
    vi:
      'Khách gửi yêu cầu này qua trang web và chưa được xác minh. Hãy gọi số trên, hỏi điều chỉ khách biết (ngày đã đến, món đã ' +
      'đặt), rồi mới xem, giao, sửa hoặc xoá.',
    en:
      'This request was sent by a guest who is not verified yet. Call the number above and ask what only the guest knows (the day ' +
      'of a visit, what was booked). Only then show, hand over, correct or erase anything.',
  },
  verify: { vi: 'Đã gọi, đúng là khách', en: 'Called and verified' },
  history: { vi: 'Lịch sử', en: 'History' },
  storedNote: { vi: 'Trong sổ đang ghi:', en: 'Stored note:' },
  note: { vi: 'Ghi chú', en: 'Notes' },
  save: { vi: 'Lưu', en: 'Save' },
  reply: { vi: 'Đã trả lời khách', en: 'Mark as answered' },
  finish: { vi: 'Đã xong', en: 'Mark as done' },
  reopen: { vi: 'Mở lại', en: 'Reopen' },
} satisfies Record<string, LocalizedText>
