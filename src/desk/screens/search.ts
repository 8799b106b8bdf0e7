/** Search for bookings by name, phone, code or place, and for guests. */
import { loadHeldResources } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { type NamedPlace, searchBookings } from '../../domain/booking/search.ts'
import { formatGuestCount, formatShortDate } from '../../domain/messages/format.ts'
import { type FoundGuest, searchGuests } from '../../domain/profile/search-guests.ts'
import type { WaitlistEntry } from '../../domain/waitlist/rows.ts'
import { searchWaiting } from '../../domain/waitlist/search.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { truncate } from '../../kernel/truncate.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, formatResources, statusBadge } from '../booking-components.ts'
import { emptyText, itemList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { guestBadges, guestNote, guestUrl } from '../guest-badges.ts'
import { formatNationalPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { deskWaitlistPath, entryLine } from '../waitlist-parts.ts'

export function searchScreen(context: DeskContext): Screen {
  return {
    path: '/search',
    async show({ locale, query }) {
      const text = truncate((query.get('q') ?? '').trim(), 100)
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
<div id="found" aria-live="polite">${await results(context, text, locale)}</div>`,
      }
    },
  }
}

/** A place is found by its short name, in either language. */
function namedPlaces({ shop }: DeskContext): NamedPlace[] {
  return shop.booking.resources.map(({ id, name }) => ({
    id,
    names: Object.values(name).map((text) => text.split(' · ')[0] ?? ''),
  }))
}

async function results(context: DeskContext, text: string, locale: Locale): Promise<Html | false> {
  const { store, now } = context
  if (text === '') return false
  const found = await searchBookings(store.read, text, now(), namedPlaces(context))
  const guests = await searchGuests(store.read, text)
  const waiting = await searchWaiting(store.read, text, now())
  if (found.length + guests.length + waiting.length === 0) return emptyText(words.none[locale])
  const held = await loadHeldResources(
    store.read,
    found.map(({ id }) => id),
  )
  const isUpcoming = (one: BookingView) => one.status !== 'cancelled' && one.ends_at > now()
  const line = (booking: BookingView) =>
    bookingLine(context, booking, held.get(booking.id) ?? [], locale)
  const upcoming = found.filter(isUpcoming)
  const others = found.filter((one) => !isUpcoming(one))
  const guestLines = guests.map((guest) => guestLine(guest, locale))
  const waitingLines = waiting.map((entry) => waitingLine(context, entry, locale))
  return html`${itemList(upcoming.map(line))}
${waiting.length > 0 && html`<h2>${words.waiting[locale]}</h2>${itemList(waitingLines)}`}
${guests.length > 0 && html`<h2>${words.guests[locale]}</h2>${itemList(guestLines)}`}
${others.length > 0 && html`<h2>${words.others[locale]}</h2>${itemList(others.map(line))}`}`
}

function waitingLine(context: DeskContext, entry: WaitlistEntry, locale: Locale): Html {
  const when = formatShortDate(entry.date, locale)
  return html`<li><a href="${deskWaitlistPath}#w-${entry.code}"><b>${entry.name}</b>
<span class="number">${formatNationalPhone(entry.phone)}</span><br>${when} · ${entryLine(context, entry, locale)}</a>
</li>`
}

function guestLine(guest: FoundGuest, locale: Locale): Html {
  return html`<li><a href="${guestUrl(guest)}"><b>${guest.name}</b>
<span class="number">${formatNationalPhone(guest.phone)}</span><br>${guestBadges(guest, locale)}</a>
${guestNote(guest, locale)}</li>`
}

function bookingLine(
  context: DeskContext,
  booking: BookingView,
  resources: readonly string[],
  locale: Locale,
): Html {
  const guest = html`<b>${booking.name}</b> <span class="number">${formatNationalPhone(booking.phone)}</span>`
  const facts = [
    `${formatShortDate(booking.date, locale)} ${booking.time}`,
    formatGuestCount(booking.party_size, locale),
    formatResources(context, resources, locale),
  ].filter((fact) => fact !== '')
  return html`<li><a href="${bookingUrl(booking)}">${guest}<br>${facts.join(' · ')}</a>
${statusBadge(booking, locale)}</li>`
}

const words = {
  title: { vi: 'Tìm', en: 'Search' },
  by: { vi: 'Tên, số điện thoại, mã hoặc chỗ', en: 'Name, phone, code or place' },
  none: { vi: 'Không tìm thấy ai.', en: 'No bookings found.' },
  guests: { vi: 'Khách', en: 'Guests' },
  waiting: { vi: 'Danh sách chờ', en: 'Waitlist' },
  others: { vi: 'Đã qua hoặc đã huỷ', en: 'Past or cancelled' },
} satisfies Record<string, LocalizedText>
