/** A guest whom the shop knows by the phone number: name, visits, marks, notes, and other bookings. */

import { formatGuestCount, formatShortDate } from '../domain/messages/format.ts'
import type { KnownGuest } from '../domain/profile/known-guest.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import type { DeskContext } from './context.ts'
import { guestBadges, guestNote, guestPath } from './guest-badges.ts'
import { formatHealth } from './health-text.ts'

export function guestCard(context: DeskContext, guest: KnownGuest, locale: Locale): Html {
  const { name, lastVisit, cancelledByGuest: cancelled, onSameDay, upcoming } = guest
  const facts = [
    ...(lastVisit === undefined
      ? []
      : [`${words.last[locale]} ${formatShortDate(lastVisit, locale)}`]),
    ...(cancelled === 0 ? [] : [`${cancelled} ${plural(cancelled, cancelForms[locale], locale)}`]),
  ]
  const badges = guestBadges(guest, locale)
  return html`<div class="entry-guest">
<p><b>${name}</b> <a href="${guestPath(guest.reference)}">${words.page[locale]}</a></p>
${(badges || facts.length > 0) && html`<p>${badges} ${facts.join(' · ')}</p>`}
${healthMark(context, guest, locale)}
${guestNote(guest, locale)}
${onSameDay.map((visit) => bookingLine(visit, words.hasBooking[locale], locale))}
${upcoming.slice(0, maxUpcoming).map((visit) => {
  const text = `${words.upcoming[locale]} ${formatShortDate(visit.date, locale)}`
  return bookingLine(visit, text, locale)
})}
</div>`
}

const maxUpcoming = 3

type Visit = KnownGuest['upcoming'][number]

function bookingLine(visit: Visit, text: string, locale: Locale): Html {
  return html`<p class="entry-duplicate">${text}
<a href="${bookingUrl(visit)}">${visit.time}, ${formatGuestCount(visit.partySize, locale)}</a></p>`
}

function healthMark(
  context: DeskContext,
  { health }: KnownGuest,
  locale: Locale,
): Html | undefined {
  if (!health) return undefined
  const source = `${words.declaredFor[locale]} ${formatShortDate(health.date, locale)}`
  return html`<p class="health-warning">
<b>${formatHealth(context, health.answers, locale)}</b> <small>(${source})</small></p>`
}

const cancelForms = {
  vi: { other: 'lần khách huỷ' },
  en: { one: 'cancellation', other: 'cancellations' },
}

const words = {
  page: { vi: 'Trang khách', en: 'Guest page' },
  last: { vi: 'gần nhất', en: 'last on' },
  hasBooking: {
    vi: 'Số này đã có lượt hôm đó:',
    en: 'This number already has a booking that day:',
  },
  upcoming: { vi: 'Sắp tới:', en: 'Upcoming:' },
  declaredFor: { vi: 'khách nói cho lượt', en: 'for the booking of' },
} satisfies Record<string, LocalizedText>
