/** Search for bookings by name, phone or code. */
import { searchBookings } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, statusBadge } from '../booking-components.ts'
import { emptyText, itemList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'

export function searchScreen({ store, now }: DeskContext): Screen {
  return {
    path: '/search',
    async show({ locale, query }) {
      const text = truncate((query.get('q') ?? '').trim(), 100)
      const found = text === '' ? [] : await searchBookings(store.read, text, now())
      const autofocus = text === '' && html` autofocus`
      return {
        title: words.title[locale],
        tab: '/search',
        body: html`<h1>${words.title[locale]}</h1>
<form class="search-form" action="/search" method="get" role="search">
<label for="q">${words.by[locale]}</label>
<input id="q" name="q" type="search" value="${text}" autocomplete="off" maxlength="100"${autofocus}>
${submitButton(words.title[locale])}
</form>
${text !== '' && found.length === 0 && emptyText(words.none[locale])}
${itemList(found.map((booking) => bookingLine(booking, locale)))}`,
      }
    },
  }
}

function bookingLine(booking: BookingView, locale: Locale): Html {
  const guest = html`<b>${booking.name}</b> <span class="number">${formatPhone(booking.phone)}</span>`
  const start = `${formatShortDate(booking.date, locale)} ${booking.time}`
  const party = formatGuestCount(booking.party_size, locale)
  return html`<li><a href="${bookingUrl(booking)}">${guest}<br>${start} · ${party}</a>
${statusBadge(booking, locale)}</li>`
}

const words = {
  title: { vi: 'Tìm', en: 'Search' },
  by: { vi: 'Tên, số điện thoại hoặc mã', en: 'Name, phone or code' },
  none: { vi: 'Không tìm thấy ai.', en: 'No bookings found.' },
} satisfies Record<string, LocalizedText>
