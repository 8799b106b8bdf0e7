/** Turns what guests must know into items with the text for each guest. */
import { findAbsence } from '../domain/absence/rows.ts'
import { bookingAction, isBookingAction } from '../domain/booking/action-rules.ts'
import { findBookingsByIds } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { bookingPath } from '../domain/booking/url.ts'
import { absenceAction } from '../domain/contact/contacts.ts'
import type { ContactRow } from '../domain/contact/states.ts'
import { erasedName } from '../domain/guest/fields.ts'
import { contactText, hasContactText } from '../domain/messages/contact-text.ts'
import { formatGuestCount, formatShortTime } from '../domain/messages/format.ts'
import { orderContactText } from '../domain/messages/order-contact-text.ts'
import { orderAction, orderActionOfEvent } from '../domain/orders/actions.ts'
import { findOrdersByIds, type OrderView } from '../domain/orders/staff.ts'
import { waitlistActionOfEvent, waitlistLifecycle } from '../domain/waitlist/actions.ts'
import { findEntriesByIds, type WaitlistEntry } from '../domain/waitlist/rows.ts'
import { formatCode } from '../kernel/booking-code.ts'
import { type Locale, localPath } from '../kernel/locale.ts'
import { absencePath, absenceTitle } from './absence-form.ts'
import { type AffectedGuest, callText, loadAbsenceGuests, mustKnow } from './absence-guests.ts'
import { bookingUrl } from './booking-components.ts'
import type { ContactItem } from './contact-item.ts'
import type { DeskContext } from './context.ts'
import { formatTimestamp } from './labels.ts'
import { depositOfBooking } from './screens/deposit.ts'
import { deskWaitlistPath, offerText, withdrawnText } from './waitlist-parts.ts'

/** In the order of the rows, without those that no one can or need be told. */
export async function toContactItems(
  context: DeskContext,
  rows: readonly ContactRow[],
  locale: Locale,
): Promise<ContactItem[]> {
  const { store, now } = context
  const bookings = byId(await findBookingsByIds(store.read, idsOf(rows, 'booking'), now()))
  const orders = byId(await findOrdersByIds(store.read, idsOf(rows, 'order')))
  const entries = byId(await findEntriesByIds(store.read, idsOf(rows, 'waitlist')))
  const absences = await loadAbsenceItems(context, rows, locale)
  return rows.flatMap((row) => {
    const [noun = '', id = ''] = row.subject.split(':')
    if (row.action === absenceAction) return absences.get(row.id) ?? []
    const booking = noun === 'booking' ? bookings.get(id) : undefined
    const order = noun === 'order' ? orders.get(id) : undefined
    const entry = noun === 'waitlist' ? entries.get(id) : undefined
    if (entry) return waitlistItem(context, row, entry, locale)
    if (booking) return bookingItem(context, row, booking, locale) ?? []
    return order ? orderItem(context, row, order, locale) : []
  })
}

function idsOf(rows: readonly ContactRow[], noun: string): string[] {
  const prefix = `${noun}:`
  const own = rows.filter(({ subject }) => subject.startsWith(prefix))
  return [...new Set(own.map(({ subject }) => subject.slice(prefix.length)))]
}

function byId<Row extends { id: string }>(rows: readonly Row[]): ReadonlyMap<string, Row> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** Undefined for a guest who is there, has been there, or cannot be reached in any way. */
export function bookingItem(
  context: DeskContext,
  row: ContactRow,
  booking: BookingView,
  locale: Locale,
): ContactItem | undefined {
  const isThere = booking.visit === 'seated' || booking.visit === 'finished'
  if (isThere || !canBeReached(booking) || !hasContactText(row.action)) return undefined
  const { shop, offerName, base } = context
  const code = formatCode(booking.code)
  const path = localPath(`${bookingPath}/${code}`, booking.locale, shop.languages)
  const title = isBookingAction(row.action) ? bookingAction(row.action).title[locale] : row.action
  return {
    ...{ row, guest: booking, url: bookingUrl(booking) },
    about: `${title} ${formatTimestamp(row.at, context.now(), locale)} · ${visitOf(booking, locale)}`,
    text: contactText(row.action, {
      ...{ booking, code, business: shop.business, serviceDays: shop.booking.serviceDays },
      ...{ facts: row.facts, link: `${base}${path}` },
      offerName: offerName(booking.offer_id)[booking.locale],
      transfer: depositOfBooking(context, booking)?.transfer,
    }),
  }
}

