/** Everything that can be done with one booking during the service: party size, end, place and visit. */
import { bookingCommands, possibleCommands } from '../domain/booking/action-rules.ts'
import { freeStay } from '../domain/booking/free-time.ts'
import { cellAt } from '../domain/booking/occupancy.ts'
import { loadDayWithout } from '../domain/booking/occupancy-cache.ts'
import { findBookingByCode } from '../domain/booking/queries.ts'
import { storedStart } from '../domain/booking/reschedule.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { formatGuestCount } from '../domain/messages/format.ts'
import { loadGuestMarks, marksBeside } from '../domain/profile/guest-marks.ts'
import type { Occupancy } from '../domain/scheduling/cells.ts'
import type { StaffOption } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import {
  actionButton,
  actionFields,
  bookingUrl,
  guestContactLinks,
  guestRemarks,
} from './booking-components.ts'
import { contactDisclosure } from './booking-contact.ts'
import { colleagueForms } from './colleague-forms.ts'
import { hiddenInput } from './components.ts'
import type { DeskContext } from './context.ts'
import { guestBadges, guestLink, guestNote } from './guest-badges.ts'
import { formatClock, formatEndTime } from './labels.ts'
import { formatRules } from './refusal.ts'
import { extensionUrl } from './screens/late.ts'
import { noShowButtons, placeOf } from './tonight-lists.ts'

type SheetOptions = { path: string; seated: ReadonlySet<string>; locale: Locale }

export async function bookingSheet(
  context: DeskContext,
  code: string,
  { path, seated, locale }: SheetOptions,
): Promise<Html | undefined> {
  const { store, now, shop } = context
  const booking = await findBookingByCode(store.read, code, now())
  if (!booking) return undefined
  const { date } = storedStart(shop.booking, booking)
  const { occupancy } = await loadDayWithout(store.read, date, `booking:${booking.id}`)
  const isOpen =
    booking.status === 'confirmed' && (booking.visit === null || booking.visit === 'seated')
  const changes = isOpen
    ? [
        endForm(context, booking, occupancy, path, locale),
        context.asksPartySize && sizeForm(context, booking, path, locale),
        await colleagueForms(context, booking, locale, path),
        placeForms(context, booking, { path, seated, locale }, occupancy),
      ]
    : []
  const marks = marksBeside(await loadGuestMarks(store.read, [booking]), booking)
  const badges = guestBadges(marks, locale)
  const party = formatGuestCount(booking.party_size, locale)
  const place = placeOf(context, booking, locale)
  const time = `${booking.time}–${formatEndTime(booking)}`
  return html`<h2 id="sheet-title" tabindex="-1">${booking.name}</h2>
<p>${party} · <b>${place}</b> · ${time}</p>
${badges && html`<p>${badges}</p>`}
${guestRemarks(context, booking, locale)}
${guestNote(marks, locale)}
<div class="actions">${visitButtons(context, booking, path, locale)}${guestContactLinks(booking, locale)}
<a class="button" href="${bookingUrl(booking)}">${words.open[locale]}</a>${guestLink(booking, locale)}</div>
${await contactDisclosure(context, booking, path, locale)}
${changes}`
}

function visitButtons(
  context: DeskContext,
  booking: BookingView,
  path: string,
  locale: Locale,
): Html[] {
  return possibleCommands(
    booking,
    ['confirm', 'seated', 'delayed', 'no_show', 'finished'],
    context.now(),
  ).map((command) =>
    command === 'no_show'
      ? noShowButtons(context, booking, locale, path)
      : actionButton(booking, command, bookingCommands[command].button[locale], { next: path }),
  )
}

/** The plan of the booking, which every button sends with what it changes. */
function planFields(booking: BookingView, path: string): Html {
  const { date, time } = booking
  return html`${actionFields(booking, path)}${hiddenInput('date', date)}${hiddenInput('time', time)}`
}

const maxEnds = 8

/** The ends that are possible: from the next quarter hour on, until the place belongs to others. */
function endForm(
  context: DeskContext,
  booking: BookingView,
  occupancy: Occupancy,
  path: string,
  locale: Locale,
): Html | undefined {
  const { shop, now } = context
  const { date, start } = storedStart(shop.booking, booking)
  const own = shop.booking.resourcesOf(booking.assignment)
  const [option] = shop.booking.staffOptions(booking.details, date, start, own)
  if (!option) return undefined
  const quarter = 15 * minute
  const from = Math.max(cellAt(now()), cellAt(booking.starts_at))
  const { minutes: free, limit } = freeStay(option, start, occupancy, date, from)
  const last = from * quarter + free * minute
  const first = Math.max((from + 1) * quarter, booking.ends_at - 3 * quarter)
  const ends = Array.from({ length: maxEnds }, (_, index) => first + index * quarter).filter(
    (end) => end <= last && end !== booking.ends_at,
  )
  const nextAt = limit && limit.cell * quarter
  const isNear = nextAt !== undefined && nextAt <= first + maxEnds * quarter
  const taken =
    isNear &&
    html`<p class="hint">${words.takenFrom[locale]} ${formatClock(nextAt)}.</p>
${laterEnds(booking, limit?.resource ?? '', Math.max(last, booking.ends_at), locale)}`
  if (ends.length === 0 && !taken) return undefined
  return html`<form method="post" action="${bookingUrl(booking)}/move" class="tn-choice">
<h3>${words.until[locale]}</h3>
${planFields(booking, path)}
<div class="actions">${ends.map(
    (end) =>
      html`<button type="submit" name="until" value="${formatClock(end)}">${formatClock(end)}</button>`,
  )}</div>${taken}
</form>`
}

