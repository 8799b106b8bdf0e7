/** One request in the inbox: a compact row that can be answered, with everything else behind one button. */
import { bookingCommands } from '../../domain/booking/action-rules.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { formatGuestCount, formatShortTimestamp } from '../../domain/messages/format.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { dateAt } from '../../kernel/time.ts'
import { type EncodedHtml, encodeHtml, type Html, html } from '../../ui/html.ts'
import {
  actionButton,
  actionFields,
  bookingUrl,
  closedBookingWarning,
  formatResources,
  guestContactLinks,
  healthAnswers,
  missingResourceBadge,
  ordinaryAnswers,
  summaryLine,
} from '../booking-components.ts'
import type { DeskContext } from '../context.ts'
import { guestBadges, guestLink, guestNote } from '../guest-badges.ts'
import { formatNationalPhone, formatStartDay, formatTimestamp } from '../labels.ts'
import type { RowCache } from '../row-cache.ts'
import { changeRequestActions, describeChangeRequest } from './change-request.ts'
import { depositBadge, nextDepositAction } from './deposit.ts'
import { type CardParts, type InboxRequest, minutesUntil } from './inbox-requests.ts'
import { declineReasons } from './reasons.ts'
import { senderRequestsLink } from './sender-requests.ts'

/** The form to which the boxes of all requests belong. */
export const selectionFormId = 'selection'

export type CardOptions = {
  /** The list to which an answer returns. */
  next: string
  /** Whether the guest has been informed. */
  marks?: Html | undefined
  /** That it holds no place. */
  noPlace?: Html | undefined
  cards: RowCache<CardParts>
}

/** The list of what is shown besides the booking must be complete: all of it can change without the booking. */
export function inboxCard(
  context: DeskContext,
  request: InboxRequest,
  options: CardOptions,
  locale: Locale,
): (Html | EncodedHtml)[] {
  const { booking, dueAtMs, isUrgent, resources, offers, guest, requestsOfSender } = request
  const { next, marks, noPlace, cards } = options
  const nowMs = context.now()
  const minutesLeft = isUrgent && minutesUntil(dueAtMs, nowMs)
  const shown = [
    ...[next, marks?.text, noPlace?.text, dateAt(nowMs), minutesLeft, resources, guest],
    ...[offers.length, offers[0]?.expires_at],
  ]
  const { before, after } = cards.render(booking, locale, shown, () => ({
    before: encodeHtml(cardStart(context, request, options, locale)),
    after: encodeHtml(cardEnd(context, booking, next, locale)),
  }))
  const sender = senderRequestsLink(booking, requestsOfSender, locale)
  return sender ? [before, sender, after] : [before, after]
}

/** Until what is behind the button. */
function cardStart(
  context: DeskContext,
  request: InboxRequest,
  { next, marks, noPlace }: CardOptions,
  locale: Locale,
): Html {
  const { booking } = request
  const isChange = booking.change_kind !== null
  return html`<article class="card request${isChange && ' has-change-request'}" id="b-${booking.code}" tabindex="-1">
${whenCell(request, locale)}
<div class="request-guest">
<h3><a href="${bookingUrl(booking)}">${booking.name}</a></h3>
${badges(context, request, locale)}
${marks && html`<p class="request-badges">${marks}</p>`}
${placeLine(context, request, locale)}
</div>
<div class="actions">
${!isChange && actionButton(booking, 'confirm', bookingCommands.confirm.button[locale], { tone: 'main', next })}
</div>
${remarks(context, request, noPlace, locale)}
${offersLine(request, locale)}
${isChange && html`<div class="actions request-wide">${changeRequestActions(booking, locale, next)}</div>`}
<details class="request-more">
<summary aria-label="${words.more[locale]}: ${booking.name}"><span aria-hidden="true">⋯</span></summary>
${visitLine(context, booking, locale)}`
}

/** Only a request that needs nothing else can be selected to be confirmed with others. */
function whenCell({ booking, fits }: InboxRequest, locale: Locale): Html {
  const { time, party_size: party, name } = booking
  const [count, unit] = formatGuestCount(party, locale).split(' ')
  const start = html`<b>${time}</b> <span>${count}<span class="request-unit"> ${unit}</span></span>`
  if (!fits) return html`<p class="request-when">${start}</p>`
  return html`<label class="request-when">${start}
<input type="checkbox" form="${selectionFormId}" name="booking" value="${shownVersion(booking)}"
 aria-label="${words.select[locale]} ${name}, ${time}">
</label>`
}

/** A booking with the version on the screen: "BAN58Y4 3". */
export const shownVersion = ({ code, version }: BookingView) => `${code} ${version}`

function badges(
  context: DeskContext,
  { booking, guest }: InboxRequest,
  locale: Locale,
): Html | undefined {
  const health = healthAnswers(context, booking, locale)
  const deposit = depositBadge(context, booking, locale)
  const repeat = guestBadges(guest, locale)
  const healthMark =
    health !== '' &&
    html`<span class="health-mark"><span class="visually-hidden">${words.health[locale]}: </span>${health}</span>`
  const callMark =
    booking.requiresStaffCall && html`<span class="health-mark">${words.speakFirst[locale]}</span>`
  const shown = [healthMark, callMark, deposit, repeat].filter((one) => one)
  if (shown.length === 0) return undefined
  const lines = shown.map((one, index) => html`${index > 0 && '\n'}${one}`)
  return html`<p class="request-badges">${lines}</p>`
}

