/** One booking: who, what, when, what happened to it, and everything that can be done with it. */
import { findAlternatives } from '../../domain/booking/alternatives.ts'
import { readDay } from '../../domain/booking/occupancy-cache.ts'
import {
  type BookingView,
  bookingByCode,
  heldOn,
  historyOf,
  visitsOf,
} from '../../domain/booking/queries.ts'
import { lastUndoable } from '../../domain/booking/undo.ts'
import { sayGuests, saySource, shortDate } from '../../domain/messages/format.ts'
import type { Given, Wish } from '../../domain/scheduling/rules.ts'
import { showCode } from '../../kernel/booking-code.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { minutesOf } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actButton,
  closedMark,
  contactLinks,
  lackingMark,
  placeNames,
  remarks,
  repeatMark,
  stateMark,
} from '../components.ts'
import type { DeskParts } from '../context.ts'
import { didNotice } from '../flash.ts'
import { endOf, sayDay, sayPhone } from '../labels.ts'
import type { Notice, Page, Screen } from '../screen.ts'
import { bookingForms, nextActs, type Times } from './booking-forms.ts'
import { sayWish } from './change-request.ts'
import { agreements } from './consents.ts'
import { depositSection } from './deposit.ts'
import { history, told } from './history.ts'
import { readyTexts } from './message-templates.ts'

export function bookingScreen(parts: DeskParts): Screen {
  return {
    path: '/bookings/{code}',
    async show(visit) {
      const { at, locale } = visit
      const booking = await bookingByCode(parts.store.read, at.code ?? '', parts.now())
      if (!booking) return unknownBooking(locale)
      return bookingPage(parts, booking, locale, {
        notice: await didNotice(parts, visit),
      })
    },
  }
}

export function unknownBooking(locale: Locale): Page {
  return {
    status: 404,
    title: words.unknown[locale],
    body: html`<h1>${words.unknown[locale]}</h1><p><a href="/search">${words.search[locale]}</a></p>`,
  }
}

/** Also shown where an act was refused: with the reason, and what was typed. */
export async function bookingPage(
  parts: DeskParts,
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
): Promise<Page> {
  const { store, now } = parts
  const visits = await visitsOf(store.read, booking.phone, now())
  const rows = await historyOf(store.read, `booking:${booking.id}`)
  const times = await nearestTimes(parts, booking)
  const last = await lastUndoable(store.read, booking.id)
  return {
    title: `${booking.name}, ${shortDate(booking.date, locale)} ${booking.time}`,
    ...(status !== undefined && { status }),
    notice,
    body: html`<article class="booking">
<header class="head">
<p>${stateMark(booking, locale)} <span class="code">${showCode(booking.code)}</span></p>
<h1>${booking.name}</h1>
<p class="number">${sayPhone(booking.phone)}</p>
<p class="when"><b>${sayDay(booking.date, now(), locale)}, ${booking.time}–${endOf(booking)}</b> · ${sayGuests(booking.party_size, locale)}</p>
<p>${repeatMark(visits, locale)}</p>
${contactLinks(booking, locale)}
</header>
${booking.status !== 'cancelled' && closedMark(parts, booking.date, locale)}
${lackingMark(parts, booking, locale)}
${booking.change_kind !== null && html`<p class="wish">${sayWish(booking, locale)}</p>`}
${remarks(parts, booking, locale)}
<div class="acts">${nextActs(booking, now(), locale)}
${last && actButton(booking, 'undo', words.undo[locale], { tone: 'undo' })}</div>
${await facts(parts, booking, locale)}
${depositSection(parts, booking, locale, typed)}
${bookingForms(parts, booking, times, locale, typed)}
${readyTexts(parts, booking, times, locale)}
<section><h2>${words.history[locale]}</h2>${await history(parts, rows, locale)}
${await told(parts, booking, locale)}
${await agreements(parts, booking, locale)}</section>
</article>`,
  }
}

async function facts(parts: DeskParts, booking: BookingView, locale: Locale): Promise<Html> {
  const { shop, store } = parts
  const told = shop.booking.tell(
    JSON.parse(booking.wish) as Wish,
    JSON.parse(booking.given) as Given,
    booking.needs_attention === 1,
    locale,
  )
  const held = (await heldOn(store.read, booking.date))
    .filter(({ holder }) => holder === `booking:${booking.id}`)
    .map(({ resource }) => resource)
  const rows: [string, string][] = [
    [words.what[locale], parts.offerName(booking.offer_id)[locale]],
    ...shop.bookingForm
      .summary(told, locale, 'staff')
      .filter(([, text]) => text !== String(booking.party_size)),
    ...(held.length > 0
      ? [[words.holds[locale], placeNames(parts, held, locale)] as [string, string]]
      : []),
    [words.source[locale], saySource(booking.source, locale)],
    [words.language[locale], { vi: 'Tiếng Việt', en: 'English' }[booking.locale]],
    ...(booking.email === null ? [] : [['Email', booking.email] as [string, string]]),
    ...(booking.staff_note === null
      ? []
      : [[words.reason[locale], booking.staff_note] as [string, string]]),
  ]
  return html`<dl class="facts">${rows.map(([term, text]) => html`<div><dt>${term}</dt><dd>${text}</dd></div>`)}</dl>`
}

const mostOffered = 3

/** The nearest free times, were the booking itself not there. */
async function nearestTimes(parts: DeskParts, booking: BookingView): Promise<Times> {
  if (booking.status === 'cancelled' || booking.starts_at <= parts.now()) return []
  const { store, shop, now } = parts
  const held = await readDay(store.read, booking.date, `booking:${booking.id}`)
  const wanted = { date: booking.date, at: minutesOf(booking.time), held }
  const wish = JSON.parse(booking.wish) as Wish
  const found = await findAlternatives(store.read, shop.booking, wish, wanted, now())
  return found
    .filter(({ date, time }) => date !== booking.date || time !== booking.time)
    .slice(0, mostOffered)
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
} satisfies Record<string, Words>
