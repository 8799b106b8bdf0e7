/** Guest data, for owners: what is stored about a guest, the register of data requests, and receipts. */
import { listDoneDataRequests, listOpenDataRequests } from '../../domain/privacy/data-requests.ts'
import { listRecentReceipts } from '../../domain/privacy/receipts.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, itemList, submitButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { newRequestForm, requestLine } from './data-request-components.ts'
import { dataRequestScreens } from './data-requests.ts'
import { guestDataScreens, guestSearchForm } from './guest-data.ts'
import { guestDataTitle, type RejectedInput, type RenderHome } from './privacy-components.ts'
import { receiptLine, receiptScreens } from './receipts.ts'

export function privacyScreens(context: DeskContext): Screen[] {
  const home: RenderHome = (locale, rejected) => renderPage(context, locale, rejected)
  const screens: Screen[] = [
    { path: '/guest-data', show: ({ locale }) => home(locale) },
    ...guestDataScreens(context, home),
    ...dataRequestScreens(context, home),
    ...receiptScreens(context, home),
  ]
  return screens.map((screen) => ({ ...screen, isOwnerOnly: true }))
}

async function renderPage(
  context: DeskContext,
  locale: Locale,
  rejected?: RejectedInput,
): Promise<ScreenPage> {
  const typed = rejected?.typed ?? new URLSearchParams()
  return {
    title: guestDataTitle[locale],
    tab: '/guest-data',
    ...(rejected && { notice: rejected.notice, status: rejected.status }),
    body: html`<h1>${guestDataTitle[locale]}</h1>
${guestSearchForm(typed.get('guest') ?? '', locale)}
<p class="hint">${words.hint[locale]}</p>
${await requestSection(context, typed, locale)}
${await receiptSection(context, typed, locale)}`,
  }
}

async function requestSection(
  context: DeskContext,
  typed: URLSearchParams,
  locale: Locale,
): Promise<Html> {
  const { store, now } = context
  const line = (request: Parameters<typeof requestLine>[0]) => requestLine(request, now(), locale)
  const open = (await listOpenDataRequests(store.read)).map(line)
  const done = (await listDoneDataRequests(store.read)).map(line)
  const doneTitle = `${words.done[locale]} (${done.length})`
  return html`<section>
<h2>${words.requests[locale]}</h2>
${open.length === 0 ? html`<p class="muted">${words.none[locale]}</p>` : itemList(open)}
${newRequestForm(context, typed, locale)}
${done.length > 0 && disclosure(doneTitle, itemList(done))}
</section>`
}

async function receiptSection(
  context: DeskContext,
  typed: URLSearchParams,
  locale: Locale,
): Promise<Html> {
  const receipts = await listRecentReceipts(context.store.read)
  const lines = await Promise.all(receipts.map((one) => receiptLine(context, one, locale)))
  return html`<section>
<h2>${words.receipts[locale]}</h2>
<form class="search-form" action="/guest-data/receipts" method="get">
<label for="receipt">${words.number[locale]}</label>
<input id="receipt" name="code" type="text" autocomplete="off" maxlength="40"
 placeholder="BN-7K3M-9Q2X-4D" value="${typed.get('code') ?? ''}" required>
${submitButton(words.find[locale])}
</form>
${lines.length > 0 && itemList(lines)}
</section>`
}

const words = {
  hint: {
    vi: 'Chỉ chủ thấy trang này. Trước khi đưa hay xoá, gọi lại đúng số đó để chắc là khách.',
    en:
      'Only owners see this page. Before you hand over or erase data, call that number back to make sure it is ' +
      'the guest.',
  },
  requests: { vi: 'Yêu cầu của khách', en: 'Guest requests' },
  none: { vi: 'Không có yêu cầu nào đang chờ.', en: 'No open requests.' },
  done: { vi: 'Đã xong', en: 'Done' },
  receipts: { vi: 'Biên nhận', en: 'Receipts' },
  number: { vi: 'Số biên nhận', en: 'Receipt number' },
  find: { vi: 'Tìm', en: 'Find' },
} satisfies Record<string, LocalizedText>