/** Ends for which the next guests must be moved: a list of them comes first. */
function laterEnds(
  booking: BookingView,
  resource: string,
  fromMs: number,
  locale: Locale,
): Html | undefined {
  if (booking.visit !== 'seated') return undefined
  const links = [15, 30, 45].map((minutes) => {
    const end = formatClock(fromMs + minutes * minute)
    return html`<a class="button" href="${extensionUrl(booking, resource, end)}">${end}</a>`
  })
  return html`<div class="actions"><span>${words.moveNext[locale]}</span>${links}</div>`
}

const sizes = [1, 2, 3, 4, 5, 6, 7, 8]

/** The host sees the chairs: a size that the table does not suit is recorded as a rule that was set aside. */
function sizeForm({ shop }: DeskContext, booking: BookingView, path: string, locale: Locale): Html {
  const { party_size: current } = booking
  const own = shop.booking.resourcesOf(booking.assignment)
  const near = [...new Set([...sizes, current - 1, current + 1])]
    .filter((size) => size >= 1 && size !== current)
    .toSorted((one, other) => one - other)
  return html`<form method="post" action="${bookingUrl(booking)}/move" class="tn-choice">
<h3>${words.size[locale]}</h3>
${planFields(booking, path)}${hiddenInput('override', 'seats,small_party')}
${hiddenInput('resource', own.join(','))}
<div class="actions">${near.map(
    (size) =>
      html`<button type="submit" name="party" value="${size}">${size}
<span class="visually-hidden"> ${words.guests[locale]}</span></button>`,
  )}</div>
</form>`
}

const maxPlaces = 8

/** Other places that are free for the rest of the stay; who serves the guest stays. */
function placeForms(
  context: DeskContext,
  booking: BookingView,
  { path, seated, locale }: SheetOptions,
  occupancy: Occupancy,
): Html | undefined {
  const { shop, now } = context
  const { booking: rules } = shop
  const isPlace = (id: string) => id.startsWith(`${rules.extraPlace.resourceKind}:`)
  const own = rules.resourcesOf(booking.assignment)
  const people = own.filter((id) => !isPlace(id))
  if (own.length - people.length !== 1) return undefined
  const { date, start } = storedStart(rules, booking)
  const from = Math.max(cellAt(now()), cellAt(booking.starts_at))
  const needed = Math.max(15, Math.ceil((booking.ends_at - from * 15 * minute) / minute))
  const isFree = (option: StaffOption) =>
    freeStay(option, start, occupancy, date, from).minutes >= needed
  const places = rules.resources
    .filter(({ id }) => isPlace(id) && !own.includes(id))
    .filter(({ id }) => booking.visit === null || !seated.has(id))
    .flatMap(({ id }) => {
      const [option] = rules.staffOptions(booking.details, date, start, [...people, id])
      return option && option.holds.length === own.length ? [{ id, option }] : []
    })
    .filter(({ option }) => isFree(option))
    .toSorted(
      ({ option: one }, { option: other }) =>
        one.broken.length - other.broken.length || one.preference - other.preference,
    )
    .slice(0, maxPlaces)
  if (places.length === 0) return undefined
  const forms = places.map((place) => placeForm(context, booking, place, path, locale))
  return html`<section class="tn-choice"><h3>${words.place[locale]}</h3>
<div class="actions">${forms}</div>
</section>`
}

type OtherPlace = { id: string; option: StaffOption }

function placeForm(
  { shop }: DeskContext,
  booking: BookingView,
  { id, option: { holds, broken } }: OtherPlace,
  path: string,
  locale: Locale,
): Html {
  const resource = holds.map((one) => one.resource).join(',')
  const name = shop.booking.resources.find((one) => one.id === id)?.name[locale] ?? id
  const rules = [...new Set(broken.map(({ rule }) => rule))]
  // A rule that staff have set aside for this booking before is not named again.
  const named = rules.filter((rule) => !booking.overrides.includes(rule))
  return html`<form method="post" action="${bookingUrl(booking)}/move">
${planFields(booking, path)}${hiddenInput('resource', resource)}${hiddenInput('override', rules.join(','))}
<button type="submit"${named.length > 0 && html` class="undo"`}><span>${name}${
    named.length > 0 &&
    html`<br><small>${words.anyway[locale]}: ${formatRules(named, locale)}</small>`
  }</span></button>
</form>`
}

const words = {
  open: { vi: 'Mở lượt này', en: 'Open the booking' },
  until: { vi: 'Ở đến', en: 'Stays until' },
  takenFrom: { vi: 'Chỗ này có lượt khác từ', en: 'The place has another booking from' },
  moveNext: { vi: 'Ở lâu hơn, dời lượt sau:', en: 'Stay longer, move the next:' },
  size: { vi: 'Số khách', en: 'Guests' },
  guests: { vi: 'khách', en: 'guests' },
  place: { vi: 'Đổi chỗ', en: 'Move to' },
  anyway: { vi: 'Vẫn xếp', en: 'Seat anyway' },
} satisfies Record<string, LocalizedText>
