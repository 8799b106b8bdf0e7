/** Parts that several screens show. */

import type { BookingView, VisitCounts } from '../domain/booking/queries.ts'
import { formatGuestCount, formatSource } from '../domain/messages/format.ts'
import { hoursOn } from '../domain/scheduling/hours.ts'
import { missingResources } from '../domain/scheduling/resource-names.ts'
import type { Assignment, BookingRequestDetails } from '../domain/scheduling/rules.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { displayStatus, formatEndTime, formatPhone, statusLabel, zaloLink } from './labels.ts'

export function bookingUrl(booking: { code: string }): string {
  return `/bookings/${formatCode(booking.code)}`
}

/** A button that posts: to the booking's address, with the version that is on the screen. */
export function actionButton(
  booking: BookingView,
  action: string,
  label: string,
  { tone = '', fields = {}, next }: ActionButtonOptions = {},
): Html {
  return html`<form method="post" action="${bookingUrl(booking)}/${action}">
${actionFields(booking, next)}${Object.entries(fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}<button type="submit" class="${tone}" data-act="${action}">${label}</button></form>`
}

export type ActionButtonOptions = {
  tone?: string
  fields?: Readonly<Record<string, string>>
  /** Where to go on afterwards. */
  next?: string | undefined
}

export function actionFields({ version }: BookingView, next?: string): Html {
  return html`<input type="hidden" name="version" value="${version}">${next !== undefined && html`<input type="hidden" name="next" value="${next}">`}`
}

const words = {
  call: { vi: 'Gọi', en: 'Call' },
  allergies: { vi: 'Lưu ý sức khỏe', en: 'Health' },
  speakFirst: { vi: 'Cần hỏi khách trước', en: 'Speak with the guest first' },
  before: { vi: 'lần trước', en: 'visits before' },
  missed: { vi: 'lần không tới', en: 'times not come' },
  by: { vi: 'qua', en: 'by' },
  rearrange: { vi: 'hãy xếp lại lượt này', en: 'rearrange this booking' },
  closed: { vi: 'Ngày này đã đóng cửa', en: 'This day is closed' },
} satisfies Record<string, LocalizedText>

export function guestContactLinks(
  booking: { phone: string; email: string | null },
  locale: Locale,
): Html {
  const { phone, email } = booking
  const zalo = zaloLink(phone)
  return html`<span class="contact">${
    phone !== '' &&
    html`<a class="button" href="tel:${phone}">${words.call[locale]}<span class="unseen"> ${formatPhone(phone)}</span></a>`
  }${zalo && html`<a class="button" href="${zalo}" rel="noreferrer noopener" target="_blank">Zalo</a>`}${
    email !== null && html`<a class="button" href="mailto:${email}">Email</a>`
  }</span>`
}

export function statusBadge(booking: BookingView, locale: Locale): Html {
  return html`<span class="state ${displayStatus(booking)}">${statusLabel(booking, locale)}</span>`
}

/** What he told of his body, in words. */
export function sensitiveFlagLabels(
  { shop }: DeskContext,
  { marks }: BookingView,
  locale: Locale,
): string[] {
  if (marks === null) return []
  const names = new Map(shop.booking.sensitiveFlags.map(({ id, name }) => [id, name[locale]]))
  return (JSON.parse(marks) as string[]).map((id) => names.get(id) ?? id)
}

/** Notes and warnings that staff must not miss. */
export function guestRemarks(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const flags = sensitiveFlagLabels(context, booking, locale)
  return html`${
    flags.length > 0 &&
    html`<p class="health"><b>${words.allergies[locale]}:</b> ${flags.join(', ')}${booking.needs_attention === 1 && html` · <b>${words.speakFirst[locale]}</b>`}</p>`
  }${booking.note !== null && html`<p class="note">“${booking.note}”</p>`}${
    booking.desk_note !== null && html`<p class="desk-note">✎ ${booking.desk_note}</p>`
  }`
}

/** A day may be closed after somebody asked for it: he must be moved, refused or called. */
export function closedDayWarning(
  { shop }: DeskContext,
  date: string,
  locale: Locale,
): Html | undefined {
  const hours = hoursOn(shop.business, date)
  if (hours.open) return undefined
  return html`<p class="shut"><b>${words.closed[locale]}:</b> ${hours.reason[locale]}</p>`
}

/** What a booking to come lacks, in staff's words, since the owner took it off his list. */
export function missingResourceText(
  { shop, now }: DeskContext,
  { status, visit, ends_at, given: assignment }: BookingView,
  locale: Locale,
): string {
  const isUpcoming = status !== 'cancelled' && visit === null && ends_at > now()
  if (!isUpcoming) return ''
  const missing = missingResources(shop.booking, JSON.parse(assignment) as Assignment)
  return missing.map((one) => one[locale]).join(', ')
}

export function missingResourceBadge(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const missing = missingResourceText(context, booking, locale)
  if (missing === '') return undefined
  return html`<p class="shut"><b>${missing}:</b> <a href="${bookingUrl(booking)}#move">${words.rearrange[locale]}</a></p>`
}

export function repeatGuestBadge({ visits, noShows }: VisitCounts, locale: Locale): Html {
  return html`${visits > 0 && html`<span class="mark">${visits} ${words.before[locale]}</span>`}${
    noShows > 0 && html`<span class="mark bad">${noShows} ${words.missed[locale]}</span>`
  }`
}

/** "18:30–20:15 · 4 khách · Đặt bàn · Hiên vườn · qua trang web" */
export function summaryLine(context: DeskContext, booking: BookingView, locale: Locale): string {
  const requestedResource = context.shop.booking.requestedResource?.(
    JSON.parse(booking.wish) as BookingRequestDetails,
  )
  return [
    `${booking.time}–${formatEndTime(booking)}`,
    formatGuestCount(booking.party_size, locale),
    context.offerName(booking.offer_id)[locale],
    ...(requestedResource ? [requestedResource[locale]] : []),
    `${words.by[locale]} ${formatSource(booking.source, locale)}`,
  ].join(' · ')
}

/** The names of what a booking holds, as they stand in the schedule. */
export function resourceNames(
  { shop }: DeskContext,
  resources: readonly string[],
  locale: Locale,
): string {
  return shop.booking.resources
    .filter(({ id }) => resources.includes(id))
    .map(({ name }) => name[locale].split(' · ')[0])
    .join(', ')
}
