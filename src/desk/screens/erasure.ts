/** The confirmation page before a guest is erased: what is deleted, what stays, and what blocks the erasure. */
import type { StoredBooking } from '../../domain/booking/rows.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { PrivacyError, privacyErrorTexts } from '../../domain/privacy/errors.ts'
import type { GuestQuery } from '../../domain/privacy/find-guest.ts'
import type { OpenCommitments } from '../../domain/privacy/open-commitments.ts'
import { formatCounts } from '../../domain/privacy/statement.ts'
import { summarizeGuestData } from '../../domain/privacy/summary.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { plural } from '../../kernel/plural.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl } from '../booking-components.ts'
import { hiddenInput, itemList, plainList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { ScreenPage } from '../screen.ts'
import { backLink, contactHtml } from './privacy-components.ts'

export async function erasurePage(
  { store, now }: DeskContext,
  guestQuery: GuestQuery,
  locale: Locale,
): Promise<ScreenPage> {
  const summary = await summarizeGuestData(store.read, guestQuery, now())
  if (!summary) throw new PrivacyError('nothing_kept')
  const { counts, elsewhere, openCommitments } = summary
  const elsewhereText = `${elsewhere} ${plural(elsewhere, elsewhereForms[locale], locale)}`
  const remaining = [
    words.statistics[locale],
    words.copies[locale],
    ...(elsewhere > 0 ? [elsewhereText] : []),
  ]
  return {
    title: words.title[locale],
    tab: '/guest-data',
    disableAutoRefresh: true,
    body: html`${backLink(locale)}
<h1>${words.title[locale]} ${contactHtml(guestQuery.value)}</h1>
<h2>${words.deleted[locale]}</h2>
${plainList([...formatCounts(counts, locale), words.personalFields[locale]])}
<h2>${words.remaining[locale]}</h2>
${plainList(remaining)}
${decision(openCommitments, guestQuery.value, locale)}`,
  }
}

function decision(commitments: OpenCommitments, contact: string, locale: Locale): Html {
  const { bookings, orders, waiting, seated, paid } = commitments
  if (seated.length + paid.length > 0) {
    const reason = privacyErrorTexts[seated.length > 0 ? 'here_now' : 'paid'][locale]
    const paidOrders = paid.filter((one) => !isBooking(one))
    return html`<h2>${words.notNow[locale]}</h2>
<p class="callout">${reason}</p>
${commitmentList([...seated, ...paid.filter(isBooking)], paidOrders, locale)}`
  }
  const hasOpen = bookings.length + orders.length + waiting.length > 0
  const openSection = html`<h2>${words.open[locale]}</h2>${commitmentList(bookings, orders, locale)}
${waiting.length > 0 && html`<p><a href="/waitlist">${words.waiting[locale]}</a></p>`}`
  return html`${hasOpen && openSection}
<form method="post" action="/guest-data/erase/now">
${hiddenInput('guest', contact)}
${hasOpen && cancelConfirmation(locale)}
<p><b>${words.irreversible[locale]}</b></p>
<div class="actions">
${submitButton(words.erase[locale], 'main')}
<a class="button" href="/guest-data">${words.keepData[locale]}</a>
</div>
</form>`
}

function cancelConfirmation(locale: Locale): Html {
  return html`<label class="confirmation">
<input type="checkbox" name="cancel" value="1" required>
<span>${words.cancel[locale]}</span>
</label>`
}

function isBooking(one: { code: string }): one is StoredBooking {
  return 'date' in one
}

function commitmentList(
  bookings: readonly StoredBooking[],
  orders: readonly { code: string }[],
  locale: Locale,
): Html {
  const bookingLine = (booking: StoredBooking) => {
    const start = `${formatShortDate(booking.date, locale)} ${booking.time}`
    return html`<li><a href="${bookingUrl(booking)}">${formatCode(booking.code)} · ${start}</a></li>`
  }
  return itemList([
    ...bookings.map(bookingLine),
    ...orders.map(({ code }) => html`<li><a href="/orders#o-${code}">${formatCode(code)}</a></li>`),
  ])
}

const elsewhereForms = {
  vi: {
    other: 'mục có chung số hoặc email nhưng cũng có số, email khác: có thể là của người khác.',
  },
  en: {
    one: 'record with the same phone or email but also another one: it may belong to another person.',
    other:
      'records with the same phone or email but also another one: they may belong to another person.',
  },
}

const words = {
  title: { vi: 'Xoá dữ liệu của', en: 'Erase the data of' },
  deleted: { vi: 'Sẽ xoá', en: 'Will be erased' },
  personalFields: {
    vi: 'tên, số điện thoại, email, lời nhắn và ghi chú của nhân viên trong những mục trên',
    en: 'name, phone, email, messages and staff notes in these records',
  },
  remaining: { vi: 'Còn lại, và vì sao', en: 'What remains, and why' },
  statistics: {
    vi: 'Ngày giờ, số khách, số tiền, không còn tên ai: để sổ sách và con số vẫn đúng.',
    en: 'Date, time, party size and amount, without a name: so that accounts and reports stay correct.',
  },
  copies: {
    vi: 'Bản sao lưu, tệp đã tải về, thư và tin đã gửi: chương trình không với tới; xoá riêng, hoặc đợi hết hạn giữ.',
    en:
      'Backups, downloaded files, sent emails and messages: the program cannot reach them. Delete them yourself, ' +
      'or wait until their retention period ends.',
  },
  notNow: { vi: 'Chưa xoá được', en: 'Not possible yet' },
  waiting: { vi: 'Khách đang ở trong danh sách chờ', en: 'The guest is on the waitlist' },
  open: { vi: 'Còn chưa xong với khách', en: 'Open bookings and orders' },
  cancel: {
    vi: 'Huỷ những mục này trước. Khách không nhận được thư báo, vì không còn địa chỉ.',
    en: 'Cancel these first. The guest gets no email about it, because the address is erased.',
  },
  irreversible: {
    vi: 'Xoá rồi không lấy lại được.',
    en: 'This cannot be undone.',
  },
  erase: { vi: 'Xoá vĩnh viễn', en: 'Erase permanently' },
  keepData: { vi: 'Thôi', en: 'Do not erase' },
} satisfies Record<string, LocalizedText>
