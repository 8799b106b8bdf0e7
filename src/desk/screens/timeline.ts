/** The day as a timeline: one row per resource, one bar per booking or block. */
import { cellAt } from '../../domain/booking/occupancy.ts'
import { plannedEndCell } from '../../domain/booking/presence.ts'
import {
  type BlockRow,
  findBookingsIn,
  loadArrivals,
  loadBlocks,
  loadOccupiedSpans,
  type OccupiedSpan,
} from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { firstCell } from '../../domain/scheduling/cells.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import type { Resource } from '../../domain/scheduling/rules.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { absencePath, formatReason } from '../absence-form.ts'
import { bookingUrl, missingResourceText } from '../booking-components.ts'
import type { DeskContext } from '../context.ts'
import { dayPicker, parseDate, serviceDateNow } from '../day-picker.ts'
import { extraPlaceSection } from '../extra-place-form.ts'
import { flashNotice } from '../flash.ts'
import { displayStatus, formatEndTime, statusLabel } from '../labels.ts'
import { dropForm, moveDock } from '../move-dock.ts'
import { offDuty } from '../off-duty.ts'
import { resourceDayUrl } from '../resource-day-url.ts'
import { resourceGroups } from '../resources.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { seatingConflictList } from '../seating-conflict-list.ts'

/** The visible part of the day, in quarter hours after midnight. */
type VisibleRange = { from: number; to: number }

type Timeline = {
  date: string
  range: VisibleRange
  bookings: readonly BookingView[]
  blocks: readonly BlockRow[]
  spans: readonly OccupiedSpan[]
  /** When guests arrived, by booking id. */
  arrivals: ReadonlyMap<string, number>
  locale: Locale
}

export function timelineScreen(context: DeskContext): Screen {
  return {
    path: '/timeline',
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const notice = await flashNotice(context, screenRequest)
      return timelinePage(context, query.get('date'), locale, { notice })
    },
  }
}

type TimelineOptions = {
  notice: Notice | undefined
  /** The booking that could not be moved. */
  refused?: BookingView
}

/** Also shown after a refused move, with the reason. */
export async function timelinePage(
  context: DeskContext,
  day: string | null,
  locale: Locale,
  { notice, refused }: TimelineOptions,
): Promise<ScreenPage> {
  const date = parseDate(context, new URLSearchParams(day === null ? {} : { date: day }))
  const timeline = await loadTimeline(context, date, locale)
  const { range } = timeline
  const hours = hoursOn(context.shop.business, date)
  const groups = resourceGroups(context, date).map(
    ([group, members]) => html`<h2 class="group">${group[locale]}</h2>
${members.map((resource) => resourceRow(context, timeline, resource))}`,
  )
  const label = `${words.title[locale]}, ${formatDate(date, locale)}`
  return {
    title: words.title[locale],
    tab: '/timeline',
    isFullWidth: true,
    notice: refused && notice ? withWayBack(notice, refused, date, locale) : notice,
    // The address of a refused form is not that of the timeline.
    ...(refused && { status: 409, disableAutoRefresh: true }),
    body: html`<h1>${formatDate(date, locale)}</h1>
${dayPicker(context, '/timeline', date, locale)}
${date === serviceDateNow(context) && (await seatingConflictList(context, '/timeline', locale))}
${!hours.open && html`<p class="notice note">${hours.reason[locale]}</p>`}
${missingResourceList(context, timeline.bookings, locale)}
<section class="timeline-box" tabindex="0" aria-label="${label}">
<div class="timeline w${range.to - range.from}" data-date="${date}"
 data-next-date="${addDays(date, 1)}" data-from="${range.from}"${refused && html` data-refused="${formatCode(refused.code)}"`}>
${ruler(context, timeline)}
${groups}
</div>
</section>
${moveDock(locale)}
${extraPlaceSection(context, date, locale)}
<p class="hint">${words.hint[locale]}</p>
${dropForm(locale)}`,
  }
}

/** Other ways than the refused one. */
function withWayBack(notice: Notice, booking: BookingView, date: string, locale: Locale): Notice {
  return {
    ...notice,
    body: html`${notice.body}
<p class="ways"><a class="button" href="${bookingUrl(booking)}#move">${words.otherPlace[locale]}</a>
<a class="button" href="/timeline?date=${date}">${words.leave[locale]}</a></p>`,
  }
}

