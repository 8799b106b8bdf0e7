/** The lists of the service: late, expected and seated parties, and what is free. */
import { bookingCommands, isActionPossible } from '../domain/booking/action-rules.ts'
import type { FreeResource } from '../domain/booking/free-now.ts'
import { type BookingView, isComing } from '../domain/booking/rows.ts'
import { marksBeside } from '../domain/profile/guest-marks.ts'
import { formatCode } from '../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute } from '../kernel/time.ts'
import { type EncodedHtml, encodeHtml, type Html, html } from '../ui/html.ts'
import { actionButton, formatResources, healthAnswers } from './booking-components.ts'
import { missingContactMarks } from './booking-contact.ts'
import { disclosure, emptyText } from './components.ts'
import type { DeskContext } from './context.ts'
import { tonightMarks } from './guest-badges.ts'
import { icon } from './icons.ts'
import { formatClock, formatEndTime } from './labels.ts'
import { depositOfBooking } from './screens/deposit.ts'
import { minLateMinutes, minutesLate, type Tonight } from './tonight-state.ts'

export const tonightPath = '/tonight'

/** The sheet with everything that can be done with a booking. */
export function bookingSheetUrl({ code }: { code: string }, path: string = tonightPath): string {
  return `${path}?booking=${formatCode(code)}`
}

export function placeOf(context: DeskContext, booking: BookingView, locale: Locale): string {
  const resources = context.shop.booking.resourcesOf(booking.assignment)
  return formatResources(context, resources, locale)
}

/** What is joined with other parts of the page. */
type Parts = readonly (Html | EncodedHtml)[]

export function lateList(context: DeskContext, tonight: Tonight, locale: Locale): Parts {
  const { late } = tonight.state
  if (late.length === 0) return []
  const rows = late.map((booking) => lateRow(context, tonight, booking, locale))
  return listBox('late', words.late, late.length, rows, locale)
}

function lateRow(
  context: DeskContext,
  tonight: Tonight,
  booking: BookingView,
  locale: Locale,
): EncodedHtml {
  const { nowMs, state, rows } = tonight
  const minutes = minutesLate(booking, nowMs)
  const next = state.nextAfter.get(booking.id)
  const shown = ['late', minutes, next?.time, next?.name, ...besideOf(tonight, booking)]
  return rows.render(booking, locale, shown, () => {
    const nextText = next && html`<span>${words.next[locale]} ${next.time} ${next.name}</span>`
    const isDecision = minutes >= minLateMinutes
    const time = html`<b>${booking.time}</b><small>${words.lateBy[locale]} ${minutes}′</small>`
    return encodeHtml(html`<li class="tn-row${isDecision && ' tn-late'}" id="t-${booking.code}">
${timeColumn(time)}${guestColumn(context, tonight, booking, locale, nextText)}
${isDecision ? decisionButtons(context, booking, locale) : arrivedButton(context, booking, locale)}
</li>`)
  })
}

/** What the column of the guest shows besides the booking. */
function besideOf({ guests, contacts }: Tonight, { id, phone }: BookingView): unknown[] {
  return [contacts.get(id), guests.get(phone)]
}

function decisionButtons(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const next = tonightPath
  const named = (label: string) => withName(label, booking)
  return html`<div class="tn-actions">
${actionButton(booking, 'seated', named(bookingCommands.seated.button[locale]), { next, tone: 'main' })}
${actionButton(booking, 'delayed', named(bookingCommands.delayed.button[locale]), { next })}
${noShowButtons(context, booking, locale, next)}
${
  booking.phone !== '' &&
  html`<a class="button"
  href="tel:${booking.phone}">${icon('phone')}<span class="visually-hidden">${words.call[locale]}
${booking.name}</span></a>`
}
</div>`
}

/** What happens to a deposit that was paid is asked once, with the no-show. */
export function noShowButtons(
  context: DeskContext,
  booking: BookingView,
  locale: Locale,
  next: string,
): Html {
  const { button } = bookingCommands.no_show
  const label = withName(button[locale], booking)
  if (depositOfBooking(context, booking)?.state !== 'paid')
    return actionButton(booking, 'no_show', label, { next })
  const choices = html`<div class="actions">
${actionButton(booking, 'no_show', words.keepDeposit[locale], { next })}
${actionButton(booking, 'no_show', words.returnDeposit[locale], { next, fields: { deposit: 'returned' } })}
</div>`
  return disclosure(`${button[locale]}…`, choices)
}

