/**
 * The link in a message to staff: looking changes nothing, one button acts, once. Chat programs look at
 * every link, so the page says what and when, and never who; the desk shows the rest.
 */

import { type BookingView, bookingById } from '../domain/booking/queries.ts'
import { isOpenLink, readActionLink, useActionLink } from '../domain/messages/action-link.ts'
import type { Reply, Request } from '../http/message.ts'
import { StaffObstacle, sayObstacle } from '../kernel/action-errors.ts'
import type { Locale, Words } from '../kernel/locale.ts'
import { html } from '../ui/html.ts'
import { bookingPath, closedMark, lackingMark, stateMark, summaryLine } from './components.ts'
import type { DeskParts } from './context.ts'
import { sayDay } from './labels.ts'
import type { Notice, Page } from './screen.ts'
import { sayWish } from './screens/change-request.ts'
import { whoWasFirst } from './screens/history.ts'
import { declineReasons, readReason } from './screens/reasons.ts'

export type ActionLinks = { answer(request: Request): Promise<Reply | undefined> }

type Show = (page: Page, locale: Locale, route: string) => Promise<Reply>

const route = '/act/{token}'

type LinkRow = {
  id: string
  channel: string
  subject: string
  acted_at: number | null
  created_at: number
}

export function createActionLinks(parts: DeskParts, show: Show): ActionLinks {
  const { store, now, secret, staffDesk } = parts

  const find = async (token: string) => {
    const id = readActionLink(secret, token)
    const delivery =
      id === undefined
        ? undefined
        : await store.read.get<LinkRow>(
            'SELECT id, channel, subject, acted_at, created_at FROM deliveries WHERE id = ?',
            id,
          )
    // Too old to act is too old to be looked at.
    if (delivery && !isOpenLink({ ...delivery, acted_at: null }, now())) return undefined
    const booking = delivery?.subject.startsWith('booking:')
      ? await bookingById(store.read, delivery.subject.slice('booking:'.length), now())
      : undefined
    return delivery && booking ? { delivery, booking } : undefined
  }

  /** Of two taps one acts, for both name the version they saw; then the link is used up. */
  const act = async (token: string, form: URLSearchParams): Promise<Notice> => {
    const found = await find(token)
    const tone = 'problem'
    if (!found) return { tone, body: html`<p>${words.gone.vi}</p>` }
    const { delivery, booking } = found
    if (!isOpenLink(delivery, now())) return { tone, body: html`<p>${words.used.vi}</p>` }
    const actor = `link:${delivery.channel}`
    const common = { code: booking.code, version: Number(form.get('version')), actor }
    try {
      if (form.get('act') === 'confirm') await staffDesk.confirm(common)
      else await staffDesk.decline({ ...common, reason: neededReason(form) })
    } catch (error) {
      if (!(error instanceof StaffObstacle)) throw error
      const changed = error.obstacle === 'changed_meanwhile'
      const first = changed && (await whoWasFirst(parts, delivery.subject, 'vi'))
      return { tone, body: html`<p>${sayObstacle(error, 'vi')} ${first}</p>` }
    }
    await store.write((sql) => useActionLink(sql, delivery.id, now()))
    return { tone: 'good', body: html`<p>${words.done.vi}</p>` }
  }

  return {
    async answer(request) {
      const token = request.path.match(/^\/act\/([\w.-]+)$/)?.[1]
      if (token === undefined) return undefined
      const posted = request.method === 'POST'
      const form = new URLSearchParams(request.body.toString())
      const notice = posted ? await act(token, form) : undefined
      const found = await find(token)
      if (!found) return show(goneLink(), 'vi', route)
      const done = !isOpenLink(found.delivery, now())
      return show(page(parts, found.booking, token, done, notice), 'vi', route)
    },
  }
}

function page(
  parts: DeskParts,
  booking: BookingView,
  token: string,
  done: boolean,
  notice: Notice | undefined,
): Page {
  const version = html`<input type="hidden" name="version" value="${booking.version}">`
  const open = booking.status === 'pending' && booking.change_kind === null && !done
  return {
    title: words.title.vi,
    ...(notice?.tone === 'problem' && { status: 409 }),
    notice,
    body: html`<article class="card"><header><h1>${sayDay(booking.date, parts.now(), 'vi')} <b>${booking.time}</b></h1>${stateMark(booking, 'vi')}</header>
<p class="what">${summaryLine(parts, booking, 'vi')}</p>
${open && closedMark(parts, booking.date, 'vi')}
${open && lackingMark(parts, booking, 'vi')}
${booking.change_kind !== null && html`<p class="wish">${sayWish({ ...booking, change_note: null }, 'vi')}</p>`}
${told(booking) && html`<p class="health">${words.readFirst.vi}</p>`}
<div class="acts">${
      open &&
      html`<form method="post" action="/act/${token}">${version}<input type="hidden" name="act" value="confirm"><button type="submit" class="main">${words.confirm.vi}</button></form>
<details class="drop"><summary>${words.decline.vi}</summary><form method="post" action="/act/${token}">${version}<input type="hidden" name="act" value="decline">${declineReasons(parts, booking, 'vi')}</form></details>`
    }</div>
<p><a href="${bookingPath(booking)}">${words.open.vi}</a></p></article>`,
  }
}

/** Something the guest told that whoever answers should read. */
function told({ note, marks }: BookingView): boolean {
  return note !== null || marks !== null
}

function goneLink(): Page {
  return { title: words.title.vi, status: 410, body: html`<h1>${words.gone.vi}</h1>` }
}

function neededReason(form: URLSearchParams): string {
  const reason = readReason(form)
  if (reason === '') throw new StaffObstacle('reason_missing')
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
  gone: { vi: 'Liên kết này không còn dùng được.', en: 'This link is no longer good.' },
} satisfies Record<string, Words>
