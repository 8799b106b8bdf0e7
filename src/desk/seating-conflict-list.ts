/** Warnings about parties in a place that belongs to another booking, with places to which either can be moved. */

import type { BookingView } from '../domain/booking/rows.ts'
import { findSeatingConflicts, type SeatingConflict } from '../domain/booking/seating-conflicts.ts'
import type { Resource } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import { actionButton, bookingUrl, formatResources } from './booking-components.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { formatEndTime } from './labels.ts'

/** `next` is the screen to show after a button was pressed; `seated` the parties that are there, if they are loaded. */
export async function seatingConflictList(
  context: DeskContext,
  next: string,
  locale: Locale,
  seated?: readonly BookingView[],
): Promise<Html[]> {
  const { store, bookingContext, now } = context
  const date = serviceDateNow(context)
  const conflicts = await findSeatingConflicts(store.read, bookingContext, {
    date,
    nowMs: now(),
    seated,
  })
  return conflicts.map((conflict) => conflictNotice(context, conflict, next, locale))
}

function conflictNotice(
  context: DeskContext,
  { resource, seated, expected, placesForExpected, placesForSeated }: SeatingConflict,
  next: string,
  locale: Locale,
): Html {
  const place = formatResources(context, [resource], locale)
  const since = seated.ends_at <= context.now() ? words.stillSeated : words.cameEarly
  const left = `${seated.name}: ${words.hasLeft[locale]}`
  return html`<section class="notice problem seating-conflict">
<p><b>${place}</b>: ${bookingLink(seated)} ${since[locale]}; ${bookingLink(expected)} ${words.isNext[locale]}</p>
${moveRow(expected, placesForExpected, next, locale)}
${moveRow(seated, placesForSeated, next, locale)}
<div class="actions">${actionButton(seated, 'finished', left, { next })}</div>
</section>`
}

/** One button for each place to which a party can be moved. */
function moveRow(
  booking: BookingView,
  places: readonly Resource[],
  next: string,
  locale: Locale,
): Html | undefined {
  if (places.length === 0) return undefined
  const party = `${booking.time} ${booking.name} →`
  const buttons = places.map(({ id, name }) => {
    const place = name[locale].split(' · ')[0]
    const label = html`<span class="visually-hidden">${party} </span>${place}`
    const fields = { date: booking.date, time: booking.time, resource: id }
    return actionButton(booking, 'move', label, { fields, next })
  })
  return html`<div class="actions"><span aria-hidden="true">${party}</span>${buttons}</div>`
}

function bookingLink(booking: BookingView): Html {
  const time = `${booking.time}–${formatEndTime(booking)}`
  return html`<a href="${bookingUrl(booking)}">${booking.name}, ${time}</a>`
}

const words = {
  stillSeated: { vi: 'vẫn còn đó', en: 'is still there' },
  cameEarly: { vi: 'đã tới sớm', en: 'came early' },
  isNext: { vi: 'đã đặt chỗ này.', en: 'has booked this place.' },
  hasLeft: { vi: 'đã về', en: 'has left' },
} satisfies Record<string, LocalizedText>
