/**
 * Links in messages to staff. GET shows the booking and changes nothing, POST runs one action, once. Chat
 * programs open links for a preview, so the page contains no name or contact; the desk shows those.
 */

import { bookingCommands } from '../domain/booking/action-rules.ts'
import { findBookingById } from '../domain/booking/queries.ts'
import type { BookingView } from '../domain/booking/rows.ts'
import {
  consumeActionLink,
  isLinkUsable,
  verifyActionLink,
} from '../domain/messages/action-link.ts'
import type { Reply, Request } from '../http/message.ts'
import { BookingActionError, formatActionError } from '../kernel/action-errors.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { type Html, html } from '../ui/html.ts'
import {
  bookingUrl,
  closedBookingWarning,
  missingResourceBadge,
  statusBadge,
  summaryLine,
} from './booking-components.ts'
import { disclosure, hiddenInput, problemNotice, submitButton } from './components.ts'
import type { DeskContext } from './context.ts'
import { formatStartDay } from './labels.ts'
import type { RenderSignedOut } from './page-renderer.ts'
import type { Notice, ScreenPage } from './screen.ts'
import { describeChangeRequest } from './screens/change-request.ts'
import { describeLastChange } from './screens/history.ts'
import { declineReasons, parseReason } from './screens/reasons.ts'

type ActionLinks = { handle(request: Request): Promise<Reply | undefined> }

const route = '/act/{token}'

type LinkRow = {
  id: string
  channel: string
  target: string
  subject: string
  acted_at: number | null
  created_at: number
}

export function createActionLinks(context: DeskContext, renderPage: RenderSignedOut): ActionLinks {
  const { store, now, secret, staffActions } = context

  const find = async (token: string) => {
    const id = verifyActionLink(secret, token)
    const delivery =
      id === undefined
        ? undefined
        : await store.read.get<LinkRow>(
            'SELECT id, channel, target, subject, acted_at, created_at FROM deliveries WHERE id = ?',
            id,
          )
    // An expired link does not show the booking either. A used one does.
    if (delivery && !isLinkUsable({ ...delivery, acted_at: null }, now())) return undefined
    if (delivery && !(await isTarget(delivery))) return undefined
    const booking = delivery?.subject.startsWith('booking:')
      ? await findBookingById(store.read, delivery.subject.slice('booking:'.length), now())
      : undefined
    return delivery && booking ? { delivery, booking } : undefined
  }

  /**
   * The links in messages to a device end with its push subscription, those to a chat when it is not configured any
   * more.
   */
  const isTarget = async ({ channel, target }: LinkRow): Promise<boolean> => {
    const found = context.channels.list.find(({ name }) => name === channel)
    return ((await found?.listTargets?.()) ?? []).includes(target)
  }

  /** Of two simultaneous submissions only one succeeds, because both name the same version. */
  const runAction = async (token: string, form: URLSearchParams): Promise<Notice> => {
    const found = await find(token)
    if (!found) return problemNotice(words.invalid.vi)
    const { delivery, booking } = found
    if (!isLinkUsable(delivery, now())) return problemNotice(words.used.vi)
    const actor = `link:${delivery.channel}`
    const common = { code: booking.code, version: Number(form.get('version')), actor }
    try {
      if (form.get('act') === 'confirm') await staffActions.confirm(common)
      else await staffActions.decline({ ...common, reason: requireReason(form) })
    } catch (error) {
      if (!(error instanceof BookingActionError)) throw error
      const changed = error.code === 'changed_meanwhile'
      const lastChange = changed ? await describeLastChange(context, delivery.subject, 'vi') : ''
      return problemNotice(`${formatActionError(error, 'vi')} ${lastChange}`)
    }
    await store.write((sql) => consumeActionLink(sql, delivery.id, now()))
    return { tone: 'good', body: html`<p>${words.done.vi}</p>` }
  }

  return {
    async handle(request) {
      const token = request.path.match(/^\/act\/([\w.-]+)$/)?.[1]
      if (token === undefined) return undefined
      const form = new URLSearchParams(request.body.toString())
      const notice = request.method === 'POST' ? await runAction(token, form) : undefined
      const found = await find(token)
      if (!found) return renderPage(invalidLinkPage(), 'vi', route)
      const isUsed = !isLinkUsable(found.delivery, now())
      return renderPage(linkPage(context, found.booking, token, isUsed, notice), 'vi', route)
    },
  }
}

