/** The day on paper: allergies first, then one line for each booking. Ninety bookings fit on two A4 pages. */
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { formatResources, healthAnswers, ordinaryAnswers } from '../booking-components.ts'
import type { DeskContext } from '../context.ts'
import { formatEndTime, formatNationalPhone, formatTimestamp, statusLabel } from '../labels.ts'
import { depositOfBooking } from './deposit.ts'

export type PlacedBooking = { booking: BookingView; resources: readonly string[] }

/** Only in print. Those who have not come and will not come are left out. */
export function eveningSheet(
  context: DeskContext,
  placed: readonly PlacedBooking[],
  locale: Locale,
): Html {
  const shown = placed.filter(({ booking }) => booking.visit !== 'no_show')
  const { now } = context
  return html`<div class="evening-sheet">
${healthList(context, shown, locale)}
<p>${guestsByHour(shown, locale)}</p>
<table>
<thead><tr>
<th>${words.time[locale]}</th><th>${words.party[locale]}</th><th>${words.guest[locale]}</th>
<th>${words.place[locale]}</th><th>${words.remarks[locale]}</th><th>✓</th>
</tr></thead>
<tbody>${shown.map((one) => sheetRow(context, one, locale))}</tbody>
</table>
<p>${words.printed[locale]} ${formatTimestamp(now(), now(), locale)}</p>
</div>`
}

/** What the kitchen and the people at work must know before anything else. */
function healthList(
  context: DeskContext,
  placed: readonly PlacedBooking[],
  locale: Locale,
): Html | undefined {
  const lines = placed.flatMap(({ booking, resources }) => {
    const health = healthAnswers(context, booking, locale)
    if (health === '') return []
    const place = formatResources(context, resources, locale)
    const who = [booking.time, place, booking.name].filter((text) => text !== '').join(' · ')
    return [html`<li><b>${health}</b>: ${who}</li>`]
  })
  if (lines.length === 0) return undefined
  return html`<section><h2>${words.health[locale]} (${lines.length})</h2><ul>${lines}</ul></section>`
}

/** "17h: 12 · 18h: 34", the guests who come in each hour. */
function guestsByHour(placed: readonly PlacedBooking[], locale: Locale): string {
  const hours = Map.groupBy(placed, ({ booking }) => booking.time.slice(0, 2))
  const counts = [...hours].map(([hour, ofHour]) => {
    const guests = ofHour.reduce((sum, { booking }) => sum + booking.party_size, 0)
    return `${Number(hour)}h: ${guests}`
  })
  const all = placed.reduce((sum, { booking }) => sum + booking.party_size, 0)
  return [formatGuestCount(all, locale), ...counts].join(' · ')
}

function sheetRow(
  context: DeskContext,
  { booking, resources }: PlacedBooking,
  locale: Locale,
): Html {
  return html`<tr>
<td><b>${booking.time}</b>–${formatEndTime(booking)}</td>
<td>${booking.party_size}</td>
<td>${booking.name} <span>${formatNationalPhone(booking.phone)}</span></td>
<td>${formatResources(context, resources, locale)}</td>
<td>${remarks(context, booking, locale)}</td>
<td></td>
</tr>`
}

function remarks(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const health = healthAnswers(context, booking, locale)
  const deposit = depositOfBooking(context, booking)
  const hasOpenDeposit = deposit?.state === 'asked' || deposit?.state === 'not_asked'
  const texts = [
    ...(booking.status === 'pending' ? [statusLabel(booking, locale)] : []),
    ...(hasOpenDeposit ? [words.depositOpen[locale]] : []),
    ...ordinaryAnswers(context, booking, locale),
    booking.note ?? '',
    booking.desk_note ?? '',
  ].filter((text) => text !== '')
  return html`${health !== '' && html`<b>⚠ ${health}</b> `}${texts.join(' · ')}`
}

const words = {
  health: { vi: 'Dị ứng, lưu ý sức khoẻ', en: 'Allergies and health' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Khách', en: 'Guests' },
  guest: { vi: 'Tên', en: 'Name' },
  place: { vi: 'Chỗ', en: 'Place' },
  remarks: { vi: 'Lưu ý', en: 'Notes' },
  depositOpen: { vi: 'chưa cọc', en: 'deposit open' },
  printed: { vi: 'In lúc', en: 'Printed at' },
} satisfies Record<string, LocalizedText>
