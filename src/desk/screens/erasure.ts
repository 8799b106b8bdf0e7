/** The second look before a guest is erased: what will go, what stays and why, what stands in the way. */

import type { BookingRow } from '../../domain/booking/status.ts'
import { shortDate } from '../../domain/messages/format.ts'
import { GuestObstacle, guestObstacleWords } from '../../domain/privacy/errors.ts'
import type { Asked } from '../../domain/privacy/find-guest.ts'
import type { OpenBusiness } from '../../domain/privacy/open-commitments.ts'
import { sayCounts } from '../../domain/privacy/statement.ts'
import { summarise } from '../../domain/privacy/summary.ts'
import { showCode } from '../../kernel/booking-code.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { bookingPath } from '../components.ts'
import type { DeskParts } from '../context.ts'
import type { Page } from '../screen.ts'
import { backLink, showContact } from './privacy-components.ts'

export async function erasurePage(
  { store, now }: DeskParts,
  asked: Asked,
  locale: Locale,
): Promise<Page> {
  const summary = await summarise(store.read, asked, now())
  if (!summary) throw new GuestObstacle('nothing_kept')
  const { counts, elsewhere, open } = summary
  const stays = [
    words.figures[locale],
    words.copies[locale],
    ...(elsewhere > 0 ? [`${elsewhere} ${words.elsewhere[locale]}`] : []),
  ]
  return {
    title: words.title[locale],
    tab: '/guest-data',
    stays: true,
    body: html`${backLink(locale)}
<h1>${words.title[locale]} ${showContact(asked.value)}</h1>
<h2>${words.goes[locale]}</h2>
<ul>${sayCounts(counts, locale).map((line) => html`<li>${line}</li>`)}<li>${words.who[locale]}</li></ul>
<h2>${words.stays[locale]}</h2>
<ul>${stays.map((line) => html`<li>${line}</li>`)}</ul>
${decision(open, asked.value, locale)}`,
  }
}

function decision(open: OpenBusiness, value: string, locale: Locale): Html {
  const { bookings, orders, seated, paid } = open
  if (seated.length + paid.length > 0) {
    const why = guestObstacleWords[seated.length > 0 ? 'here_now' : 'paid'][locale]
    return html`<h2>${words.notNow[locale]}</h2><p class="wish">${why}</p>${toCome(
      [...seated, ...paid.filter(isBooking)],
      paid.filter((one) => !isBooking(one)),
      locale,
    )}`
  }
  const left = bookings.length + orders.length
  return html`${left > 0 && html`<h2>${words.open[locale]}</h2>${toCome(bookings, orders, locale)}`}
<form method="post" action="/guest-data/erase/now"><input type="hidden" name="guest" value="${value}">
${left > 0 && html`<label class="agree"><input type="checkbox" name="cancel" value="1" required><span>${words.cancel[locale]}</span></label>`}
<p><b>${words.forGood[locale]}</b></p>
<div class="acts"><button type="submit" class="main">${words.erase[locale]}</button><a class="button" href="/guest-data">${words.leave[locale]}</a></div></form>`
}

function isBooking(one: { code: string }): one is BookingRow {
  return 'date' in one
}

function toCome(
  bookings: readonly BookingRow[],
  orders: readonly { code: string }[],
  locale: Locale,
): Html {
  return html`<ul class="found">${bookings.map(
    (one) =>
      html`<li><a href="${bookingPath(one)}">${showCode(one.code)} · ${shortDate(one.date, locale)} ${one.time}</a></li>`,
  )}${orders.map(
    ({ code }) => html`<li><a href="/orders#o-${code}">${showCode(code)}</a></li>`,
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
  figures: {
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
  forGood: {
    vi: 'Xóa rồi không lấy lại được.',
    en: 'It cannot be undone.',
  },
  erase: { vi: 'Xóa vĩnh viễn', en: 'Erase for good' },
  leave: { vi: 'Thôi', en: 'Leave it' },
} satisfies Record<string, Words>
