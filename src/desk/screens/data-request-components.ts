/** Data requests in the register, and the form that registers one. */
import { formatShortDate } from '../../domain/messages/format.ts'
import {
  type DataRequest,
  isUrgent,
  needsVerification,
  type RequestChannel,
  type RequestKind,
  requestChannels,
  requestKinds,
} from '../../domain/privacy/data-requests.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, inputField, option, selectField, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatContact } from './privacy-components.ts'

export const requestKindLabels: Record<RequestKind, LocalizedText> = {
  see: { vi: 'Xin xem dữ liệu', en: 'View data' },
  correct: { vi: 'Xin sửa', en: 'Correct data' },
  erase: { vi: 'Xin xoá', en: 'Erase data' },
  withdraw: { vi: 'Rút lại sự đồng ý', en: 'Withdraw consent' },
  other: { vi: 'Việc khác', en: 'Other' },
}

const requestWayLabels: Record<RequestChannel, LocalizedText> = {
  phone: { vi: 'điện thoại', en: 'phone' },
  message: { vi: 'tin nhắn, email', en: 'message or email' },
  in_person: { vi: 'gặp trực tiếp', en: 'in person' },
  letter: { vi: 'thư giấy', en: 'letter' },
}

export function requestLine(request: DataRequest, now: number, locale: Locale): Html {
  const { id, kind, came_on } = request
  const requester = html`<span class="copy">${formatRequester(request, locale)}</span>`
  const received = `${formatShortDate(came_on, locale)}, ${requestWay(request, locale)}`
  return html`<li id="r-${id}"><a href="/guest-data/requests/${id}">
<b>${requestKindLabels[kind][locale]}</b> · ${requester}<br>
<span class="muted">${received}</span><br>
${dueBadge(request, now, locale)}</a></li>`
}

/** "message or email", "from the guest, not verified yet" */
export function requestWay(request: DataRequest, locale: Locale): string {
  if (request.source === null) return requestWayLabels[request.way][locale]
  return needsVerification(request) ? words.unverified[locale] : words.fromGuest[locale]
}

/** "Lan, 0912 345 678" */
export function formatRequester({ name, contact }: DataRequest, locale: Locale): string {
  if (contact === '') return words.erased[locale]
  return name === null ? formatContact(contact) : `${name}, ${formatContact(contact)}`
}

/** The next step and its deadline. */
export function dueBadge(request: DataRequest, now: number, locale: Locale): Html {
  const { reply_by, due_on, replied_at, done_at } = request
  if (done_at !== null) {
    const date = formatShortDate(dateAt(done_at), locale)
    return html`<span class="due">${words.done[locale]} ${date}</span>`
  }
  const today = dateAt(now)
  const needsReply = replied_at === null && due_on >= today
  const [label, date] = needsReply ? [words.replyBy, reply_by] : [words.doneBy, due_on]
  const text = `${label[locale]} ${formatShortDate(date, locale)}`
  if (date < today) return html`<span class="due late">${words.late[locale]} · ${text}</span>`
  return html`<span class="due${isUrgent(request, now) && ' soon'}">${text}</span>`
}

/** Open if its input was rejected. */
export function newRequestForm({ now }: DeskContext, typed: URLSearchParams, locale: Locale): Html {
  const options = <Name extends string>(
    names: readonly Name[],
    labels: Record<Name, LocalizedText>,
    field: string,
  ) => names.map((name) => option(name, labels[name][locale], typed.get(field) === name))
  const text = (name: string, maxLength: number) =>
    html`name="${name}" type="text" autocomplete="off" maxlength="${maxLength}" value="${typed.get(name) ?? ''}"`
  const today = dateAt(now())
  const received = html`name="came_on" type="date" max="${today}" value="${typed.get('came_on') ?? today}" required`
  const kinds = options(requestKinds, requestKindLabels, 'kind')
  const ways = options(requestChannels, requestWayLabels, 'way')
  const form = html`<form method="post" action="/guest-data/requests" class="entry">
<div class="row">
${selectField('kind', 'kind', words.kind[locale], kinds)}
${inputField('contact', words.contact[locale], html`${text('contact', 100)} required`)}
${inputField('requester', words.name[locale], text('name', 80))}
${selectField('way', 'way', words.way[locale], ways)}
${inputField('came', words.received[locale], received)}
</div>
<label for="request-note">${words.note[locale]}</label>
<textarea id="request-note" name="note" rows="3" maxlength="1000">${typed.get('note') ?? ''}</textarea>
${submitButton(words.register[locale], 'main')}
</form>`
  return disclosure(words.newRequest[locale], form, { isOpen: typed.has('kind') })
}

const words = {
  erased: { vi: 'khách đã được xoá', en: 'erased guest' },
  unverified: { vi: 'khách gửi, chưa xác minh', en: 'from the guest, not verified yet' },
  fromGuest: { vi: 'khách gửi, đã xác minh', en: 'from the guest, verified' },
  done: { vi: 'xong', en: 'done' },
  late: { vi: 'quá hạn', en: 'overdue' },
  replyBy: { vi: 'hạn trả lời', en: 'answer by' },
  doneBy: { vi: 'hạn xong', en: 'due on' },
  newRequest: { vi: 'Ghi yêu cầu mới', en: 'Register a request' },
  kind: { vi: 'Khách xin gì', en: 'Request' },
  contact: { vi: 'Điện thoại hoặc email', en: 'Phone or email' },
  name: { vi: 'Tên, nếu biết', en: 'Name, if known' },
  way: { vi: 'Nhận qua', en: 'Received by' },
  received: { vi: 'Ngày nhận', en: 'Received on' },
  note: { vi: 'Ghi chú', en: 'Notes' },
  register: { vi: 'Ghi vào sổ', en: 'Register' },
} satisfies Record<string, LocalizedText>
