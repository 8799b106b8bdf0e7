/** The day as a list: on the screen with buttons, on paper for the kitchen and the door. */
import {
  type BookingView,
  findBookingsOn,
  loadOccupiedSpans,
} from '../../domain/booking/queries.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { hour } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actionButton,
  bookingUrl,
  closedDayWarning,
  missingResourceText,
  resourceNames,
  sensitiveFlagLabels,
  statusBadge,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { formatEndTime, formatPhone, formatTimestamp } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { depositBadge } from './deposit.ts'
import { dayPicker, parseDate } from './timeline.ts'

export function dayScreen(context: DeskContext): Screen {
  const { store, now } = context
  return {
    path: '/day',
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const date = parseDate(query, now())
      const all = await findBookingsOn(store.read, date, now())
      const coming = all.filter(({ status }) => status !== 'cancelled')
      const resourcesByHolder = await loadResourcesByHolder(context, date)
      const guests = coming
        .filter(({ visit }) => visit !== 'no_show')
        .reduce((sum, { party_size }) => sum + party_size, 0)
      return {
        title: `${words.title[locale]}, ${formatDate(date, locale)}`,
        tab: '/day',
        wide: true,
        notice: await flashNotice(context, screenRequest),
        body: html`<h1>${formatDate(date, locale)}</h1>
${dayPicker('/day', date, now(), locale)}
<p class="sum">${coming.length} ${words.bookings[locale]} · ${guests} ${words.guests[locale]} <button type="button" class="print" data-print hidden>${words.print[locale]}</button></p>
${closedDayWarning(context, date, locale)}
${dayTable(context, coming, resourcesByHolder, date, locale)}
${
  all.length > coming.length &&
  html`<details class="drop"><summary>${words.gone[locale]} (${all.length - coming.length})</summary>${dayTable(
    context,
    all.filter(({ status }) => status === 'cancelled'),
    resourcesByHolder,
    date,
    locale,
  )}</details>`
}
<p class="printed">${words.printed[locale]} ${formatTimestamp(now(), now(), locale)}</p>`,
      }
    },
  }
}

/** The names of what each holds. */
async function loadResourcesByHolder(
  context: DeskContext,
  date: string,
): Promise<Map<string, string[]>> {
  const byHolder = new Map<string, string[]>()
  for (const { holder, resource } of await loadOccupiedSpans(context.store.read, date)) {
    byHolder.set(holder, [...(byHolder.get(holder) ?? []), resource])
  }
  return byHolder
}

function dayTable(
  context: DeskContext,
  bookings: readonly BookingView[],
  resourcesByHolder: ReadonlyMap<string, readonly string[]>,
  date: string,
  locale: Locale,
): Html {
  if (bookings.length === 0) return html`<p class="empty">${words.none[locale]}</p>`
  const heads = [words.time, words.party, words.guest, words.place, words.remarks, words.state]
  return html`<table class="day"><thead><tr>${heads.map((head) => html`<th scope="col">${head[locale]}</th>`)}<th class="tick" scope="col">✓</th></tr></thead>
<tbody>${bookings.map((booking) => {
    const flags = sensitiveFlagLabels(context, booking, locale)
    const resources = resourcesByHolder.get(`booking:${booking.id}`) ?? []
    return html`<tr class="${booking.status}">
<td class="time"><b>${booking.time}</b><span>–${formatEndTime(booking)}</span></td>
<td>${booking.party_size}</td>
<td><a href="${bookingUrl(booking)}">${booking.name}</a><br><a class="quiet" href="tel:${booking.phone}">${formatPhone(booking.phone)}</a></td>
<td>${resourceCell(context, booking, resources, locale)}<br><span class="quiet">${context.offerName(booking.offer_id)[locale]}</span></td>
<td>${flags.length > 0 && html`<b class="health">${flags.join(', ')}</b> `}${booking.note ?? ''}${booking.desk_note !== null && html` <i>✎ ${booking.desk_note}</i>`}</td>
<td>${statusBadge(booking, locale)} ${depositBadge(context, booking, locale)} ${quickActions(booking, context.now(), date, locale)}</td>
<td class="tick"></td></tr>`
  })}</tbody></table>`
}

/** What it holds; and where somebody or something of it has gone, that first. */
function resourceCell(
  context: DeskContext,
  booking: BookingView,
  resources: readonly string[],
  locale: Locale,
): Html {
  const missing = missingResourceText(context, booking, locale)
  return html`${missing !== '' && html`<b class="shut">${missing}</b> `}${resourceNames(context, resources, locale)}`
}

/** What is done at the door: a tap when they come, and when they go. */
function quickActions(
  booking: BookingView,
  now: number,
  date: string,
  locale: Locale,
): Html | undefined {
  const next = `/day?date=${date}`
  const button = (name: 'confirm' | 'seated' | 'finished' | 'no_show') =>
    actionButton(booking, name, words[name][locale], { next })
  if (booking.status === 'pending') return button('confirm')
  if (booking.status !== 'confirmed') return undefined
  if (booking.visit === 'seated') return button('finished')
  if (booking.visit !== null || now < booking.starts_at - 2 * hour) return undefined
  return html`${button('seated')}${now >= booking.starts_at && button('no_show')}`
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
} satisfies Record<string, LocalizedText>
