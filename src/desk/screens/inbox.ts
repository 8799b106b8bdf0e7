/** What waits for an answer, the most urgent first. */
import {
  type BookingView,
  countGuestVisits,
  findBookingsAwaitingStaff,
  type VisitCounts,
} from '../../domain/booking/queries.ts'
import { responseDeadline } from '../../domain/guest/response-deadline.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { minute } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actionButton,
  actionFields,
  bookingUrl,
  closedDayWarning,
  guestContactLinks,
  guestRemarks,
  missingResourceBadge,
  repeatGuestBadge,
  summaryLine,
} from '../components.ts'
import type { DeskContext } from '../context.ts'
import { flashNotice } from '../flash.ts'
import { formatDay, formatPhone, formatTimestamp } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { changeRequestActions, describeChangeRequest } from './change-request.ts'
import { depositBadge, nextDepositAction } from './deposit.ts'
import { declineReasons } from './reasons.ts'

export function inboxScreen(context: DeskContext): Screen {
  const { store, now } = context
  return {
    path: '/',
    async show(screenRequest) {
      const { locale } = screenRequest
      const nowMs = now()
      const waiting = (await findBookingsAwaitingStaff(store.read, nowMs))
        .map((booking) => ({ booking, due: responseDueMs(context, booking) }))
        .sort((one, other) => one.due - other.due)
      const known = await visitsByPhone(context, waiting)
      const cards = waiting.map(({ booking, due }) =>
        card(context, booking, due, known.get(booking.phone), locale),
      )
      return {
        title: words.title[locale],
        tab: '/',
        notice: await flashNotice(context, screenRequest),
        body: html`<h1>${words.title[locale]}</h1>
<div id="waiting" class="cards">${cards}</div>
${waiting.length === 0 && html`<p class="empty">${words.nothing[locale]}</p>`}`,
      }
    },
  }
}

/** By when an answer was promised: to the request, or to the wish for a change. */
function responseDueMs(
  { shop }: DeskContext,
  { created_at, change_at, starts_at }: BookingView,
): number {
  return Math.min(responseDeadline(shop.business, change_at ?? created_at) ?? starts_at, starts_at)
}

/** By phone: one guest may wait with several requests. */
async function visitsByPhone(
  { store, now }: DeskContext,
  waiting: readonly { booking: BookingView }[],
): Promise<Map<string, VisitCounts>> {
  const phones = [...new Set(waiting.map(({ booking }) => booking.phone))]
  const found = await Promise.all(phones.map((phone) => countGuestVisits(store.read, phone, now())))
  return new Map(phones.map((phone, index) => [phone, found[index] as VisitCounts]))
}

function card(
  context: DeskContext,
  booking: BookingView,
  due: number,
  visits: VisitCounts | undefined,
  locale: Locale,
): Html {
  const hasChangeRequest = booking.change_kind !== null
  return html`<article class="card${hasChangeRequest && ' asking'}" id="b-${booking.code}" tabindex="-1">
<header>
<h2><a href="${bookingUrl(booking)}">${formatDay(booking.date, context.now(), locale)} <b>${booking.time}</b></a></h2>
${deadlineLabel(due, context.now(), locale)}
</header>
<p class="who"><b>${booking.name}</b> <span class="number">${formatPhone(booking.phone)}</span> ${visits && repeatGuestBadge(visits, locale)}</p>
<p class="what">${summaryLine(context, booking, locale)}</p>
${closedDayWarning(context, booking.date, locale)}
${missingResourceBadge(context, booking, locale)}
${depositLine(context, booking, locale)}
${hasChangeRequest && html`<p class="wish">${describeChangeRequest(booking, locale)}</p>`}
${guestRemarks(context, booking, locale)}
<div class="acts">
${hasChangeRequest ? changeRequestActions(booking, locale, '/') : requestActions(context, booking, locale)}
${guestContactLinks(booking, locale)}
</div>
</article>`
}

function depositLine(context: DeskContext, booking: BookingView, locale: Locale): Html | undefined {
  const badge = depositBadge(context, booking, locale)
  return badge && html`<p>${badge}</p>`
}

function requestActions(context: DeskContext, booking: BookingView, locale: Locale): Html {
  return html`${actionButton(booking, 'confirm', words.confirm[locale], { tone: 'main', next: '/' })}
${nextDepositAction(context, booking, locale, '/')}
<details class="drop"><summary>${words.decline[locale]}</summary>
<form method="post" action="${bookingUrl(booking)}/decline">${actionFields(booking, '/')}
${declineReasons(context, booking, locale)}
</form></details>
<a class="button" href="${bookingUrl(booking)}#other-times">${words.otherTime[locale]}</a>`
}

function deadlineLabel(due: number, now: number, locale: Locale): Html {
  const minutesLeft = Math.round((due - now) / minute)
  if (minutesLeft < 0)
    return html`<p class="due late">${words.late[locale]} ${formatTimestamp(due, now, locale)}</p>`
  const text = `${words.answerBy[locale]} ${formatTimestamp(due, now, locale)}`
  return html`<p class="due${minutesLeft <= 30 && ' soon'}">${text}</p>`
}

const words = {
  title: { vi: 'Hộp chờ', en: 'Inbox' },
  nothing: {
    vi: 'Không còn yêu cầu nào chờ. Yêu cầu mới sẽ tự hiện ở đây.',
    en: 'Nothing is waiting. New requests appear here by themselves.',
  },
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  decline: { vi: 'Từ chối…', en: 'Decline…' },
  otherTime: { vi: 'Giờ khác…', en: 'Other time…' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer by' },
  late: { vi: 'Trễ: lẽ ra trước', en: 'Late: was due by' },
} satisfies Record<string, LocalizedText>
