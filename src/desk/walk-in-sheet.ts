/** Seating guests who come without a booking: how many or for what, then where. */
import { randomUUID } from 'node:crypto'
import { findBookingsByIds } from '../domain/booking/queries.ts'
import { findWalkInPlaces, type WalkInPlace } from '../domain/booking/walk-in.ts'
import { formatGuestCount } from '../domain/messages/format.ts'
import { toBookingInput } from '../domain/quick-entry/booking-input.ts'
import type { BookingRequestDetails } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { bookableOffers } from './bookable-offers.ts'
import { formatResources } from './booking-components.ts'
import { emptyText, hiddenInput } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatClock } from './labels.ts'

/** The sizes with a button of their own. Larger parties have a field. */
const sizes = [1, 2, 3, 4, 5, 6, 7, 8]

/** The first tap: always in reach at the bottom of the screen. */
export function walkInDock(
  context: DeskContext,
  path: string,
  chosen: string,
  locale: Locale,
): Html {
  const link = (query: string, label: string, name: string, isCurrent: boolean) =>
    html`<a class="button" href="${path}?${query}" data-sheet aria-label="${name}"${
      isCurrent && html` aria-current="true"`
    }>${label}</a>`
  const title = words.walkIn[locale]
  const buttons = context.asksPartySize
    ? [
        ...sizes.map((size) =>
          link(
            `walk-in=${size}`,
            String(size),
            `${title}, ${formatGuestCount(size, locale)}`,
            chosen === String(size),
          ),
        ),
        link('walk-in=more', '9+', `${title}, ${words.larger[locale]}`, chosen === 'more'),
      ]
    : [link('walk-in=1', words.seatWalkIn[locale], words.seatWalkIn[locale], chosen !== '')]
  return html`<section class="tn-dock" aria-label="${title}">
${context.asksPartySize && html`<span aria-hidden="true">${title}</span>`}${buttons}
</section>`
}

/** `waiting`: the guests at the door who sit down, by the code of their entry. */
type WalkInQuery = {
  size: string
  offerId: string
  waiting?: string | undefined
  /** Of guests at the door, if they were refused. */
  name?: string
  phone?: string
}

export function parseWalkIn(query: URLSearchParams): WalkInQuery | undefined {
  const size = query.get('walk-in')
  if (size === null) return undefined
  const waiting = query.get('waiting') ?? undefined
  const typed = { name: query.get('name') ?? '', phone: query.get('phone') ?? '' }
  return { size, offerId: query.get('offer') ?? '', waiting, ...typed }
}

/** The details of a booking without preferences; undefined if something is missing. */
export function walkInDetails(
  context: DeskContext,
  { size, offerId }: WalkInQuery,
): BookingRequestDetails | undefined {
  const { booking: rules } = context.shop
  const count = Number(size)
  const isSize = context.asksPartySize
  if (isSize && !(Number.isInteger(count) && count >= 1 && count <= 500)) return undefined
  const entry = {
    fields: offerId === '' ? {} : { offerId },
    partySize: isSize ? count : undefined,
  }
  const { input, missing } = toBookingInput(entry, rules)
  return missing.length > 0 ? undefined : rules.parseDetails(input, 'request').details?.[0]
}

type SheetOptions = { path: string; seated: ReadonlySet<string>; locale: Locale }

export async function walkInSheet(
  context: DeskContext,
  query: WalkInQuery,
  { path, seated, locale }: SheetOptions,
): Promise<Html> {
  const details = walkInDetails(context, query)
  if (!details)
    return context.asksPartySize ? sizeForm(path, locale) : offerList(context, path, locale)
  const { store, bookingContext, now } = context
  const places = await findWalkInPlaces(store.read, bookingContext, details, seated, now())
  const names = await loadNextNames(context, places)
  const title = context.asksPartySize
    ? `${formatGuestCount(details.partySize, locale)}, ${words.now[locale]}`
    : context.offerName(details.offerId)[locale]
  const door = query.waiting === undefined && doorForm(query, path, locale)
  const isFull = places.every(({ broken }) => broken.length > 0)
  return html`<h2 id="sheet-title" tabindex="-1">${title}</h2>
${places.length === 0 && emptyText(words.full[locale])}
${isFull && door}
<div class="tn-options">${places
    .slice(0, maxPlaces)
    .map((place) => placeForm(context, query, place, { path, names, locale }))}</div>
${!isFull && door}`
}

