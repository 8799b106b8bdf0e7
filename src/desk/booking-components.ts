/** Markup about one booking that several screens share. */
import type { BookingCommand } from '../domain/booking/actions.ts'
import { type BookingView, isComing } from '../domain/booking/rows.ts'
import { erasedName } from '../domain/guest/fields.ts'
import { answerRows, isHealthQuestion, isOrdinaryQuestion } from '../domain/guest/questions.ts'
import { formatGuestCount, formatSource } from '../domain/messages/format.ts'
import { hoursOn } from '../domain/scheduling/hours.ts'
import { missingResources } from '../domain/scheduling/resource-names.ts'
import type { CalendarTime } from '../domain/scheduling/rules.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { type ButtonTone, type FormFields, hiddenInput, hiddenInputs } from './components.ts'
import type { DeskContext } from './context.ts'
import {
  displayStatus,
  formatEndTime,
  formatNationalPhone,
  statusLabel,
  zaloLink,
} from './labels.ts'

export function bookingUrl(booking: { code: string }): string {
  return `/bookings/${formatCode(booking.code)}`
}

type ActionButtonOptions = {
  tone?: ButtonTone
  fields?: FormFields
  /** The screen to show afterwards. */
  next?: string | undefined
}

/** A button that runs an action on the version of the booking that is on the screen. */
export function actionButton(
  booking: BookingView,
  command: BookingCommand,
  label: string | Html,
  { tone, fields = {}, next }: ActionButtonOptions = {},
): Html {
  const toneAttribute = tone && html` class="${tone}"`
  return html`<form method="post" action="${bookingUrl(booking)}/${command}">
${actionFields(booking, next)}${hiddenInputs(fields)}
<button type="submit"${toneAttribute} data-act="${command}">${label}</button>
</form>`
}

export function actionFields({ version }: BookingView, next?: string): Html {
  return html`${hiddenInput('version', version)}${next !== undefined && hiddenInput('next', next)}`
}

export function guestContactLinks(
  { phone, email }: { phone: string; email: string | null },
  locale: Locale,
): Html {
  const zalo = zaloLink(phone)
  return html`<span class="contact">${phone !== '' && callLink(phone, locale)}
${zalo && html`<a class="button" href="${zalo}" rel="noreferrer noopener" target="_blank">Zalo</a>`}
${email !== null && html`<a class="button" href="mailto:${email}">Email</a>`}</span>`
}

function callLink(phone: string, locale: Locale): Html {
  const number = html`<span class="visually-hidden"> ${formatNationalPhone(phone)}</span>`
  return html`<a class="button" href="tel:${phone}">${words.call[locale]}${number}</a>`
}

/** The status, and whether an expected guest has said that they are coming. */
export function statusBadge(booking: BookingView, locale: Locale): Html {
  const className = `status-badge ${displayStatus(booking)}`
  const isExpected = booking.status !== 'cancelled' && booking.visit === null
  const coming =
    isExpected && isComing(booking) && html` <span class="badge">${words.coming[locale]}</span>`
  return html`<span class="${className}">${statusLabel(booking, locale)}</span>${coming}`
}

/** The allergies or health boxes that the guest declared. */
export function healthAnswers(
  { shop }: DeskContext,
  { answers }: BookingView,
  locale: Locale,
): string {
  const rows = answerRows(shop.booking.questions.filter(isHealthQuestion), answers, locale)
  return rows.map(([, text]) => text).join(', ')
}

/** "Dịp: Sinh nhật", for each other question. */
export function ordinaryAnswers(
  { shop }: DeskContext,
  { answers }: BookingView,
  locale: Locale,
): string[] {
  const rows = answerRows(shop.booking.questions.filter(isOrdinaryQuestion), answers, locale)
  return rows.map(([heading, text]) => `${heading}: ${text}`)
}

