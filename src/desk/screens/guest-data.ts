/** The data stored about one guest: view, export and erasure. */
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
import { plural } from '../../kernel/plural.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { emptyText, itemList, problemNotice, statList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import { erasurePage } from './erasure.ts'
import {
  backLink,
  contactHtml,
  guestButton,
  type RenderHome,
  receiptPath,
} from './privacy-components.ts'
import { receiptLine } from './receipts.ts'

/** POST only: a phone number in a URL would be stored in the browser history. */
export function guestDataScreens(context: DeskContext, home: RenderHome): Screen[] {
  const { store, secret, now } = context
  const guestScreen = (
    path: string,
    action: (guestQuery: GuestQuery, screenRequest: ScreenRequest) => Promise<ScreenResult>,
    renderError: (guestQuery: GuestQuery, screenRequest: ScreenRequest) => Promise<ScreenPage>,
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
        return { ...(await renderError(guestQuery, screenRequest)), notice, status: 409 }
      }
    },
  })
  const privileged = (screen: Screen): Screen => ({ ...screen, needsFreshSignIn: true })
  const show = (guestQuery: GuestQuery, { locale }: ScreenRequest) =>
    guestPage(context, guestQuery, locale)
  const showErasure = (guestQuery: GuestQuery, { locale }: ScreenRequest) =>
    erasurePage(context, guestQuery, locale)

  return [
    guestScreen('/guest-data/kept', show, show),
    privileged(
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
    ),
    privileged(guestScreen('/guest-data/erase', showErasure, show)),
    privileged(
      guestScreen(
        '/guest-data/erase/now',
        async (guestQuery, { form, member }) => {
          const { staffActions: desk, waitlist } = context
          const erased = await eraseGuest(
            { store, secret, now, desk, orders: createOrderActions(store, now), waitlist },
            guestQuery,
            { cancel: form.get('cancel') === '1', actor: `staff:${member.id}` },
          )
          return { seeOther: receiptPath(erased) }
        },
        async (guestQuery, screenRequest) => {
          const remaining = await summarizeGuestData(store.read, guestQuery, now())
          return remaining
            ? showErasure(guestQuery, screenRequest)
            : show(guestQuery, screenRequest)
        },
      ),
    ),
  ]
}

/** BookingActionError: an open booking or order of the guest was changed in the meantime. */
function errorNotice(error: unknown, locale: Locale): Notice {
  if (error instanceof BookingActionError) {
    return problemNotice(bookingActionTexts[error.code][locale])
  }
  if (!(error instanceof PrivacyError)) throw error
  const { code, blockingCodes } = error
  const list = blockingCodes.length > 0 ? ` (${blockingCodes.join(', ')})` : ''
  return problemNotice(`${privacyErrorTexts[code][locale]}${list}`)
}

export function guestSearchForm(typed: string, locale: Locale): Html {
  return html`<form method="post" action="/guest-data/kept" class="search-form">
<label for="guest">${words.contact[locale]}</label>
<input id="guest" name="guest" type="text" autocomplete="off" maxlength="100" value="${typed}" required>
${submitButton(words.search[locale], 'main')}
</form>`
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
  const receiptSection = html`<section><h2>${words.receipts[locale]}</h2>${itemList(lines)}</section>`
  return {
    title: words.title[locale],
    tab: '/guest-data',
    disableAutoRefresh: true,
    body: html`${backLink(locale)}
<h1>${contactHtml(guestQuery.value)}</h1>
${summary ? storedDataSection(summary, guestQuery, locale) : emptyText(words.nothing[locale])}
${lines.length > 0 && receiptSection}`,
  }
}

function storedDataSection(summary: GuestDataSummary, { value }: GuestQuery, locale: Locale): Html {
  const { oldestAtMs, elsewhere } = summary
  const elsewhereText = `${elsewhere} ${plural(elsewhere, elsewhereForms[locale], locale)}`
  return html`<p>${words.since[locale]} ${formatDate(dateAt(oldestAtMs), locale)}.</p>
${countList(summary, locale)}
${elsewhere > 0 && html`<p class="hint">${elsewhereText}</p>`}
<div class="actions">
${guestButton(value, '/guest-data/export', words.export[locale], 'main')}
${guestButton(value, '/guest-data/erase', words.erase[locale])}
</div>
<p class="hint">${words.exportHint[locale]}</p>`
}

function countList({ counts, mails }: GuestDataSummary, locale: Locale): Html {
  const rows: [LocalizedText, number][] = [
    [words.bookings, counts.bookings],
    [words.marks, counts.marks],
    [words.orders, counts.orders],
    [words.leads, counts.leads],
    [words.waitlist, counts.waitlist ?? 0],
    [words.subscriptions, counts.subscriptions],
    [words.emails, mails],
    [words.requests, counts.requests],
    [words.cards, counts.cards ?? 0],
    [words.profiles, counts.profiles ?? 0],
  ]
  return statList(rows.map(([label, count]) => [label[locale], String(count)]))
}

const elsewhereForms = {
  vi: {
    other:
      'mục khác có chung số hoặc email này nhưng cũng có số, email khác; ' +
      'có thể là của người khác nên không tính ở đây.',
  },
  en: {
    one:
      'more record has this phone or email but also another one; ' +
      'it may belong to another person and is not counted here.',
    other:
      'more records have this phone or email but also another one; ' +
      'they may belong to another person and are not counted here.',
  },
}

const words = {
  title: { vi: 'Đang giữ gì của khách', en: 'Stored data of a guest' },
  contact: { vi: 'Số điện thoại hoặc email của khách', en: 'Phone or email of the guest' },
  search: { vi: 'Xem đang giữ gì', en: 'Show stored data' },
  nothing: { vi: 'Không lưu gì của khách này.', en: 'No data is stored about this guest.' },
  since: { vi: 'Giữ từ', en: 'Stored since' },
  bookings: { vi: 'Lượt đặt', en: 'Bookings' },
  marks: { vi: 'Có ghi dị ứng, sức khoẻ', en: 'With allergies or health data' },
  orders: { vi: 'Đơn thẻ', en: 'Card orders' },
  leads: { vi: 'Xin gọi lại', en: 'Callback requests' },
  waitlist: { vi: 'Danh sách chờ', en: 'Waitlist' },
  subscriptions: { vi: 'Nhận bản tin', en: 'Newsletter' },
  emails: { vi: 'Thư đã gửi', en: 'Emails sent' },
  requests: { vi: 'Yêu cầu về dữ liệu', en: 'Data requests' },
  cards: { vi: 'Thẻ quà tặng, thẻ thành viên', en: 'Gift cards and memberships' },
  profiles: { vi: 'Ghi chú ở trang khách', en: 'Notes on the guest page' },
  export: { vi: 'Tải về', en: 'Download' },
  erase: { vi: 'Xoá…', en: 'Erase…' },
  exportHint: {
    vi: 'Tệp tải về có mọi thứ ở trên, kèm số biên nhận. Gửi cho khách xong thì xoá tệp khỏi máy này.',
    en:
      'The file contains all of the above and the receipt number. Delete it from this device after you have sent ' +
      'it to the guest.',
  },
  receipts: { vi: 'Đã làm cho khách này', en: 'Done for this guest' },
} satisfies Record<string, LocalizedText>