const maxPlaces = 40

type PlaceOptions = { path: string; names: ReadonlyMap<string, string>; locale: Locale }

function placeForm(
  context: DeskContext,
  { size, offerId, waiting }: WalkInQuery,
  place: WalkInPlace,
  { path, names, locale }: PlaceOptions,
): Html {
  const { resources, stayMinutes, endsAt, isShort, broken, next } = place
  const rules = [...new Set(broken.map(({ rule }) => rule))]
  const tone = broken.length > 0 ? 'tn-option against' : isShort ? 'tn-option short' : 'tn-option'
  const nextName = next && names.get(keyOf(next))
  const remarks = [
    ...broken.map(({ reason }) => reason[locale].replace(/\.$/, '')),
    ...(isShort ? [`${words.onlyFor[locale]} ${stayMinutes}′`] : []),
    ...(nextName === undefined ? [] : [`${words.afterwards[locale]} ${nextName}`]),
  ]
  const label = broken.length > 0 && html`<em>${words.anyway[locale]}</em>`
  return html`<form method="post" action="${path}/walk-in">
${hiddenInput('id', randomUUID())}${hiddenInput('party', size)}${hiddenInput('offerId', offerId)}
${hiddenInput('stay', stayMinutes)}${hiddenInput('override', rules.join(','))}
${hiddenInput('resource', resources.join(','))}${waiting !== undefined && hiddenInput('waiting', waiting)}
<button type="submit" class="${tone}"><span><b>${formatPlaces(context, resources, locale)}</b>
<small>${remarks.join(' · ')}</small>${label}</span>
<strong><small>${words.until[locale]}</small> ${formatClock(endsAt)}</strong></button>
</form>`
}

/** Guests who wait at the door: one tap on the time that the host names. */
function doorForm(
  { size, offerId, name = '', phone = '' }: WalkInQuery,
  path: string,
  locale: Locale,
): Html {
  const buttons = quotes.map(
    (minutes) =>
      html`<button type="submit" name="quoted"
  value="${minutes}"><span>${minutes}<span aria-hidden="true">′</span></span><span class="visually-hidden">
${words.minutes[locale]}</span></button>`,
  )
  return html`<form method="post" action="${path}/door" class="tn-choice tn-door">
<h3>${words.door[locale]}</h3>
${hiddenInput('id', randomUUID())}${hiddenInput('party', size)}${hiddenInput('offerId', offerId)}
<div class="row">
<div><label for="door-name">${words.name[locale]}</label><input id="door-name" name="name" type="text" maxlength="80"
  autocomplete="off" value="${name}"></div>
<div><label for="door-phone">${words.phone[locale]}</label><input id="door-phone" name="phone" type="tel"
  maxlength="30" autocomplete="off" value="${phone}"></div>
</div>
<p id="door-quote">${words.quote[locale]}</p>
<div class="actions" role="group" aria-labelledby="door-quote">${buttons}</div>
</form>`
}

/** The minutes of waiting that a host names. */
const quotes = [10, 15, 20, 30, 45, 60]

/** With the seats of a table: "Nhà 4 · 4 chỗ". */
function formatPlaces(context: DeskContext, resources: readonly string[], locale: Locale): string {
  if (resources.length > 1) return formatResources(context, resources, locale)
  const [id = ''] = resources
  return context.findResource(id)?.name[locale] ?? ''
}

type NextHolder = NonNullable<WalkInPlace['next']>

function keyOf({ resource, cell }: NextHolder): string {
  return `${cell} ${resource}`
}

/** "19:30 Phạm Thu Hà", for those that have the places next. */
async function loadNextNames(
  { store, now }: DeskContext,
  places: readonly WalkInPlace[],
): Promise<ReadonlyMap<string, string>> {
  const ends = places.flatMap(({ next }) => next ?? [])
  if (ends.length === 0) return new Map()
  const cells = ends.map(({ cell }) => cell)
  const held = await store.read.all<NextHolder & { holder: string }>(
    'SELECT cell, resource, holder FROM cells WHERE cell >= ? AND cell <= ?',
    Math.min(...cells),
    Math.max(...cells),
  )
  const wanted = new Set(ends.map(keyOf))
  const holders = held.filter((one) => wanted.has(keyOf(one)))
  const ids = [...new Set(holders.map(({ holder }) => holder.split(':')[1] ?? ''))]
  const bookings = ids.length > 0 ? await findBookingsByIds(store.read, ids, now()) : []
  const byHolder = new Map(bookings.map((one) => [`booking:${one.id}`, `${one.time} ${one.name}`]))
  return new Map(
    holders.flatMap((one) => {
      const name = byHolder.get(one.holder) ?? formatClock(one.cell * 15 * minute)
      return [[keyOf(one), name] as const]
    }),
  )
}

