/** The second look before a guest is erased: what will go, what stays and why, what stands in the way. */

import type { BookingRow } from '../../domain/booking/status.ts'
import { formatShortDate } from '../../domain/messages/format.ts'
import { PrivacyError, privacyErrorTexts } from '../../domain/privacy/errors.ts'
import type { GuestQuery } from '../../domain/privacy/find-guest.ts'
import type { OpenCommitments } from '../../domain/privacy/open-commitments.ts'
import { formatCounts } from '../../domain/privacy/statement.ts'
import { summarizeGuestData } from '../../domain/privacy/summary.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingUrl } from '../components.ts'
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
  const { counts, elsewhere, openCommitments: open } = summary
  const stays = [
    words.statistics[locale],
    words.copies[locale],
    ...(elsewhere > 0 ? [`${elsewhere} ${words.elsewhere[locale]}`] : []),
  ]
  return {
    title: words.title[locale],
    tab: '/guest-data',
    disableAutoRefresh: true,
    body: html`${backLink(locale)}
<h1>${words.title[locale]} ${contactHtml(guestQuery.value)}</h1>
<h2>${words.goes[locale]}</h2>
<ul>${formatCounts(counts, locale).map((line) => html`<li>${line}</li>`)}<li>${words.who[locale]}</li></ul>
<h2>${words.stays[locale]}</h2>
<ul>${stays.map((line) => html`<li>${line}</li>`)}</ul>
${decision(open, guestQuery.value, locale)}`,
  }
}

function decision(open: OpenCommitments, value: string, locale: Locale): Html {
  const { bookings, orders, seated, paid } = open
  if (seated.length + paid.length > 0) {
    const reason = privacyErrorTexts[seated.length > 0 ? 'here_now' : 'paid'][locale]
    return html`<h2>${words.notNow[locale]}</h2><p class="wish">${reason}</p>${openItemList(
      [...seated, ...paid.filter(isBooking)],
      paid.filter((one) => !isBooking(one)),
      locale,
    )}`
  }
  const openCount = bookings.length + orders.length
  return html`${openCount > 0 && html`<h2>${words.open[locale]}</h2>${openItemList(bookings, orders, locale)}`}
<form method="post" action="/guest-data/erase/now"><input type="hidden" name="guest" value="${value}">
${openCount > 0 && html`<label class="agree"><input type="checkbox" name="cancel" value="1" required><span>${words.cancel[locale]}</span></label>`}
<p><b>${words.irreversible[locale]}</b></p>
<div class="acts"><button type="submit" class="main">${words.erase[locale]}</button><a class="button" href="/guest-data">${words.keepData[locale]}</a></div></form>`
}

function isBooking(one: { code: string }): one is BookingRow {
  return 'date' in one
}

function openItemList(
  bookings: readonly BookingRow[],
  orders: readonly { code: string }[],
  locale: Locale,
): Html {
  return html`<ul class="found">${bookings.map(
    (one) =>
      html`<li><a href="${bookingUrl(one)}">${formatCode(one.code)} · ${formatShortDate(one.date, locale)} ${one.time}</a></li>`,
  )}${orders.map(
    ({ code }) => html`<li><a href="/orders#o-${code}">${formatCode(code)}</a></li>`,
  )}</ul>`
}

const words = {
  title: { vi: 'Xóa dữ liệu của', en: 'Erase' },
  goes: { vi: 'Sẽ xóa', en: 'What goes' },
  who: {
    vi: 'tên, số điện thoại, email, lời nhắn và ghi chú của nhân viên trong những mục trên',
    en: 'name, phone, e-mail, notes of both sides in all of these',
  },
  stays: { vi: 'Còn lại, và vì sao', en: 'What stays, and why' },
  statistics: {
    vi: 'Ngày giờ, số khách, số tiền, không còn tên ai: để sổ sách và con số vẫn đúng.',
    en: 'Day, time, party and sum, without a name: so that the figures stay right.',
  },
  copies: {
    vi: 'Bản sao lưu, tệp đã tải về, thư và tin đã gửi: chương trình không với tới; xóa riêng, hoặc đợi hết hạn giữ.',
    en: 'Backups, files that were downloaded, mails and messages that were sent: out of reach; delete them yourself, or let their time run out.',
  },
  elsewhere: {
    vi: 'mục có chung số hoặc email nhưng cũng có số, email khác: có thể là của người khác.',
    en: 'under the same phone or address, but also under another: it may be somebody else’s.',
  },
  notNow: { vi: 'Chưa xóa được', en: 'Not yet' },
  open: { vi: 'Còn chưa xong với khách', en: 'Still to come' },
  cancel: {
    vi: 'Hủy những mục này trước. Khách không nhận được thư báo, vì không còn địa chỉ.',
    en: 'Cancel these first. The guest gets no mail about it, as there is no address any more.',
  },
  irreversible: {
    vi: 'Xóa rồi không lấy lại được.',
    en: 'It cannot be undone.',
  },
  erase: { vi: 'Xóa vĩnh viễn', en: 'Erase for good' },
  keepData: { vi: 'Thôi', en: 'Leave it' },
} satisfies Record<string, LocalizedText>
