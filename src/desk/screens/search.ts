import { searchBookings } from '../../domain/booking/queries.ts'
import { sayGuests, shortDate } from '../../domain/messages/format.ts'
import type { Words } from '../../kernel/locale.ts'
import { shorten } from '../../kernel/truncate.ts'
import { html } from '../../ui/html.ts'
import { bookingPath, stateMark } from '../components.ts'
import type { DeskParts } from '../context.ts'
import { sayPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'

/** By name, by phone or by code: whatever the guest on the phone can say. */
export function searchScreen({ store, now }: DeskParts): Screen {
  return {
    path: '/search',
    async show({ locale, query }) {
      const text = shorten((query.get('q') ?? '').trim(), 100)
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
            html`<li><a href="${bookingPath(booking)}"><b>${booking.name}</b> <span class="number">${sayPhone(booking.phone)}</span><br>${shortDate(booking.date, locale)} ${booking.time} · ${sayGuests(booking.party_size, locale)}</a> ${stateMark(booking, locale)}</li>`,
        )}</ul>`,
      }
    },
  }
}

const words = {
  title: { vi: 'Tìm', en: 'Search' },
  by: { vi: 'Tên, số điện thoại hoặc mã', en: 'Name, phone or code' },
  none: { vi: 'Không tìm thấy ai.', en: 'Nobody was found.' },
} satisfies Record<string, Words>
