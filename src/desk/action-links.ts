/**
 * The link in a message to staff: looking changes nothing, one button acts, once. Chat programs look at
 * every link, so the page says what and when, and never who; the desk shows the rest.
 */

import { type BookingView, findBookingById } from '../domain/booking/queries.ts'
import {
  consumeActionLink,
  isLinkUsable,
  verifyActionLink,
} from '../domain/messages/action-link.ts'
import type { Reply, Request } from '../http/message.ts'
import { BookingActionError, formatActionError } from '../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { html } from '../ui/html.ts'
import {
  bookingUrl,
  closedDayWarning,
  missingResourceBadge,
  statusBadge,
  summaryLine,
} from './components.ts'
import type { DeskContext } from './context.ts'
import { formatDay } from './labels.ts'
import type { Notice, ScreenPage } from './screen.ts'
import { describeChangeRequest } from './screens/change-request.ts'
import { describeLastChange } from './screens/history.ts'
import { declineReasons, parseReason } from './screens/reasons.ts'

export type ActionLinks = { handle(request: Request): Promise<Reply | undefined> }

type ShowPage = (page: ScreenPage, locale: Locale, route: string) => Promise<Reply>

const route = '/act/{token}'

type LinkRow = {
  id: string
  channel: string
  subject: string
  acted_at: number | null
  created_at: number
}

export function createActionLinks(context: DeskContext, show: ShowPage): ActionLinks {
  const { store, now, secret, staffDesk } = context

  const find = async (token: string) => {
    const id = verifyActionLink(secret, token)
    const delivery =
      id === undefined
        ? undefined
        : await store.read.get<LinkRow>(
            'SELECT id, channel, subject, acted_at, created_at FROM deliveries WHERE id = ?',
            id,
          )
    // Too old to act is too old to be looked at.
    if (delivery && !isLinkUsable({ ...delivery, acted_at: null }, now())) return undefined
    const booking = delivery?.subject.startsWith('booking:')
      ? await findBookingById(store.read, delivery.subject.slice('booking:'.length), now())
      : undefined
    return delivery && booking ? { delivery, booking } : undefined
  }

  /** Of two taps one acts, for both name the version they saw; then the link is used up. */
  const runAction = async (token: string, form: URLSearchParams): Promise<Notice> => {
    const found = await find(token)
    const tone = 'problem'
    if (!found) return { tone, body: html`<p>${words.invalid.vi}</p>` }
    const { delivery, booking } = found
    if (!isLinkUsable(delivery, now())) return { tone, body: html`<p>${words.used.vi}</p>` }
    const actor = `link:${delivery.channel}`
    const common = { code: booking.code, version: Number(form.get('version')), actor }
    try {
      if (form.get('act') === 'confirm') await staffDesk.confirm(common)
      else await staffDesk.decline({ ...common, reason: requireReason(form) })
    } catch (error) {
      if (!(error instanceof BookingActionError)) throw error
      const changed = error.code === 'changed_meanwhile'
      const first = changed && (await describeLastChange(context, delivery.subject, 'vi'))
      return { tone, body: html`<p>${formatActionError(error, 'vi')} ${first}</p>` }
    }
    await store.write((sql) => consumeActionLink(sql, delivery.id, now()))
    return { tone: 'good', body: html`<p>${words.done.vi}</p>` }
  }

  return {
    async handle(request) {
      const token = request.path.match(/^\/act\/([\w.-]+)$/)?.[1]
      if (token === undefined) return undefined
      const posted = request.method === 'POST'
      const form = new URLSearchParams(request.body.toString())
      const notice = posted ? await runAction(token, form) : undefined
      const found = await find(token)
      if (!found) return show(invalidLinkPage(), 'vi', route)
      const done = !isLinkUsable(found.delivery, now())
      return show(linkPage(context, found.booking, token, done, notice), 'vi', route)
    },
  }
}

function linkPage(
  context: DeskContext,
  booking: BookingView,
  token: string,
  done: boolean,
  notice: Notice | undefined,
): ScreenPage {
  const version = html`<input type="hidden" name="version" value="${booking.version}">`
  const isOpen = booking.status === 'pending' && booking.change_kind === null && !done
  return {
    title: words.title.vi,
    ...(notice?.tone === 'problem' && { status: 409 }),
    notice,
    body: html`<article class="card"><header><h1>${formatDay(booking.date, context.now(), 'vi')} <b>${booking.time}</b></h1>${statusBadge(booking, 'vi')}</header>
<p class="what">${summaryLine(context, booking, 'vi')}</p>
${isOpen && closedDayWarning(context, booking.date, 'vi')}
${isOpen && missingResourceBadge(context, booking, 'vi')}
${booking.change_kind !== null && html`<p class="wish">${describeChangeRequest({ ...booking, change_note: null }, 'vi')}</p>`}
${hasRemarks(booking) && html`<p class="health">${words.readFirst.vi}</p>`}
<div class="acts">${
      isOpen &&
      html`<form method="post" action="/act/${token}">${version}<input type="hidden" name="act" value="confirm"><button type="submit" class="main">${words.confirm.vi}</button></form>
<details class="drop"><summary>${words.decline.vi}</summary><form method="post" action="/act/${token}">${version}<input type="hidden" name="act" value="decline">${declineReasons(context, booking, 'vi')}</form></details>`
    }</div>
<p><a href="${bookingUrl(booking)}">${words.open.vi}</a></p></article>`,
  }
}

/** Something the guest told that whoever answers should read. */
function hasRemarks({ note, marks }: BookingView): boolean {
  return note !== null || marks !== null
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
  confirm: { vi: 'Xác nhận', en: 'Confirm' },
  decline: { vi: 'Từ chối…', en: 'Decline…' },
  open: {
    vi: 'Mở ở quầy để xem tên, số điện thoại và lưu ý (cần đăng nhập)',
    en: 'Open at the desk for the name, the phone and the remarks (sign in)',
  },
  readFirst: {
    vi: 'Khách có ghi lưu ý; xin xem ở quầy trước khi xác nhận.',
    en: 'The guest left remarks; please read them at the desk before you confirm.',
  },
  done: { vi: 'Đã xong. Khách sẽ được báo.', en: 'Done. The guest will be told.' },
  used: {
    vi: 'Liên kết này đã được dùng, hoặc đã quá cũ.',
    en: 'This link was used before, or is too old.',
  },
  invalid: { vi: 'Liên kết này không còn dùng được.', en: 'This link is no longer good.' },
} satisfies Record<string, LocalizedText>
