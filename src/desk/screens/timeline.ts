/** The day as staff see the room: who sits where, and when. */

import {
  type BlockRow,
  type BookingView,
  findBookingsOn,
  loadBlocks,
  loadOccupiedSpans,
  type OccupiedSpan,
} from '../../domain/booking/queries.ts'
import { formatGuestCount } from '../../domain/messages/format.ts'
import { firstCell } from '../../domain/scheduling/cells.ts'
import { hoursOn } from '../../domain/scheduling/hours.ts'
import type { Resource } from '../../domain/scheduling/rules.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { addDays, dateAt, day, isDate, minute, startOfDay, timeOf } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl, missingResourceText } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { displayStatus, formatEndTime, statusLabel } from '../labels.ts'
import { resourceGroups } from '../resources.ts'
import type { Screen } from '../screen.ts'

/** The part of the day that is drawn, in quarter hours after midnight. */
type VisibleRange = { from: number; to: number }

export function timelineScreen(context: DeskContext): Screen {
  const { store, now, shop } = context
  return {
    path: '/timeline',
    async show(screenRequest) {
      const { locale, query } = screenRequest
      const date = parseDate(query, now())
      const bookings = await findBookingsOn(store.read, date, now())
      const from = startOfDay(date)
      const blocks = await loadBlocks(store.read, from, from + day)
      const held = (await loadOccupiedSpans(store.read, date)).filter(isHeldByAny(bookings, blocks))
      const hours = hoursOn(shop.business, date)
      const window = visibleRange(context, date, held)
      const row = (resource: Resource) =>
        rowOf(context, { resource, date, window, bookings, blocks, held, locale })
      return {
        title: words.title[locale],
        tab: '/timeline',
        wide: true,
        notice: await flashNotice(context, screenRequest),
        body: html`<h1>${formatDate(date, locale)}</h1>
${dayPicker('/timeline', date, now(), locale)}
${!hours.open && html`<p class="notice note">${hours.reason[locale]}</p>`}
${missingResourceList(context, bookings, locale)}
<section class="timeline-box" tabindex="0" aria-label="${words.title[locale]}, ${formatDate(date, locale)}">
<div class="timeline w${window.to - window.from}" data-date="${date}" data-from="${window.from}">
${ruler(window, date, now())}
${resourceGroups(context).map(([group, members]) => html`<h2 class="group">${group[locale]}</h2>${members.map(row)}`)}
</div></section>
<p class="hint">${words.hint[locale]}</p>
<form id="drop" method="post" hidden><input type="hidden" name="version"><input type="hidden" name="date"><input type="hidden" name="time"><input type="hidden" name="party"><input type="hidden" name="resource"><input type="hidden" name="next"><button type="submit">${words.move[locale]}</button></form>`,
      }
    },
  }
}

export function parseDate(query: URLSearchParams, now: number): string {
  const requested = query.get('date') ?? ''
  return isDate(requested) ? requested : dateAt(now)
}

/** Yesterday, today, tomorrow, and any other day. */
export function dayPicker(path: string, date: string, now: number, locale: Locale): Html {
  const to = (target: string, label: string, current = false) =>
    html`<a class="button" href="${path}?date=${target}"${current && html` aria-current="date"`}>${label}</a>`
  return html`<nav class="days" aria-label="${words.days[locale]}">
${to(addDays(date, -1), '←')}
<form action="${path}" method="get"><label class="unseen" for="date">${words.date[locale]}</label><input id="date" type="date" name="date" value="${date}" data-submit><button type="submit" class="unseen-until-focus">${words.go[locale]}</button></form>
${to(addDays(date, 1), '→')}
${to(dateAt(now), words.today[locale], date === dateAt(now))}</nav>`
}

/** Those who stand in a row of somebody who has gone are to be seen in no other place here. */
function missingResourceList(
  context: DeskContext,
  bookings: readonly BookingView[],
  locale: Locale,
): Html | undefined {
  const missing = bookings.flatMap((booking) => {
    const what = missingResourceText(context, booking, locale)
    return what === '' ? [] : [{ booking, what }]
  })
  if (missing.length === 0) return undefined
  return html`${missing.map(
    ({ booking, what }) =>
      html`<p class="shut"><b>${what}:</b> <a href="${bookingUrl(booking)}">${booking.time} ${booking.name}</a></p>`,
  )}`
}

/** What is held in the hours after midnight may be the next day's already. */
function isHeldByAny(bookings: readonly BookingView[], blocks: readonly BlockRow[]) {
  const holders = new Set([
    ...bookings.map(({ id }) => `booking:${id}`),
    ...blocks.map(({ id }) => `block:${id}`),
  ])
  return ({ holder }: OccupiedSpan) => holders.has(holder)
}

