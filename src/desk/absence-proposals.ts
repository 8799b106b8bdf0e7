/** The guests whom an absence affects, each with a proposal, and one button for all proposals. */
import type { Affected, MoveProposal } from '../domain/absence/proposals.ts'
import type { Absence } from '../domain/absence/rows.ts'
import { bookingCommands } from '../domain/booking/action-rules.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import { formatShortDate } from '../domain/messages/format.ts'
import type { CalendarTime } from '../domain/scheduling/rules.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { minute, minutesOf } from '../kernel/time.ts'
import { type Html, html } from '../ui/html.ts'
import { absencePath } from './absence-form.ts'
import { actionButton, bookingUrl, formatResources } from './booking-components.ts'
import { disclosure, emptyText, hiddenInput, submitButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatEndTime } from './labels.ts'
import type { MovedBooking } from './moved-booking.ts'
import { formatMove } from './moves.ts'
import { formatRules } from './refusal.ts'
import { resourceDayUrl } from './resource-day-url.ts'
import { depositBadge } from './screens/deposit.ts'

type Lists = {
  absence: Absence
  proposals: readonly Affected[]
  moved: readonly MovedBooking[]
  seated: readonly BookingView[]
}

export function affectedList(context: DeskContext, lists: Lists, locale: Locale): Html {
  const { absence, proposals, moved, seated } = lists
  const possible = proposals.filter(({ best }) => best !== undefined)
  const mustCall = proposals.length - possible.length
  const counts = [
    ...(moved.length > 0 ? [`${moved.length} ${words.moved[locale]}`] : []),
    ...(possible.length > 0 ? [`${possible.length} ${words.hasPlace[locale]}`] : []),
    ...(mustCall > 0 ? [`${mustCall} ${words.mustCall[locale]}`] : []),
    ...(seated.length > 0 ? [`${seated.length} ${words.there[locale]}`] : []),
  ]
  if (counts.length === 0) return emptyText(words.noOne[locale])
  return html`<section class="absence-list">
<header><h2>${words.proposals[locale]}</h2><span>${counts.join(' · ')}</span></header>
<ul>${seated.map((booking) => seatedItem(context, booking, locale))}
${moved.map((one) => movedItem(context, absence, one, locale))}
${proposals.map((one) => proposalItem(context, absence, one, locale))}</ul>
</section>
${possible.length > 0 && acceptAll(absence, possible, locale)}`
}

function acceptAll({ id }: Absence, possible: readonly Affected[], locale: Locale): Html {
  const moves = possible.flatMap(({ booking, best }) => (best ? moveField(booking, best) : []))
  const label =
    possible.length === 1
      ? words.acceptOne[locale]
      : words.acceptAll[locale].replace('#', String(possible.length))
  return html`<form method="post" action="${absencePath}/${id}/accept" class="accept-all">
${moves}<button type="submit" class="main">${label}</button>
</form>`
}

function moveField(booking: BookingView, { rules, ...target }: MoveProposal): Html {
  const { code, version } = booking
  return hiddenInput('move', formatMove({ code, version, ...target, overrides: rules }))
}

function item(className: string, booking: BookingView, body: Html, actions: Html): Html {
  return html`<li class="${className}">
<time>${booking.time}</time>
<div>${body}</div>
<div class="actions">${actions}</div>
</li>`
}

function guestLine(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const { shop, offerName, now } = context
  const wanted = shop.booking.requestedResource?.(booking.details)
  const length = Math.round((booking.ends_at - booking.starts_at) / minute)
  const day = formatShortDate(booking.date, locale)
  const isToday = shop.booking.serviceDays.dateAt(now()) === booking.date
  const deposit = depositBadge(context, booking, locale)
  return html`<p><a href="${bookingUrl(booking)}"><b>${booking.name}</b></a> ${deposit}</p>
<p class="muted">${!isToday && `${day} · `}${offerName(booking.offer_id)[locale]} ${length}′${
    wanted && html` · <b>${words.asked[locale]} ${wanted[locale]}</b>`
  }</p>`
}

function seatedItem(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const stays = html`${guestLine(context, booking, locale)}
<p>${words.stays[locale]} ${formatEndTime(booking)}.</p>`
  return item(
    'seated',
    booking,
    stays,
    html`<a class="button" href="${bookingUrl(booking)}">${words.open[locale]}</a>`,
  )
}

function movedItem(
  context: DeskContext,
  { id }: Absence,
  { booking, before, canUndo }: MovedBooking,
  locale: Locale,
): Html {
  const target = {
    ...booking,
    resources: context.shop.booking.resourcesOf(booking.assignment),
    rules: [],
  }
  const body = html`${guestLine(context, { ...booking, ...before }, locale)}
<p class="target">→ ${describeTarget(context, before, target, locale)}</p>`
  const undo = actionButton(booking, 'undo', bookingCommands.undo.button[locale], {
    tone: 'undo',
    next: `${absencePath}/${id}`,
  })
  return item(
    'done',
    { ...booking, time: before.time },
    body,
    html`<span class="status-badge seated">${words.moved[locale]}</span>${canUndo && undo}`,
  )
}

