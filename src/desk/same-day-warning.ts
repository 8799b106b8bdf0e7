/** Says that a booking which was just entered may be a second entry of the same call. */
import { findSamePhoneBookings } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { bookingUrl } from './booking-components.ts'
import type { DeskContext } from './context.ts'

export async function sameDayWarning(
  { store, shop }: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html | undefined> {
  const { serviceDays } = shop.booking
  const { date } = serviceDays.find(booking)
  const serviceDay = serviceDays.rangeOf({ from: date, to: date })
  const others = await findSamePhoneBookings(store.read, booking, serviceDay)
  if (others.length === 0) return undefined
  const links = others.map(
    (other, index) => html`${index > 0 && ', '}<a href="${bookingUrl(other)}">${other.time}</a>`,
  )
  return html`<p class="closed-warning"><b>${words.samePhone[locale]}</b> ${links}</p>`
}

const words = {
  samePhone: {
    vi: 'Số này còn lượt khác trong ngày:',
    en: 'This number has another booking that day:',
  },
} satisfies Record<string, LocalizedText>