async function loadTimeline(context: DeskContext, date: string, locale: Locale): Promise<Timeline> {
  const { store, now, shop } = context
  const serviceDay = shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const bookings = await findBookingsIn(store.read, serviceDay, now())
  const blocks = await loadBlocks(store.read, serviceDay)
  const spans = (await loadOccupiedSpans(store.read, date)).filter(isHeldBy(bookings, blocks))
  const visits = bookings.filter(({ visit }) => visit !== null).map(({ id }) => id)
  const arrivals = await loadArrivals(store.read, visits)
  const absences = new Set(
    blocks.filter(({ is_absence }) => is_absence).map(({ id }) => `block:${id}`),
  )
  // An absence may last all day; the opening hours are enough to show it.
  const range = visibleRange(
    context,
    date,
    spans.filter(({ holder }) => !absences.has(holder)),
  )
  return { date, range, bookings, blocks, spans, arrivals, locale }
}

/** Spans after midnight can belong to the next day. */
function isHeldBy(bookings: readonly BookingView[], blocks: readonly BlockRow[]) {
  const holders = new Set([
    ...bookings.map(({ id }) => `booking:${id}`),
    ...blocks.map(({ id }) => `block:${id}`),
  ])
  return ({ holder }: OccupiedSpan) => holders.has(holder)
}

/** A night ends at 06:00 at the latest, and its tables are cleared after that. */
const maxVisibleCells = 32 * 4

/** The opening hours, extended to full hours around all spans. */
function visibleRange(
  { shop }: DeskContext,
  date: string,
  spans: readonly OccupiedSpan[],
): VisibleRange {
  const first = firstCell(date)
  const hours = hoursOn(shop.business, date)
  const periods = hours.open ? hours.periods : [{ from: 600, to: 1320 }]
  const starts = [...periods.map(({ from }) => from / 15), ...spans.map((one) => one.first - first)]
  const ends = [...periods.map(({ to }) => to / 15), ...spans.map((one) => one.last + 1 - first)]
  return {
    from: Math.max(0, Math.floor(Math.min(...starts) / 4) * 4),
    to: Math.min(maxVisibleCells, Math.ceil(Math.max(...ends) / 4) * 4),
  }
}

/** Bookings with a removed resource have no row in the timeline. */
function missingResourceList(
  context: DeskContext,
  bookings: readonly BookingView[],
  locale: Locale,
): Html[] {
  return bookings.flatMap((booking) => {
    const missing = missingResourceText(context, booking, locale)
    if (missing === '') return []
    const link = html`<a href="${bookingUrl(booking)}">${booking.time} ${booking.name}</a>`
    return html`<p class="closed-warning"><b>${missing}:</b> ${link}</p>`
  })
}

function ruler(context: DeskContext, timeline: Timeline): Html {
  const { from, to } = timeline.range
  const hours = Array.from({ length: (to - from) / 4 }, (_, index) => from + index * 4).map(
    (cell) => html`<span class="hour c${cell - from} s4">${timeOf((cell * 15) % 1440)}</span>`,
  )
  return html`<div class="row ruler" aria-hidden="true">
<span class="label"></span>
<div class="track w${to - from}">${hours}${nowMarker(context, timeline)}</div>
</div>`
}

/** A line at the current time, if it is within the visible range. */
function nowMarker(
  context: DeskContext,
  { date, range: { from, to } }: Timeline,
): Html | undefined {
  const cell = Math.floor((context.now() - startOfDay(date)) / (15 * minute))
  const isVisible = serviceDateNow(context) === date && cell >= from && cell < to
  return isVisible ? html`<span class="now c${cell - from}"></span>` : undefined
}

function resourceRow(context: DeskContext, timeline: Timeline, resource: Resource): Html {
  const { date, range, spans, locale } = timeline
  const bars = spans
    .filter((span) => span.resource === resource.id && isVisible(timeline, span))
    .sort((one, other) => one.first - other.first)
    .map((span) => bar(context, timeline, span))
  return html`<div class="row" data-resource="${resource.id}">
<a class="label" href="${resourceDayUrl(resource.id, date)}">${resource.name[locale]}</a>
<div class="track w${range.to - range.from}">${offDuty(context, timeline, resource.id)}${bars}${nowMarker(context, timeline)}</div></div>
`
}