const canBeReached = ({ name, phone, email }: BookingView | OrderView | WaitlistEntry) =>
  name !== erasedName && (phone !== '' || email !== null)

type Visit = Pick<BookingView, 'date' | 'time' | 'party_size'>

/** "T6 20/11 19:15, 4 khách" */
function visitOf({ date, time, party_size: party }: Visit, locale: Locale): string {
  return `${formatShortTime(date, time, locale)}, ${formatGuestCount(party, locale)}`
}

function orderItem(
  { shop, now }: DeskContext,
  row: ContactRow,
  order: OrderView,
  locale: Locale,
): ContactItem[] {
  if (!canBeReached(order)) return []
  const code = formatCode(order.code)
  const action = orderActionOfEvent(`order.${row.action}`)
  const title = action ? orderAction(action).title[locale] : row.action
  const text = orderContactText({
    ...{ ...order, code, business: shop.business, isCorrection: action === 'reopened' },
  })
  const about = `${title} ${formatTimestamp(row.at, now(), locale)} · ${code}`
  return [{ row, guest: order, url: `/orders#o-${order.code}`, about, text }]
}

/** The facts of the event name the place that was offered. */
function waitlistItem(
  context: DeskContext,
  row: ContactRow,
  entry: WaitlistEntry,
  locale: Locale,
): ContactItem[] {
  const action = waitlistActionOfEvent(`waitlist.${row.action}`)
  if (!action || !canBeReached(entry)) return []
  const { date, time } = row.facts
  const offer = { date: String(date), time: String(time), expires_at: row.until_at }
  const title = waitlistLifecycle.transitions[action].title[locale]
  const visit = visitOf(
    { date: offer.date, time: offer.time, party_size: entry.party_size },
    locale,
  )
  return [
    {
      ...{ row, guest: entry, url: `${deskWaitlistPath}#w-${entry.code}` },
      about: `${title} ${formatTimestamp(row.at, context.now(), locale)} · ${visit}`,
      text: action === 'offered' ? offerText(context, entry, offer) : withdrawnText(context, entry),
    },
  ]
}

/** By the id of the row. */
async function loadAbsenceItems(
  context: DeskContext,
  rows: readonly ContactRow[],
  locale: Locale,
): Promise<ReadonlyMap<string, ContactItem>> {
  const own = rows.filter(({ action }) => action === absenceAction)
  const items = new Map<string, ContactItem>()
  for (const [id, ofAbsence] of Map.groupBy(own, ({ about }) => about ?? '')) {
    const absence = await findAbsence(context.store.read, id)
    if (!absence || absence.removed_at !== null) continue
    const { guests } = await loadAbsenceGuests(context, absence)
    const byBooking = new Map(guests.map((guest) => [guest.booking.id, guest]))
    for (const row of ofAbsence) {
      const guest = byBooking.get(row.subject.split(':')[1] ?? '')
      if (!guest || !mustKnow(context, guest) || !canBeReached(guest.booking)) continue
      items.set(row.id, absenceItem(context, row, absence, guest, locale))
    }
  }
  return items
}

export function absenceItem(
  context: DeskContext,
  row: ContactRow,
  { id, resource }: { id: string; resource: string },
  guest: AffectedGuest,
  locale: Locale,
): ContactItem {
  const { booking } = guest
  return {
    ...{ row, guest: booking, url: `${absencePath}/${id}` },
    about: `${absenceTitle(context, resource, locale)} · ${visitOf(booking, locale)}`,
    text: callText(context, resource, guest)[booking.locale],
  }
}