function proposalItem(
  context: DeskContext,
  absence: Absence,
  { booking, best, others }: Affected,
  locale: Locale,
): Html {
  const target = best
    ? html`<p class="target">→ ${describeTarget(context, booking, best, locale)}</p>`
    : html`<p class="target">⚠ ${words.nothing[locale]}</p>`
  const offDuty = others.find(({ rules }) => rules.includes('duty'))
  const more = html`${others.map((one) => otherForm(context, absence, booking, one, locale))}
${offDuty && shiftLink(context, booking, offDuty, locale)}
<a class="button" href="${bookingUrl(booking)}#move">${words.anyOther[locale]}</a>`
  const accept =
    best &&
    html`<form method="post" action="${absencePath}/${absence.id}/accept">
${moveField(booking, best)}${submitButton(words.accept[locale], 'main')}</form>`
  return item(
    best ? '' : 'must-call',
    booking,
    html`${guestLine(context, booking, locale)}${target}`,
    html`${accept}${disclosure(words.other[locale], more)}`,
  )
}

function otherForm(
  context: DeskContext,
  { id }: Absence,
  booking: BookingView,
  proposal: MoveProposal,
  locale: Locale,
): Html {
  const { rules } = proposal
  return html`<form method="post" action="${absencePath}/${id}/accept">
${moveField(booking, proposal)}
<button type="submit">${describeTarget(context, booking, proposal, locale)}</button>
${rules.length > 0 && html`<small>${words.against[locale]} ${formatRules(rules, locale)}</small>`}
</form>`
}

/** The person who would have to come in. */
function shiftLink(
  context: DeskContext,
  booking: BookingView,
  { resources }: MoveProposal,
  locale: Locale,
): Html {
  const person = resources[0] ?? ''
  const { date } = context.shop.booking.serviceDays.find(booking)
  const name = formatResources(context, [person], locale)
  return html`<a class="button" href="${resourceDayUrl(person, date)}">${words.shift[locale]} ${name}</a>`
}

/** "Thanh Mai, Hoa Bưởi, cùng giờ", or with the new time and how much later it is. */
function describeTarget(
  context: DeskContext,
  before: CalendarTime,
  { date, time, resources }: Pick<MoveProposal, 'date' | 'time' | 'resources'>,
  locale: Locale,
): string {
  const places = formatResources(context, resources, locale)
  if (date !== before.date) return `${formatShortDate(date, locale)} ${time}, ${places}`
  const minutes = minutesOf(time) - minutesOf(before.time)
  if (minutes === 0) return `${places}, ${words.sameTime[locale]}`
  const shift = minutes > 0 ? words.later : words.earlier
  return `${time} (${shift[locale]} ${Math.abs(minutes)}′), ${places}`
}

const words = {
  proposals: { vi: 'Đề xuất', en: 'Proposals' },
  moved: { vi: 'đã dời', en: 'moved' },
  hasPlace: { vi: 'có chỗ', en: 'with a place' },
  mustCall: { vi: 'phải gọi', en: 'to call first' },
  there: { vi: 'đang ở đó', en: 'there now' },
  noOne: { vi: 'Không khách nào bị ảnh hưởng.', en: 'No guest is affected.' },
  acceptAll: { vi: 'Nhận cả # đề xuất', en: 'Accept all # proposals' },
  acceptOne: { vi: 'Nhận đề xuất', en: 'Accept the proposal' },
  accept: { vi: 'Nhận', en: 'Accept' },
  other: { vi: 'Khác', en: 'Other' },
  anyOther: { vi: 'Giờ hoặc chỗ khác…', en: 'Another time or place…' },
  open: { vi: 'Mở', en: 'Open' },
  asked: { vi: 'khách đặt', en: 'booked' },
  against: { vi: 'bỏ qua:', en: 'against:' },
  stays: { vi: 'Đang ở đó, giữ nguyên tới', en: 'There now, stays until' },
  shift: { vi: 'Xếp ca cho', en: 'Change the shift of' },
  nothing: {
    vi: 'Hai tuần tới không có giờ nào hợp. Gọi khách, hoặc chọn cách khác.',
    en: 'Nothing suitable is free within two weeks. Call the guest, or choose another way.',
  },
  sameTime: { vi: 'cùng giờ', en: 'same time' },
  later: { vi: 'muộn', en: 'later by' },
  earlier: { vi: 'sớm', en: 'earlier by' },
} satisfies Record<string, LocalizedText>
