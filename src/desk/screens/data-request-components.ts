/** A guest's request about his data as the register shows it, and the form that enters one. */
import { formatShortDate } from '../../domain/messages/format.ts'
import {
  type DataRequest,
  isUrgent,
  type RequestChannel,
  type RequestKind,
  requestChannels,
  requestKinds,
} from '../../domain/privacy/data-requests.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { formatContact } from './privacy-components.ts'

export const requestKindLabels: Record<RequestKind, LocalizedText> = {
  see: { vi: 'Xin xem dữ liệu', en: 'To see what is kept' },
  correct: { vi: 'Xin sửa', en: 'To have it corrected' },
  erase: { vi: 'Xin xóa', en: 'To be erased' },
  withdraw: { vi: 'Rút lại sự đồng ý', en: 'To withdraw consent' },
  other: { vi: 'Việc khác', en: 'Something else' },
}

export const requestWayLabels: Record<RequestChannel, LocalizedText> = {
  phone: { vi: 'điện thoại', en: 'phone' },
  message: { vi: 'tin nhắn, email', en: 'message or e-mail' },
  in_person: { vi: 'gặp trực tiếp', en: 'in person' },
  letter: { vi: 'thư giấy', en: 'letter' },
}

export function requestLine(request: DataRequest, now: number, locale: Locale): Html {
  return html`<li id="r-${request.id}"><a href="/guest-data/requests/${request.id}"><b>${requestKindLabels[request.kind][locale]}</b> · <span class="copy">${formatRequester(request, locale)}</span><br><span class="quiet">${formatShortDate(request.came_on, locale)}, ${requestWayLabels[request.way][locale]}</span><br>${dueBadge(request, now, locale)}</a></li>`
}

/** "Lan, 0912 345 678" */
export function formatRequester({ name, contact }: DataRequest, locale: Locale): string {
  if (contact === '') return words.erased[locale]
  return name === null ? formatContact(contact) : `${name}, ${formatContact(contact)}`
}

/** What is next, and until when. */
export function dueBadge(request: DataRequest, now: number, locale: Locale): Html {
  const { reply_by, due_on, replied_at, done_at } = request
  const today = dateAt(now)
  if (done_at !== null) {
    return html`<span class="due">${words.done[locale]} ${formatShortDate(dateAt(done_at), locale)}</span>`
  }
  const [next, day] = replied_at === null && due_on >= today ? ['reply', reply_by] : ['due', due_on]
  const late = day < today ? 'late' : isUrgent(request, now) ? 'soon' : ''
  const label = next === 'reply' ? words.reply : words.finish
  return html`<span class="due ${late}">${late === 'late' && `${words.late[locale]} · `}${label[locale]} ${formatShortDate(day, locale)}</span>`
}

/** Open where something typed in it was refused. */
export function newRequestForm({ now }: DeskContext, typed: URLSearchParams, locale: Locale): Html {
  const options = <Name extends string>(
    names: readonly Name[],
    all: Record<Name, LocalizedText>,
    field: string,
  ) =>
    names.map(
      (name) =>
        html`<option value="${name}"${typed.get(field) === name && html` selected`}>${all[name][locale]}</option>`,
    )
  const text = (name: string, otherwise = '') => typed.get(name) ?? otherwise
  return html`<details class="drop"${typed.has('kind') && html` open`}><summary>${words.enter[locale]}</summary>
<form method="post" action="/guest-data/requests" class="entry"><div class="row">
<div><label for="kind">${words.what[locale]}</label><select id="kind" name="kind">${options(requestKinds, requestKindLabels, 'kind')}</select></div>
<div><label for="contact">${words.contact[locale]}</label><input id="contact" name="contact" type="text" autocomplete="off" maxlength="100" value="${text('contact')}" required></div>
<div><label for="asker">${words.name[locale]}</label><input id="asker" name="name" type="text" autocomplete="off" maxlength="80" value="${text('name')}"></div>
<div><label for="way">${words.way[locale]}</label><select id="way" name="way">${options(requestChannels, requestWayLabels, 'way')}</select></div>
<div><label for="came">${words.received[locale]}</label><input id="came" name="came_on" type="date" max="${dateAt(now())}" value="${text('came_on', dateAt(now()))}" required></div>
</div>
<label for="request-note">${words.note[locale]}</label><textarea id="request-note" name="note" rows="3" maxlength="1000">${text('note')}</textarea>
<button type="submit" class="main">${words.register[locale]}</button></form></details>`
}

const words = {
  erased: { vi: 'khách đã được xóa', en: 'a guest who was erased' },
  done: { vi: 'xong', en: 'done' },
  late: { vi: 'quá hạn', en: 'overdue' },
  reply: { vi: 'hạn trả lời', en: 'answer by' },
  finish: { vi: 'hạn xong', en: 'done by' },
  enter: { vi: 'Ghi yêu cầu mới', en: 'Enter a request' },
  what: { vi: 'Khách xin gì', en: 'What is asked' },
  contact: { vi: 'Điện thoại hoặc email', en: 'Phone or e-mail' },
  name: { vi: 'Tên, nếu biết', en: 'Name, if known' },
  way: { vi: 'Nhận qua', en: 'Came by' },
  received: { vi: 'Ngày nhận', en: 'Received on' },
  note: { vi: 'Ghi chú', en: 'Notes' },
  register: { vi: 'Ghi vào sổ', en: 'Enter it' },
} satisfies Record<string, LocalizedText>
