/** The screen of one booking: its data, its history and all actions on it. */
import { findAlternatives } from '../../domain/booking/alternatives.ts'
import { loadDayWithout } from '../../domain/booking/occupancy-cache.ts'
import { loadAcceptableOffers } from '../../domain/booking/place-offer/offered-fields.ts'
import { findBookingByCode, loadOccupiedSpans } from '../../domain/booking/queries.ts'
import { quoteRows, toQuoteResponse } from '../../domain/booking/quote-fields.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { findPossibleUndo } from '../../domain/booking/undo.ts'
import { erasedName } from '../../domain/guest/fields.ts'
import { formatGuestCount, formatShortDate, formatSource } from '../../domain/messages/format.ts'
import { loadGuestMarks, marksBeside } from '../../domain/profile/guest-marks.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingCards } from '../booking-cards.ts'
import {
  actionButton,
  bookingUrl,
  closedBookingWarning,
  formatResources,
  guestContactLinks,
  guestRemarks,
  missingResourceBadge,
  statusBadge,
} from '../booking-components.ts'
import { contactSection } from '../booking-contact.ts'
import { colleagueForms } from '../colleague-forms.ts'
import { factList } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { guestBadges, guestLink, guestNote } from '../guest-badges.ts'
import { formatEndTime, formatNationalPhone, formatStartDay } from '../labels.ts'
import { noPlaceWarning } from '../no-place-warning.ts'
import { loadPlaceStates } from '../place-choice.ts'
import { formatRules } from '../refusal.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { termsRows } from '../terms-rows.ts'
import { bookingForms, nextActions } from './booking-forms.ts'
import { describeChangeRequest } from './change-request.ts'
import { bookingConsents } from './consents.ts'
import { depositSection } from './deposit.ts'
import { deliveryHistory, renderHistory } from './history.ts'
import { messageTemplateSection } from './message-templates.ts'
import { offerSection, type Times } from './place-offers.ts'

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
    body: html`<h1>${words.unknown[locale]}</h1>
<p><a href="/search">${words.search[locale]}</a></p>`,
  }
}

type BookingPageOptions = {
  notice?: Notice | undefined
  status?: number
  /** The input of a rejected form. */
  typed?: URLSearchParams
}

