/** Requests that wait for an answer, the most urgent first. */
import { bookingCommands } from '../../domain/booking/action-rules.ts'
import {
  countGuestVisits,
  findBookingsAwaitingStaff,
  type VisitCounts,
} from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { countSenderRequests } from '../../domain/booking/sender-requests.ts'
import { responseDeadline } from '../../domain/guest/response-deadline.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { minute } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actionButton,
  actionFields,
  bookingUrl,
  closedBookingWarning,
  guestContactLinks,
  guestRemarks,
  missingResourceBadge,
  repeatGuestBadge,
  summaryLine,
} from '../booking-components.ts'
import { disclosure, emptyText } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { firstEmailNotice } from '../first-email-notice.ts'
import { flashNotice } from '../flash.ts'
import { formatPhone, formatStartDay, formatTimestamp } from '../labels.ts'
import { noPlaceWarning } from '../no-place-warning.ts'
import type { Screen } from '../screen.ts'
import { seatingConflictList } from '../seating-conflict-list.ts'
import { changeRequestActions, describeChangeRequest } from './change-request.ts'
import { depositBadge, nextDepositAction } from './deposit.ts'
import { onlineBookingsNotice } from './online-bookings.ts'
import { declineReasons } from './reasons.ts'
import { senderRequestsLink } from './sender-requests.ts'
import { soldOutLink } from './sold-out.ts'

export function inboxScreen(context: DeskContext): Screen {
  const { store, now } = context
  return {
    path: '/',
    async show(screenRequest) {
      const { locale } = screenRequest
      const waiting = (await findBookingsAwaitingStaff(store.read, now()))
        .map((booking) => ({ booking, dueAtMs: responseDueMs(context, booking) }))
        .sort((one, other) => one.dueAtMs - other.dueAtMs)
      const visits = await visitsByPhone(context, waiting)
      const senderRequests = await countSenderRequests(store.read, now())
      const cards = await Promise.all(
        waiting.map(({ booking, dueAtMs }) =>
          card(context, booking, dueAtMs, locale, {
            visits: visits.get(booking.phone),
            requestsOfSender: senderRequests.get(booking.id),
          }),
        ),
      )
      return {
        title: words.title[locale],
        tab: '/',
        notice: await flashNotice(context, screenRequest),
        body: html`<h1>${words.title[locale]}</h1>
${await seatingConflictList(context, '/', locale)}
${await firstEmailNotice(context, locale)}
<div id="waiting" class="cards">${cards}</div>
${waiting.length === 0 && emptyText(words.nothing[locale])}
${await onlineBookingsNotice(context, locale)}
${soldOutLink(locale)}`,
      }
    },
  }
}

/** The promised response time of the request or change request, at the latest the start of the visit. */
function responseDueMs(
  { shop }: DeskContext,
  { created_at, change_at, starts_at }: BookingView,
): number {
  return Math.min(responseDeadline(shop.business, change_at ?? created_at) ?? starts_at, starts_at)
}

/** By phone, because one guest can have several requests. */
async function visitsByPhone(
  { store, now }: DeskContext,
  waiting: readonly { booking: BookingView }[],
): Promise<Map<string, VisitCounts>> {
  const phones = [...new Set(waiting.map(({ booking }) => booking.phone))]
  const counts = await Promise.all(
    phones.map((phone) => countGuestVisits(store.read, phone, now())),
  )
  return new Map(phones.map((phone, index) => [phone, counts[index] as VisitCounts]))
}

type CardCounts = { visits: VisitCounts | undefined; requestsOfSender: number | undefined }

async function card(
  context: DeskContext,
  booking: BookingView,
  dueAtMs: number,
  locale: Locale,
  { visits, requestsOfSender }: CardCounts,
): Promise<Html> {
  const hasChangeRequest = booking.change_kind !== null
  const className = `card${hasChangeRequest ? ' has-change-request' : ''}`
  const deposit = depositBadge(context, booking, locale)
  return html`<article class="${className}" id="b-${booking.code}" tabindex="-1">
${cardHeader(context, booking, dueAtMs, locale)}
${guestLine(booking, visits, locale)}
<p class="booking-summary">${summaryLine(context, booking, locale)}</p>
${closedBookingWarning(context, booking, locale)}
${missingResourceBadge(context, booking, locale)}
${await noPlaceWarning(context, booking, locale)}
${senderRequestsLink(booking, requestsOfSender, locale)}
${deposit && html`<p>${deposit}</p>`}
${hasChangeRequest && html`<p class="change-request">${describeChangeRequest(booking, locale)}</p>`}
${guestRemarks(context, booking, locale)}
<div class="actions">
${hasChangeRequest ? changeRequestActions(booking, locale, '/') : requestActions(context, booking, locale)}
${guestContactLinks(booking, locale)}
</div>
</article>`
}

function cardHeader(
  context: DeskContext,
  booking: BookingView,
  dueAtMs: number,
  locale: Locale,
): Html {
  const start = html`${formatStartDay(context, booking, locale)} <b>${booking.time}</b>`
  return html`<header>
<h2><a href="${bookingUrl(booking)}">${start}</a></h2>
${deadlineLabel(dueAtMs, context.now(), locale)}
</header>`
}

function guestLine(booking: BookingView, visits: VisitCounts | undefined, locale: Locale): Html {
  const phone = html`<span class="number">${formatPhone(booking.phone)}</span>`
  const badge = visits && repeatGuestBadge(visits, locale)
  return html`<p class="guest-line"><b>${booking.name}</b> ${phone} ${badge}</p>`
}

function requestActions(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const declineForm = html`<form method="post" action="${bookingUrl(booking)}/decline">
${actionFields(booking, '/')}
${declineReasons(context, booking, locale)}
</form>`
  return html`${actionButton(booking, 'confirm', bookingCommands.confirm.button[locale], { tone: 'main', next: '/' })}
${nextDepositAction(context, booking, locale, '/')}
${disclosure(`${bookingCommands.decline.button[locale]}…`, declineForm)}
<a class="button" href="${bookingUrl(booking)}#other-times">${words.otherTime[locale]}</a>`
}

const urgentMinutes = 30

function deadlineLabel(dueAtMs: number, now: number, locale: Locale): Html {
  const minutesLeft = Math.round((dueAtMs - now) / minute)
  const [className, label] =
    minutesLeft < 0
      ? ['due late', words.late]
      : [minutesLeft <= urgentMinutes ? 'due soon' : 'due', words.answerBy]
  return html`<p class="${className}">${label[locale]} ${formatTimestamp(dueAtMs, now, locale)}</p>`
}

const words = {
  title: { vi: 'Hộp chờ', en: 'Inbox' },
  nothing: {
    vi: 'Không còn yêu cầu nào chờ. Yêu cầu mới sẽ tự hiện ở đây.',
    en: 'No requests are waiting. New requests appear here automatically.',
  },
  otherTime: { vi: 'Giờ khác…', en: 'Other time…' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer by' },
  late: { vi: 'Trễ: lẽ ra trước', en: 'Late: was due by' },
} satisfies Record<string, LocalizedText>
