/** A guest whom the shop knows by the phone number: name, visits, marks, and bookings on the same day. */
import type { KnownGuest } from '../domain/booking/known-guest.ts'
import { answerRows, isHealthQuestion } from '../domain/guest/questions.ts'
import { formatGuestCount, formatShortDate } from '../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl, repeatGuestBadge } from './booking-components.ts'
import type { DeskContext } from './context.ts'

const minVisitsOfRegular = 3

export function guestCard(context: DeskContext, guest: KnownGuest, locale: Locale): Html {
  const { name, lastVisit, visits } = guest
  const isRegular = visits >= minVisitsOfRegular
  const last =
    lastVisit !== undefined && ` ${words.last[locale]} ${formatShortDate(lastVisit, locale)}`
  return html`<div class="entry-guest">
<p><b>${name}</b>${isRegular && html` <span class="badge">★ ${words.regular[locale]}</span>`}</p>
${(last || guest.noShows > 0) && html`<p>${repeatGuestBadge(guest, locale)}${last}</p>`}
${healthMark(context, guest, locale)}
${guest.onSameDay.map(
  (visit) => html`<p class="entry-duplicate">${words.hasBooking[locale]}
<a href="${bookingUrl(visit)}">${visit.time}, ${formatGuestCount(visit.partySize, locale)}</a></p>`,
)}
</div>`
}

function healthMark(
  { shop }: DeskContext,
  { health }: KnownGuest,
  locale: Locale,
): Html | undefined {
  if (!health) return undefined
  const questions = shop.booking.questions.filter(isHealthQuestion)
  const rowsOf = (some: typeof questions) => answerRows(some, health.answers, locale)
  // The words of the guest say the same as the boxes, if there are any.
  const ticked = rowsOf(questions.filter(({ choice }) => choice !== 'text'))
  const rows = ticked.length > 0 ? ticked : rowsOf(questions)
  const text = rows.map(([, answer]) => answer).join(', ')
  const source = `${words.declaredFor[locale]} ${formatShortDate(health.date, locale)}`
  return html`<p class="health-warning"><b>${text}</b> <small>(${source})</small></p>`
}

const words = {
  regular: { vi: 'Khách quen', en: 'Regular' },
  last: { vi: 'gần nhất', en: 'last on' },
  hasBooking: {
    vi: 'Số này đã có lượt hôm đó:',
    en: 'This number already has a booking that day:',
  },
  declaredFor: { vi: 'khách nói cho lượt', en: 'for the booking of' },
} satisfies Record<string, LocalizedText>