export function expectedList(context: DeskContext, tonight: Tonight, locale: Locale): Parts {
  const { expected, laterCount } = tonight.state
  const rows = expected.map((booking) => expectedRow(context, tonight, booking, locale))
  const date = tonight.service?.date ?? ''
  const more =
    laterCount > 0 &&
    html`<li class="tn-more"><a href="/day?date=${date}">${laterCount} ${words.more[locale]}</a></li>`
  const empty = expected.length === 0 && html`<li>${emptyText(words.noneExpected[locale])}</li>`
  const count = expected.length + laterCount
  return listBox('expected', words.expected, count, [...rows, html`${empty}${more}`], locale)
}

function expectedRow(
  context: DeskContext,
  tonight: Tonight,
  booking: BookingView,
  locale: Locale,
): EncodedHtml {
  const canArrive = isActionPossible('seated', booking, context.now())
  const shown = ['expected', canArrive, ...besideOf(tonight, booking)]
  return tonight.rows.render(booking, locale, shown, () => {
    const isPending = booking.status === 'pending'
    const coming = isComing(booking) && html`<small>${words.coming[locale]}</small>`
    const pending = isPending && html`<small>${words.pending[locale]}</small>`
    const time = html`<b>${booking.time}</b>${coming}${pending}`
    const confirm =
      isPending &&
      actionButton(booking, 'confirm', withName(bookingCommands.confirm.button[locale], booking), {
        next: tonightPath,
      })
    return encodeHtml(html`<li class="tn-row${isPending && ' tn-pending'}" id="t-${booking.code}">
${timeColumn(time)}${guestColumn(context, tonight, booking, locale)}
${confirm || arrivedButton(context, booking, locale)}
</li>`)
  })
}

function arrivedButton({ now }: DeskContext, booking: BookingView, locale: Locale) {
  if (!isActionPossible('seated', booking, now())) return undefined
  const label = withName(words.arrived[locale], booking)
  return actionButton(booking, 'seated', label, { next: tonightPath })
}

export function seatedList(context: DeskContext, tonight: Tonight, locale: Locale): Parts {
  const { seated } = tonight.state
  const rows = seated.map((booking) => seatedRow(context, tonight, booking, locale))
  const empty = seated.length === 0 && html`<li>${emptyText(words.noneSeated[locale])}</li>`
  return listBox('seated', words.seated, seated.length, [...rows, html`${empty}`], locale)
}

const endsSoonMinutes = 30

function seatedRow(
  context: DeskContext,
  { state, nowMs, guests, rows }: Tonight,
  booking: BookingView,
  locale: Locale,
): EncodedHtml {
  const since = formatClock(state.arrivals.get(booking.id) ?? booking.starts_at)
  const left = Math.ceil((booking.ends_at - nowMs) / minute)
  const isOver = left <= 0
  const tone = isOver ? ' tn-over' : left <= endsSoonMinutes ? ' tn-soon' : ''
  const end = isOver
    ? `${words.overBy[locale]} ${-left}′`
    : `${words.until[locale]} ${formatEndTime(booking)}`
  return rows.render(
    booking,
    locale,
    ['seated', since, tone, end, guests.get(booking.phone)],
    () => {
      const place = placeOf(context, booking, locale)
      return encodeHtml(html`<li class="tn-row tn-seated${tone}" id="t-${booking.code}">
<a class="tn-guest" href="${bookingSheetUrl(booking)}" data-sheet>
<b>${place}</b> · ${booking.party_size}<span class="visually-hidden"> ${words.guests[locale]}</span> · ${booking.name}
<span class="tn-meta">${words.since[locale]} ${since} <span class="tn-end">${end}</span>
${marks(context, booking, locale)}${tonightMarks(marksBeside(guests, booking), locale)}</span></a>
${actionButton(
  booking,
  'finished',
  withName(bookingCommands.finished.button[locale], { name: place }),
  {
    next: tonightPath,
  },
)}
</li>`)
    },
  )
}

export function freeList(
  context: DeskContext,
  { free, service, nowMs }: Tonight,
  locale: Locale,
): Html | undefined {
  if (service?.state !== 'open') return undefined
  const groups = Map.groupBy(free, ({ resource }) => resource.group.vi)
  const sections = [...groups.values()].map((members) => {
    const group = members[0]?.resource.group[locale] ?? ''
    return html`<h3>${group}</h3>
<ul class="tn-free">${members.map((one) => freeTile(one, nowMs, locale))}</ul>`
  })
  const empty = free.length === 0 && emptyText(words.noneFree[locale])
  return html`<section class="tn-box" id="free">
<h2>${words.free[locale]} <b>${context.asksPartySize && free.length}</b></h2>
${sections}${empty}
</section>`
}

const shortMinutes = 45

