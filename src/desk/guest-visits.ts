/** The bookings, orders and callback requests of a guest, each as a list. */
import { bookingCommands, possibleCommands } from '../domain/booking/action-rules.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import type { LeadView } from '../domain/leads/staff.ts'
import { formatGuestCount, formatShortDate } from '../domain/messages/format.ts'
import type { OrderView } from '../domain/orders/staff.ts'
import { orderKindLabel, orderLabels } from '../domain/orders/status.ts'
import type { GuestRecord } from '../domain/profile/guest-record.ts'
import { formatCode } from '../kernel/booking-code.ts'
import { formatDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { formatMoney } from '../kernel/money.ts'
import { dateAt } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import {
  actionButton,
  bookingUrl,
  formatResources,
  guestRemarks,
  statusBadge,
} from './booking-components.ts'
import { disclosure, emptyText, itemList } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatStartDay, formatTimestamp } from './labels.ts'
import { depositBadge } from './screens/deposit.ts'

/** The page on which a list is: its path, to which an action returns, and the name of its guest. */
type Page = { path: string; name: string }

/** Expected or there; a past booking that was not marked is not. */
function isUpcoming({ status, visit, ends_at }: BookingView, now: number): boolean {
  if (status === 'cancelled') return false
  return visit === 'seated' || (visit === null && ends_at > now)
}

export function upcomingSection(
  context: DeskContext,
  { bookings, name }: GuestRecord,
  path: string,
  locale: Locale,
): Html {
  const upcoming = bookings.filter((one) => isUpcoming(one, context.now())).toReversed()
  const items = upcoming.map((booking) => upcomingItem(context, booking, { path, name }, locale))
  return html`<section><h2>${words.upcoming[locale]}</h2>
${items.length > 0 ? itemList(items) : emptyText(words.noneUpcoming[locale])}
</section>`
}

function upcomingItem(
  context: DeskContext,
  booking: BookingView,
  page: Page,
  locale: Locale,
): Html {
  const day = formatStartDay(context, booking, locale)
  return html`<li><a href="${bookingUrl(booking)}"><b>${day},
${booking.time}</b><br>${describe(context, booking, page.name, locale)}</a>
<span>${statusBadge(booking, locale)} ${depositBadge(context, booking, locale)}</span>
${guestRemarks(context, booking, locale)}
${commandButtons(context, booking, ['confirm', 'seated', 'finished'], page.path, locale)}</li>`
}

function commandButtons(
  { now }: DeskContext,
  booking: BookingView,
  commands: readonly ('confirm' | 'seated' | 'no_show' | 'finished')[],
  path: string,
  locale: Locale,
): Html | undefined {
  const buttons = possibleCommands(booking, commands, now()).map((command) =>
    actionButton(booking, command, bookingCommands[command].button[locale], { next: path }),
  )
  return buttons.length > 0 ? html`<div class="actions">${buttons}</div>` : undefined
}

const shownAtFirst = 8

/** What they had, where, and who served them. */
export function pastSection(
  context: DeskContext,
  { bookings, name }: GuestRecord,
  path: string,
  locale: Locale,
): Html | undefined {
  const past = bookings.filter((one) => !isUpcoming(one, context.now()))
  if (past.length === 0) return undefined
  const items = past.map((booking) => pastItem(context, booking, { path, name }, locale))
  const older = items.slice(shownAtFirst)
  return html`<section><h2>${words.past[locale]}</h2>
${itemList(items.slice(0, shownAtFirst))}
${older.length > 0 && disclosure(`${words.older[locale]} (${older.length})`, itemList(older))}
</section>`
}

/** One that was not marked can still be marked, so that it counts. */
function pastItem(context: DeskContext, booking: BookingView, page: Page, locale: Locale): Html {
  const date = formatDate(booking.date, locale)
  const isUnmarked = booking.status === 'confirmed' && booking.visit === null
  const status = isUnmarked
    ? html`<span class="status-badge unmarked">${words.unmarked[locale]}</span>`
    : statusBadge(booking, locale)
  return html`<li><a href="${bookingUrl(booking)}"><b>${date},
${booking.time}</b><br>${describe(context, booking, page.name, locale)}</a>
<span>${status} ${depositBadge(context, booking, locale)}</span>
${isUnmarked && commandButtons(context, booking, ['seated', 'no_show'], page.path, locale)}</li>`
}

/** "4 khách · Đặt bàn · Nhà 7", with the name if it is another one than that of the page. */
function describe(
  context: DeskContext,
  booking: BookingView,
  guestName: string,
  locale: Locale,
): string {
  const resources = context.shop.booking.resourcesOf(booking.assignment)
  return [
    formatGuestCount(booking.party_size, locale),
    context.offerName(booking.offer_id)[locale],
    formatResources(context, resources, locale),
    booking.name === guestName ? '' : booking.name,
  ]
    .filter((text) => text !== '')
    .join(' · ')
}

export function ordersSection(
  context: DeskContext,
  { orders }: GuestRecord,
  locale: Locale,
): Html | undefined {
  if (orders.length === 0) return undefined
  return html`<section><h2>${words.orders[locale]}</h2>
${itemList(orders.map((order) => orderItem(context, order, locale)))}
</section>`
}

function orderItem({ shop }: DeskContext, order: OrderView, locale: Locale): Html {
  const facts = [
    formatCode(order.code),
    shop.orders?.describeItem(order.item, locale) ?? '',
    ...(order.recipient === null ? [] : [`${words.forGuest[locale]} ${order.recipient}`]),
    formatShortDate(dateAt(order.created_at), locale),
  ].filter((text) => text !== '')
  return html`<li><a href="/orders#o-${order.code}"><b>${orderKindLabel(order.kind)[locale]},
${formatMoney(order.total, locale)}</b><br>${facts.join(' · ')}</a>
<span class="status-badge ${order.status}">${orderLabels[order.status][locale]}</span></li>`
}

export function leadsSection(
  { now }: DeskContext,
  { leads }: GuestRecord,
  locale: Locale,
): Html | undefined {
  if (leads.length === 0) return undefined
  const item = ({ id, created_at, message, handled_at }: LeadView) => {
    const state = handled_at === null ? words.notCalled : words.called
    return html`<li><a href="/leads#l-${id}"><b>${formatTimestamp(created_at, now(), locale)}</b>${
      message !== null && html`<br>“${message}”`
    }</a><span class="status-badge">${state[locale]}</span></li>`
  }
  return html`<section><h2>${words.leads[locale]}</h2>${itemList(leads.map(item))}</section>`
}

const words = {
  upcoming: { vi: 'Sắp tới', en: 'Upcoming' },
  noneUpcoming: { vi: 'Chưa có lượt nào sắp tới.', en: 'No upcoming bookings.' },
  past: { vi: 'Các lần trước', en: 'Earlier bookings' },
  older: { vi: 'Cũ hơn', en: 'Older' },
  unmarked: { vi: 'chưa đánh dấu', en: 'not marked' },
  orders: { vi: 'Thẻ và đơn đặt', en: 'Cards and orders' },
  forGuest: { vi: 'tặng', en: 'for' },
  leads: { vi: 'Xin gọi lại', en: 'Callback requests' },
  called: { vi: 'đã gọi', en: 'called' },
  notCalled: { vi: 'chưa gọi', en: 'not called yet' },
} satisfies Record<string, LocalizedText>
