/** The figures of a day: who is expected or came, who did not, and what was cancelled by whom. */
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'

/** The headline counts neither no-shows nor cancelled bookings. Guests and bookings are counted separately. */
export function dayCounts(bookings: readonly BookingView[], locale: Locale): Html {
  const confirmed = bookings.filter(({ status }) => status !== 'cancelled')
  const expected = confirmed.filter(({ visit }) => visit !== 'no_show')
  const arrived = expected.filter(({ visit }) => visit !== null)
  const others: [LocalizedText, BookingView[]][] = [
    [words.arrived, arrived],
    [words.noShows, confirmed.filter(({ visit }) => visit === 'no_show')],
    [words.byGuest, bookings.filter(({ cancelled_by }) => cancelled_by === 'guest')],
    [words.byShop, bookings.filter(({ cancelled_by }) => cancelled_by === 'shop')],
    [words.declined, bookings.filter(hasReason('declined'))],
    [words.unanswered, bookings.filter(hasReason('unanswered'))],
  ]
  const shown = others.filter(([, counted]) => counted.length > 0)
  return html`<p class="day-total"><b>${countText(expected, locale)}</b></p>
${
  shown.length > 0 &&
  html`<dl class="day-counts">${shown.map(
    ([term, counted]) =>
      html`<div><dt>${term[locale]}</dt><dd>${countText(counted, locale)}</dd></div>`,
  )}</dl>`
}`
}

function hasReason(wanted: string) {
  return ({ status, reason }: BookingView) => status === 'cancelled' && reason === wanted
}

/** "89 lượt · 307 khách" */
function countText(bookings: readonly BookingView[], locale: Locale): string {
  const guests = bookings.reduce((sum, { party_size }) => sum + party_size, 0)
  const count = `${bookings.length} ${plural(bookings.length, bookingForms[locale], locale)}`
  return `${count} · ${formatGuestCount(guests, locale)}`
}

const bookingForms = {
  vi: { other: 'lượt' },
  en: { one: 'booking', other: 'bookings' },
}

const words = {
  arrived: { vi: 'Đã tới', en: 'Arrived' },
  noShows: { vi: 'Không tới', en: 'No-shows' },
  byGuest: { vi: 'Khách huỷ', en: 'Cancelled by guests' },
  byShop: { vi: 'Tiệm huỷ', en: 'Cancelled by the shop' },
  declined: { vi: 'Từ chối', en: 'Declined' },
  unanswered: { vi: 'Quá giờ, tự huỷ', en: 'Expired' },
} satisfies Record<string, LocalizedText>
