import { searchBookings } from '../../domain/booking/queries.ts'
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { html } from '../../ui/html.ts'
import { bookingUrl, statusBadge } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'

/** By name, by phone or by code: whatever the guest on the phone can say. */
export function searchScreen({ store, now }: DeskContext): Screen {
  return {
    path: '/search',
    async show({ locale, query }) {
      const text = truncate((query.get('q') ?? '').trim(), 100)
      const found = text === '' ? [] : await searchBookings(store.read, text, now())
      return {
        title: words.title[locale],
        tab: '/search',
        body: html`<h1>${words.title[locale]}</h1>
<form class="find" action="/search" method="get" role="search"><label for="q">${words.by[locale]}</label>
<input id="q" name="q" type="search" value="${text}" autocomplete="off" maxlength="100"${text === '' && html` autofocus`}><button type="submit">${words.title[locale]}</button></form>
${text !== '' && found.length === 0 && html`<p class="empty">${words.none[locale]}</p>`}
<ul class="found">${found.map(
          (booking) =>
            html`<li><a href="${bookingUrl(booking)}"><b>${booking.name}</b> <span class="number">${formatPhone(booking.phone)}</span><br>${formatShortDate(booking.date, locale)} ${booking.time} · ${formatGuestCount(booking.party_size, locale)}</a> ${statusBadge(booking, locale)}</li>`,
        )}</ul>`,
      }
    },
  }
}

const words = {
  title: { vi: 'Tìm', en: 'Search' },
  by: { vi: 'Tên, số điện thoại hoặc mã', en: 'Name, phone or code' },
  none: { vi: 'Không tìm thấy ai.', en: 'Nobody was found.' },
} satisfies Record<string, LocalizedText>