function placeLine(context: DeskContext, request: InboxRequest, locale: Locale): Html {
  const { booking, resources, dueAtMs, isUrgent, isUsualOffer } = request
  const places = formatResources(context, resources, locale)
  const held = places !== '' && html`${words.holds[locale]} <b>${places}</b> · `
  const offer = !isUsualOffer && `${context.offerName(booking.offer_id)[locale]} · `
  const due = deadlineLabel(dueAtMs, isUrgent, context.now(), locale)
  return html`<p class="request-place">${offer}${held}${due}</p>`
}

/** "by 19:40", "8′ left", "25′ late"; in full for a reader of the screen. */
function deadlineLabel(dueAtMs: number, isUrgent: boolean, now: number, locale: Locale): Html {
  const minutesLeft = minutesUntil(dueAtMs, now)
  const isLate = minutesLeft < 0
  const at = formatTimestamp(dueAtMs, now, locale)
  const short = isLate
    ? `${words.lateBy[locale]} ${formatMinutes(-minutesLeft, locale)}`
    : isUrgent
      ? `${words.left[locale]} ${formatMinutes(minutesLeft, locale)}`
      : `${words.by[locale]} ${at}`
  const className = isLate ? 'due late' : isUrgent ? 'due soon' : 'due'
  const full = `${(isLate ? words.late : words.answerBy)[locale]} ${at}`
  return html`<span class="${className}" title="${full}"><span class="visually-hidden">${full}</span>
<span aria-hidden="true">${short}</span></span>`
}

/** "8′", "2 giờ", "3 ngày": no more precise than needed. */
function formatMinutes(minutes: number, locale: Locale): string {
  if (minutes < 120) return `${minutes}′`
  const hours = Math.round(minutes / 60)
  if (hours < 48) return `${hours} ${words.hours[locale]}`
  return `${Math.round(hours / 24)} ${words.days[locale]}`
}

/** What the guest wrote, and what stands in the way of a confirmation. */
function remarks(
  context: DeskContext,
  { booking, guest }: InboxRequest,
  noPlace: Html | undefined,
  locale: Locale,
): Html {
  const { note, desk_note: deskNote, change_kind } = booking
  const answers = ordinaryAnswers(context, booking, locale).join(' · ')
  return html`${closedBookingWarning(context, booking, locale)}
${missingResourceBadge(context, booking, locale)}
${noPlace}
${change_kind !== null && html`<p class="change-request">${describeChangeRequest(booking, locale)}</p>`}
${answers !== '' && html`<p class="note">${answers}</p>`}
${note !== null && html`<p class="note">“${note}”</p>`}
${deskNote !== null && html`<p class="desk-note">✎ ${deskNote}</p>`}
${guestNote(guest, locale)}`
}

/** What waits for the guest: "Offered 2 places, waiting for the guest until Mon 16 Nov 21:00" */
function offersLine({ offers }: InboxRequest, locale: Locale): Html | undefined {
  const [first] = offers
  if (!first) return undefined
  const until = formatShortTimestamp(first.expires_at, locale)
  const places = plural(offers.length, { one: 'place', other: 'places' })
  const text = {
    vi: `Đã mời ${offers.length} chỗ, chờ khách trả lời đến ${until}`,
    en: `Offered ${offers.length} ${places}, waiting for the guest until ${until}`,
  }
  return html`<p class="note">${text[locale]}</p>`
}

function visitLine(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const day = formatStartDay(context, booking, locale)
  const phone = formatNationalPhone(booking.phone)
  return html`<p>${day} · ${summaryLine(context, booking, locale)} · <span class="number">${phone}</span>
</p>
`
}

/** Contact, other times, the deposit, and the reasons to decline. */
function cardEnd(context: DeskContext, booking: BookingView, next: string, locale: Locale): Html {
  const isChange = booking.change_kind !== null
  return html`<div class="actions">
${guestContactLinks(booking, locale)}
${guestLink(booking, locale)}
${!isChange && nextDepositAction(context, booking, locale, next)}
<a class="button" href="${bookingUrl(booking)}#other-times">${words.otherTime[locale]}</a>
</div>
${!isChange && declineForm(context, booking, next, locale)}
</details>
</article>`
}

function declineForm(
  context: DeskContext,
  booking: BookingView,
  next: string,
  locale: Locale,
): Html {
  return html`<form method="post" action="${bookingUrl(booking)}/decline">
<h4>${bookingCommands.decline.button[locale]}</h4>
${actionFields(booking, next)}
${declineReasons(context, booking, locale)}
</form>`
}

const words = {
  select: { vi: 'Chọn', en: 'Select' },
  health: { vi: 'Lưu ý sức khoẻ', en: 'Health' },
  speakFirst: { vi: 'Cần hỏi khách trước', en: 'Speak to the guest first' },
  holds: { vi: 'giữ', en: 'holds' },
  by: { vi: 'trước', en: 'by' },
  left: { vi: 'còn', en: 'left:' },
  hours: { vi: 'giờ', en: 'hours' },
  days: { vi: 'ngày', en: 'days' },
  lateBy: { vi: 'trễ', en: 'late by' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer by' },
  late: { vi: 'Trễ: lẽ ra trước', en: 'Late: was due by' },
  more: { vi: 'Từ chối, giờ khác, gọi khách', en: 'Decline, other time, contact' },
  otherTime: { vi: 'Giờ khác…', en: 'Other time…' },
} satisfies Record<string, LocalizedText>
