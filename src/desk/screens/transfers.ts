/** Bank transfers that wait for a decision of staff: assign, dismiss, undo. */
import { remainingOf } from '../../domain/bank/items.ts'
import { loadTransferList, type TransferList } from '../../domain/bank/list.ts'
import { BookingActionError, formatActionError } from '../../kernel/action-errors.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import { disclosure, emptyText, itemList, postButton, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatTimestamp } from '../labels.ts'
import type { Notice, Screen, ScreenPage, ScreenRequest, ScreenResult } from '../screen.ts'
import {
  cardId,
  describeItem,
  itemUrl,
  readReason,
  transferCard,
  transferFacts,
} from '../transfer-card.ts'
import { hasTransfers, transfersPath } from '../transfers-path.ts'

type SettledTransfer = TransferList['settled'][number]

export function transferScreens(context: DeskContext): Screen[] {
  if (!hasTransfers(context)) return []
  return [
    { path: transfersPath, show: ({ query, locale }) => renderPage(context, locale, query) },
    {
      path: `${transfersPath}/{command}`,
      show: async () => ({ seeOther: transfersPath }),
      submit: (request) => runCommand(context, request),
    },
  ]
}

async function runCommand(
  context: DeskContext,
  { pathParams: { command }, form, member, locale }: ScreenRequest,
): Promise<ScreenResult> {
  const { transfers } = context
  const id = form.get('id') ?? ''
  const action = { id, version: Number(form.get('version')), actor: `staff:${member.id}` }
  try {
    if (command === 'assign')
      await transfers.assign({ ...action, subject: form.get('subject') ?? '' })
    else if (command === 'dismiss')
      await transfers.dismiss({ ...action, reason: readReason(form, locale) })
    else if (command === 'undo') await transfers.undo(action)
    else throw new BookingActionError('not_possible')
  } catch (error) {
    if (!(error instanceof BookingActionError)) throw error
    const notice = problemNotice(html`<b>${formatActionError(error, locale)}</b>`)
    return { ...(await renderPage(context, locale, new URLSearchParams(), notice)), status: 409 }
  }
  if (command === 'undo') return { seeOther: `${transfersPath}#${cardId({ id })}` }
  return { seeOther: `${transfersPath}?${new URLSearchParams({ done: id })}` }
}

async function renderPage(
  context: DeskContext,
  locale: Locale,
  query: URLSearchParams,
  problem?: Notice,
): Promise<ScreenPage> {
  const { waiting, others, settled } = await loadTransferList(context.store.read, context.now())
  const done = settled.find(({ id }) => id === query.get('done'))
  const lines = await Promise.all(settled.map((one) => settledLine(context, one, locale)))
  const othersTitle = `${words.others[locale]} (${others.length})`
  const settledTitle = `${words.settled[locale]} (${settled.length})`
  const cards = [...waiting, ...others].map((one, place) =>
    transferCard(context, one, { place, proposes: place < waiting.length }, locale),
  )
  const otherCards = cards.splice(waiting.length)
  return {
    title: words.title[locale],
    tab: transfersPath,
    notice: problem ?? (done && doneNotice(done, locale)),
    body: html`<h1>${words.title[locale]}</h1>
<p class="hint">${words.intro[locale]}</p>
${waiting.length === 0 && emptyText(words.none[locale])}
<div class="cards">${cards}</div>
${
  others.length > 0 &&
  html`<section>${disclosure(othersTitle, html`<div class="cards">${otherCards}</div>`)}</section>`
}
${settled.length > 0 && html`<section>${disclosure(settledTitle, itemList(lines))}</section>`}`,
  }
}

function doneNotice(transfer: SettledTransfer, locale: Locale): Notice {
  const { amount, state, paid } = transfer
  const missing = paid?.state === 'due' ? remainingOf(paid) : 0
  const text =
    state === 'dismissed' || !paid
      ? `${words.dismissed[locale]} ${formatMoney(amount, locale)}`
      : html`${words.assigned[locale]} ${formatMoney(amount, locale)}:
<a href="${itemUrl(paid)}">${describeItem(paid, locale)}</a>`
  const rest = missing > 0 && ` ${words.missing[locale]} ${formatMoney(missing, locale)}.`
  return { tone: 'good', body: html`<p>${text}${rest}</p>${undoButton(transfer, locale)}` }
}

async function settledLine(
  context: DeskContext,
  transfer: SettledTransfer,
  locale: Locale,
): Promise<Html> {
  const { amount, paid, reason, settled_by, settled_at } = transfer
  const actor = settled_by === null ? '' : await context.actorName(settled_by, locale)
  const time = formatTimestamp(settled_at ?? 0, context.now(), locale)
  const target = paid
    ? html`<a href="${itemUrl(paid)}">${describeItem(paid, locale)}</a>`
    : (reason ?? words.erased[locale])
  return html`<li id="${cardId(transfer)}"><div><b>${formatMoney(amount, locale)}</b> → ${target}<br>
<span class="muted">${transferFacts(context, transfer, locale)}<br>${actor}, ${time}</span></div>
<div class="actions">${undoButton(transfer, locale)}</div></li>`
}

function undoButton({ id, version }: SettledTransfer, locale: Locale): Html {
  return postButton(`${transfersPath}/undo`, words.undo[locale], {
    tone: 'undo',
    fields: { id, version },
  })
}

const words = {
  title: { vi: 'Chuyển khoản', en: 'Bank transfers' },
  intro: {
    vi: 'Giao dịch có đúng mã và đúng số tiền được ghi nhận tự động. Ở đây là những giao dịch cần bạn quyết định.',
    en: 'A transfer with the right code and amount is recorded automatically. These need your decision.',
  },
  none: { vi: 'Không có giao dịch nào cần xem.', en: 'No transfer needs a decision.' },
  others: { vi: 'Không có mã, số tiền không khớp khoản nào', en: 'No code and no matching amount' },
  settled: { vi: 'Đã xong gần đây', en: 'Done recently' },
  assigned: { vi: 'Đã ghép', en: 'Assigned' },
  dismissed: { vi: 'Đã bỏ qua', en: 'Dismissed:' },
  missing: { vi: 'Còn thiếu', en: 'Still missing:' },
  erased: { vi: 'không còn', en: 'no longer there' },
  undo: { vi: 'Hoàn tác', en: 'Undo' },
} satisfies Record<string, LocalizedText>
