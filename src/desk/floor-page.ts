/** The floor plan: every table where it stands, as it is now. A tap on a table opens what can be done there. */
import type { FreeResource } from '../domain/booking/free-now.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import type { Resource } from '../domain/scheduling/rules.ts'
import { formatShortDate } from '../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { serviceDateNow } from './day-picker.ts'
import { floorPath } from './floor-path.ts'
import { formatClock, formatEndTime } from './labels.ts'
import { resourceGroups } from './resources.ts'
import type { ScreenPage } from './screen.ts'
import { seatingConflictList } from './seating-conflict-list.ts'
import type { ServiceCache, ServiceRequest } from './service-cache.ts'
import { bookingSheetUrl, marks, tonightPath } from './tonight-lists.ts'
import type { ServicePageOptions } from './tonight-page.ts'
import { loadTonight, minutesLate, type Tonight } from './tonight-state.ts'

export async function floorPage(
  context: DeskContext,
  cache: ServiceCache,
  request: ServiceRequest,
  { notice, status }: ServicePageOptions,
): Promise<ScreenPage> {
  const { locale } = request
  return {
    title: words.title[locale],
    tab: floorPath,
    isFullWidth: true,
    notice,
    ...(status !== undefined && { status }),
    body: await cache.renderBody(request, {
      path: floorPath,
      render: async () => [await renderFloor(context, await loadTonight(context, cache), locale)],
    }),
  }
}

async function renderFloor(context: DeskContext, tonight: Tonight, locale: Locale): Promise<Html> {
  const date = tonight.service?.date ?? serviceDateNow(context)
  const floor = createFloor(context, tonight)
  const areas = resourceGroups(context, date).map(([group, tables]) =>
    area(context, floor, group[locale], tables, locale),
  )
  const count = `${tonight.free.length} ${words.freeCount[locale]}`
  return html`<header class="tn-head">
<div><h1>${words.title[locale]}</h1>
<p>${formatShortDate(date, locale)} · <b>${formatClock(tonight.nowMs)}</b> · ${count}</p></div>
<div class="tn-links"><a class="button" href="${tonightPath}">${words.lists[locale]}</a>
<a class="button" href="/timeline">${words.byTime[locale]}</a></div>
</header>
${await seatingConflictList(context, floorPath, locale)}
<div class="floor">${areas}</div>`
}

/** Who or what is at a table, by its resource id. */
type Floor = {
  nowMs: number
  seated: ReadonlyMap<string, BookingView>
  arrivals: Tonight['state']['arrivals']
  late: ReadonlyMap<string, BookingView>
  free: ReadonlyMap<string, FreeResource>
  next: ReadonlyMap<string, BookingView>
}

function createFloor({ shop }: DeskContext, { state, free, nowMs }: Tonight): Floor {
  const byTable = (bookings: readonly BookingView[]) =>
    new Map(
      // The first of several bookings on a table is the one that counts.
      bookings
        .toReversed()
        .flatMap((booking) =>
          shop.booking.resourcesOf(booking.assignment).map((id) => [id, booking] as const),
        ),
    )
  return {
    ...{ nowMs, arrivals: state.arrivals },
    seated: byTable(state.seated),
    late: byTable(state.late),
    free: new Map(free.map((one) => [one.resource.id, one])),
    next: byTable(state.expected),
  }
}

function area(
  context: DeskContext,
  floor: Floor,
  name: string,
  tables: readonly Resource[],
  locale: Locale,
): Html {
  return html`<section class="floor-area"><h2>${name}</h2>
<ul class="floor-grid">${tables.map((table) => tile(context, floor, table, locale))}</ul>
</section>`
}

function tile(context: DeskContext, floor: Floor, table: Resource, locale: Locale): Html {
  const { id, name, position } = table
  const [label = '', seats = ''] = name[locale].split(' · ')
  const place = position
    ? ` c${position.column - 1} s${position.width} r${position.row - 1} h${position.height}`
    : ''
  const { tone, address, lines, booking } = describeTable(floor, id, locale)
  const content = html`<b>${label}</b> <small>${booking ? `${booking.party_size} / ${seats}` : seats}</small>
${lines.map((line) => html`<span>${line}</span>`)}
${booking && marks(context, booking, locale)}`
  return html`<li class="floor-tile ${tone}${place}">${
    address === undefined
      ? html`<div>${content}</div>`
      : html`<a href="${address}" data-sheet>${content}</a>`
  }</li>`
}

type TableState = {
  tone: 'seated' | 'over' | 'late' | 'free' | 'booked' | 'blocked'
  /** Of the sheet with what can be done. */
  address?: string
  lines: readonly string[]
  booking?: BookingView
}

function describeTable(floor: Floor, id: string, locale: Locale): TableState {
  const { nowMs } = floor
  const seated = floor.seated.get(id)
  if (seated) {
    const since = formatClock(floor.arrivals.get(seated.id) ?? seated.starts_at)
    const over = Math.floor((nowMs - seated.ends_at) / minute)
    const end =
      over >= 0
        ? `${words.overBy[locale]} ${over}′`
        : `${words.until[locale]} ${formatEndTime(seated)}`
    const lines = [`${words.since[locale]} ${since}`, end, seated.name]
    return { ...bookingTile(seated, over >= 0 ? 'over' : 'seated'), lines }
  }
  const late = floor.late.get(id)
  if (late) {
    const lines = [`${words.lateBy[locale]} ${minutesLate(late, nowMs)}′`, late.time, late.name]
    return { ...bookingTile(late, 'late'), lines }
  }
  const free = floor.free.get(id)
  const next = floor.next.get(id)
  if (free) {
    const until =
      free.untilMs === undefined
        ? words.untilClosing[locale]
        : `${words.until[locale]} ${formatClock(free.untilMs)}`
    const lines = [words.free[locale], until, ...(next ? [`${next.time} ${next.name}`] : [])]
    return { tone: 'free', address: `${floorPath}?table=${encodeURIComponent(id)}`, lines }
  }
  if (next) return { ...bookingTile(next, 'booked'), lines: [next.time, next.name] }
  return { tone: 'blocked', lines: [words.notFree[locale]] }
}

function bookingTile(
  booking: BookingView,
  tone: TableState['tone'],
): Pick<TableState, 'tone' | 'address' | 'booking'> {
  return { tone, booking, address: bookingSheetUrl(booking, floorPath) }
}

const words = {
  title: { vi: 'Mặt bằng', en: 'Floor plan' },
  freeCount: { vi: 'bàn trống', en: 'free' },
  lists: { vi: 'Danh sách', en: 'Lists' },
  byTime: { vi: 'Theo giờ', en: 'By time' },
  since: { vi: 'từ', en: 'since' },
  until: { vi: 'đến', en: 'until' },
  overBy: { vi: 'quá', en: 'over by' },
  lateBy: { vi: 'trễ', en: 'late' },
  free: { vi: 'trống', en: 'free' },
  untilClosing: { vi: 'đến hết giờ', en: 'until closing' },
  notFree: { vi: 'không xếp được', en: 'not available' },
} satisfies Record<string, LocalizedText>
