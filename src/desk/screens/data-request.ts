/** One request of a guest about his data: what he asks, until when, and what was done about it. */

import { findBookingById, loadHistory } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import type { requestSteps } from '../../domain/privacy/data-request-actions.ts'
import type { DataRequest } from '../../domain/privacy/data-requests.ts'
import { findGuest, parseGuestQuery } from '../../domain/privacy/find-guest.ts'
import { findReceiptById } from '../../domain/privacy/receipts.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { ScreenPage } from '../screen.ts'
import {
  dueBadge,
  formatRequester,
  requestKindLabels,
  requestWayLabels,
} from './data-request-components.ts'
import { renderHistory } from './history.ts'
import { backLink, guestButton, receiptPath } from './privacy-components.ts'

/** What somebody typed and could not keep, since another was faster. */
export type Typed = { note?: string; dueOn?: string }

export async function requestPage(
  context: DeskContext,
  request: DataRequest,
  locale: Locale,
  typed: Typed = {},
): Promise<ScreenPage> {
  const { store, now } = context
  const receipt =
    request.receipt_id === null ? undefined : await findReceiptById(store.read, request.receipt_id)
  const rows = await loadHistory(store.read, `request:${request.id}`)
  const facts: [LocalizedText, string][] = [
    [words.who, formatRequester(request, locale)],
    [
      words.received,
      `${formatDate(request.came_on, locale)}, ${requestWayLabels[request.way][locale]}`,
    ],
    [words.replyBy, formatDate(request.reply_by, locale)],
    [words.dueOn, formatDate(request.due_on, locale)],
    ...(request.replied_at === null
      ? []
      : [
          [words.replied, formatTimestamp(request.replied_at, now(), locale)] as [
            LocalizedText,
            string,
          ],
        ]),
    ...(request.done_at === null
      ? []
      : [
          [
            words.done,
            `${formatTimestamp(request.done_at, now(), locale)}, ${await context.actorName(request.done_by ?? '', locale)}`,
          ] as [LocalizedText, string],
        ]),
  ]
  return {
    title: requestKindLabels[request.kind][locale],
    tab: '/guest-data',
    body: html`${backLink(locale)}
<h1>${requestKindLabels[request.kind][locale]}</h1>
<p>${dueBadge(request, now(), locale)}</p>
<dl class="facts">${facts.map(([term, text]) => html`<div><dt>${term[locale]}</dt><dd>${text}</dd></div>`)}</dl>
${receipt && html`<p><a href="${receiptPath(receipt)}">${words.receipt[locale]}</a></p>`}
${request.contact !== '' && guestButton(request.contact, '/guest-data/kept', words.showData[locale])}
${request.kind === 'correct' && request.contact !== '' && (await bookingsToCorrect(context, request, locale))}
${request.contact === '' ? undefined : stepForm(request, locale, typed)}
<section><h2>${words.history[locale]}</h2>${await renderHistory(context, rows, locale)}</section>`,
  }
}

/** Where each of his bookings is put right. */
async function bookingsToCorrect(
  { store, now }: DeskContext,
  { contact }: DataRequest,
  locale: Locale,
): Promise<Html | undefined> {
  const { bookings } = await findGuest(store.read, parseGuestQuery(contact))
  const found = await Promise.all(bookings.map((id) => findBookingById(store.read, id, now())))
  const lines = found
    .flatMap((one) => one ?? [])
    .sort((one, other) => other.starts_at - one.starts_at)
  if (lines.length === 0) return undefined
  return html`<section><h2>${words.toCorrect[locale]}</h2><ul class="found">${lines.map(
    (one) =>
      html`<li><a href="${bookingUrl(one)}#correct">${formatCode(one.code)} · ${formatShortDate(one.date, locale)} ${one.time} · ${one.name}</a></li>`,
  )}</ul><p class="hint">${words.correctHint[locale]}</p></section>`
}

/** One form: whichever of its buttons is pressed, what was typed is kept. */
function stepForm(request: DataRequest, locale: Locale, typed: Typed): Html {
  const path = `/guest-data/requests/${request.id}`
  const button = (step: (typeof requestSteps)[number], tone = '') =>
    html`<button type="submit" class="${tone}" formaction="${path}/${step}">${words[step][locale]}</button>`
  const isOpen = request.done_at === null
  const storedNote = request.note ?? ''
  const { note = storedNote, dueOn = request.due_on } = typed
  return html`<form method="post" action="${path}/save" class="request"><input type="hidden" name="version" value="${request.version}"><input type="hidden" name="seen_note" value="${storedNote}"><input type="hidden" name="seen_due" value="${request.due_on}">
${note !== storedNote && storedNote !== '' && html`<p class="desk-note">${words.storedNote[locale]} ${storedNote}</p>`}
<label for="note">${words.note[locale]}</label><textarea id="note" name="note" rows="4" maxlength="1000">${note}</textarea>
${isOpen && html`<label for="due">${words.dueOn[locale]}</label><input id="due" name="due_on" type="date" value="${dueOn}" required>`}
<div class="acts">${button('save')}${isOpen && request.replied_at === null && button('reply')}${isOpen ? button('finish', 'main') : button('reopen', 'undo')}</div></form>`
}

const words = {
  who: { vi: 'Khách', en: 'Guest' },
  received: { vi: 'Nhận', en: 'Received' },
  replyBy: { vi: 'Hạn trả lời khách', en: 'Answer by' },
  dueOn: { vi: 'Hạn làm xong', en: 'To be done by' },
  replied: { vi: 'Đã trả lời', en: 'Answered' },
  done: { vi: 'Đã xong', en: 'Done' },
  receipt: { vi: 'Biên nhận', en: 'The receipt' },
  showData: { vi: 'Xem đang giữ gì của khách này', en: 'Show what is kept of this guest' },
  toCorrect: { vi: 'Sửa ở từng lượt đặt', en: 'Corrected in each booking' },
  correctHint: {
    vi: 'Mở lượt đặt, chọn “Sửa tên, số, email”. Đơn thẻ, lần xin gọi lại và bản tin chưa sửa được ở đây.',
    en: 'Open the booking and choose “Correct name, phone, e-mail”. Orders, call-backs and the newsletter cannot be corrected here.',
  },
  history: { vi: 'Lịch sử', en: 'History' },
  storedNote: { vi: 'Trong sổ đang ghi:', en: 'The book has now:' },
  note: { vi: 'Ghi chú', en: 'Notes' },
  save: { vi: 'Lưu', en: 'Save' },
  reply: { vi: 'Đã trả lời khách', en: 'The guest was answered' },
  finish: { vi: 'Đã xong', en: 'Done' },
  reopen: { vi: 'Mở lại', en: 'Open again' },
} satisfies Record<string, LocalizedText>