/** Also shown after a rejected action, with the reason and the submitted input. */
export async function bookingPage(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  { notice, status, typed = new URLSearchParams() }: BookingPageOptions,
): Promise<ScreenPage> {
  const { store, now } = context
  const times = await nearestTimes(context, booking)
  const offers = await loadAcceptableOffers(store.read, booking, now())
  const states = await loadPlaceStates(context, booking, locale)
  const last = await findPossibleUndo(store.read, booking.id, now())
  const changeRequest = booking.change_kind !== null && describeChangeRequest(booking, locale)
  return {
    title: `${booking.name}, ${formatShortDate(booking.date, locale)} ${booking.time}`,
    ...(status !== undefined && { status }),
    notice,
    body: html`<article class="booking">
${await bookingHeader(context, booking, locale)}
${booking.status !== 'cancelled' && closedBookingWarning(context, booking, locale)}
${missingResourceBadge(context, booking, locale)}
${await noPlaceWarning(context, booking, locale)}
${changeRequest && html`<p class="change-request">${changeRequest}</p>`}
${guestRemarks(context, booking, locale)}
<div class="actions">
${nextActions(booking, now(), locale)}
${last && actionButton(booking, 'undo', words.undo[locale], { tone: 'undo' })}
</div>
${await contactSection(context, booking, `${bookingUrl(booking)}#contact`, locale)}
${await bookingFacts(context, booking, locale)}
${depositSection(context, booking, locale, typed)}
${await bookingCards(context, booking, locale)}
${await colleagueForms(context, booking, locale)}
${offerSection(context, booking, { times, offers, typed }, locale)}
${bookingForms(context, booking, states, locale, typed)}
${messageTemplateSection(context, booking, times, locale)}
${await historySection(context, booking, locale)}
</article>`,
  }
}

async function bookingHeader(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html> {
  const marks = marksBeside(await loadGuestMarks(context.store.read, [booking]), booking)
  const day = formatStartDay(context, booking, locale)
  const time = `${booking.time}–${formatEndTime(booking)}`
  return html`<header class="booking-header">
<p>${statusBadge(booking, locale)} <span class="code">${formatCode(booking.code)}</span></p>
<h1>${booking.name}</h1>
<p class="number">${formatNationalPhone(booking.phone)}</p>
<p class="when"><b>${day}, ${time}</b> · ${formatGuestCount(booking.party_size, locale)}</p>
<p>${guestBadges(marks, locale)}</p>
${guestNote(marks, locale)}
<div class="actions">${guestContactLinks(booking, locale)}${guestLink(booking, locale)}</div>
</header>`
}

async function bookingFacts(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html> {
  const { shop, store } = context
  const response = shop.booking.toResponseFields(
    booking.details,
    booking.assignment,
    booking.requiresStaffCall,
    locale,
  )
  const { date } = shop.booking.serviceDays.find(booking)
  const held = (await loadOccupiedSpans(store.read, date))
    .filter(({ holder }) => holder === `booking:${booking.id}`)
    .map(({ resource }) => resource)
  const optional = (term: string, text: string | null): [string, string][] =>
    text === null ? [] : [[term, text]]
  return factList([
    [words.what[locale], context.offerName(booking.offer_id)[locale]],
    ...quoteRows(toQuoteResponse(booking.quote, booking.party_size, locale), locale),
    ...termsRows(context, booking, locale),
    ...shop.bookingForm
      .summary(response, locale, 'staff')
      .filter(([, text]) => text !== String(booking.party_size)),
    ...optional(words.requested[locale], formatRequested(context, booking, locale)),
    ...optional(
      words.assigned[locale],
      held.length > 0 ? formatResources(context, held, locale) : null,
    ),
    ...optional(
      words.overridden[locale],
      booking.overrides.length > 0 ? formatRules(booking.overrides, locale) : null,
    ),
    [words.source[locale], formatSource(booking.source, locale)],
    [words.language[locale], { vi: 'Tiếng Việt', en: 'English' }[booking.locale]],
    ...optional('Email', booking.email),
    ...optional(words.reason[locale], booking.staff_note),
  ])
}

/** What the guest asked for, which stays even if staff decided otherwise. An erased booking has no details. */
function formatRequested(
  { shop }: DeskContext,
  { name, details }: BookingView,
  locale: Locale,
): string | null {
  if (name === erasedName) return null
  return shop.booking.requestedResource?.(details)?.[locale] ?? null
}

async function historySection(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html> {
  return html`<section>
<h2>${words.history[locale]}</h2>
${await renderHistory(context, `booking:${booking.id}`, locale)}
${await deliveryHistory(context, booking, locale)}
${await bookingConsents(context, booking, locale)}
</section>`
}

const maxAlternatives = 3

/** The nearest free times, as if the booking itself occupied nothing. */
async function nearestTimes(context: DeskContext, booking: BookingView): Promise<Times> {
  if (booking.status === 'cancelled' || booking.starts_at <= context.now()) return []
  const { store, bookingContext, now } = context
  const service = bookingContext.rules.serviceDays.find(booking)
  const day = await loadDayWithout(store.read, service.date, `booking:${booking.id}`)
  const wanted = { ...service, day }
  const found = await findAlternatives(store.read, bookingContext, booking.details, wanted, now())
  return found
    .filter(({ date, time }) => date !== booking.date || time !== booking.time)
    .slice(0, maxAlternatives)
}

const words = {
  unknown: { vi: 'Không có lượt đặt này', en: 'Booking not found' },
  search: { vi: 'Tìm theo tên hoặc số điện thoại', en: 'Search by name or phone' },
  what: { vi: 'Đặt', en: 'Booking' },
  requested: { vi: 'Khách xin', en: 'Requested' },
  assigned: { vi: 'Giữ', en: 'Assigned' },
  overridden: { vi: 'Đã bỏ qua', en: 'Set aside' },
  source: { vi: 'Đặt qua', en: 'Booked via' },
  language: { vi: 'Khách nói', en: 'Language' },
  reason: { vi: 'Lý do cho khách', en: 'Reason for the guest' },
  history: { vi: 'Lịch sử', en: 'History' },
  undo: { vi: 'Hoàn tác việc vừa làm', en: 'Undo the last action' },
} satisfies Record<string, LocalizedText>
