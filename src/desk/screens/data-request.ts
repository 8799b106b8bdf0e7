/** One request of a guest about his data: what he asks, until when, and what was done about it. */

import { bookingById, historyOf } from '../../domain/booking/queries.ts'
import { shortDate } from '../../domain/messages/format.ts'
import type { requestSteps } from '../../domain/privacy/data-request-actions.ts'
import type { GuestRequest } from '../../domain/privacy/data-requests.ts'
import { findGuest, readGuest } from '../../domain/privacy/find-guest.ts'
import { receiptById } from '../../domain/privacy/receipts.ts'
import { showCode } from '../../kernel/booking-code.ts'
import { sayDate } from '../../kernel/format-date.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingPath } from '../components.ts'
import type { DeskParts } from '../context.ts'
import { sayMoment } from '../labels.ts'
import type { Page } from '../screen.ts'
import { dueMark, kindWords, sayAsker, wayWords } from './data-request-components.ts'
import { history } from './history.ts'
import { backLink, guestButton, receiptPath } from './privacy-components.ts'

/** What somebody typed and could not keep, since another was faster. */
export type Typed = { note?: string; dueOn?: string }

export async function requestPage(
  parts: DeskParts,
  request: GuestRequest,
  locale: Locale,
  typed: Typed = {},
): Promise<Page> {
  const { store, now } = parts
  const receipt =
    request.receipt_id === null ? undefined : await receiptById(store.read, request.receipt_id)
  const rows = await historyOf(store.read, `request:${request.id}`)
  const facts: [Words, string][] = [
    [words.who, sayAsker(request, locale)],
    [words.came, `${sayDate(request.came_on, locale)}, ${wayWords[request.way][locale]}`],
    [words.replyBy, sayDate(request.reply_by, locale)],
    [words.dueOn, sayDate(request.due_on, locale)],
    ...(request.replied_at === null
      ? []
      : [[words.replied, sayMoment(request.replied_at, now(), locale)] as [Words, string]]),
    ...(request.done_at === null
      ? []
      : [
          [
            words.done,
            `${sayMoment(request.done_at, now(), locale)}, ${await parts.nameOf(request.done_by ?? '', locale)}`,
          ] as [Words, string],
        ]),
  ]
  return {
    title: kindWords[request.kind][locale],
    tab: '/guest-data',
    body: html`${backLink(locale)}
<h1>${kindWords[request.kind][locale]}</h1>
<p>${dueMark(request, now(), locale)}</p>
<dl class="facts">${facts.map(([term, text]) => html`<div><dt>${term[locale]}</dt><dd>${text}</dd></div>`)}</dl>
${receipt && html`<p><a href="${receiptPath(receipt)}">${words.receipt[locale]}</a></p>`}
${request.contact !== '' && guestButton(request.contact, '/guest-data/kept', words.look[locale])}
${request.kind === 'correct' && request.contact !== '' && (await toCorrect(parts, request, locale))}
${request.contact === '' ? undefined : steps(request, locale, typed)}
<section><h2>${words.history[locale]}</h2>${await history(parts, rows, locale)}</section>`,
  }
}

/** Where each of his bookings is put right. */
async function toCorrect(
  { store, now }: DeskParts,
  { contact }: GuestRequest,
  locale: Locale,
): Promise<Html | undefined> {
  const { bookings } = await findGuest(store.read, readGuest(contact))
  const found = await Promise.all(bookings.map((id) => bookingById(store.read, id, now())))
  const lines = found
    .flatMap((one) => one ?? [])
    .sort((one, other) => other.starts_at - one.starts_at)
  if (lines.length === 0) return undefined
  return html`<section><h2>${words.toCorrect[locale]}</h2><ul class="found">${lines.map(
    (one) =>
      html`<li><a href="${bookingPath(one)}#correct">${showCode(one.code)} · ${shortDate(one.date, locale)} ${one.time} · ${one.name}</a></li>`,
  )}</ul><p class="hint">${words.correctHint[locale]}</p></section>`
}

/** One form: whichever of its buttons is pressed, what was typed is kept. */
function steps(request: GuestRequest, locale: Locale, typed: Typed): Html {
  const path = `/guest-data/requests/${request.id}`
  const button = (step: (typeof requestSteps)[number], tone = '') =>
    html`<button type="submit" class="${tone}" formaction="${path}/${step}">${words[step][locale]}</button>`
  const open = request.done_at === null
  const kept = request.note ?? ''
  const { note = kept, dueOn = request.due_on } = typed
  return html`<form method="post" action="${path}/save" class="request"><input type="hidden" name="version" value="${request.version}"><input type="hidden" name="seen_note" value="${kept}"><input type="hidden" name="seen_due" value="${request.due_on}">
${note !== kept && kept !== '' && html`<p class="desk-note">${words.keptNote[locale]} ${kept}</p>`}
<label for="note">${words.note[locale]}</label><textarea id="note" name="note" rows="4" maxlength="1000">${note}</textarea>
${open && html`<label for="due">${words.dueOn[locale]}</label><input id="due" name="due_on" type="date" value="${dueOn}" required>`}
<div class="acts">${button('save')}${open && request.replied_at === null && button('reply')}${open ? button('finish', 'main') : button('reopen', 'undo')}</div></form>`
}

const words = {
  who: { vi: 'Khách', en: 'Guest' },
  came: { vi: 'Nhận', en: 'Received' },
  replyBy: { vi: 'Hạn trả lời khách', en: 'Answer by' },
  dueOn: { vi: 'Hạn làm xong', en: 'To be done by' },
  replied: { vi: 'Đã trả lời', en: 'Answered' },
  done: { vi: 'Đã xong', en: 'Done' },
  receipt: { vi: 'Biên nhận', en: 'The receipt' },
  look: { vi: 'Xem đang giữ gì của khách này', en: 'Show what is kept of this guest' },
  toCorrect: { vi: 'Sửa ở từng lượt đặt', en: 'Corrected in each booking' },
  correctHint: {
    vi: 'Mở lượt đặt, chọn “Sửa tên, số, email”. Đơn thẻ, lần xin gọi lại và bản tin chưa sửa được ở đây.',
    en: 'Open the booking and choose “Correct name, phone, e-mail”. Orders, call-backs and the newsletter cannot be corrected here.',
  },
  history: { vi: 'Lịch sử', en: 'History' },
  keptNote: { vi: 'Trong sổ đang ghi:', en: 'The book has now:' },
  note: { vi: 'Ghi chú', en: 'Notes' },
  save: { vi: 'Lưu', en: 'Save' },
  reply: { vi: 'Đã trả lời khách', en: 'The guest was answered' },
  finish: { vi: 'Đã xong', en: 'Done' },
  reopen: { vi: 'Mở lại', en: 'Open again' },
} satisfies Record<string, Words>
