/** The actions that the current status of a booking allows. */
import {
  bookingCommands,
  isActionPossible,
  possibleCommands,
} from '../../domain/booking/action-rules.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { erasedName } from '../../domain/guest/fields.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, actionFields, bookingUrl } from '../booking-components.ts'
import {
  disclosure,
  hiddenInput,
  hiddenInputs,
  inputField,
  option,
  selectField,
  submitButton,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatEndTime, formatNationalPhone } from '../labels.ts'
import { isOfferRequired } from '../line-reader.ts'
import { type PlaceStates, placeChoice } from '../place-choice.ts'
import { changeRequestActions } from './change-request.ts'
import { depositOnCancellation } from './deposit.ts'
import { offeringField } from './place-offers.ts'
import { declineReasons, guestCancelFields } from './reasons.ts'

/** The most likely next actions, one button each. */
export function nextActions(booking: BookingView, now: number, locale: Locale): Html {
  const hasChangeRequest = booking.change_kind !== null
  const canConfirm = isActionPossible('confirmed', booking, now) && !hasChangeRequest
  return html`${hasChangeRequest && changeRequestActions(booking, locale)}
${canConfirm && actionButton(booking, 'confirm', bookingCommands.confirm.button[locale], { tone: 'main' })}
${visitButtons(booking, now, locale)}`
}

const visitCommands = ['seated', 'no_show', 'finished'] as const

function visitButtons(booking: BookingView, now: number, locale: Locale): Html[] {
  return possibleCommands(booking, visitCommands, now).map((command) => {
    const label = bookingCommands[command].button[locale]
    return actionButton(booking, command, label, command === 'no_show' ? {} : { tone: 'main' })
  })
}

export function bookingForms(
  context: DeskContext,
  booking: BookingView,
  states: PlaceStates,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const now = context.now()
  const isErased = booking.name === erasedName
  const canMove = !isErased && isActionPossible('rearranged', booking, now)
  const canCancel = isActionPossible('cancelled', booking, now)
  const [ending] = possibleCommands(booking, ['decline', 'cancel'], now)
  return html`${canMove && moveForm(context, booking, states, locale, typed)}
${canMove && endForm(booking, locale, typed)}
${canMove && offerForm(context, booking, locale)}
${canMove && swapForm(booking, states, locale)}
${ending && endingForm(context, booking, ending, locale, typed)}
${canCancel && guestCancellation(context, booking, locale)}
${!isErased && correctForm(booking, locale, typed)}
${noteForm(booking, locale, typed)}`
}

function moveForm(
  context: DeskContext,
  booking: BookingView,
  states: PlaceStates,
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const value = (name: string, current: string | number) => typed.get(name) ?? String(current)
  const date = html`type="date" name="date" value="${value('date', booking.date)}" required`
  const time = html`type="time" name="time" step="900" value="${value('time', booking.time)}" required`
  // The stay of a party that is there has begun.
  const isSeated = booking.visit === 'seated'
  const size = value('party', booking.party_size)
  const party = html`type="number" name="party" min="1" max="500" value="${size}" required`
  const timeFields = isSeated
    ? hiddenInputs({ date: booking.date, time: booking.time })
    : [
        inputField('move-date', words.date[locale], date),
        inputField('move-time', words.time[locale], time),
      ]
  const form = html`<form method="post" action="${bookingUrl(booking)}/move" class="row">
${actionFields(booking)}
${timeFields}
${inputField('move-party', words.party[locale], party)}
${placeChoice(context, states, typed.getAll('resource'), locale)}
${submitButton(bookingCommands.move.button[locale])}
</form>`
  const label = bookingCommands.move.button[locale]
  return disclosure(label, form, {
    id: 'move',
    isOpen: typed.has('date') && !typed.has(offeringField),
  })
}

/** "Back by 20:15", or longer. The time and the place stay. */
function endForm(booking: BookingView, locale: Locale, typed: URLSearchParams): Html {
  const { date, time } = booking
  const value = typed.get('until') ?? formatEndTime(booking)
  const until = html`type="time" name="until" step="900" value="${value}" required`
  const form = html`<form method="post" action="${bookingUrl(booking)}/move" class="row">
${actionFields(booking)}${hiddenInputs({ date, time })}
${inputField('end-until', words.until[locale], until)}
${submitButton(words.save[locale])}
</form>`
  return disclosure(words.changeEnd[locale], form, { id: 'end' })
}

