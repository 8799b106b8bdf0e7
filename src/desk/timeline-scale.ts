/**
 * The hours of a timeline: the visible part of the day, the ruler, the guests of each half hour, and the current
 * time.
 */
import type { BlockRow, OccupiedSpan } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { formatGuestCount } from '../domain/messages/format.ts'
import { firstCell } from '../domain/scheduling/cells.ts'
import { hoursOn, type Period } from '../domain/scheduling/hours.ts'
import { loadAt, type Pace, toArrival } from '../domain/scheduling/pace.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute, startOfDay, startTimeOf, timeOf } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { formatClock } from './labels.ts'
import { isOverPace } from './pace-warning.ts'

/** The visible part of the day, in quarter hours after midnight. */
type VisibleRange = {
  from: number
  to: number
  /** The hours before it that are over, such as those of lunch during dinner. */
  folded: Period | undefined
}

export type Timeline = {
  date: string
  range: VisibleRange
  bookings: readonly BookingView[]
  blocks: readonly BlockRow[]
  spans: readonly OccupiedSpan[]
  /** When guests arrived, by booking id. */
  arrivals: ReadonlyMap<string, number>
  locale: Locale
}

/** A night ends at 06:00 at the latest, and its tables are cleared after that. */
const maxVisibleCells = 32 * 4

/** The opening hours, extended to full hours around all spans; on the current day without those that are over. */
export function visibleRange(
  context: DeskContext,
  date: string,
  spans: readonly OccupiedSpan[],
  isWholeDay: boolean,
): VisibleRange {
  const first = firstCell(date)
  const hours = hoursOn(context.shop.business, date)
  const periods = hours.open ? hours.periods : [{ from: 600, to: 1320 }]
  const starts = [...periods.map(({ from }) => from / 15), ...spans.map((one) => one.first - first)]
  const ends = [...periods.map(({ to }) => to / 15), ...spans.map((one) => one.last + 1 - first)]
  const from = Math.max(0, Math.floor(Math.min(...starts) / 4) * 4)
  const to = Math.min(maxVisibleCells, Math.ceil(Math.max(...ends) / 4) * 4)
  const shownFrom = isWholeDay ? from : Math.max(from, firstShown(context, date, periods))
  const folded = shownFrom > from ? { from: from * 15, to: shownFrom * 15 } : undefined
  return { from: shownFrom, to, folded }
}

/** Room for the label of the current time, in quarter hours. */
const cellsBeforeNow = 2

/** The hour in which the current or the next period begins, if an earlier one is over. */
function firstShown(context: DeskContext, date: string, periods: readonly Period[]): number {
  const now = currentCell(context, date)
  if (now === undefined) return 0
  const left = periods.filter(({ to }) => to / 15 > now)
  if (left.length === 0 || left.length === periods.length) return 0
  return Math.floor(Math.min(now - cellsBeforeNow, ...left.map(({ from }) => from / 15)) / 4) * 4
}

/** The quarter hour of now; undefined on another day. */
function currentCell(context: DeskContext, date: string): number | undefined {
  if (serviceDateNow(context) !== date) return undefined
  return Math.floor((context.now() - startOfDay(date)) / (15 * minute))
}

/** A link that shows the hours that are folded away, or folds them again. */
export function foldLink(
  { date, range: { folded }, locale }: Timeline,
  isWholeDay: boolean,
): Html | undefined {
  if (isWholeDay) {
    return html`<a class="button" href="/timeline?date=${date}">${words.fold[locale]}</a>`
  }
  if (!folded) return undefined
  const hours = `${startTimeOf(folded.from)}–${timeOf(folded.to)}`
  return html`<a class="button" href="/timeline?date=${date}&amp;hours=all">${words.unfold[locale]} ${hours}</a>`
}

/** The hours, and a row with the guests who begin in each half hour. */
export function ruler(context: DeskContext, timeline: Timeline): Html {
  const { range, date, locale } = timeline
  const { from, to } = range
  const now = currentCell(context, date)
  // The label of the current time takes the place of an hour that it would cover.
  const isCovered = (cell: number) => now !== undefined && cell - 3 < now && now < cell + 3
  const hours = Array.from({ length: (to - from) / 4 }, (_, index) => from + index * 4)
    .filter((cell) => !isCovered(cell))
    .map((cell) => html`<span class="hour c${cell - from} s4">${timeOf((cell * 15) % 1440)}</span>`)
  const isVisible = now !== undefined && now >= from && now < to
  const clock =
    isVisible &&
    html`<b class="clock c${now - from}"><span>${formatClock(context.now())}</span></b>`
  return html`<div class="row ruler" aria-hidden="true">
<span class="label"></span>
<div class="track w${to - from}">${hours}${clock}</div>
</div>
<div class="row guests">
<span class="label">${words.guests[locale]}<span class="visually-hidden"> ${words.perHalfHour[locale]}</span></span>
<div class="track w${to - from}">${guestCounts(context, timeline)}</div>
</div>`
}

function guestCounts(context: DeskContext, timeline: Timeline): Html[] {
  const { date, range, bookings, locale } = timeline
  const { from, to } = range
  const arrivals = bookings
    .filter(({ status, visit }) => status !== 'cancelled' && visit !== 'no_show')
    .map(({ starts_at: startsAt, party_size: partySize }) =>
      toArrival(date, { startsAt, partySize }),
    )
  const pace = context.shop.booking.paceOn?.(date)
  const halfHour = { everyMinutes: 30, guests: undefined, bookings: undefined }
  return Array.from({ length: (to - from) / 2 }, (_, index) => {
    const cell = from + index * 2
    const load = loadAt(halfHour, arrivals, cell * 15)
    const isOver = pace !== undefined && isOverIn(pace, arrivals, load)
    const time = `${startTimeOf(load.from)}–${startTimeOf(load.to)}`
    const text = `${time}: ${formatGuestCount(load.guests, locale)}`
    const title = isOver ? `${text}, ${words.over[locale]}` : text
    const className = isOver ? 'over ' : load.guests === 0 ? 'none ' : ''
    return html`<span class="${className}c${cell - from} s2" title="${title}"><span aria-hidden="true">${
      isOver && '▲ '
    }${load.guests}</span><span class="visually-hidden">${title}; </span></span>`
  })
}

/** Whether an interval of the pace within the half hour has more than allowed. */
function isOverIn(
  pace: Pace,
  arrivals: Parameters<typeof loadAt>[1],
  { from, to }: { from: number; to: number },
): boolean {
  const starts = Array.from(
    { length: Math.max(1, Math.ceil((to - from) / pace.everyMinutes)) },
    (_, index) => from + index * pace.everyMinutes,
  )
  return starts.some((at) => isOverPace(loadAt(pace, arrivals, at), pace))
}

/** A line at the current time, if it is within the visible range. */
export function nowMarker(
  context: DeskContext,
  { date, range: { from, to } }: Timeline,
): Html | undefined {
  const cell = currentCell(context, date)
  const isVisible = cell !== undefined && cell >= from && cell < to
  return isVisible ? html`<span class="now c${cell - from}"></span>` : undefined
}

const words = {
  guests: { vi: 'Khách / 30′', en: 'Guests / 30′' },
  perHalfHour: { vi: '(bắt đầu trong mỗi nửa giờ)', en: '(who begin in each half hour)' },
  over: { vi: 'vượt giới hạn', en: 'over the limit' },
  unfold: { vi: 'Hiện', en: 'Show' },
  fold: { vi: 'Thu gọn giờ đã qua', en: 'Hide past hours' },
} satisfies Record<string, LocalizedText>
