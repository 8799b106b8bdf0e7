/** One booking: who, what, when, what happened to it, and everything that can be done with it. */
import { findAlternatives } from '../../domain/booking/alternatives.ts'
import { loadDayOccupancy } from '../../domain/booking/occupancy-cache.ts'
import {
  type BookingView,
  countGuestVisits,
  findBookingByCode,
  loadHistory,
  loadOccupiedSpans,
} from '../../domain/booking/queries.ts'
import { findLastUndoable } from '../../domain/booking/undo.ts'
import { formatGuestCount, formatShortDate, formatSource } from '../../domain/messages/format.ts'
import type { Assignment, BookingRequestDetails } from '../../domain/scheduling/rules.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { minutesOf } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actionButton,
  closedDayWarning,
  guestContactLinks,
  guestRemarks,
  missingResourceBadge,
  repeatGuestBadge,
  resourceNames,
  statusBadge,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { formatDay, formatEndTime, formatPhone } from '../labels.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { bookingForms, nextActions, type Times } from './booking-forms.ts'
import { describeChangeRequest } from './change-request.ts'
import { bookingConsents } from './consents.ts'
import { depositSection } from './deposit.ts'
import { deliveryHistory, renderHistory } from './history.ts'
import { messageTemplateSection } from './message-templates.ts'

export function bookingScreen(context: DeskContext): Screen {
  return {
    path: '/bookings/{code}',
    async show(screenRequest) {
      const { pathParams, locale } = screenRequest
      const booking = await findBookingByCode(
        context.store.read,
        pathParams.code ?? '',
        context.now(),
      )
      if (!booking) return unknownBooking(locale)
      return bookingPage(context, booking, locale, {
        notice: await flashNotice(context, screenRequest),
      })
    },
  }
}

export function unknownBooking(locale: Locale): ScreenPage {
  return {
    status: 404,
    title: words.unknown[locale],
    body: html`<h1>${words.unknown[locale]}</h1><p><a href="/search">${words.search[locale]}</a></p>`,
  }
}

/** Also shown where an act was refused: with the reason, and what was typed. */
export async function bookingPage(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  {
    notice,
    status,
    typed = new URLSearchParams(),
  }: {
    notice?: Notice | undefined
    status?: number
    typed?: URLSearchParams
  },
): Promise<ScreenPage> {
  const { store, now } = context
  const visits = await countGuestVisits(store.read, booking.phone, now())
  const rows = await loadHistory(store.read, `booking:${booking.id}`)
  const times = await nearestTimes(context, booking)
  const last = await findLastUndoable(store.read, booking.id)
  return {
    title: `${booking.name}, ${formatShortDate(booking.date, locale)} ${booking.time}`,
    ...(status !== undefined && { status }),
    notice,
    body: html`<article class="booking">
<header class="head">
<p>${statusBadge(booking, locale)} <span class="code">${formatCode(booking.code)}</span></p>
<h1>${booking.name}</h1>
<p class="number">${formatPhone(booking.phone)}</p>
<p class="when"><b>${formatDay(booking.date, now(), locale)}, ${booking.time}–${formatEndTime(booking)}</b> · ${formatGuestCount(booking.party_size, locale)}</p>
<p>${repeatGuestBadge(visits, locale)}</p>
${guestContactLinks(booking, locale)}
</header>
${booking.status !== 'cancelled' && closedDayWarning(context, booking.date, locale)}
${missingResourceBadge(context, booking, locale)}
${booking.change_kind !== null && html`<p class="wish">${describeChangeRequest(booking, locale)}</p>`}
${guestRemarks(context, booking, locale)}
<div class="acts">${nextActions(booking, now(), locale)}
${last && actionButton(booking, 'undo', words.undo[locale], { tone: 'undo' })}</div>
${await bookingFacts(context, booking, locale)}
${depositSection(context, booking, locale, typed)}
${bookingForms(context, booking, times, locale, typed)}
${messageTemplateSection(context, booking, times, locale)}
<section><h2>${words.history[locale]}</h2>${await renderHistory(context, rows, locale)}
${await deliveryHistory(context, booking, locale)}
${await bookingConsents(context, booking, locale)}</section>
</article>`,
  }
}

async function bookingFacts(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html> {
  const { shop, store } = context
  const response = shop.booking.toResponseFields(
    JSON.parse(booking.wish) as BookingRequestDetails,
    JSON.parse(booking.given) as Assignment,
    booking.needs_attention === 1,
    locale,
  )
  const held = (await loadOccupiedSpans(store.read, booking.date))
    .filter(({ holder }) => holder === `booking:${booking.id}`)
    .map(({ resource }) => resource)
  const rows: [string, string][] = [
    [words.what[locale], context.offerName(booking.offer_id)[locale]],
    ...shop.bookingForm
      .summary(response, locale, 'staff')
      .filter(([, text]) => text !== String(booking.party_size)),
    ...(held.length > 0
      ? [[words.holds[locale], resourceNames(context, held, locale)] as [string, string]]
      : []),
    [words.source[locale], formatSource(booking.source, locale)],
    [words.language[locale], { vi: 'Tiếng Việt', en: 'English' }[booking.locale]],
    ...(booking.email === null ? [] : [['Email', booking.email] as [string, string]]),
    ...(booking.staff_note === null
      ? []
      : [[words.reason[locale], booking.staff_note] as [string, string]]),
  ]
  return html`<dl class="facts">${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`
}

const maxAlternatives = 3

/** The nearest free times, were the booking itself not there. */
async function nearestTimes(context: DeskContext, booking: BookingView): Promise<Times> {
  if (booking.status === 'cancelled' || booking.starts_at <= context.now()) return []
  const { store, shop, now } = context
  const occupancy = await loadDayOccupancy(store.read, booking.date, `booking:${booking.id}`)
  const wanted = { date: booking.date, at: minutesOf(booking.time), occupancy }
  const details = JSON.parse(booking.wish) as BookingRequestDetails
  const found = await findAlternatives(store.read, shop.booking, details, wanted, now())
  return found
    .filter(({ date, time }) => date !== booking.date || time !== booking.time)
    .slice(0, maxAlternatives)
}

const words = {
  unknown: { vi: 'Không có lượt đặt này', en: 'There is no such booking' },
  search: { vi: 'Tìm theo tên hoặc số điện thoại', en: 'Search by name or phone' },
  what: { vi: 'Đặt', en: 'Booking' },
  holds: { vi: 'Giữ', en: 'Holds' },
  source: { vi: 'Đặt qua', en: 'Came by' },
  language: { vi: 'Khách nói', en: 'Speaks' },
  reason: { vi: 'Lý do đã báo khách', en: 'Reason given' },
  history: { vi: 'Lịch sử', en: 'History' },
  undo: { vi: 'Hoàn tác việc vừa làm', en: 'Undo the last step' },
} satisfies Record<string, LocalizedText>