/** Another service: one tap on it; its length and price follow. */
function offerForm(context: DeskContext, booking: BookingView, locale: Locale): Html | undefined {
  if (!isOfferRequired(context.shop)) return undefined
  const { offers, categories } = context.shop.assortment
  const others = offers.filter(({ id, bookable }) => bookable && id !== booking.offer_id)
  const groups = categories.flatMap(({ id, name }) => {
    const buttons = others
      .filter(({ category }) => category === id)
      .map(
        (one) => html`<button type="submit" name="offerId" value="${one.id}">
<b>${one.name[locale]}</b> <small>${one.minutes} ${words.minutes[locale]} ·
${formatMoney(one.price, locale)}</small></button>`,
      )
    return buttons.length > 0
      ? [html`<p><b>${name[locale]}</b></p><div class="entry-options wide">${buttons}</div>`]
      : []
  })
  if (groups.length === 0) return undefined
  const form = html`<form method="post" action="${bookingUrl(booking)}/change_offer">
${actionFields(booking)}
<p class="hint">${words.offerHint[locale]}</p>
${groups}
</form>`
  return disclosure(bookingCommands.change_offer.button[locale], form, { id: 'offer' })
}

/** The bookings that overlap this one, each with the version on the screen. */
function swapForm(booking: BookingView, states: PlaceStates, locale: Locale): Html | undefined {
  const { others } = states
  if (others.length === 0) return undefined
  const { date, time } = booking
  const options = others.map((other) =>
    option(
      `${formatCode(other.code)} ${other.version}`,
      `${other.time}–${formatEndTime(other)} ${other.name}, ${formatGuestCount(other.party_size, locale)}`,
    ),
  )
  const form = html`<form method="post" action="${bookingUrl(booking)}/move" class="row">
${actionFields(booking)}${hiddenInputs({ date, time })}
${selectField('swap-with', 'swap', words.swapWith[locale], options)}
${submitButton(words.swap[locale])}
</form>`
  return disclosure(words.swapPlaces[locale], form, { id: 'swap' })
}

/** The guest has called to cancel: one tap, with the rule about the deposit beside it. */
function guestCancellation(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const label = booking.status === 'pending' ? words.guestWithdraws : words.guestCancels
  return html`<div class="guest-cancels">
${actionButton(booking, 'cancel', label[locale], { fields: guestCancelFields(booking) })}
${depositOnCancellation(context, booking, locale)}
</div>`
}

/** Declines a pending request, or cancels a confirmed booking. */
function endingForm(
  context: DeskContext,
  booking: BookingView,
  command: 'decline' | 'cancel',
  locale: Locale,
  typed: URLSearchParams,
): Html {
  const form = html`<form method="post" action="${bookingUrl(booking)}/${command}">
${actionFields(booking)}
${declineReasons(context, booking, locale, typed.get('own') ?? '')}
</form>`
  const label = command === 'cancel' ? words.shopCancels : bookingCommands.decline.button
  return disclosure(label[locale], form, { id: command, isOpen: typed.has('own') })
}

function correctForm(booking: BookingView, locale: Locale, typed: URLSearchParams): Html {
  const input = (name: string, type: string, maxLength: number, current: string) =>
    html`name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="off"
 value="${typed.get(name) ?? current}"`
  const name = html`${input('name', 'text', 80, booking.name)} required`
  const phone = input('phone', 'tel', 40, formatNationalPhone(booking.phone))
  const email = input('email', 'email', 254, booking.email ?? '')
  const form = html`<form method="post" action="${bookingUrl(booking)}/correct" class="row">
${actionFields(booking)}
${inputField('correct-name', words.name[locale], name)}
${inputField('correct-phone', words.phone[locale], phone)}
${inputField('correct-email', 'Email', email)}
${submitButton(words.save[locale])}
</form>`
  const label = bookingCommands.correct.button[locale]
  return disclosure(label, form, { id: 'correct', isOpen: typed.has('phone') })
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
  return disclosure(bookingCommands.note.button[locale], form, { isOpen: typed.has('note') })
}

const words = {
  date: { vi: 'Ngày', en: 'Date' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Số khách', en: 'Guests' },
  guestCancels: { vi: 'Khách huỷ', en: 'The guest cancels' },
  guestWithdraws: { vi: 'Khách rút yêu cầu', en: 'The guest withdraws it' },
  shopCancels: { vi: 'Tiệm huỷ…', en: 'Cancel by the shop…' },
  until: { vi: 'Ở tới', en: 'Stays until' },
  minutes: { vi: 'phút', en: 'min' },
  offerHint: {
    vi: 'Chạm vào dịch vụ mới; giá và giờ kết thúc đổi theo.',
    en: 'Tap the new service; the price and the end follow.',
  },
  changeEnd: { vi: 'Đổi giờ kết thúc', en: 'Change the end' },
  swapPlaces: { vi: 'Đổi chỗ với lượt khác', en: 'Swap with another booking' },
  swapWith: { vi: 'Lượt kia', en: 'Other booking' },
  swap: { vi: 'Đổi chỗ cho nhau', en: 'Swap places' },
  noteHint: { vi: 'Chỉ nhân viên thấy', en: 'Only visible to staff' },
  name: { vi: 'Tên', en: 'Name' },
  phone: { vi: 'Điện thoại', en: 'Phone' },
  save: { vi: 'Lưu', en: 'Save' },
} satisfies Record<string, LocalizedText>