/** The opening hours, and whatever is held outside of them. */
function visibleRange(
  { shop }: DeskContext,
  date: string,
  held: readonly OccupiedSpan[],
): VisibleRange {
  const first = firstCell(date)
  const hours = hoursOn(shop.business, date)
  const periods = hours.open ? hours.periods : [{ from: 600, to: 1320 }]
  const starts = [...periods.map(({ from }) => from / 15), ...held.map((one) => one.first - first)]
  const ends = [...periods.map(({ to }) => to / 15), ...held.map((one) => one.last + 1 - first)]
  return {
    from: Math.max(0, Math.floor(Math.min(...starts) / 4) * 4),
    to: Math.min(28 * 4, Math.ceil(Math.max(...ends) / 4) * 4),
  }
}

function ruler({ from, to }: VisibleRange, date: string, now: number): Html {
  const hours = Array.from({ length: (to - from) / 4 }, (_, index) => from + index * 4)
  const passed = Math.floor((now - startOfDay(date)) / (15 * minute))
  const isNow = dateAt(now) === date && passed >= from && passed < to
  return html`<div class="row ruler" aria-hidden="true"><span class="label"></span><div class="track w${to - from}">${hours.map(
    (cell) => html`<span class="hour c${cell - from} s4">${timeOf((cell * 15) % 1440)}</span>`,
  )}${isNow && html`<span class="now c${passed - from}"></span>`}</div></div>`
}

type TimelineRow = {
  resource: Resource
  date: string
  window: VisibleRange
  bookings: readonly BookingView[]
  blocks: readonly BlockRow[]
  held: readonly OccupiedSpan[]
  locale: Locale
}

function rowOf(context: DeskContext, row: TimelineRow): Html {
  const { resource, date, window, locale } = row
  const bars = row.held
    .filter((one) => one.resource === resource.id)
    .sort((one, other) => one.first - other.first)
    .map((one) => bar(context, row, one))
  const now = Math.floor((context.now() - startOfDay(date)) / (15 * minute))
  const isNow = dateAt(context.now()) === date && now >= window.from && now < window.to
  return html`<div class="row" data-resource="${resource.id}">
<a class="label" href="/entry?resource=${encodeURIComponent(resource.id)}&amp;date=${date}">${resource.name[locale]}</a>
<div class="track w${window.to - window.from}">${bars}${isNow && html`<span class="now c${now - window.from}"></span>`}</div></div>`
}

function bar(
  context: DeskContext,
  { window, bookings, blocks, date, locale }: TimelineRow,
  held: OccupiedSpan,
): Html {
  const start = held.first - firstCell(date)
  const startClass = `c${Math.max(0, start - window.from)}`
  const [kind, id = ''] = held.holder.split(':')
  const booking = kind === 'booking' ? bookings.find((one) => one.id === id) : undefined
  const length = (cells: number) => `s${Math.max(1, Math.min(cells, window.to - start))}`
  if (booking) {
    const cells = Math.ceil((booking.ends_at - booking.starts_at) / (15 * minute))
    const label = `${booking.time}–${formatEndTime(booking)} ${booking.name}, ${formatGuestCount(booking.party_size, locale)}`
    return html`<a class="bar ${displayStatus(booking)} ${startClass} ${length(Math.min(cells, held.last - held.first + 1))}" href="${bookingUrl(booking)}" title="${label}, ${statusLabel(booking, locale)}" data-version="${booking.version}" data-party="${booking.party_size}" draggable="false"><b>${booking.name}</b> <span>${booking.party_size} · ${booking.time}</span><span class="unseen">, ${statusLabel(booking, locale)}</span></a>`
  }
  const block = blocks.find((one) => one.id === id)
  return html`<a class="bar blocked ${startClass} ${length(held.last - held.first + 1)}" href="/closed#block-${id}" title="${block?.reason ?? ''}"><span>${block?.reason ?? context.shop.business.name}</span></a>`
}

const words = {
  title: { vi: 'Sơ đồ', en: 'Timeline' },
  days: { vi: 'Chọn ngày', en: 'Choose a day' },
  date: { vi: 'Ngày', en: 'Date' },
  go: { vi: 'Xem', en: 'Show' },
  today: { vi: 'Hôm nay', en: 'Today' },
  move: { vi: 'Dời', en: 'Move' },
  hint: {
    vi: 'Chạm vào chỗ trống để ghi khách hoặc khóa chỗ. Để dời: dùng chuột kéo lượt đặt, hoặc chạm vào nó rồi chọn Dời. Nét đứt: đang chờ trả lời. Gạch chéo: đang khóa.',
    en: 'Tap a free place to enter a guest or to block it. To move a booking, drag it with the mouse, or tap it and choose Move. Dashed: waiting for an answer. Hatched: blocked.',
  },
} satisfies Record<string, LocalizedText>