function freeTile({ resource, untilMs }: FreeResource, nowMs: number, locale: Locale): Html {
  const [name = '', seats] = resource.name[locale].split(' · ')
  const isShort = untilMs !== undefined && untilMs - nowMs < shortMinutes * minute
  const until =
    untilMs === undefined
      ? words.untilClosing[locale]
      : `${words.until[locale]} ${formatClock(untilMs)}`
  return html`<li class="${isShort ? 'tn-tile tn-short' : 'tn-tile'}"><b>${name}</b>${
    seats !== undefined && html` <small>${seats}</small>`
  }<span>${until}</span></li>`
}

function listBox(
  id: string,
  title: LocalizedText,
  count: number,
  rows: Parts,
  locale: Locale,
): Parts {
  const start = html`<section class="tn-box" id="${id}">
<h2>${title[locale]} <b>${count}</b></h2>
<ul class="tn-list">`
  return [start, ...rows, html`</ul>\n</section>\n`]
}

function timeColumn(time: Html): Html {
  return html`<span class="tn-time">${time}</span>`
}

/** The name opens the sheet of the booking. */
function guestColumn(
  context: DeskContext,
  { guests, contacts }: Tonight,
  booking: BookingView,
  locale: Locale,
  next?: Html | undefined,
): Html {
  const contact = missingContactMarks(context, booking, contacts.get(booking.id), locale)
  const place = placeOf(context, booking, locale)
  const size = html`<b>${booking.party_size}</b><span class="visually-hidden"> ${words.guests[locale]}</span>`
  return html`<a class="tn-guest" href="${bookingSheetUrl(booking)}" data-sheet>
<b>${booking.name}</b>
<span class="tn-meta">${size} · <b>${place}</b>
${marks(context, booking, locale)}${tonightMarks(marksBeside(guests, booking), locale)} ${next} ${contact}</span></a>`
}

/** Allergies with their words, then deposit and note. */
export function marks(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const hasAnswers = Object.keys(booking.answers).length > 0
  const health = hasAnswers ? healthAnswers(context, booking, locale) : ''
  const deposit = depositOfBooking(context, booking)
  const isOpen = deposit?.state === 'asked' || deposit?.state === 'not_asked'
  const hasNote = booking.note !== null || booking.desk_note !== null
  return html`${health !== '' && html`<span class="tn-mark tn-health">⚠ ${health}</span>`}${
    deposit?.state === 'paid' && html`<span class="tn-mark">₫ ${words.paid[locale]}</span>`
  }${isOpen && html`<span class="tn-mark tn-unpaid">₫ ${words.unpaid[locale]}</span>`}${
    hasNote &&
    html`<span class="tn-mark">✎<span class="visually-hidden"> ${words.note[locale]}</span></span>`
  }`
}

/** Several buttons of a list have the same label; assistive technology also reads whose they are. */
function withName(label: string, { name }: { name: string }): Html {
  return html`${label}<span class="visually-hidden">: ${name}</span>`
}

const words = {
  late: { vi: 'Trễ', en: 'Late' },
  lateBy: { vi: 'trễ', en: 'late' },
  next: { vi: 'kế:', en: 'next:' },
  call: { vi: 'Gọi', en: 'Call' },
  keepDeposit: { vi: 'Không tới, giữ tiền cọc', en: 'No-show, keep the deposit' },
  returnDeposit: { vi: 'Không tới, hoàn tiền cọc', en: 'No-show, refund the deposit' },
  expected: { vi: 'Sắp tới', en: 'Expected' },
  more: { vi: 'lượt nữa sau đó', en: 'more after that' },
  noneExpected: { vi: 'Không còn ai sắp tới.', en: 'No one else is expected.' },
  coming: { vi: 'đang tới', en: 'coming' },
  pending: { vi: 'chờ trả lời', en: 'pending' },
  arrived: { vi: 'Tới', en: 'Arrived' },
  seated: { vi: 'Đang ở đây', en: 'Here now' },
  noneSeated: { vi: 'Chưa có khách nào.', en: 'No guests yet.' },
  overBy: { vi: 'quá', en: 'over by' },
  until: { vi: 'đến', en: 'until' },
  since: { vi: 'từ', en: 'since' },
  free: { vi: 'Trống ngay', en: 'Free now' },
  noneFree: { vi: 'Không còn chỗ nào trống.', en: 'Nothing is free.' },
  untilClosing: { vi: 'đến hết giờ', en: 'until closing' },
  guests: { vi: 'khách', en: 'guests' },
  paid: { vi: 'đã cọc', en: 'deposit paid' },
  unpaid: { vi: 'chưa cọc', en: 'deposit due' },
  note: { vi: 'có ghi chú', en: 'has a note' },
} satisfies Record<string, LocalizedText>
