/** The bookings of a day as a table with buttons, its figures, and the sheet for printing. */
import { bookingCommands, possibleCommands } from '../../domain/booking/action-rules.ts'
import { currentSpans } from '../../domain/booking/presence.ts'
import { findBookingsIn, loadOccupiedSpans } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import type { GuestContacts } from '../../domain/contact/states.ts'
import { type GuestMarks, loadGuestMarks, marksBeside } from '../../domain/profile/guest-marks.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actionButton,
  bookingUrl,
  closedDayWarning,
  formatResources,
  healthAnswers,
  missingResourceText,
  ordinaryAnswers,
  statusBadge,
} from '../booking-components.ts'
import { contactMarks } from '../booking-contact.ts'
import { disclosure, emptyText } from '../components.ts'
import { loadBookingContacts } from '../contact-state.ts'
import type { DeskContext } from '../context.ts'
import { dayPicker, parseDate, serviceDateNow } from '../day-picker.ts'
import { flashNotice } from '../flash.ts'
import { guestBadges } from '../guest-badges.ts'
import { formatEndTime, formatNationalPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { seatingConflictList } from '../seating-conflict-list.ts'
import { dayCounts } from './day-counts.ts'
import { depositBadge } from './deposit.ts'
import { eveningSheet } from './evening-sheet.ts'

export function dayScreen(context: DeskContext): Screen {
  const { store, now, shop } = context
  return {
    path: '/day',
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const date = parseDate(context, query)
      const serviceDay = shop.booking.serviceDays.rangeOf({ from: date, to: date })
      const bookings = await findBookingsIn(store.read, serviceDay, now())
      const expected = bookings.filter(({ status }) => status !== 'cancelled')
      const cancelled = bookings.filter(({ status }) => status === 'cancelled')
      const resourcesByHolder = await loadResourcesByHolder(context, date)
      const guests = await loadGuestMarks(store.read, bookings)
      const placed = expected.map((booking) => ({
        booking,
        resources: resourcesByHolder.get(`booking:${booking.id}`) ?? [],
      }))
      const contacts = await loadBookingContacts(
        context,
        bookings.map(({ id }) => id),
      )
      const table = (shown: readonly BookingView[]) =>
        dayTable(context, shown, { resourcesByHolder, contacts, guests, date }, locale)
      const isToday = date === serviceDateNow(context)
      const over = isToday ? findOver(expected) : []
      const folded = (title: string, some: readonly BookingView[]) =>
        some.length > 0 && disclosure(`${title} (${some.length})`, table(some))
      return {
        title: `${words.title[locale]}, ${formatDate(date, locale)}`,
        tab: '/day',
        isFullWidth: true,
        notice: await flashNotice(context, screenRequest),
        body: html`<h1>${formatDate(date, locale)}</h1>
${dayPicker(context, '/day', date, locale)}
${isToday && (await seatingConflictList(context, '/day', locale))}
${dayCounts(bookings, locale)}
<p><button type="button" class="print-button" data-print hidden>${words.print[locale]}</button></p>
${closedDayWarning(context, date, locale)}
${table(expected.filter((booking) => !over.includes(booking)))}
${folded(words.over[locale], over)}
${folded(words.cancelled[locale], cancelled)}
${eveningSheet(context, placed, locale)}`,
      }
    },
  }
}

/** Visits that are over are folded away as long as others are expected or there. */
function findOver(bookings: readonly BookingView[]): BookingView[] {
  const over = bookings.filter(({ visit }) => visit === 'finished' || visit === 'no_show')
  return over.length < bookings.length ? over : []
}

/** The resources of each holder of cells, without those that a seated party has left. */
async function loadResourcesByHolder(
  { store, now }: DeskContext,
  date: string,
): Promise<Map<string, string[]>> {
  const spans = Map.groupBy(await loadOccupiedSpans(store.read, date), ({ holder }) => holder)
  return new Map(
    [...spans].map(([holder, held]) => [
      holder,
      currentSpans(held, now()).map(({ resource }) => resource),
    ]),
  )
}

type DayData = {
  resourcesByHolder: ReadonlyMap<string, readonly string[]>
  contacts: ReadonlyMap<string, GuestContacts>
  guests: ReadonlyMap<string, GuestMarks>
  date: string
}

