/** The contact with the guest of one booking: what they must know now, whether they do, and the reminder. */
import type { BookingView } from '../domain/booking/rows.ts'
import type { GuestContacts } from '../domain/contact/states.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { disclosure } from './components.ts'
import { type ContactItem, contactItem, markButtons } from './contact-item.ts'
import { toContactItems } from './contact-items.ts'
import {
  contactBadge,
  contactState,
  isAwaitingResponse,
  isReminderOf,
  loadBookingContacts,
  responseBadge,
} from './contact-state.ts'
import type { DeskContext } from './context.ts'

/** On the page of the booking: an open contact with its text, the others as a line with an undo. */
export async function contactSection(
  context: DeskContext,
  booking: BookingView,
  next: string,
  locale: Locale,
): Promise<Html | undefined> {
  const contacts = (await loadBookingContacts(context, [booking.id])).get(booking.id)
  const items = await toContactItems(context, relevantRows(booking, contacts), locale)
  const isOpen = ({ row }: ContactItem) => contactState(context, row, booking) === 'open'
  const firstOpen = items.find(isOpen)
  // A person tells the guest everything, so one text is enough.
  const shown = items
    .filter(({ row }) => contactState(context, row, booking) !== 'known')
    .filter((item) => !isOpen(item) || item === firstOpen)
    .map((item) => ({ ...item, url: undefined }))
  if (shown.length === 0) return undefined
  const lines = await Promise.all(shown.map((item) => contactLine(context, item, next, locale)))
  return html`<section class="contact-list" id="contact">
<header><h2>${words.title[locale]}</h2></header>
<ul>${lines}</ul>
</section>`
}

function relevantRows(booking: BookingView, contacts: GuestContacts | undefined) {
  const { current, reminder } = contacts ?? {}
  return [...(current ? [current] : []), ...(isReminderOf(booking, reminder) ? [reminder] : [])]
}

/** What an email has told can still be told by a person, for example if the guest does not answer. */
async function contactLine(
  context: DeskContext,
  item: ContactItem,
  next: string,
  locale: Locale,
): Promise<Html> {
  const { row, guest, about } = item
  const state = contactState(context, row, guest)
  if (state === 'open' || state === 'informed') return contactItem(context, item, next, locale)
  return html`<li class="contact-item done" id="c-${row.id}">
<p>${contactBadge(context, row, guest, locale)} <span class="muted">${about}</span></p>
${disclosure(words.byPerson[locale], markButtons(context, item, next, locale))}
</li>`
}

/** The status, and all else behind a button, below what matters more during the service. */
export async function contactDisclosure(
  context: DeskContext,
  booking: BookingView,
  next: string,
  locale: Locale,
): Promise<Html | undefined> {
  const section = await contactSection(context, booking, next, locale)
  const contacts = (await loadBookingContacts(context, [booking.id])).get(booking.id)
  const marks = contactMarks(context, booking, contacts, locale)
  return section && html`<p>${marks}</p>${disclosure(words.title[locale], section)}`
}

/** In the lists of the service: only what is missing. */
export function missingContactMarks(
  context: DeskContext,
  booking: BookingView,
  contacts: GuestContacts | undefined,
  locale: Locale,
): Html | undefined {
  const hasGuest = booking.phone !== '' || booking.email !== null
  if (!contacts || !hasGuest) return undefined
  const { current, reminder } = contacts
  const isOpen = current !== undefined && contactState(context, current, booking) === 'open'
  return html`${isOpen && html`<span class="tn-mark tn-unpaid">${words.notNotified[locale]}</span>`}${
    isAwaitingResponse(booking, reminder) &&
    html`<span class="tn-mark">${words.noResponse[locale]}</span>`
  }`
}

/** On lists and sheets: whether the guest was informed, and whether they have answered the reminder. */
export function contactMarks(
  context: DeskContext,
  booking: BookingView,
  contacts: GuestContacts | undefined,
  locale: Locale,
): Html | undefined {
  const isOver = booking.visit === 'seated' || booking.visit === 'finished'
  const hasGuest = booking.phone !== '' || booking.email !== null
  if (!contacts || isOver || !hasGuest) return undefined
  return html`${contactBadge(context, contacts.current, booking, locale)}
${responseBadge(booking, contacts.reminder, locale)}`
}

const words = {
  title: { vi: 'Báo khách', en: 'Contact with the guest' },
  notNotified: { vi: 'chưa báo', en: 'not notified' },
  noResponse: { vi: 'chưa trả lời', en: 'not answered' },
  byPerson: { vi: 'Đã gọi hoặc nhắn thêm', en: 'Also called or messaged' },
} satisfies Record<string, LocalizedText>
