/** What is kept of one guest: looked at, taken along as a file, erased after a second look. */

import { createOrderDesk } from '../../domain/orders/staff.ts'
import { eraseGuest } from '../../domain/privacy/erase.ts'
import { GuestObstacle, guestObstacleWords } from '../../domain/privacy/errors.ts'
import { handOver } from '../../domain/privacy/export-with-receipt.ts'
import { type Asked, readGuest } from '../../domain/privacy/find-guest.ts'
import { digestOf } from '../../domain/privacy/guest-hash.ts'
import { receiptsOf } from '../../domain/privacy/receipts.ts'
import { type Summary, summarise } from '../../domain/privacy/summary.ts'
import { obstacleWords, StaffObstacle } from '../../kernel/action-errors.ts'
import { sayDate } from '../../kernel/format-date.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import type { Notice, Page, Screen, Shown, Visit } from '../screen.ts'
import { erasurePage } from './erasure.ts'
import {
  backLink,
  guestButton,
  type Home,
  problem,
  receiptPath,
  showContact,
} from './privacy-components.ts'
import { receiptLine } from './receipts.ts'

/** By forms alone: a phone number in an address would stay in the browser's history. */
export function guestDataScreens(parts: DeskParts, home: Home): Screen[] {
  const { store, secret, now } = parts
  const acting = (
    path: string,
    act: (asked: Asked, visit: Visit) => Promise<Shown>,
    refuse: (asked: Asked, visit: Visit, notice: Notice) => Promise<Page>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/guest-data' }),
    async act(visit) {
      const { form, locale } = visit
      let asked: Asked | undefined
      try {
        asked = readGuest(form.get('guest') ?? '')
        return await act(asked, visit)
      } catch (error) {
        const notice = obstacleNotice(error, locale)
        if (!asked) return home(locale, { notice, status: 400, typed: form })
        return { ...(await refuse(asked, visit, notice)), notice, status: 409 }
      }
    },
  })
  const show = (asked: Asked, { locale }: Visit) => guestPage(parts, asked, locale)
  const look = (asked: Asked, { locale }: Visit) => erasurePage(parts, asked, locale)

  return [
    acting('/guest-data/kept', show, show),
    acting(
      '/guest-data/export',
      async (asked, { member }) => {
        const { receipt, text } = await handOver(
          { store, secret, now },
          asked,
          `staff:${member.id}`,
        )
        const name = `${receipt.code}.json`
        return { file: { name, type: 'application/json; charset=utf-8', body: text } }
      },
      show,
    ),
    acting('/guest-data/erase', look, show),
    acting(
      '/guest-data/erase/now',
      async (asked, { form, member }) => {
        const { staffDesk: desk } = parts
        const erased = await eraseGuest(
          { store, secret, now, desk, orders: createOrderDesk(store, now) },
          asked,
          { cancel: form.get('cancel') === '1', actor: `staff:${member.id}` },
        )
        return { seeOther: receiptPath(erased) }
      },
      async (asked, visit) => {
        const left = await summarise(store.read, asked, now())
        return left ? look(asked, visit) : show(asked, visit)
      },
    ),
  ]
}

export function lookUpForm(typed: string, locale: Locale): Html {
  return html`<form method="post" action="/guest-data/kept" class="find"><label for="guest">${words.who[locale]}</label>
<input id="guest" name="guest" type="text" autocomplete="off" maxlength="100" value="${typed}" required><button type="submit" class="main">${words.look[locale]}</button></form>`
}

/** Of what is to come, somebody else may just have changed something. */
function obstacleNotice(error: unknown, locale: Locale): Notice {
  if (error instanceof StaffObstacle) return problem(obstacleWords[error.obstacle][locale])
  if (!(error instanceof GuestObstacle)) throw error
  const { obstacle, codes } = error
  const list = codes.length > 0 ? ` (${codes.join(', ')})` : ''
  return problem(`${guestObstacleWords[obstacle][locale]}${list}`)
}

