/** What lists and cards say about a guest beside a booking: regular, visits, no-shows, and the note of staff. */
import type { GuestMarks } from '../domain/profile/guest-marks.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { type Html, html } from '../ui/html.ts'

/** The page of the guest of a booking or order. A code, because a phone number must not be in a URL. */
export function guestUrl({ code }: { code: string }): string {
  return guestPath(formatCode(code))
}

export function guestPath(reference: string): string {
  return `/guests/${encodeURIComponent(reference)}`
}

export function guestLink(booking: { code: string; phone: string }, locale: Locale): Html | false {
  return (
    booking.phone !== '' &&
    html`<a class="button" href="${guestUrl(booking)}">${words.page[locale]}</a>`
  )
}

/** Nothing for a guest who has not come before. */
export function guestBadges(
  { visits, noShows, isRegular }: GuestMarks,
  locale: Locale,
): Html | undefined {
  const badges = [
    ...(isRegular ? [html`<span class="badge regular">${regularText(locale)}</span>`] : []),
    ...(visits > 0 ? [html`<span class="badge">${formatVisits(visits, locale)}</span>`] : []),
    ...(noShows > 0
      ? [html`<span class="badge bad">${formatNoShows(noShows, locale)}</span>`]
      : []),
  ]
  return badges.length > 0 ? html`${badges.map((badge) => html`${badge} `)}` : undefined
}

export function regularText(locale: Locale): Html {
  return html`<span aria-hidden="true">★ </span>${words.regular[locale]}`
}

function formatVisits(visits: number, locale: Locale): string {
  return `${visits} ${plural(visits, visitForms[locale], locale)}`
}

function formatNoShows(noShows: number, locale: Locale): string {
  return `${noShows} ${plural(noShows, noShowForms[locale], locale)}`
}

/** What staff have noted about the guest, apart from the notes of a booking. */
export function guestNote({ note }: GuestMarks, locale: Locale): Html | false {
  return note !== null && html`<p class="desk-note">✎ <b>${words.about[locale]}</b> ${note}</p>`
}

/** The same in a row of the service, where there is room for few words: a regular has come before. */
export function tonightMarks(
  { visits, noShows, isRegular, note }: GuestMarks,
  locale: Locale,
): Html {
  return html`${note !== null && html`<span class="tn-mark tn-note">✎ ${note}</span>`}${
    isRegular && html`<span class="tn-mark tn-regular">${regularText(locale)}</span>`
  }${visits > 0 && !isRegular && html`<span class="tn-mark">${formatVisits(visits, locale)}</span>`}${
    noShows > 0 && html`<span class="tn-mark tn-no-shows">${formatNoShows(noShows, locale)}</span>`
  }`
}

const visitForms = {
  vi: { other: 'lần trước' },
  en: { one: 'previous visit', other: 'previous visits' },
}
const noShowForms = {
  vi: { other: 'lần không tới' },
  en: { one: 'no-show', other: 'no-shows' },
}

const words = {
  regular: { vi: 'Khách quen', en: 'Regular' },
  about: { vi: 'Về khách:', en: 'About the guest:' },
  page: { vi: 'Trang khách', en: 'Guest page' },
} satisfies Record<string, LocalizedText>