/** A table that is empty: how many guests sit down there now. */
export function tableSheet(
  { findResource }: DeskContext,
  id: string,
  path: string,
  locale: Locale,
): Html | undefined {
  const table = findResource(id)
  if (!table) return undefined
  return html`<h2 id="sheet-title" tabindex="-1">${table.name[locale]}</h2>
<form method="post" action="${path}/walk-in" class="tn-choice">
<h3>${words.howMany[locale]}</h3>
${hiddenInput('id', randomUUID())}${hiddenInput('resource', id)}
<div class="actions">${sizes.map(
    (size) =>
      html`<button type="submit" name="party" value="${size}">${size}
<span class="visually-hidden"> ${words.guests[locale]}</span></button>`,
  )}</div>
</form>
<p><a href="/entry?resource=${encodeURIComponent(id)}">${words.enter[locale]}</a></p>`
}

function sizeForm(path: string, locale: Locale): Html {
  return html`<h2 id="sheet-title" tabindex="-1">${words.howMany[locale]}</h2>
<form class="row" method="get" action="${path}">
<div><label for="walk-in-size">${words.size[locale]}</label>
<input id="walk-in-size" name="walk-in" type="text" inputmode="numeric" pattern="[0-9]*" maxlength="3" required></div>
<button type="submit">${words.show[locale]}</button>
</form>`
}

function offerList(context: DeskContext, path: string, locale: Locale): Html {
  const { shop } = context
  const links = bookableOffers(context).map(({ id, name }) => {
    const minutes = shop.booking.stayMinutes({ offerId: id, partySize: 1 })
    return html`<a class="tn-option" href="${path}?walk-in=1&amp;offer=${encodeURIComponent(id)}" data-sheet>
<b>${name[locale]}</b>${minutes !== undefined && html`<strong>${minutes}′</strong>`}</a>`
  })
  return html`<h2 id="sheet-title" tabindex="-1">${words.which[locale]}</h2>
<div class="tn-options">${links}</div>`
}

const words = {
  walkIn: { vi: 'Khách lẻ', en: 'Walk-in' },
  seatWalkIn: { vi: 'Nhận khách lẻ', en: 'Take a walk-in' },
  larger: { vi: 'từ 9 khách', en: '9 guests or more' },
  now: { vi: 'ngồi ngay', en: 'now' },
  full: {
    vi: 'Không còn chỗ nào trống lúc này.',
    en: 'Nothing is free at the moment.',
  },
  onlyFor: { vi: 'chỉ', en: 'only' },
  afterwards: { vi: 'sau đó', en: 'then' },
  anyway: { vi: 'Vẫn xếp', en: 'Seat anyway' },
  until: { vi: 'đến', en: 'until' },
  howMany: { vi: 'Khách lẻ: mấy người?', en: 'Walk-in: how many guests?' },
  size: { vi: 'Số khách', en: 'Guests' },
  guests: { vi: 'khách', en: 'guests' },
  enter: { vi: 'Ghi một lượt đặt ở đây', en: 'Enter a booking here' },
  show: { vi: 'Xem chỗ trống', en: 'Show free places' },
  door: { vi: 'Hoặc chờ ở cửa', en: 'Or wait at the door' },
  name: { vi: 'Tên (nếu có)', en: 'Name (optional)' },
  phone: { vi: 'Điện thoại (nếu có)', en: 'Phone (optional)' },
  quote: { vi: 'Hẹn chờ khoảng', en: 'Quoted waiting time' },
  minutes: { vi: 'phút', en: 'minutes' },
  which: { vi: 'Khách lẻ: làm gì?', en: 'Walk-in: for what?' },
} satisfies Record<string, LocalizedText>