/** Health warnings, other answers, the guest's note and the staff's note. */
export function guestRemarks(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const { note, desk_note: deskNote } = booking
  return html`${healthWarning(context, booking, locale)}
${ordinaryAnswers(context, booking, locale).map((text) => html`<p class="note">${text}</p>`)}
${note !== null && html`<p class="note">“${note}”</p>`}
${deskNote !== null && html`<p class="desk-note">✎ ${deskNote}</p>`}`
}

function healthWarning(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const health = healthAnswers(context, booking, locale)
  const parts = [
    ...(health === '' ? [] : [html`<b>${words.health[locale]}:</b> ${health}`]),
    ...(booking.requiresStaffCall ? [html`<b>${words.speakFirst[locale]}</b>`] : []),
  ]
  if (parts.length === 0) return undefined
  return html`<p class="health-warning">${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}</p>`
}

/** A day can be closed after a booking was made for it; the guest must then be contacted. */
export function closedDayWarning(
  { shop }: DeskContext,
  date: string,
  locale: Locale,
): Html | undefined {
  const hours = hoursOn(shop.business, date)
  if (hours.open) return undefined
  return html`<p class="closed-warning"><b>${words.closed[locale]}:</b> ${hours.reason[locale]}</p>`
}

/** The same for a booking: the day on which its service begins. */
export function closedBookingWarning(
  context: DeskContext,
  start: CalendarTime,
  locale: Locale,
): Html | undefined {
  const { date } = context.shop.booking.serviceDays.find(start)
  return closedDayWarning(context, date, locale)
}

export function missingResourceBadge(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const missing = missingResourceText(context, booking, locale)
  if (missing === '') return undefined
  const link = html`<a href="${bookingUrl(booking)}#move">${words.rearrange[locale]}</a>`
  return html`<p class="closed-warning"><b>${missing}:</b> ${link}</p>`
}

/** What an upcoming booking lacks because the owner removed it from the content. */
export function missingResourceText(
  { shop, now }: DeskContext,
  { status, visit, ends_at, assignment }: BookingView,
  locale: Locale,
): string {
  const isUpcoming = status !== 'cancelled' && visit === null && ends_at > now()
  if (!isUpcoming) return ''
  return missingResources(shop.booking, assignment)
    .map((text) => text[locale])
    .join(', ')
}

/** "18:30–20:15 · 4 khách · Đặt bàn · Hiên vườn · qua trang web" */
export function summaryLine(context: DeskContext, booking: BookingView, locale: Locale): string {
  // An erased booking has no details of the trade.
  const requestedResource =
    booking.name === erasedName
      ? undefined
      : context.shop.booking.requestedResource?.(booking.details)
  return [
    `${booking.time}–${formatEndTime(booking)}`,
    formatGuestCount(booking.party_size, locale),
    context.offerName(booking.offer_id)[locale],
    ...(requestedResource ? [requestedResource[locale]] : []),
    `${words.via[locale]} ${formatSource(booking.source, locale)}`,
  ].join(' · ')
}

/** The names of resources, as the timeline shows them. */
export function formatResources(
  { shop, findResource }: DeskContext,
  resources: readonly string[],
  locale: Locale,
): string {
  const [only = ''] = resources
  const named =
    resources.length === 1
      ? [findResource(only) ?? []].flat()
      : shop.booking.resources.filter(({ id }) => resources.includes(id))
  return named.map(({ name }) => name[locale].split(' · ')[0]).join(', ')
}

const words = {
  coming: { vi: 'báo sẽ đến', en: 'is coming' },
  call: { vi: 'Gọi', en: 'Call' },
  health: { vi: 'Lưu ý sức khoẻ', en: 'Health' },
  speakFirst: { vi: 'Cần hỏi khách trước', en: 'Speak to the guest first' },
  via: { vi: 'qua', en: 'via' },
  rearrange: { vi: 'hãy xếp lại lượt này', en: 'reassign this booking' },
  closed: { vi: 'Ngày này đã đóng cửa', en: 'This day is closed' },
} satisfies Record<string, LocalizedText>
