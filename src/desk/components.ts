/** Parts that several screens show. */

import type { BookingView, Visits } from '../domain/booking/queries.ts'
import { sayGuests, saySource } from '../domain/messages/format.ts'
import { hoursOn } from '../domain/scheduling/hours.ts'
import { lackingOf } from '../domain/scheduling/resource-names.ts'
import type { Given, Wish } from '../domain/scheduling/rules.ts'
import { showCode } from '../kernel/booking-code.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskParts } from './context.ts'
import { endOf, sayPhone, stateOf, stateWords, zaloLink } from './labels.ts'

export function bookingPath(booking: { code: string }): string {
  return `/bookings/${showCode(booking.code)}`
}

/** A button that posts: to the booking's address, with the version that is on the screen. */
export function actButton(
  booking: BookingView,
  act: string,
  label: string,
  { tone = '', fields = {}, next }: ActOptions = {},
): Html {
  return html`<form method="post" action="${bookingPath(booking)}/${act}">
${actFields(booking, next)}${Object.entries(fields).map(
  ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
)}<button type="submit" class="${tone}" data-act="${act}">${label}</button></form>`
}

export type ActOptions = {
  tone?: string
  fields?: Readonly<Record<string, string>>
  /** Where to go on afterwards. */
  next?: string | undefined
}

export function actFields({ version }: BookingView, next?: string): Html {
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
} satisfies Record<string, Words>

export function contactLinks(
  booking: { phone: string; email: string | null },
  locale: Locale,
): Html {
  const { phone, email } = booking
  const zalo = zaloLink(phone)
  return html`<span class="contact">${
    phone !== '' &&
    html`<a class="button" href="tel:${phone}">${words.call[locale]}<span class="unseen"> ${sayPhone(phone)}</span></a>`
  }${zalo && html`<a class="button" href="${zalo}" rel="noreferrer noopener" target="_blank">Zalo</a>`}${
    email !== null && html`<a class="button" href="mailto:${email}">Email</a>`
  }</span>`
}

export function stateMark(booking: BookingView, locale: Locale): Html {
  return html`<span class="state ${stateOf(booking)}">${stateWords(booking, locale)}</span>`
}

/** What he told of his body, in words. */
export function sayMarks({ shop }: DeskParts, { marks }: BookingView, locale: Locale): string[] {
  if (marks === null) return []
  const names = new Map(shop.booking.marks.map(({ id, name }) => [id, name[locale]]))
  return (JSON.parse(marks) as string[]).map((id) => names.get(id) ?? id)
}

/** Notes and warnings that staff must not miss. */
export function remarks(parts: DeskParts, booking: BookingView, locale: Locale): Html {
  const marks = sayMarks(parts, booking, locale)
  return html`${
    marks.length > 0 &&
    html`<p class="health"><b>${words.allergies[locale]}:</b> ${marks.join(', ')}${booking.needs_attention === 1 && html` · <b>${words.speakFirst[locale]}</b>`}</p>`
  }${booking.note !== null && html`<p class="note">“${booking.note}”</p>`}${
    booking.desk_note !== null && html`<p class="desk-note">✎ ${booking.desk_note}</p>`
  }`
}

/** A day may be closed after somebody asked for it: he must be moved, refused or called. */
export function closedMark({ shop }: DeskParts, date: string, locale: Locale): Html | undefined {
  const hours = hoursOn(shop.business, date)
  if (hours.open) return undefined
  return html`<p class="shut"><b>${words.closed[locale]}:</b> ${hours.reason[locale]}</p>`
}

/** What a booking to come lacks, in staff's words, since the owner took it off his list. */
export function sayLacking(
  { shop, now }: DeskParts,
  { status, visit, ends_at, given }: BookingView,
  locale: Locale,
): string {
  const isToCome = status !== 'cancelled' && visit === null && ends_at > now()
  if (!isToCome) return ''
  const lacking = lackingOf(shop.booking, JSON.parse(given) as Given)
  return lacking.map((one) => one[locale]).join(', ')
}

export function lackingMark(
  parts: DeskParts,
  booking: BookingView,
  locale: Locale,
): Html | undefined {
  const lacking = sayLacking(parts, booking, locale)
  if (lacking === '') return undefined
  return html`<p class="shut"><b>${lacking}:</b> <a href="${bookingPath(booking)}#move">${words.rearrange[locale]}</a></p>`
}

export function repeatMark({ visits, noShows }: Visits, locale: Locale): Html {
  return html`${visits > 0 && html`<span class="mark">${visits} ${words.before[locale]}</span>`}${
    noShows > 0 && html`<span class="mark bad">${noShows} ${words.missed[locale]}</span>`
  }`
}

/** "18:30–20:15 · 4 khách · Đặt bàn · Hiên vườn · qua trang web" */
export function summaryLine(parts: DeskParts, booking: BookingView, locale: Locale): string {
  const wished = parts.shop.booking.wished?.(JSON.parse(booking.wish) as Wish)
  return [
    `${booking.time}–${endOf(booking)}`,
    sayGuests(booking.party_size, locale),
    parts.offerName(booking.offer_id)[locale],
    ...(wished ? [wished[locale]] : []),
    `${words.by[locale]} ${saySource(booking.source, locale)}`,
  ].join(' · ')
}

/** The names of what a booking holds, as they stand in the schedule. */
export function placeNames(
  { shop }: DeskParts,
  resources: readonly string[],
  locale: Locale,
): string {
  return shop.booking.resources
    .filter(({ id }) => resources.includes(id))
    .map(({ name }) => name[locale].split(' · ')[0])
    .join(', ')
}