async function guestPage(parts: DeskParts, asked: Asked, locale: Locale): Promise<Page> {
  const { store, secret, now } = parts
  const summary = await summarise(store.read, asked, now())
  const receipts = await receiptsOf(store.read, digestOf(secret, asked.value))
  const lines = await Promise.all(receipts.map((one) => receiptLine(parts, one, locale)))
  return {
    title: words.title[locale],
    tab: '/guest-data',
    stays: true,
    body: html`${backLink(locale)}
<h1>${showContact(asked.value)}</h1>
${summary ? kept(summary, asked, locale) : html`<p class="empty">${words.nothing[locale]}</p>`}
${lines.length > 0 && html`<section><h2>${words.receipts[locale]}</h2><ul class="found">${lines}</ul></section>`}`,
  }
}

function kept(summary: Summary, { value }: Asked, locale: Locale): Html {
  const { since, elsewhere } = summary
  return html`<p>${words.since[locale]} ${sayDate(dateAt(since), locale)}.</p>
${figures(summary, locale)}
${elsewhere > 0 && html`<p class="hint">${elsewhere} ${words.elsewhere[locale]}</p>`}
<div class="acts">${guestButton(value, '/guest-data/export', words.export[locale], 'main')}
${guestButton(value, '/guest-data/erase', words.erase[locale])}</div>
<p class="hint">${words.exportHint[locale]}</p>`
}

function figures({ counts, mails }: Summary, locale: Locale): Html {
  const rows: [Words, number][] = [
    [words.bookings, counts.bookings],
    [words.marks, counts.marks],
    [words.orders, counts.orders],
    [words.leads, counts.leads],
    [words.subscriptions, counts.subscriptions],
    [words.mails, mails],
    [words.requests, counts.requests],
  ]
  return html`<dl class="figures">${rows.map(([label, number]) => html`<div><dt>${label[locale]}</dt><dd>${number}</dd></div>`)}</dl>`
}

const words = {
  title: { vi: 'Đang giữ gì của khách', en: 'What is kept of a guest' },
  who: { vi: 'Số điện thoại hoặc email của khách', en: 'The guest’s phone or e-mail' },
  look: { vi: 'Xem đang giữ gì', en: 'Show what is kept' },
  nothing: { vi: 'Không lưu gì của khách này.', en: 'Nothing is kept of this guest.' },
  since: { vi: 'Giữ từ', en: 'Kept since' },
  bookings: { vi: 'Lượt đặt', en: 'Bookings' },
  marks: { vi: 'Có ghi dị ứng, sức khỏe', en: 'With allergies or health' },
  orders: { vi: 'Đơn thẻ', en: 'Card orders' },
  leads: { vi: 'Xin gọi lại', en: 'Call-backs' },
  subscriptions: { vi: 'Nhận bản tin', en: 'Newsletter' },
  mails: { vi: 'Thư đã gửi', en: 'Mails sent' },
  requests: { vi: 'Yêu cầu về dữ liệu', en: 'Requests about data' },
  elsewhere: {
    vi: 'mục khác có chung số hoặc email này nhưng cũng có số, email khác; có thể là của người khác nên không tính ở đây.',
    en: 'more under the same phone or address, but also under another: it may be somebody else’s and is not counted here.',
  },
  export: { vi: 'Tải về', en: 'Download' },
  erase: { vi: 'Xóa…', en: 'Erase…' },
  exportHint: {
    vi: 'Tệp tải về có mọi thứ ở trên, kèm số biên nhận. Gửi cho khách xong thì xóa tệp khỏi máy này.',
    en: 'The file holds all of the above, with the number of its receipt. Delete it from this device once the guest has it.',
  },
  receipts: { vi: 'Đã làm cho khách này', en: 'Done for this guest' },
} satisfies Record<string, Words>
