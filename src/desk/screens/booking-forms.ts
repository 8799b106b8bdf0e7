/** What can be done with a booking now: only what its state allows is shown. */
import type { BookingView } from '../../domain/booking/queries.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { erasedName } from '../../domain/privacy/anonymize.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, actionFields, bookingUrl } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatPhone } from '../labels.ts'
import { resourceOptions } from '../resources.ts'
import { changeRequestActions } from './change-request.ts'
import { declineReasons } from './reasons.ts'

export type Times = readonly { date: string; time: string }[]

/** As an offer names them: "2026-11-20 18:30". */
export const formatStart = ({ date, time }: { date: string; time: string }) => `${date} ${time}`

/** What is most likely wanted next: one tap each. */
export function nextActions(booking: BookingView, now: number, locale: Locale): Html {
  const hasChangeRequest = booking.change_kind !== null
  const waiting = booking.status === 'pending' && !hasChangeRequest
  return html`${hasChangeRequest && changeRequestActions(booking, locale)}
${waiting && actionButton(booking, 'confirm', words.confirm[locale], { tone: 'main' })}
${visitButtons(booking, now, locale)}`
}

export function bookingForms(
  context: DeskContext,
  booking: BookingView,
  times: Times,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const isOpen = booking.status !== 'cancelled' && booking.visit === null
  const isUpcoming = booking.starts_at > context.now()
  return html`${isOpen && isUpcoming && times.length > 0 && alternativeTimes(booking, times, locale)}
${isOpen && moveForm(context, booking, locale, typed)}
${isOpen && declineOrCancelForm(context, booking, locale, typed)}
${booking.name !== erasedName && correctForm(booking, locale, typed)}
<details class="drop"${typed.has('note') && html` open`}><summary>${words.note[locale]}</summary>
<form method="post" action="${bookingUrl(booking)}/note">${actionFields(booking)}<input type="hidden" name="seen_note" value="${booking.desk_note ?? ''}">
<label for="desk-note">${words.noteHint[locale]}</label>
<textarea id="desk-note" name="note" maxlength="500" rows="2">${typed.get('note') ?? booking.desk_note ?? ''}</textarea>
<button type="submit">${words.save[locale]}</button></form></details>`
}

function visitButtons(booking: BookingView, now: number, locale: Locale): Html | undefined {
  if (booking.status !== 'confirmed') return undefined
  const visitButton = (visit: 'seated' | 'finished' | 'no_show', tone = '') =>
    actionButton(booking, visit, words[visit][locale], { tone })
  if (booking.visit === 'seated') return visitButton('finished', 'main')
  if (booking.visit !== null) return undefined
  return html`${now >= booking.starts_at - 2 * hour && visitButton('seated', 'main')}${
    now >= booking.starts_at && visitButton('no_show')
  }`
}

function alternativeTimes(booking: BookingView, times: Times, locale: Locale): Html {
  return html`<section id="other-times"><h2>${words.alternatives[locale]}</h2>
<p class="hint">${words.alternativesHint[locale]}</p>
<div class="times">${times.map(({ date, time }) =>
    actionButton(booking, 'move', `${formatShortDate(date, locale)} ${time}`, {
      fields: { date, time, party: String(booking.party_size), agreed: '1' },
    }),
  )}</div>
<form method="post" action="${bookingUrl(booking)}/offer">${actionFields(booking)}
<input type="hidden" name="times" value="${times.map(formatStart).join(', ')}">
<button type="submit">${words.offer[locale]}</button></form></section>`
}

function moveForm(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const value = (name: string, now: string | number) => typed.get(name) ?? String(now)
  return html`<details class="drop" id="move"${typed.has('date') && html` open`}><summary>${words.move[locale]}</summary>
<form method="post" action="${bookingUrl(booking)}/move" class="row">${actionFields(booking)}
<div><label for="move-date">${words.date[locale]}</label><input id="move-date" type="date" name="date" value="${value('date', booking.date)}" required></div>
<div><label for="move-time">${words.time[locale]}</label><input id="move-time" type="time" name="time" step="900" value="${value('time', booking.time)}" required></div>
<div><label for="move-party">${words.party[locale]}</label><input id="move-party" type="number" name="party" min="1" max="500" value="${value('party', booking.party_size)}" required></div>
<div><label for="move-place">${words.place[locale]}</label><select id="move-place" name="resource"><option value="">${words.anywhere[locale]}</option>${resourceOptions(context, locale, typed.get('resource') ?? '')}</select></div>
<button type="submit">${words.move[locale]}</button></form></details>`
}

function correctForm(booking: BookingView, locale: Locale, typed: URLSearchParams): Html {
  const value = (name: string, now: string) => typed.get(name) ?? now
  return html`<details class="drop" id="correct"${typed.has('phone') && html` open`}><summary>${words.correct[locale]}</summary>
<form method="post" action="${bookingUrl(booking)}/correct" class="row">${actionFields(booking)}
<div><label for="correct-name">${words.name[locale]}</label><input id="correct-name" name="name" type="text" maxlength="80" autocomplete="off" value="${value('name', booking.name)}" required></div>
<div><label for="correct-phone">${words.phone[locale]}</label><input id="correct-phone" name="phone" type="tel" maxlength="40" autocomplete="off" value="${value('phone', formatPhone(booking.phone))}"></div>
<div><label for="correct-email">Email</label><input id="correct-email" name="email" type="email" maxlength="254" autocomplete="off" value="${value('email', booking.email ?? '')}"></div>
<button type="submit">${words.save[locale]}</button></form></details>`
}

/** Declining a request, or cancelling a booking. */
function declineOrCancelForm(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const action = booking.status === 'pending' ? 'decline' : 'cancel'
  return html`<details class="drop" id="${action}"${typed.has('own') && html` open`}><summary>${words[action][locale]}</summary>
<form method="post" action="${bookingUrl(booking)}/${action}">${actionFields(booking)}
${declineReasons(context, booking, locale, typed.get('own') ?? '')}</form></details>`
}

const words = {
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  seated: { vi: 'Khách đã tới', en: 'Arrived' },
  finished: { vi: 'Khách đã xong', en: 'Finished' },
  no_show: { vi: 'Không tới', en: 'Did not come' },
  alternatives: { vi: 'Giờ gần nhất còn trống', en: 'Nearest free times' },
  alternativesHint: {
    vi: 'Khách đồng ý qua điện thoại: chạm vào giờ để dời và xác nhận luôn. Chưa gọi được: gửi cả các giờ này cho khách chọn.',
    en: 'The guest agreed on the phone: tap a time to move and confirm at once. Not reached yet: send these times to choose from.',
  },
  offer: { vi: 'Gửi các giờ này cho khách', en: 'Offer these times' },
  move: { vi: 'Dời hoặc đổi chỗ', en: 'Move or rearrange' },
  date: { vi: 'Ngày', en: 'Date' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Số khách', en: 'Guests' },
  place: { vi: 'Chỗ', en: 'Place' },
  anywhere: { vi: 'Chỗ nào phù hợp cũng được', en: 'Wherever fits best' },
  decline: { vi: 'Từ chối', en: 'Decline' },
  cancel: { vi: 'Hủy', en: 'Cancel it' },
  note: { vi: 'Ghi chú của quầy', en: 'Note of the desk' },
  noteHint: { vi: 'Chỉ nhân viên thấy', en: 'Only staff see it' },
  correct: { vi: 'Sửa tên, số, email', en: 'Correct name, phone, e-mail' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  save: { vi: 'Lưu', en: 'Keep' },
} satisfies Record<string, LocalizedText>
