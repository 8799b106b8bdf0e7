/** The actions that the current status of a booking allows. */
import type { BookingView } from '../../domain/booking/rows.ts'
import { erasedName } from '../../domain/guest/fields.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, actionFields, bookingUrl } from '../booking-components.ts'
import {
  type ButtonTone,
  disclosure,
  hiddenInput,
  inputField,
  option,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatPhone } from '../labels.ts'
import { resourceOptions } from '../resources.ts'
import { changeRequestActions } from './change-request.ts'
import { declineReasons } from './reasons.ts'

export type Times = readonly { date: string; time: string }[]

/** The most likely next actions, one button each. */
export function nextActions(booking: BookingView, now: number, locale: Locale): Html {
  const hasChangeRequest = booking.change_kind !== null
  const canConfirm = booking.status === 'pending' && !hasChangeRequest
  return html`${hasChangeRequest && changeRequestActions(booking, locale)}
${canConfirm && actionButton(booking, 'confirm', words.confirm[locale], { tone: 'main' })}
${visitButtons(booking, now, locale)}`
}

function visitButtons(booking: BookingView, now: number, locale: Locale): Html | undefined {
  if (booking.status !== 'confirmed') return undefined
  const visitButton = (visit: 'seated' | 'finished' | 'no_show', tone?: ButtonTone) =>
    actionButton(booking, visit, words[visit][locale], tone ? { tone } : {})
  if (booking.visit === 'seated') return visitButton('finished', 'main')
  if (booking.visit !== null) return undefined
  return html`${now >= booking.starts_at - 2 * hour && visitButton('seated', 'main')}
${now >= booking.starts_at && visitButton('no_show')}`
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
  const hasTimes = isOpen && isUpcoming && times.length > 0
  return html`${hasTimes && alternativeTimes(booking, times, locale)}
${isOpen && moveForm(context, booking, locale, typed)}
${isOpen && declineOrCancelForm(context, booking, locale, typed)}
${booking.name !== erasedName && correctForm(booking, locale, typed)}
${noteForm(booking, locale, typed)}`
}

function alternativeTimes(booking: BookingView, times: Times, locale: Locale): Html {
  const buttons = times.map(({ date, time }) =>
    actionButton(booking, 'move', `${formatShortDate(date, locale)} ${time}`, {
      fields: { date, time, party: String(booking.party_size), agreed: '1' },
    }),
  )
  return html`<section id="other-times">
<h2>${words.alternatives[locale]}</h2>
<p class="hint">${words.alternativesHint[locale]}</p>
<div class="times">${buttons}</div>
<form method="post" action="${bookingUrl(booking)}/offer">
${actionFields(booking)}
${hiddenInput('times', times.map(formatStart).join(', '))}
${submitButton(words.offer[locale])}
</form>
</section>`
}

/** The format of the field "times": "2026-11-20 18:30". */
function formatStart({ date, time }: Times[number]): string {
  return `${date} ${time}`
}

function moveForm(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const value = (name: string, current: string | number) => typed.get(name) ?? String(current)
  const date = html`type="date" name="date" value="${value('date', booking.date)}" required`
  const time = html`type="time" name="time" step="900" value="${value('time', booking.time)}" required`
  const size = value('party', booking.party_size)
  const party = html`type="number" name="party" min="1" max="500" value="${size}" required`
  const places = [
    option('', words.anywhere[locale]),
    ...resourceOptions(context, locale, typed.get('resource') ?? ''),
  ]
  const form = html`<form method="post" action="${bookingUrl(booking)}/move" class="row">
${actionFields(booking)}
${inputField('move-date', words.date[locale], date)}
${inputField('move-time', words.time[locale], time)}
${inputField('move-party', words.party[locale], party)}
${selectField('move-place', 'resource', words.place[locale], places)}
${submitButton(words.move[locale])}
</form>`
  return disclosure(words.move[locale], form, { id: 'move', isOpen: typed.has('date') })
}

/** Declines a pending request, or cancels a confirmed booking. */
function declineOrCancelForm(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const action = booking.status === 'pending' ? 'decline' : 'cancel'
  const form = html`<form method="post" action="${bookingUrl(booking)}/${action}">
${actionFields(booking)}
${declineReasons(context, booking, locale, typed.get('own') ?? '')}
</form>`
  return disclosure(words[action][locale], form, { id: action, isOpen: typed.has('own') })
}

function correctForm(booking: BookingView, locale: Locale, typed: URLSearchParams): Html {
  const input = (name: string, type: string, maxLength: number, current: string) =>
    html`name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="off"
 value="${typed.get(name) ?? current}"`
  const name = html`${input('name', 'text', 80, booking.name)} required`
  const phone = input('phone', 'tel', 40, formatPhone(booking.phone))
  const email = input('email', 'email', 254, booking.email ?? '')
  const form = html`<form method="post" action="${bookingUrl(booking)}/correct" class="row">
${actionFields(booking)}
${inputField('correct-name', words.name[locale], name)}
${inputField('correct-phone', words.phone[locale], phone)}
${inputField('correct-email', 'Email', email)}
${submitButton(words.save[locale])}
</form>`
  return disclosure(words.correct[locale], form, { id: 'correct', isOpen: typed.has('phone') })
}

function noteForm(booking: BookingView, locale: Locale, typed: URLSearchParams): Html {
  const storedNote = booking.desk_note ?? ''
  const note = typed.get('note') ?? storedNote
  const form = html`<form method="post" action="${bookingUrl(booking)}/note">
${actionFields(booking)}
${hiddenInput('seen_note', storedNote)}
<label for="desk-note">${words.noteHint[locale]}</label>
<textarea id="desk-note" name="note" maxlength="500" rows="2">${note}</textarea>
${submitButton(words.save[locale])}
</form>`
  return disclosure(words.note[locale], form, { isOpen: typed.has('note') })
}

const words = {
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  seated: { vi: 'Khách đã tới', en: 'Arrived' },
  finished: { vi: 'Khách đã xong', en: 'Finished' },
  no_show: { vi: 'Không tới', en: 'No-show' },
  alternatives: { vi: 'Giờ gần nhất còn trống', en: 'Nearest free times' },
  alternativesHint: {
    vi:
      'Khách đồng ý qua điện thoại: chạm vào giờ để dời và xác nhận luôn. Chưa gọi được: gửi cả các giờ này cho ' +
      'khách chọn.',
    en:
      'If the guest agreed by phone, tap a time to move and confirm the booking. If you have not reached the ' +
      'guest, send these times to choose from.',
  },
  offer: { vi: 'Gửi các giờ này cho khách', en: 'Offer these times to the guest' },
  move: { vi: 'Dời hoặc đổi chỗ', en: 'Move or reassign' },
  date: { vi: 'Ngày', en: 'Date' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Số khách', en: 'Guests' },
  place: { vi: 'Chỗ', en: 'Place' },
  anywhere: { vi: 'Chỗ nào phù hợp cũng được', en: 'Any suitable place' },
  decline: { vi: 'Từ chối', en: 'Decline' },
  cancel: { vi: 'Huỷ', en: 'Cancel booking' },
  note: { vi: 'Ghi chú của quầy', en: 'Staff note' },
  noteHint: { vi: 'Chỉ nhân viên thấy', en: 'Only visible to staff' },
  correct: { vi: 'Sửa tên, số, email', en: 'Correct name, phone, email' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  save: { vi: 'Lưu', en: 'Save' },
} satisfies Record<string, LocalizedText>
