/** How many guests begin in each half hour of the service, against the pace: a row of bars, and the same as text. */
import { type IntervalLoad, loadAt, type Pace } from '../domain/scheduling/pace.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute, startOfDay, startTimeOf } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import type { Tonight } from './tonight-state.ts'

const halfHour = 30
const maxColumns = 10
/** Of the drawing, in its own units. */
const height = 40

export function coverRow(
  { shop }: DeskContext,
  { service, state, nowMs }: Tonight,
  locale: Locale,
): Html | undefined {
  if (!service) return undefined
  const { date, period } = service
  const at = (nowMs - startOfDay(date)) / minute
  const cap = capOf(shop.booking.paceOn?.(date))
  const shown: Pace = { everyMinutes: halfHour, guests: cap, bookings: undefined }
  const loads = columns(period, at).map((from) => loadAt(shown, state.covers, from))
  const top = Math.max(...loads.map(({ guests }) => guests), (cap ?? 0) * 1.2, 10)
  const { seated, expected, finished } = state.guests
  const totals: [LocalizedText, number][] = [
    [words.seated, seated],
    [words.expected, expected],
    [words.finished, finished],
    ...(state.noShowCount > 0
      ? [[words.noShows, state.noShowCount] as [LocalizedText, number]]
      : []),
  ]
  return html`<section class="tn-box tn-covers" aria-label="${words.title[locale]}">
<ol>${loads.map((load) => column(load, { at, cap, top }, locale))}</ol>
<p class="tn-totals">${totals.map(
    ([label, count]) => html`<span>${label[locale]} <b>${count}</b></span> `,
  )}${
    cap !== undefined &&
    html`<span><i class="tn-cap-key"></i> ${words.cap[locale]} <b>${cap}</b>/30′</span>`
  }</p>
</section>`
}

/** The limit of guests for half an hour. */
function capOf(pace: Pace | undefined): number | undefined {
  if (pace?.guests === undefined) return undefined
  return Math.round((pace.guests * halfHour) / pace.everyMinutes)
}

/** All half hours of the period; if they are too many, those from an hour ago on. */
function columns({ from, to }: { from: number; to: number }, at: number): number[] {
  const first = Math.floor(from / halfHour) * halfHour
  const count = Math.ceil((to - first) / halfHour)
  const latest = first + Math.max(0, count - maxColumns) * halfHour
  const hourAgo = Math.floor(at / halfHour) * halfHour - 2 * halfHour
  const begin = Math.max(first, Math.min(latest, hourAgo))
  return Array.from({ length: Math.min(count, maxColumns) }, (_, index) => begin + index * halfHour)
}

type Scale = { at: number; cap: number | undefined; top: number }

function column({ from, to, guests }: IntervalLoad, { at, cap, top }: Scale, locale: Locale): Html {
  const isOver = cap !== undefined && guests > cap
  const isNow = from <= at && at < to
  const state = [to <= at && 'tn-past', isNow && 'tn-now', isOver && 'tn-over-cap']
    .filter(Boolean)
    .join(' ')
  const size = Math.round((guests / top) * height * 10) / 10
  const line = cap === undefined ? 0 : height - Math.round((cap / top) * height * 10) / 10
  const time = startTimeOf(from)
  return html`<li class="${state}"><span class="tn-count">${isOver && '▲ '}${guests}</span>
<svg viewBox="0 0 40 ${height}" preserveAspectRatio="none" aria-hidden="true">
<rect x="6" y="${height - size}" width="28" height="${size}"/>
${cap !== undefined && html`<line x1="0" x2="40" y1="${line}" y2="${line}"/>`}</svg>
<span class="tn-hour">${
    from % 60 === 0
      ? time
      : html`<span class="visually-hidden">${time.slice(0, 2)}</span>${time.slice(2)}`
  }</span>${
    isOver && html`<span class="visually-hidden"> ${words.over[locale]}</span>`
  }${isNow && html`<span class="visually-hidden"> ${words.now[locale]}</span>`}</li>`
}

const words = {
  title: { vi: 'Khách tới theo nửa giờ', en: 'Guests by half hour' },
  seated: { vi: 'Đang ở đây', en: 'Here now' },
  expected: { vi: 'còn tới', en: 'to come' },
  finished: { vi: 'đã về', en: 'left' },
  noShows: { vi: 'lượt không tới', en: 'no-shows' },
  cap: { vi: 'mức', en: 'limit' },
  over: { vi: 'vượt mức', en: 'over the limit' },
  now: { vi: 'bây giờ', en: 'now' },
} satisfies Record<string, LocalizedText>
