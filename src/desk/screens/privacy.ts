/**
 * Guests' own data, for the owner: what is kept of somebody, what guests asked for and until when that
 * must be done, and the receipts of what was done.
 */

import { doneRequests, openRequests } from '../../domain/privacy/data-requests.ts'
import { lastReceipts } from '../../domain/privacy/receipts.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import type { Page, Screen } from '../screen.ts'
import { newRequestForm, requestLine } from './data-request-components.ts'
import { guestRequestScreens } from './data-requests.ts'
import { guestDataScreens, lookUpForm } from './guest-data.ts'
import type { Home, Refused } from './privacy-components.ts'
import { receiptLine, receiptScreens } from './receipts.ts'

export function privacyScreens(parts: DeskParts): Screen[] {
  const home: Home = (locale, refused) => page(parts, locale, refused)
  const screens: Screen[] = [
    { path: '/guest-data', show: ({ locale }) => home(locale) },
    ...guestDataScreens(parts, home),
    ...guestRequestScreens(parts, home),
    ...receiptScreens(parts, home),
  ]
  return screens.map((screen) => ({ ...screen, ownerOnly: true }))
}

async function page(parts: DeskParts, locale: Locale, refused?: Refused): Promise<Page> {
  const sql = parts.store.read
  const [open, done] = [await openRequests(sql), await doneRequests(sql)]
  const receipts = await lastReceipts(sql)
  const typed = refused?.typed ?? new URLSearchParams()
  return {
    title: words.title[locale],
    tab: '/guest-data',
    ...(refused && { notice: refused.notice, status: refused.status }),
    body: html`<h1>${words.title[locale]}</h1>
${lookUpForm(typed.get('guest') ?? '', locale)}
<p class="hint">${words.hint[locale]}</p>
<section><h2>${words.requests[locale]}</h2>
${open.length === 0 ? html`<p class="quiet">${words.none[locale]}</p>` : list(open.map((one) => requestLine(one, parts.now(), locale)))}
${newRequestForm(parts, typed, locale)}
${
  done.length > 0 &&
  html`<details class="drop done"><summary>${words.done[locale]} (${done.length})</summary>${list(done.map((one) => requestLine(one, parts.now(), locale)))}</details>`
}</section>
<section><h2>${words.receipts[locale]}</h2>
<form class="find" action="/guest-data/receipts" method="get"><label for="receipt">${words.number[locale]}</label>
<input id="receipt" name="code" type="text" autocomplete="off" maxlength="40" placeholder="BN-7K3M-9Q2X-4D" value="${typed.get('code') ?? ''}" required><button type="submit">${words.find[locale]}</button></form>
${list(await Promise.all(receipts.map((one) => receiptLine(parts, one, locale))))}</section>`,
  }
}

function list(lines: readonly Html[]): Html | undefined {
  return lines.length === 0 ? undefined : html`<ul class="found">${lines}</ul>`
}

const words = {
  title: { vi: 'Dữ liệu của khách', en: 'Guests’ data' },
  hint: {
    vi: 'Chỉ chủ thấy trang này. Trước khi đưa hay xóa, gọi lại đúng số đó để chắc là khách.',
    en: 'Only owners see this page. Before you hand out or erase anything, call that number back, to be certain it is the guest.',
  },
  requests: { vi: 'Yêu cầu của khách', en: 'What guests asked for' },
  none: { vi: 'Không có yêu cầu nào đang chờ.', en: 'Nothing is waiting.' },
  done: { vi: 'Đã xong', en: 'Done' },
  receipts: { vi: 'Biên nhận', en: 'Receipts' },
  number: { vi: 'Số biên nhận', en: 'Number of a receipt' },
  find: { vi: 'Tìm', en: 'Find' },
} satisfies Record<string, Words>