function dayTable(
  context: DeskContext,
  bookings: readonly BookingView[],
  { resourcesByHolder, contacts, guests, date }: DayData,
  locale: Locale,
): Html {
  if (bookings.length === 0) return emptyText(words.none[locale])
  const columns = [words.time, words.party, words.guest, words.place, words.remarks, words.status]
  const rows = bookings.map((booking) => {
    const resources = resourcesByHolder.get(`booking:${booking.id}`) ?? []
    const contact = contactMarks(context, booking, contacts.get(booking.id), locale)
    const marks = marksBeside(guests, booking)
    return dayRow(context, booking, { resources, contact, marks, date }, locale)
  })
  return html`<table class="day">
<thead><tr>
${columns.map((column) => html`<th scope="col">${column[locale]}</th>`)}
</tr></thead>
<tbody>${rows}</tbody>
</table>`
}

function dayRow(
  context: DeskContext,
  booking: BookingView,
  {
    resources,
    contact,
    marks,
    date,
  }: { resources: readonly string[]; contact: Html | undefined; marks: GuestMarks; date: string },
  locale: Locale,
): Html {
  const { phone } = booking
  const badges = guestBadges(marks, locale)
  const offer = context.offerName(booking.offer_id)[locale]
  return html`<tr class="${booking.status}">
<td class="time"><b>${booking.time}</b><span>–${formatEndTime(booking)}</span></td>
<td>${booking.party_size}</td>
<td>
<a href="${bookingUrl(booking)}">${booking.name}</a><br>
<a class="muted" href="tel:${phone}">${formatNationalPhone(phone)}</a>
${badges && html`<p class="guest-marks">${badges}</p>`}
</td>
<td>${resourceCell(context, booking, resources, locale)}<br><span class="muted">${offer}</span></td>
<td>${remarksCell(context, booking, locale)}${marks.note !== null && html` <i>✎ ${marks.note}</i>`}</td>
<td>
${statusBadge(booking, locale)}
${contact}
${depositBadge(context, booking, locale)}
${quickActions(booking, context.now(), date, locale)}
</td>
</tr>`
}

/** The assigned resources, after those that no longer exist. */
function resourceCell(
  context: DeskContext,
  booking: BookingView,
  resources: readonly string[],
  locale: Locale,
): Html {
  const missing = missingResourceText(context, booking, locale)
  const warning = missing !== '' && html`<b class="closed-warning">${missing}</b> `
  return html`${warning}${formatResources(context, resources, locale)}`
}

function remarksCell(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const health = healthAnswers(context, booking, locale)
  const warning = health !== '' && html`<b class="health-warning">${health}</b> `
  const texts = [...ordinaryAnswers(context, booking, locale), booking.note ?? '']
  const deskNote = booking.desk_note !== null && html` <i>✎ ${booking.desk_note}</i>`
  return html`${warning}${texts.filter((text) => text !== '').join(' · ')}${deskNote}`
}

const dayCommands = ['confirm', 'seated', 'no_show', 'finished'] as const

/** The next step of the visit, one button each. */
function quickActions(booking: BookingView, now: number, date: string, locale: Locale): Html[] {
  const next = `/day?date=${date}`
  return possibleCommands(booking, dayCommands, now).map((command) =>
    actionButton(booking, command, bookingCommands[command].button[locale], { next }),
  )
}

const words = {
  title: { vi: 'Trong ngày', en: 'Day' },
  print: { vi: 'In tờ này', en: 'Print this list' },
  cancelled: { vi: 'Đã huỷ hoặc từ chối', en: 'Cancelled or declined' },
  over: { vi: 'Đã về hoặc không tới', en: 'Finished or no-show' },
  none: { vi: 'Chưa có lượt nào.', en: 'No bookings yet.' },
  time: { vi: 'Giờ', en: 'Time' },
  party: { vi: 'Khách', en: 'Guests' },
  guest: { vi: 'Tên', en: 'Name' },
  place: { vi: 'Chỗ', en: 'Place' },
  remarks: { vi: 'Lưu ý', en: 'Notes' },
  status: { vi: 'Tình trạng', en: 'Status' },
} satisfies Record<string, LocalizedText>
