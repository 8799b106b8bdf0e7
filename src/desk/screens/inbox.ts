/** What waits for an answer, the most urgent first. */
import {
  type BookingView,
  type Visits,
  visitsOf,
  waitingBookings,
} from '../../domain/booking/queries.ts'
import { answerBy } from '../../domain/guest/response-deadline.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { minute } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import {
  actButton,
  actFields,
  bookingPath,
  closedMark,
  contactLinks,
  lackingMark,
  remarks,
  repeatMark,
  summaryLine,
} from '../components.ts'
import type { DeskParts } from '../context.ts'
import { didNotice } from '../flash.ts'
import { sayDay, sayMoment, sayPhone } from '../labels.ts'
import type { Screen } from '../screen.ts'
import { sayWish, wishActs } from './change-request.ts'
import { depositMark, nextOfDeposit } from './deposit.ts'
import { declineReasons } from './reasons.ts'

export function inboxScreen(parts: DeskParts): Screen {
  const { store, now } = parts
  return {
    path: '/',
    async show(visit) {
      const { locale } = visit
      const moment = now()
      const waiting = (await waitingBookings(store.read, moment))
        .map((booking) => ({ booking, due: dueOf(parts, booking) }))
        .sort((one, other) => one.due - other.due)
      const known = await visitsOfAll(parts, waiting)
      const cards = waiting.map(({ booking, due }) =>
        card(parts, booking, due, known.get(booking.phone), locale),
      )
      return {
        title: words.title[locale],
        tab: '/',
        notice: await didNotice(parts, visit),
        body: html`<h1>${words.title[locale]}</h1>
<div id="waiting" class="cards">${cards}</div>
${waiting.length === 0 && html`<p class="empty">${words.nothing[locale]}</p>`}`,
      }
    },
  }
}

/** By when an answer was promised: to the request, or to the wish for a change. */
function dueOf({ shop }: DeskParts, { created_at, change_at, starts_at }: BookingView): number {
  return Math.min(answerBy(shop.business, change_at ?? created_at) ?? starts_at, starts_at)
}

/** By phone: one guest may wait with several requests. */
async function visitsOfAll(
  { store, now }: DeskParts,
  waiting: readonly { booking: BookingView }[],
): Promise<Map<string, Visits>> {
  const phones = [...new Set(waiting.map(({ booking }) => booking.phone))]
  const found = await Promise.all(phones.map((phone) => visitsOf(store.read, phone, now())))
  return new Map(phones.map((phone, place) => [phone, found[place] as Visits]))
}

function card(
  parts: DeskParts,
  booking: BookingView,
  due: number,
  visits: Visits | undefined,
  locale: Locale,
): Html {
  const asking = booking.change_kind !== null
  return html`<article class="card${asking && ' asking'}" id="b-${booking.code}" tabindex="-1">
<header>
<h2><a href="${bookingPath(booking)}">${sayDay(booking.date, parts.now(), locale)} <b>${booking.time}</b></a></h2>
${deadline(due, parts.now(), locale)}
</header>
<p class="who"><b>${booking.name}</b> <span class="number">${sayPhone(booking.phone)}</span> ${visits && repeatMark(visits, locale)}</p>
<p class="what">${summaryLine(parts, booking, locale)}</p>
${closedMark(parts, booking.date, locale)}
${lackingMark(parts, booking, locale)}
${depositLine(parts, booking, locale)}
${asking && html`<p class="wish">${sayWish(booking, locale)}</p>`}
${remarks(parts, booking, locale)}
<div class="acts">
${asking ? wishActs(booking, locale, '/') : requestActs(parts, booking, locale)}
${contactLinks(booking, locale)}
</div>
</article>`
}

function depositLine(parts: DeskParts, booking: BookingView, locale: Locale): Html | undefined {
  const mark = depositMark(parts, booking, locale)
  return mark && html`<p>${mark}</p>`
}

function requestActs(parts: DeskParts, booking: BookingView, locale: Locale): Html {
  return html`${actButton(booking, 'confirm', words.confirm[locale], { tone: 'main', next: '/' })}
${nextOfDeposit(parts, booking, locale, '/')}
<details class="drop"><summary>${words.decline[locale]}</summary>
<form method="post" action="${bookingPath(booking)}/decline">${actFields(booking, '/')}
${declineReasons(parts, booking, locale)}
</form></details>
<a class="button" href="${bookingPath(booking)}#other-times">${words.otherTime[locale]}</a>`
}

function deadline(due: number, now: number, locale: Locale): Html {
  const left = Math.round((due - now) / minute)
  if (left < 0)
    return html`<p class="due late">${words.late[locale]} ${sayMoment(due, now, locale)}</p>`
  const text = `${words.answerBy[locale]} ${sayMoment(due, now, locale)}`
  return html`<p class="due${left <= 30 && ' soon'}">${text}</p>`
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
} satisfies Record<string, Words>
