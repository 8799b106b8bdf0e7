/** The choice of one or several places, with what is known of each: free until when, or taken by whom. */
import { cellAt } from '../domain/booking/occupancy.ts'
import { plannedEndCell } from '../domain/booking/presence.ts'
import { findBookingsIn, loadOccupiedSpans, type OccupiedSpan } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { firstCell } from '../domain/scheduling/cells.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import type { DeskContext } from './context.ts'
import { formatClock, formatEndTime } from './labels.ts'
import { resourceGroups } from './resources.ts'

export type PlaceStates = {
  /** The service day, if it is known. */
  day?: string
  /** By resource; those that are missing are on duty and free for the rest of the day. */
  texts: ReadonlyMap<string, { isFree: boolean; text: string }>
  /** The other bookings that are expected or there at that time, with which places can be exchanged. */
  others: readonly BookingView[]
}

/** Nothing is known yet: the time can still change. */
export const noStates: PlaceStates = { texts: new Map(), others: [] }

/** The state of every place for the time that the booking still needs. */
export async function loadPlaceStates(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
): Promise<PlaceStates> {
  const { store, now, shop } = context
  const isOpen = booking.visit === null || booking.visit === 'seated'
  if (booking.status === 'cancelled' || !isOpen) return noStates
  const { date } = shop.booking.serviceDays.find(booking)
  const serviceDay = shop.booking.serviceDays.rangeOf({ from: date, to: date })
  const bookings = await findBookingsIn(store.read, serviceDay, now())
  const byHolder = new Map(bookings.map((one) => [`booking:${one.id}`, one]))
  const from = Math.max(cellAt(booking.starts_at), cellAt(now()))
  const to = Math.max(from + 1, plannedEndCell(booking))
  const own = `booking:${booking.id}`
  const spans = (await loadOccupiedSpans(store.read, date))
    .filter(({ holder, last }) => holder !== own && last >= from)
    .sort((one, other) => one.first - other.first)
  const texts = new Map<string, { isFree: boolean; text: string }>()
  for (const span of spans) {
    if (texts.has(span.resource)) continue
    const isFree = span.first >= to
    const text = isFree
      ? `${words.freeUntil[locale]} ${formatClock(span.first * 15 * minute)}`
      : describeHolder(byHolder, span, locale)
    texts.set(span.resource, { isFree, text })
  }
  for (const { id } of shop.booking.resources) {
    if (!texts.has(id) && !isOnDuty(context, id, date, { from, to }))
      texts.set(id, { isFree: false, text: words.offDuty[locale] })
  }
  const holders = new Set(spans.filter(({ first }) => first < to).map(({ holder }) => holder))
  const others = bookings.filter(({ id }) => holders.has(`booking:${id}`))
  return { day: date, texts, others: others.filter(({ status }) => status !== 'cancelled') }
}

/** Whether a person works in all of these quarter hours. Places always do. */
function isOnDuty(
  { shop }: DeskContext,
  resource: string,
  date: string,
  { from, to }: { from: number; to: number },
): boolean {
  const shifts = shop.booking.dutyOn?.(resource, date)
  const first = firstCell(date)
  const [begin, end] = [(from - first) * 15, (to - first) * 15]
  return !shifts || shifts.some((shift) => shift.from <= begin && end <= shift.to)
}

function describeHolder(
  bookings: ReadonlyMap<string, BookingView>,
  { holder }: OccupiedSpan,
  locale: Locale,
): string {
  const other = bookings.get(holder)
  if (!other) return words.blocked[locale]
  return `${other.name}, ${other.time}–${formatEndTime(other)}`
}

export function placeChoice(
  context: DeskContext,
  { texts, day }: PlaceStates,
  chosen: readonly string[],
  locale: Locale,
): Html {
  const hasStates = texts.size > 0
  const groups = resourceGroups(context, day).map(([group, members]) => {
    const places = members.map(({ id, name }) => {
      const state = texts.get(id)
      const isTaken = state !== undefined && !state.isFree
      const text = state?.text ?? (hasStates ? words.free[locale] : '')
      return html`<label class="place${isTaken && ' taken'}">
<input type="checkbox" name="resource" value="${id}"${chosen.includes(id) && html` checked`}>
<span>${name[locale]}${text !== '' && html` <small>${text}</small>`}</span></label>`
    })
    return html`<div role="group" aria-label="${group[locale]}"><b>${group[locale]}</b>${places}</div>`
  })
  return html`<fieldset class="place-choice">
<legend>${words.place[locale]}</legend>
<p class="hint">${words.hint[locale]}</p>
${groups}
</fieldset>`
}

const words = {
  place: { vi: 'Chỗ', en: 'Place' },
  hint: {
    vi: 'Không chọn: chỗ nào phù hợp cũng được. Nhóm đông: chọn nhiều bàn.',
    en: 'Choose none for any suitable place, or several for a large party.',
  },
  free: { vi: 'trống', en: 'free' },
  freeUntil: { vi: 'trống tới', en: 'free until' },
  blocked: { vi: 'đang khoá', en: 'blocked' },
  offDuty: { vi: 'ngoài ca làm', en: 'off duty' },
} satisfies Record<string, LocalizedText>
