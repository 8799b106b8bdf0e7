/** The guests who are reminded of their visit: whom staff must message or call, and who has answered. */
import { findBookingsIn } from '../../domain/booking/queries.ts'
import { reminderTime } from '../../domain/booking/reminders.ts'
import { type BookingView, isComing } from '../../domain/booking/rows.ts'
import type { ContactRow } from '../../domain/contact/states.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl } from '../booking-components.ts'
import { cardReminders } from '../card-reminders.ts'
import { emptyText, itemList } from '../components.ts'
import { contactItem } from '../contact-item.ts'
import { bookingItem } from '../contact-items.ts'
import { contactBadge, contactState, isReminderOf, loadBookingContacts } from '../contact-state.ts'
import type { DeskContext } from '../context.ts'
import { serviceDateNow } from '../day-picker.ts'
import { remindersPath } from '../reminders-path.ts'
import type { Screen } from '../screen.ts'

export function remindersScreen(context: DeskContext): Screen {
  return {
    path: remindersPath,
    async show({ locale }) {
      const today = serviceDateNow(context)
      const { off, time } = context.shop.business.reminders
      const hint = off ? words.off[locale] : `${words.hint[locale]} ${time}. ${words.rest[locale]}`
      return {
        title: words.title[locale],
        tab: remindersPath,
        body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${hint}</p>
${!off && (await daySection(context, addDays(today, 1), locale))}
${!off && (await daySection(context, today, locale))}
${!off && (await cardReminders(context, locale))}`,
      }
    },
  }
}

type Reminded = { booking: BookingView; reminder: ContactRow }

async function daySection(context: DeskContext, date: string, locale: Locale): Promise<Html> {
  const { shop, store, now } = context
  const range = shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const bookings = (await findBookingsIn(store.read, range, now())).filter(
    ({ status, visit, starts_at }) => status === 'confirmed' && visit === null && starts_at > now(),
  )
  const contacts = await loadBookingContacts(
    context,
    bookings.map(({ id }) => id),
  )
  const reminded = bookings.flatMap((booking): Reminded[] => {
    const reminder = contacts.get(booking.id)?.reminder
    return isReminderOf(booking, reminder) ? [{ booking, reminder }] : []
  })
  const isOpen = ({ booking, reminder }: Reminded) =>
    !isComing(booking) && contactState(context, reminder, booking) === 'open'
  const open = reminded.filter(isOpen)
  const others = reminded.filter((one) => !isOpen(one))
  const coming = reminded.filter(({ booking }) => isComing(booking))
  const isEarly = now() < reminderTime(shop.business, date)
  const none = isEarly
    ? `${words.from[locale]} ${shop.business.reminders.time}. ${bookings.length} ${words.expected[locale]}`
    : words.none[locale]
  return html`<section id="day-${date}">
<h2>${formatDate(date, locale)}</h2>
${
  reminded.length === 0
    ? emptyText(none)
    : html`<p>${coming.length} ${words.coming[locale]} · ${reminded.length - coming.length} ${words.noResponse[locale]}
· <b>${open.length} ${words.open[locale]}</b></p>`
}
${open.length > 0 && html`<section class="contact-list"><ul>${await openItems(context, open, locale)}</ul></section>`}
${others.length > 0 && itemList(await Promise.all(others.map((one) => otherLine(context, one, locale))))}
</section>`
}

function openItems(
  context: DeskContext,
  open: readonly Reminded[],
  locale: Locale,
): Promise<Html[]> {
  const items = open.flatMap(({ booking, reminder }) => {
    const item = bookingItem(context, reminder, booking, locale)
    return item ? [{ ...item, about: visitOf(booking, locale) }] : []
  })
  return Promise.all(items.map((item) => contactItem(context, item, remindersPath, locale)))
}

const visitOf = ({ time, party_size: party }: BookingView, locale: Locale) =>
  `${time} · ${formatGuestCount(party, locale)}`

/** Those who are coming, and those who have been reminded by email or by a person. */
async function otherLine(
  context: DeskContext,
  { booking, reminder }: Reminded,
  locale: Locale,
): Promise<Html> {
  const response = isComing(booking)
    ? html`<span class="badge good">${words.isComing[locale]}</span>`
    : html`<span class="badge">${words.noResponse[locale]}</span>`
  const state = contactState(context, reminder, booking)
  const item = bookingItem(context, reminder, booking, locale)
  return state === 'informed' && item && !isComing(booking)
    ? contactItem(context, { ...item, about: visitOf(booking, locale) }, remindersPath, locale)
    : html`<li class="reminder-line"><a href="${bookingUrl(booking)}"><b>${booking.time} ${booking.name}</b> ·
${formatGuestCount(booking.party_size, locale)}</a>
<span>${response} ${state !== 'open' && contactBadge(context, reminder, booking, locale)}</span></li>`
}

const words = {
  title: { vi: 'Nhắc khách', en: 'Reminders' },
  hint: {
    vi: 'Khách được nhắc vào ngày hôm trước, lúc',
    en: 'Guests are reminded on the day before, at',
  },
  rest: {
    vi: 'Khách có email nhận thư tự động; khách còn lại ở đây với tin soạn sẵn.',
    en: 'Those with an email address get an email; the others are listed here with a text for each.',
  },
  off: {
    vi: 'Nhắc khách đang tắt (reminders trong business.yaml).',
    en: 'Reminders are turned off (reminders in business.yaml).',
  },
  from: { vi: 'Danh sách hiện ở đây từ', en: 'The list appears here at' },
  expected: { vi: 'lượt đã xác nhận.', en: 'confirmed.' },
  none: { vi: 'Không có khách nào phải nhắc.', en: 'No guests to remind.' },
  coming: { vi: 'sẽ đến', en: 'coming' },
  isComing: { vi: 'báo sẽ đến', en: 'is coming' },
  noResponse: { vi: 'chưa trả lời', en: 'not answered' },
  open: { vi: 'chưa nhắc', en: 'to be reminded' },
} satisfies Record<string, LocalizedText>
