/**
 * Guests' own data, for the owner: what is kept of somebody, what guests asked for and until when that
 * must be done, and the receipts of what was done.
 */

import { listDoneDataRequests, listOpenDataRequests } from '../../domain/privacy/data-requests.ts'
import { listRecentReceipts } from '../../domain/privacy/receipts.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { newRequestForm, requestLine } from './data-request-components.ts'
import { dataRequestScreens } from './data-requests.ts'
import { guestDataScreens, guestSearchForm } from './guest-data.ts'
import type { RejectedInput, RenderHome } from './privacy-components.ts'
import { receiptLine, receiptScreens } from './receipts.ts'

export function privacyScreens(context: DeskContext): Screen[] {
  const home: RenderHome = (locale, rejected) => page(context, locale, rejected)
  const screens: Screen[] = [
    { path: '/guest-data', show: ({ locale }) => home(locale) },
    ...guestDataScreens(context, home),
    ...dataRequestScreens(context, home),
    ...receiptScreens(context, home),
  ]
  return screens.map((screen) => ({ ...screen, ownerOnly: true }))
}

async function page(
  context: DeskContext,
  locale: Locale,
  rejected?: RejectedInput,
): Promise<ScreenPage> {
  const sql = context.store.read
  const [open, done] = [await listOpenDataRequests(sql), await listDoneDataRequests(sql)]
  const receipts = await listRecentReceipts(sql)
  const typed = rejected?.typed ?? new URLSearchParams()
  return {
    title: words.title[locale],
    tab: '/guest-data',
    ...(rejected && { notice: rejected.notice, status: rejected.status }),
    body: html`<h1>${words.title[locale]}</h1>
${guestSearchForm(typed.get('guest') ?? '', locale)}
<p class="hint">${words.hint[locale]}</p>
<section><h2>${words.requests[locale]}</h2>
${open.length === 0 ? html`<p class="quiet">${words.none[locale]}</p>` : list(open.map((one) => requestLine(one, context.now(), locale)))}
${newRequestForm(context, typed, locale)}
${
  done.length > 0 &&
  html`<details class="drop done"><summary>${words.done[locale]} (${done.length})</summary>${list(done.map((one) => requestLine(one, context.now(), locale)))}</details>`
}</section>
<section><h2>${words.receipts[locale]}</h2>
<form class="find" action="/guest-data/receipts" method="get"><label for="receipt">${words.number[locale]}</label>
<input id="receipt" name="code" type="text" autocomplete="off" maxlength="40" placeholder="BN-7K3M-9Q2X-4D" value="${typed.get('code') ?? ''}" required><button type="submit">${words.find[locale]}</button></form>
${list(await Promise.all(receipts.map((one) => receiptLine(context, one, locale))))}</section>`,
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
} satisfies Record<string, LocalizedText>
