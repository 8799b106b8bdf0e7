/** What waits for an answer, the most urgent first. */
import { type BookingView, visitsOf, waitingBookings } from '../../domain/booking/reading.ts'
import { answerBy } from '../../domain/guest/answer-by.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { minute } from '../../kernel/time.ts'
import { type Html, html } from '../../look/html.ts'
import { didNotice } from '../did.ts'
import type { DeskParts } from '../parts.ts'
import {
  actButton,
  actFields,
  bookingPath,
  contactLinks,
  remarks,
  repeatMark,
  summaryLine,
} from '../pieces.ts'
import { sayDay, sayMoment, sayParty, sayPhone, shortDate } from '../saying.ts'
import type { Screen } from '../screen.ts'
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
      const cards = await Promise.all(
        waiting.map(({ booking, due }) => card(parts, booking, due, locale)),
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

async function card(
  parts: DeskParts,
  booking: BookingView,
  due: number,
  locale: Locale,
): Promise<Html> {
  const visits = await visitsOf(parts.store.read, booking.phone, parts.now())
  const asking = booking.change_kind !== null
  return html`<article class="card${asking && ' asking'}" id="b-${booking.code}" tabindex="-1">
<header>
<h2><a href="${bookingPath(booking)}">${sayDay(booking.date, parts.now(), locale)} <b>${booking.time}</b></a></h2>
${deadline(due, parts.now(), locale)}
</header>
<p class="who"><b>${booking.name}</b> <span class="number">${sayPhone(booking.phone)}</span> ${repeatMark(visits, locale)}</p>
<p class="what">${summaryLine(parts, booking, locale)}</p>
${asking && html`<p class="wish">${sayWish(booking, locale)}</p>`}
${remarks(parts, booking, locale)}
<div class="acts">
${asking ? changeActs(booking, locale) : requestActs(booking, locale)}
${contactLinks(booking, locale)}
</div>
</article>`
}

function requestActs(booking: BookingView, locale: Locale): Html {
  return html`${actButton(booking, 'confirm', words.confirm[locale], { tone: 'main', next: '/' })}
<details class="drop"><summary>${words.decline[locale]}</summary>
<form method="post" action="${bookingPath(booking)}/decline">${actFields(booking, '/')}
${declineReasons(booking, locale)}
</form></details>
<a class="button" href="${bookingPath(booking)}#other-times">${words.otherTime[locale]}</a>`
}

/** What the guest asks for can be granted with one tap. */
function changeActs(booking: BookingView, locale: Locale): Html {
  const { change_kind, change_date, change_time, change_party } = booking
  const grant =
    change_kind === 'cancel'
      ? actButton(booking, 'cancel', words.cancel[locale], {
          tone: 'main',
          next: '/',
          fields: { reason: words.byGuest[booking.locale] },
        })
      : actButton(booking, 'move', words.grant[locale], {
          tone: 'main',
          next: '/',
          fields: {
            date: change_date ?? booking.date,
            time: change_time ?? booking.time,
            party: String(change_party ?? booking.party_size),
          },
        })
  return html`${grant}
${booking.status === 'pending' && actButton(booking, 'confirm', words.confirmAsIs[locale], { next: '/' })}
${actButton(booking, 'settle', words.settle[locale], { next: '/' })}`
}

export function sayWish(booking: BookingView, locale: Locale): string {
  const { change_kind, change_date, change_time, change_party, change_note } = booking
  const what = {
    cancel: { vi: 'Khách xin hủy', en: 'The guest asks to cancel' },
    move: {
      vi: `Khách xin dời sang ${change_time} ${shortDate(change_date ?? booking.date, 'vi')}`,
      en: `The guest asks to move it to ${change_time} ${shortDate(change_date ?? booking.date, 'en')}`,
    },
    smaller_party: {
      vi: `Khách xin giảm còn ${sayParty(change_party ?? 0, 'vi')}`,
      en: `The guest will come with fewer: ${sayParty(change_party ?? 0, 'en')}`,
    },
  }[change_kind ?? 'cancel'][locale]
  return change_note === null ? what : `${what}: “${change_note}”`
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
  confirmAsIs: { vi: 'Xác nhận giờ cũ', en: 'Confirm as it was' },
  decline: { vi: 'Từ chối…', en: 'Decline…' },
  otherTime: { vi: 'Giờ khác…', en: 'Other time…' },
  grant: { vi: 'Đổi theo ý khách', en: 'Change as asked' },
  cancel: { vi: 'Hủy theo ý khách', en: 'Cancel as asked' },
  byGuest: { vi: 'Theo yêu cầu của bạn.', en: 'As you asked.' },
  settle: { vi: 'Đã giải quyết', en: 'Settled otherwise' },
  answerBy: { vi: 'Trả lời trước', en: 'Answer by' },
  late: { vi: 'Trễ: lẽ ra trước', en: 'Late: was due by' },
} satisfies Record<string, Words>
