/** All unanswered requests of one sender, which staff can decline together. */
import { bookingCommands } from '../../domain/booking/action-rules.ts'
import { findBookingByCode } from '../../domain/booking/queries.ts'
import type { BookingView } from '../../domain/booking/rows.ts'
import { findSenderRequests } from '../../domain/booking/sender-requests.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { actionButton, bookingUrl, summaryLine } from '../booking-components.ts'
import { emptyText, hiddenInput, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatNationalPhone, formatStartDay } from '../labels.ts'
import type { Notice, Screen, ScreenPage } from '../screen.ts'
import { declineReasons, parseReason } from './reasons.ts'

/** "3 requests of this sender", as a link; nothing for a single request. */
export function senderRequestsLink(
  booking: BookingView,
  requests: number | undefined,
  locale: Locale,
): Html | undefined {
  if (requests === undefined || requests < 2) return undefined
  return html`<p class="note"><a href="${senderUrl(booking)}">${requestCount(requests, locale)}</a></p>`
}

const senderUrl = (booking: { code: string }) => `/same-sender/${formatCode(booking.code)}`

function requestCount(requests: number, locale: Locale): string {
  const english = plural(requests, { one: 'request', other: 'requests' })
  return {
    vi: `${requests} yêu cầu chờ trả lời từ cùng một nơi gửi`,
    en: `${requests} unanswered ${english} from one sender`,
  }[locale]
}

export function senderRequestsScreen(context: DeskContext): Screen {
  const { store, now, staffActions } = context
  return {
    path: '/same-sender/{code}',
    show: async ({ pathParams: { code = '' }, locale }) => renderPage(context, code, locale),
    async submit({ pathParams: { code = '' }, form, member, locale }) {
      const reason = parseReason(form)
      if (reason === '') {
        const error = new BookingActionError('reason_missing')
        return renderPage(context, code, locale, problemNotice([formatActionError(error, locale)]))
      }
      const declined: BookingView[] = []
      const failed: string[] = []
      for (const shown of form.getAll('booking')) {
        const [bookingCode = '', version = ''] = shown.split(' ')
        const actor = `staff:${member.id}`
        try {
          await staffActions.decline({ code: bookingCode, version: Number(version), actor, reason })
          const booking = await findBookingByCode(store.read, bookingCode, now())
          if (booking) declined.push(booking)
        } catch (error) {
          if (!(error instanceof BookingActionError)) throw error
          failed.push(`${formatCode(bookingCode)}: ${formatActionError(error, locale)}`)
        }
      }
      return renderPage(context, code, locale, resultNotice(context, declined, failed, locale))
    },
  }
}

/** Each declined request with its undo button, and what could not be declined. */
function resultNotice(
  context: DeskContext,
  declined: readonly BookingView[],
  failed: readonly string[],
  locale: Locale,
): Notice {
  const items = declined.map(
    (booking) =>
      html`<li>${requestLine(context, booking, locale)} ${actionButton(
        booking,
        'undo',
        bookingCommands.undo.button[locale],
        { tone: 'undo' },
      )}</li>`,
  )
  const english = plural(declined.length, { one: 'request was', other: 'requests were' })
  const done = {
    vi: `Đã từ chối ${declined.length} yêu cầu.`,
    en: `${declined.length} ${english} declined.`,
  }[locale]
  return {
    tone: failed.length > 0 ? 'problem' : 'good',
    body: html`<p>${done}</p><ul>${items}${failed.map((text) => html`<li>${text}</li>`)}</ul>`,
  }
}

async function renderPage(
  context: DeskContext,
  code: string,
  locale: Locale,
  notice?: Notice,
): Promise<ScreenPage> {
  const requests = await findSenderRequests(context.store.read, code, context.now())
  const [first] = requests
  return {
    title: words.title[locale],
    tab: '/',
    notice,
    body: html`<h1>${words.title[locale]}</h1>
<p>${requestCount(requests.length, locale)}. ${words.explanation[locale]}</p>
<ul>${requests.map((one) => html`<li>${requestLine(context, one, locale)}</li>`)}</ul>
${first === undefined ? emptyText(words.nothing[locale]) : declineForm(context, code, requests, first, locale)}`,
  }
}

function requestLine(context: DeskContext, booking: BookingView, locale: Locale): Html {
  const day = formatStartDay(context, booking, locale)
  return html`<a href="${bookingUrl(booking)}">${day} ${booking.time}</a>: ${booking.name},
${formatNationalPhone(booking.phone)}, ${summaryLine(context, booking, locale)}`
}

function declineForm(
  context: DeskContext,
  code: string,
  requests: readonly BookingView[],
  first: BookingView,
  locale: Locale,
): Html {
  const shown = requests.map((one) => hiddenInput('booking', `${one.code} ${one.version}`))
  return html`<h2>${words.declineAll[locale]}</h2>
<form method="post" action="${senderUrl({ code })}">
${shown}${declineReasons(context, first, locale)}
</form>`
}

const words = {
  title: { vi: 'Yêu cầu từ cùng một nơi gửi', en: 'Requests from one sender' },
  explanation: {
    vi: 'Chúng đến từ một địa chỉ mạng, hoặc từ một người dùng của một trợ lý.',
    en: 'They came from one network address, or from one user of an assistant.',
  },
  nothing: {
    vi: 'Không còn yêu cầu nào chờ từ nơi gửi này.',
    en: 'No requests of this sender are waiting.',
  },
  declineAll: { vi: 'Từ chối tất cả', en: 'Decline all of them' },
} satisfies Record<string, LocalizedText>
