/** The rows of a timeline: a bar for each booking or block, with marks for what staff must know. */
import { cellAt } from '../domain/booking/occupancy.ts'
import { plannedEndCell } from '../domain/booking/presence.ts'
import type { OccupiedSpan } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { formatGuestCount } from '../domain/messages/format.ts'
import { firstCell } from '../domain/scheduling/cells.ts'
import type { Resource } from '../domain/scheduling/rules.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { absencePath, formatReason } from './absence-form.ts'
import { bookingUrl, healthAnswers } from './booking-components.ts'
import type { DeskContext } from './context.ts'
import { displayStatus, formatEndTime, statusLabel } from './labels.ts'
import { resourceDayUrl } from './resource-day-url.ts'
import { depositOfBooking } from './screens/deposit.ts'
import { nowMarker, type Timeline } from './timeline-scale.ts'

export function resourceRow(context: DeskContext, timeline: Timeline, resource: Resource): Html {
  const { date, range, spans, locale } = timeline
  const bars = spans
    .filter((span) => span.resource === resource.id && isVisible(timeline, span))
    .sort((one, other) => one.first - other.first)
    .map((span) => bar(context, timeline, span))
  return html`<div class="row" data-resource="${resource.id}">
<a class="label" href="${resourceDayUrl(resource.id, date)}">${resource.name[locale]}</a>
<div class="track w${range.to - range.from}">
${offDuty(context, timeline, resource.id)}${bars}${nowMarker(context, timeline)}</div></div>
`
}

function isVisible({ date, range }: Timeline, { first, last }: OccupiedSpan): boolean {
  return last - firstCell(date) >= range.from && first - firstCell(date) < range.to
}

