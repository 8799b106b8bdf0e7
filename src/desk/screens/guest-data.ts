/** What is kept of one guest: looked at, taken along as a file, erased after a second look. */

import { createOrderActions } from '../../domain/orders/staff.ts'
import { eraseGuest } from '../../domain/privacy/erase.ts'
import { PrivacyError, privacyErrorTexts } from '../../domain/privacy/errors.ts'
import { exportWithReceipt } from '../../domain/privacy/export-with-receipt.ts'
import { type GuestQuery, parseGuestQuery } from '../../domain/privacy/find-guest.ts'
import { guestHash } from '../../domain/privacy/guest-hash.ts'
import { findReceiptsByGuest } from '../../domain/privacy/receipts.ts'
import { type GuestDataSummary, summarizeGuestData } from '../../domain/privacy/summary.ts'
import { BookingActionError, bookingActionTexts } from '../../kernel/action-errors.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import { erasurePage } from './erasure.ts'
import {
  backLink,
  contactHtml,
  guestButton,
  problemNotice,
  type RenderHome,
  receiptPath,
} from './privacy-components.ts'
import { receiptLine } from './receipts.ts'

/** By forms alone: a phone number in an address would stay in the browser's history. */
export function guestDataScreens(context: DeskContext, home: RenderHome): Screen[] {
  const { store, secret, now } = context
  const guestScreen = (
    path: string,
    action: (guestQuery: GuestQuery, screenRequest: ScreenRequest) => Promise<ScreenResult>,
    renderError: (
      guestQuery: GuestQuery,
      screenRequest: ScreenRequest,
      notice: Notice,
    ) => Promise<ScreenPage>,
  ): Screen => ({
    path,
    show: async () => ({ seeOther: '/guest-data' }),
    async submit(screenRequest) {
      const { form, locale } = screenRequest
      let guestQuery: GuestQuery | undefined
      try {
        guestQuery = parseGuestQuery(form.get('guest') ?? '')
        return await action(guestQuery, screenRequest)
      } catch (error) {
        const notice = errorNotice(error, locale)
        if (!guestQuery) return home(locale, { notice, status: 400, typed: form })
        return { ...(await renderError(guestQuery, screenRequest, notice)), notice, status: 409 }
      }
    },
  })
  const show = (guestQuery: GuestQuery, { locale }: ScreenRequest) =>
    guestPage(context, guestQuery, locale)
  const showErasure = (guestQuery: GuestQuery, { locale }: ScreenRequest) =>
    erasurePage(context, guestQuery, locale)

  return [
    guestScreen('/guest-data/kept', show, show),
    guestScreen(
      '/guest-data/export',
      async (guestQuery, { member }) => {
        const { receipt, text } = await exportWithReceipt(
          { store, secret, now },
          guestQuery,
          `staff:${member.id}`,
        )
        const name = `${receipt.code}.json`
        return { file: { name, type: 'application/json; charset=utf-8', body: text } }
      },
      show,
    ),
    guestScreen('/guest-data/erase', showErasure, show),
    guestScreen(
      '/guest-data/erase/now',
      async (guestQuery, { form, member }) => {
        const { staffDesk: desk } = context
        const erased = await eraseGuest(
          { store, secret, now, desk, orders: createOrderActions(store, now) },
          guestQuery,
          { cancel: form.get('cancel') === '1', actor: `staff:${member.id}` },
        )
        return { seeOther: receiptPath(erased) }
      },
      async (guestQuery, screenRequest) => {
        const remaining = await summarizeGuestData(store.read, guestQuery, now())
        return remaining ? showErasure(guestQuery, screenRequest) : show(guestQuery, screenRequest)
      },
    ),
  ]
}

export function guestSearchForm(typed: string, locale: Locale): Html {
  return html`<form method="post" action="/guest-data/kept" class="find"><label for="guest">${words.who[locale]}</label>
<input id="guest" name="guest" type="text" autocomplete="off" maxlength="100" value="${typed}" required><button type="submit" class="main">${words.search[locale]}</button></form>`
}

/** Of what is to come, somebody else may just have changed something. */
function errorNotice(error: unknown, locale: Locale): Notice {
  if (error instanceof BookingActionError)
    return problemNotice(bookingActionTexts[error.code][locale])
  if (!(error instanceof PrivacyError)) throw error
  const { code, blockingCodes: codes } = error
  const list = codes.length > 0 ? ` (${codes.join(', ')})` : ''
  return problemNotice(`${privacyErrorTexts[code][locale]}${list}`)
}

async function guestPage(
  context: DeskContext,
  guestQuery: GuestQuery,
  locale: Locale,
): Promise<ScreenPage> {
  const { store, secret, now } = context
  const summary = await summarizeGuestData(store.read, guestQuery, now())
  const receipts = await findReceiptsByGuest(store.read, guestHash(secret, guestQuery.value))
  const lines = await Promise.all(receipts.map((one) => receiptLine(context, one, locale)))
  return {
    title: words.title[locale],
    tab: '/guest-data',
    disableAutoRefresh: true,
    body: html`${backLink(locale)}
<h1>${contactHtml(guestQuery.value)}</h1>
${summary ? storedDataSection(summary, guestQuery, locale) : html`<p class="empty">${words.nothing[locale]}</p>`}
${lines.length > 0 && html`<section><h2>${words.receipts[locale]}</h2><ul class="found">${lines}</ul></section>`}`,
  }
}

function storedDataSection(summary: GuestDataSummary, { value }: GuestQuery, locale: Locale): Html {
  const { oldestAtMs: since, elsewhere } = summary
  return html`<p>${words.since[locale]} ${formatDate(dateAt(since), locale)}.</p>
${countList(summary, locale)}
${elsewhere > 0 && html`<p class="hint">${elsewhere} ${words.elsewhere[locale]}</p>`}
<div class="acts">${guestButton(value, '/guest-data/export', words.export[locale], 'main')}
${guestButton(value, '/guest-data/erase', words.erase[locale])}</div>
<p class="hint">${words.exportHint[locale]}</p>`
}

function countList({ counts, mails }: GuestDataSummary, locale: Locale): Html {
  const rows: [LocalizedText, number][] = [
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
  search: { vi: 'Xem đang giữ gì', en: 'Show what is kept' },
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
} satisfies Record<string, LocalizedText>
