/** How many guests and bookings begin in an interval, against the pace of the day. */
import { loadArrivalsOfDay } from '../domain/booking/load-day.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { type IntervalLoad, loadAt, type Pace } from '../domain/scheduling/pace.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { startTimeOf } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'

/** Staff may exceed the pace; undefined while they do not. */
export async function paceWarning(
  { shop: { booking: rules }, store }: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<Html | undefined> {
  const { date, at } = rules.serviceDays.find(booking)
  const pace = rules.paceOn?.(date)
  if (!pace) return undefined
  const load = loadAt(pace, await loadArrivalsOfDay(store.read, rules, date), at)
  return isOverPace(load, pace) ? html`<p>${intervalText(load, pace, locale)}</p>` : undefined
}

/** "19:00–19:15 18/20 guests · 5 bookings" */
export function intervalText(
  { from, to, guests, bookings }: IntervalLoad,
  pace: Pace | undefined,
  locale: Locale,
): Html {
  const of = (count: number, limit: number | undefined, noun: LocalizedText) =>
    `${count}${limit === undefined ? '' : `/${limit}`} ${noun[locale]}`
  const counts = `${of(guests, pace?.guests, words.guests)} · ${of(bookings, pace?.bookings, words.bookings)}`
  return html`<span><b>${startTimeOf(from)}–${startTimeOf(to)}</b> ${counts}${
    pace &&
    isOverPace({ guests, bookings }, pace) &&
    html` <b class="bad">${words.over[locale]}</b>`
  }</span>`
}

export function isOverPace(
  load: Pick<IntervalLoad, 'guests' | 'bookings'>,
  { guests, bookings }: Pace,
): boolean {
  return load.guests > (guests ?? load.guests) || load.bookings > (bookings ?? load.bookings)
}

const words = {
  guests: { vi: 'khách', en: 'guests' },
  bookings: { vi: 'lượt', en: 'bookings' },
  over: { vi: 'Vượt giới hạn', en: 'Over the limit' },
} satisfies Record<string, LocalizedText>