function linkPage(
  context: DeskContext,
  booking: BookingView,
  token: string,
  isUsed: boolean,
  notice: Notice | undefined,
): ScreenPage {
  const isOpen = booking.status === 'pending' && booking.change_kind === null && !isUsed
  return {
    title: words.title.vi,
    ...(notice?.tone === 'problem' && { status: 409 }),
    notice,
    body: html`<article class="card">
<header>
<h1>${formatStartDay(context, booking, 'vi')} <b>${booking.time}</b></h1>
${statusBadge(booking, 'vi')}
</header>
<p class="booking-summary">${summaryLine(context, booking, 'vi')}</p>
${isOpen && closedBookingWarning(context, booking, 'vi')}
${isOpen && missingResourceBadge(context, booking, 'vi')}
${changeRequestText(booking)}
${hasRemarks(booking) && html`<p class="health-warning">${words.readFirst.vi}</p>`}
<div class="actions">${isOpen && linkActions(context, booking, token)}</div>
<p><a href="${bookingUrl(booking)}">${words.open.vi}</a></p>
</article>`,
  }
}

/** Without the guest's note, which may contain personal data. */
function changeRequestText(booking: BookingView): Html | undefined {
  if (booking.change_kind === null) return undefined
  const text = describeChangeRequest({ ...booking, change_note: null }, 'vi')
  return html`<p class="change-request">${text}</p>`
}

function linkActions(context: DeskContext, booking: BookingView, token: string): Html {
  const version = hiddenInput('version', booking.version)
  const declineForm = html`<form method="post" action="/act/${token}">
${version}${hiddenInput('act', 'decline')}
${declineReasons(context, booking, 'vi')}
</form>`
  return html`<form method="post" action="/act/${token}">
${version}${hiddenInput('act', 'confirm')}
${submitButton(bookingCommands.confirm.button.vi, 'main')}
</form>
${disclosure(`${bookingCommands.decline.button.vi}…`, declineForm)}`
}

/** Whether the desk shows something that staff should read before they answer. */
function hasRemarks({ note, answers, requiresStaffCall }: BookingView): boolean {
  return note !== null || requiresStaffCall || Object.keys(answers).length > 0
}

function invalidLinkPage(): ScreenPage {
  return { title: words.title.vi, status: 410, body: html`<h1>${words.invalid.vi}</h1>` }
}

function requireReason(form: URLSearchParams): string {
  const reason = parseReason(form)
  if (reason === '') throw new BookingActionError('reason_missing')
  return reason
}

const words = {
  title: { vi: 'Yêu cầu', en: 'Request' },
  open: {
    vi: 'Mở ở quầy để xem tên, số điện thoại và lưu ý (cần đăng nhập)',
    en: 'Open on the desk to see the name, phone and notes (sign-in required)',
  },
  readFirst: {
    vi: 'Có lưu ý về lượt này; xin xem ở quầy trước khi xác nhận.',
    en: 'There are notes on this booking. Please read them on the desk before you confirm.',
  },
  done: { vi: 'Đã xong. Khách sẽ được báo.', en: 'Done. The guest will be notified.' },
  used: {
    vi: 'Liên kết này đã được dùng, hoặc đã quá cũ.',
    en: 'This link was used before or has expired.',
  },
  invalid: { vi: 'Liên kết này không còn dùng được.', en: 'This link is no longer valid.' },
} satisfies Record<string, LocalizedText>