function bar(context: DeskContext, timeline: Timeline, span: OccupiedSpan): Html {
  const { range, bookings, blocks, date, locale } = timeline
  /** Grid columns of the part that is visible. */
  const position = (first: number, cells: number) => {
    const start = Math.max(range.from, first - firstCell(date))
    const end = Math.min(range.to, first - firstCell(date) + cells)
    return `c${start - range.from} s${Math.max(1, end - start)}`
  }
  const [kind, id = ''] = span.holder.split(':')
  const booking = kind === 'booking' ? bookings.find((one) => one.id === id) : undefined
  if (booking) {
    const { first, end } = stayOf(context, timeline, booking, span)
    const clearing = span.last + 1 - end
    return html`${bookingBar(context, booking, position(first, end - first), locale)}${
      clearing > 0 && html`<span class="clearing ${position(end, clearing)}"></span>`
    }`
  }
  if (kind === 'offer') {
    const place = position(span.first, span.last - span.first + 1)
    return html`<a class="bar blocked ${place}" href="/place-offers/${id}"
  title="${words.offered[locale]}"><span>${words.offered[locale]}</span></a>`
  }
  const block = blocks.find((one) => one.id === id)
  const reason = block && formatReason(block.reason, locale)
  const href = block?.is_absence ? `${absencePath}/${id}` : `/blocks#block-${id}`
  const blocked = position(span.first, span.last - span.first + 1)
  return html`<a class="bar blocked ${blocked}" href="${href}" title="${reason ?? ''}">
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

function bookingBar(
  context: DeskContext,
  booking: BookingView,
  position: string,
  locale: Locale,
): Html {
  const { name, party_size: party, visit } = booking
  const time = `${booking.time}–${formatEndTime(booking)}`
  const status = statusLabel(booking, locale)
  const offer = hasTreatment(context) ? context.offerName(booking.offer_id)[locale] : ''
  const delay = delayOf(context, booking, locale)
  const marks = marksOf(context, booking, locale)
  const texts = [name, formatGuestCount(party, locale), offer, status, delay?.text ?? '']
  const title = `${time} ${[...texts, ...marks.map(({ text }) => text)].filter(Boolean).join(', ')}`
  const state = delay?.className ?? displayStatus(booking)
  const canMove = booking.status !== 'cancelled' && (visit === null || visit === 'seated')
  const data =
    canMove &&
    html`data-version="${booking.version}" data-party="${party}" data-code="${formatCode(booking.code)}"
 data-date="${booking.date}" data-time="${booking.time}"
data-until="${formatEndTime(booking)}"${visit === 'seated' && html` data-seated`}`
  // A short bar has room for the beginning only; its place already shows the time.
  const facts = html`${delay && html`<em>${delay.text}</em> `}${
    offer !== '' && html`${offer} · `
  }${party} · ${booking.time}`
  return html`<a class="bar ${state} ${position}" href="${bookingUrl(booking)}" title="${title}" ${data}
  draggable="false">
<b class="name">${name}</b>
<span class="bar-facts">${facts}</span>${
    marks.length > 0 && html`<span class="marks">${marks.map(renderMark)}</span>`
  }<span class="visually-hidden">, ${status}</span>
</a>`
}

/** At a table there is nothing to choose, so the bar does not name it. */
export function hasTreatment({ shop }: DeskContext): boolean {
  return !shop.booking.resources.some(({ id }) => id.startsWith('table:'))
}

const lateAfterMinutes = 5

/** How late a guest is, or how long a party has stayed beyond its time. */
function delayOf(
  { now }: DeskContext,
  { status, visit, starts_at, ends_at }: BookingView,
  locale: Locale,
): { className: string; text: string } | undefined {
  const minutesSince = (atMs: number) => Math.floor((now() - atMs) / minute)
  const late = minutesSince(starts_at)
  if (status === 'confirmed' && visit === null && late >= lateAfterMinutes && ends_at > now()) {
    return { className: 'confirmed late', text: `${words.late[locale]} ${late}′` }
  }
  const over = minutesSince(ends_at)
  if (visit !== 'seated' || over < lateAfterMinutes) return undefined
  return { className: 'seated overstayed', text: `${words.over[locale]} ${over}′` }
}

type Mark = { className: string; sign: string; text: string }

/** In the order of their importance. */
function marksOf(context: DeskContext, booking: BookingView, locale: Locale): Mark[] {
  const health = healthAnswers(context, booking, locale)
  const deposit = depositOfBooking(context, booking)?.state
  const isPaid = deposit === 'paid'
  const depositText = isPaid ? words.depositPaid : words.depositOpen
  const hasNote = Boolean(booking.note ?? booking.desk_note)
  return [
    ...(health === '' ? [] : [{ className: 'health', sign: '!', text: health }]),
    ...(isPaid || deposit === 'asked'
      ? [{ className: isPaid ? 'paid' : 'unpaid', sign: '₫', text: depositText[locale] }]
      : []),
    ...(hasNote ? [{ className: 'note', sign: '✎', text: words.note[locale] }] : []),
  ]
}

function renderMark({ className, sign, text }: Mark): Html {
  return html`<span class="mark ${className}"><span aria-hidden="true">${sign}</span><span class="visually-hidden">,
${text}</span></span>`
}

const words = {
  offered: { vi: 'đã mời khách', en: 'offered to a guest' },
  late: { vi: 'trễ', en: 'late' },
  over: { vi: 'quá', en: 'over by' },
  note: { vi: 'có lời nhắn', en: 'has a note' },
  depositPaid: { vi: 'đã nhận cọc', en: 'deposit paid' },
  depositOpen: { vi: 'chưa nhận cọc', en: 'deposit not paid' },
} satisfies Record<string, LocalizedText>

/** The visible part of a day, in quarter hours after midnight. */
type VisibleDay = { date: string; range: { from: number; to: number } }

/** The times at which a person does not work; undefined for a place that is always on duty. */
function offDuty(
  { shop }: DeskContext,
  { date, range }: VisibleDay,
  resource: string,
): Html[] | undefined {
  const duty = shop.booking.dutyOn?.(resource, date)
  if (!duty) return undefined
  const edges = duty.flatMap(({ from, to }) => [Math.floor(from / 15), Math.ceil(to / 15)])
  const all = [range.from, ...edges, range.to]
  return Array.from({ length: all.length / 2 }, (_, index) => {
    const first = Math.max(range.from, all[2 * index] ?? range.from)
    const cells = Math.min(range.to, all[2 * index + 1] ?? range.to) - first
    return cells > 0
      ? html`<span class="off-duty c${first - range.from} s${cells}"></span>`
      : html``
  })
}