function isVisible({ date, range }: Timeline, { first, last }: OccupiedSpan): boolean {
  return last - firstCell(date) >= range.from && first - firstCell(date) < range.to
}

function bar(context: DeskContext, timeline: Timeline, span: OccupiedSpan): Html {
  const { range, bookings, blocks, date } = timeline
  const position = (first: number, cells: number) => {
    const start = Math.max(first - firstCell(date), range.from)
    const end = Math.min(first - firstCell(date) + cells, range.to)
    return `c${start - range.from} s${Math.max(1, end - start)}`
  }
  const spanLength = span.last - span.first + 1
  const [kind, id = ''] = span.holder.split(':')
  const booking = kind === 'booking' ? bookings.find((one) => one.id === id) : undefined
  if (booking) {
    const { first, end } = stayOf(context, timeline, booking, span)
    const clearing = span.last + 1 - end
    return html`${bookingBar(booking, position(first, end - first), timeline.locale)}${
      clearing > 0 && html`<span class="clearing ${position(end, clearing)}"></span>`
    }`
  }
  const block = blocks.find((one) => one.id === id)
  const reason = block && formatReason(block.reason, timeline.locale)
  const href = block?.is_absence ? `${absencePath}/${id}` : `/closed#block-${id}`
  return html`<a class="bar blocked ${position(span.first, spanLength)}" href="${href}" title="${reason ?? ''}">
<span>${reason ?? context.shop.business.name}</span>
</a>`
}

/**
 * The cells of the stay itself, without the time to prepare and to clear the place. A party that came early or late is
 * shown from its arrival on.
 */
function stayOf(
  context: DeskContext,
  { arrivals }: Timeline,
  booking: BookingView,
  span: OccupiedSpan,
): { first: number; end: number } {
  const { id, visit, starts_at } = booking
  const arrival = visit === null ? starts_at : (arrivals.get(id) ?? starts_at)
  const first = Math.min(span.last, Math.max(span.first, cellAt(arrival)))
  const isOver = visit === 'finished' || visit === 'no_show'
  const there = visit === 'seated' ? cellAt(context.now()) + 1 : 0
  const end = isOver ? span.last + 1 : Math.max(plannedEndCell(booking), there)
  return { first, end: Math.max(first + 1, Math.min(end, span.last + 1)) }
}

function bookingBar(booking: BookingView, position: string, locale: Locale): Html {
  const time = `${booking.time}–${formatEndTime(booking)}`
  const status = statusLabel(booking, locale)
  const title = `${time} ${booking.name}, ${formatGuestCount(booking.party_size, locale)}, ${status}`
  const className = `bar ${displayStatus(booking)} ${position}`
  const canMove =
    booking.status !== 'cancelled' && (booking.visit === null || booking.visit === 'seated')
  const data =
    canMove &&
    html`data-version="${booking.version}" data-party="${booking.party_size}" data-code="${formatCode(booking.code)}"
 data-date="${booking.date}" data-time="${booking.time}" data-until="${formatEndTime(booking)}"${booking.visit === 'seated' && html` data-seated`}`
  return html`<a class="${className}" href="${bookingUrl(booking)}" title="${title}" ${data} draggable="false">
<b>${booking.name}</b>
<span>${booking.party_size} · ${booking.time}</span><span class="visually-hidden">, ${status}</span>
</a>`
}

const words = {
  title: { vi: 'Sơ đồ', en: 'Timeline' },
  leave: { vi: 'Thôi', en: 'Leave as is' },
  otherPlace: { vi: 'Chọn chỗ khác', en: 'Choose another place' },
  hint: {
    vi:
      'Chạm vào chỗ trống để ghi khách hoặc khoá chỗ. Để dời: kéo lượt đặt (trên màn hình cảm ứng giữ một chút rồi ' +
      'kéo), hoặc chạm vào nó rồi chạm vào chỗ đích. Thả lên một lượt khác: hai lượt đổi chỗ. Nét đứt: đang chờ ' +
      'trả lời. Chấm: dọn chỗ. Gạch chéo: đang khoá.',
    en:
      'Tap a free place to enter a booking or to block the place. To move a booking, drag it (on a touch screen ' +
      'hold it first), or tap it and then the new place. Drop it on another booking to swap the two. ' +
      'Dashed: pending. Dotted: clearing. Hatched: blocked.',
  },
} satisfies Record<string, LocalizedText>
