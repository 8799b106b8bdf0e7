/** The day as a list: on the screen with buttons, on paper for the kitchen and the door. */
import { type BookingView, bookingsOn, heldOn } from '../../domain/booking/queries.ts'
import { sayDate } from '../../kernel/format-date.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actButton,
  bookingPath,
  closedMark,
  placeNames,
  sayLacking,
  sayMarks,
  stateMark,
} from '../components.ts'
import type { DeskParts } from '../context.ts'
import { didNotice } from '../flash.ts'
import { endOf, sayMoment, sayPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { depositMark } from './deposit.ts'
import { dayPicker, readDate } from './timeline.ts'

export function dayScreen(parts: DeskParts): Screen {
  const { store, now } = parts
  return {
    path: '/day',
    async show(visit) {
      const { locale, query } = visit
      const date = readDate(query, now())
      const all = await bookingsOn(store.read, date, now())
      const coming = all.filter(({ status }) => status !== 'cancelled')
      const places = await placesOn(parts, date)
      const guests = coming
        .filter(({ visit }) => visit !== 'no_show')
        .reduce((sum, { party_size }) => sum + party_size, 0)
      return {
        title: `${words.title[locale]}, ${sayDate(date, locale)}`,
        tab: '/day',
        wide: true,
        notice: await didNotice(parts, visit),
        body: html`<h1>${sayDate(date, locale)}</h1>
${dayPicker('/day', date, now(), locale)}
<p class="sum">${coming.length} ${words.bookings[locale]} · ${guests} ${words.guests[locale]} <button type="button" class="print" data-print hidden>${words.print[locale]}</button></p>
${closedMark(parts, date, locale)}
${table(parts, coming, places, date, locale)}
${
  all.length > coming.length &&
  html`<details class="drop"><summary>${words.gone[locale]} (${all.length - coming.length})</summary>${table(
    parts,
    all.filter(({ status }) => status === 'cancelled'),
    places,
    date,
    locale,
  )}</details>`
}
<p class="printed">${words.printed[locale]} ${sayMoment(now(), now(), locale)}</p>`,
      }
    },
  }
}

/** The names of what each holds. */
async function placesOn(parts: DeskParts, date: string): Promise<Map<string, string[]>> {
  const places = new Map<string, string[]>()
  for (const { holder, resource } of await heldOn(parts.store.read, date)) {
    places.set(holder, [...(places.get(holder) ?? []), resource])
  }
  return places
}

function table(
  parts: DeskParts,
  bookings: readonly BookingView[],
  places: ReadonlyMap<string, readonly string[]>,
  date: string,
  locale: Locale,
): Html {
  if (bookings.length === 0) return html`<p class="empty">${words.none[locale]}</p>`
  const heads = [words.time, words.party, words.guest, words.place, words.remarks, words.state]
  return html`<table class="day"><thead><tr>${heads.map((head) => html`<th scope="col">${head[locale]}</th>`)}<th class="tick" scope="col">✓</th></tr></thead>
<tbody>${bookings.map((booking) => {
    const marks = sayMarks(parts, booking, locale)
    const resources = places.get(`booking:${booking.id}`) ?? []
    return html`<tr class="${booking.status}">
<td class="time"><b>${booking.time}</b><span>–${endOf(booking)}</span></td>
<td>${booking.party_size}</td>
<td><a href="${bookingPath(booking)}">${booking.name}</a><br><a class="quiet" href="tel:${booking.phone}">${sayPhone(booking.phone)}</a></td>
<td>${placesOf(parts, booking, resources, locale)}<br><span class="quiet">${parts.offerName(booking.offer_id)[locale]}</span></td>
<td>${marks.length > 0 && html`<b class="health">${marks.join(', ')}</b> `}${booking.note ?? ''}${booking.desk_note !== null && html` <i>✎ ${booking.desk_note}</i>`}</td>
<td>${stateMark(booking, locale)} ${depositMark(parts, booking, locale)} ${quickActs(booking, parts.now(), date, locale)}</td>
<td class="tick"></td></tr>`
  })}</tbody></table>`
}

/** What it holds; and where somebody or something of it has gone, that first. */
function placesOf(
  parts: DeskParts,
  booking: BookingView,
  resources: readonly string[],
  locale: Locale,
): Html {
  const lacking = sayLacking(parts, booking, locale)
  return html`${lacking !== '' && html`<b class="shut">${lacking}</b> `}${placeNames(parts, resources, locale)}`
}

/** What is done at the door: a tap when they come, and when they go. */
function quickActs(
  booking: BookingView,
  now: number,
  date: string,
  locale: Locale,
): Html | undefined {
  const next = `/day?date=${date}`
  const act = (name: 'confirm' | 'seated' | 'finished' | 'no_show') =>
    actButton(booking, name, words[name][locale], { next })
  if (booking.status === 'pending') return act('confirm')
  if (booking.status !== 'confirmed') return undefined
  if (booking.visit === 'seated') return act('finished')
  if (booking.visit !== null || now < booking.starts_at - 2 * hour) return undefined
  return html`${act('seated')}${now >= booking.starts_at && act('no_show')}`
}

const words = {
  title: { vi: 'Trong ngày', en: 'Day' },
  bookings: { vi: 'lượt', en: 'bookings' },
  guests: { vi: 'khách', en: 'guests' },
  print: { vi: 'In tờ này', en: 'Print this sheet' },
  printed: { vi: 'In lúc', en: 'Printed at' },
  gone: { vi: 'Đã hủy hoặc từ chối', en: 'Cancelled or declined' },
  none: { vi: 'Chưa có lượt nào.', en: 'No bookings yet.' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Khách', en: 'Guests' },
  guest: { vi: 'Tên', en: 'Name' },
  place: { vi: 'Chỗ', en: 'Place' },
  remarks: { vi: 'Lưu ý', en: 'Remarks' },
  state: { vi: 'Tình trạng', en: 'State' },
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  seated: { vi: 'Đã tới', en: 'Arrived' },
  finished: { vi: 'Xong', en: 'Finished' },
  no_show: { vi: 'Không tới', en: 'Not come' },
} satisfies Record<string, Words>
