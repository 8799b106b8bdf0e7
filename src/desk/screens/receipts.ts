/** Receipts of what was handed out or erased, with what the guest may be told. */
import { existsSync } from 'node:fs'
import { listBackups } from '../../domain/integrity/backup-log.ts'
import { findReceiptByCode, type Receipt } from '../../domain/privacy/receipts.ts'
import { buildStatement, formatCounts } from '../../domain/privacy/statement.ts'
import { completeErasure, confirmByStaff } from '../../domain/privacy/vacuum.ts'
import { formatCode } from '../../kernel/booking-code.ts'
import { formatDate } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { formatClock, formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { backLink, problemNotice, type RenderHome, receiptPath } from './privacy-components.ts'
import { vacuumErrorNotice, vacuumPendingNotice, vacuumStatus } from './vacuum-status.ts'

export function receiptScreens(context: DeskContext, home: RenderHome): Screen[] {
  const { store } = context
  const unknown = (locale: Locale, typed: URLSearchParams) =>
    home(locale, { notice: problemNotice(words.unknown[locale]), status: 404, typed })
  return [
    {
      path: '/guest-data/receipts',
      async show({ query, locale }) {
        const receipt = await findReceiptByCode(store.read, query.get('code') ?? '')
        return receipt ? { seeOther: receiptPath(receipt) } : unknown(locale, query)
      },
    },
    {
      path: '/guest-data/receipts/{code}',
      async show({ pathParams: { code = '' }, locale, query }) {
        const receipt = await findReceiptByCode(store.read, code)
        return receipt ? page(context, receipt, locale) : unknown(locale, query)
      },
    },
    {
      path: '/guest-data/receipts/{code}/scrub',
      show: async ({ pathParams: { code = '' } }) => ({
        seeOther: `/guest-data/receipts/${encodeURIComponent(code)}`,
      }),
      async submit({ pathParams: { code = '' }, form, member, locale, query }) {
        const receipt = await findReceiptByCode(store.read, code)
        if (!receipt) return unknown(locale, query)
        const finish = form.get('said') === '1' ? confirmByStaff : completeErasure
        try {
          await finish(context, receipt, `staff:${member.id}`)
        } catch (error) {
          const notice = await vacuumErrorNotice(context, receipt, error, locale)
          return { ...(await page(context, receipt, locale)), notice, status: 409 }
        }
        return { seeOther: receiptPath(receipt) }
      },
    },
  ]
}

export async function receiptLine(
  context: DeskContext,
  receipt: Receipt,
  locale: Locale,
): Promise<Html> {
  const who = await context.actorName(receipt.actor, locale)
  return html`<li><a href="${receiptPath(receipt)}"><b>${kinds[receipt.kind][locale]}</b> · ${formatTimestamp(receipt.at, context.now(), locale)} · ${who}<br><span class="code">${formatCode(receipt.code)}</span></a></li>`
}

async function page(context: DeskContext, receipt: Receipt, locale: Locale): Promise<ScreenPage> {
  const { kind, at, actor, counts, elsewhere, code } = receipt
  const countLines = formatCounts(counts, locale)
  const rows: [LocalizedText, string][] = [
    [words.what, kinds[kind][locale]],
    [words.when, `${formatDate(dateAt(at), locale)}, ${formatClock(at)}`],
    [words.by, await context.actorName(actor, locale)],
    ...(await vacuumStatus(context, receipt, locale)),
  ]
  return {
    title: `${words.receipt[locale]} ${formatCode(code)}`,
    tab: '/guest-data',
    ...(kind === 'erase' &&
      receipt.vacuumedAt === undefined && { notice: vacuumPendingNotice(receipt, locale) }),
    body: html`${backLink(locale)}
<h1>${words.receipt[locale]} <span class="number">${formatCode(code)}</span></h1>
<dl class="facts">${rows.map(([term, text]) => html`<div><dt>${term[locale]}</dt><dd>${text}</dd></div>`)}</dl>
<ul>${countLines.length === 0 ? html`<li>${words.nothing[locale]}</li>` : countLines.map((line) => html`<li>${line}</li>`)}${elsewhere > 0 && html`<li>${words.left[locale]} ${elsewhere}</li>`}</ul>
<p class="hint">${words.anonymousHint[locale]}</p>
${statement(context, receipt, locale)}
${kind === 'erase' && (await remainingBackups(context, receipt, locale))}`,
  }
}

function statement({ shop }: DeskContext, receipt: Receipt, locale: Locale): Html {
  const texts = buildStatement(receipt, shop.business.name)
  const part = (language: Locale) =>
    html`<div class="copy"><p id="statement-${language}" lang="${language}">${texts[language]}</p><button type="button" data-copy="statement-${language}" hidden>${words.copy[locale]}</button></div>`
  return html`<section><h2>${words.forGuest[locale]}</h2>${part('vi')}${part('en')}</section>`
}

/** Copies of the book from before, as far as they are still on this machine. */
async function remainingBackups(
  { store }: DeskContext,
  { at }: Receipt,
  locale: Locale,
): Promise<Html | undefined> {
  const backups = await listBackups(store.read)
  const remaining = backups.filter((backup) => backup.at <= at && existsSync(backup.file))
  if (remaining.length === 0) return undefined
  return html`<section><h2>${words.copies[locale]}</h2><ul class="copy">${remaining.map(
    ({ file, at: made }) =>
      html`<li>${formatDate(dateAt(made), locale)}: <code>${file}</code></li>`,
  )}</ul></section>`
}

const kinds: Record<Receipt['kind'], LocalizedText> = {
  export: { vi: 'Giao bản sao', en: 'A copy handed out' },
  erase: { vi: 'Xóa dữ liệu', en: 'Erased' },
}

const words = {
  receipt: { vi: 'Biên nhận', en: 'Receipt' },
  unknown: {
    vi: 'Không có biên nhận này. Viết như BN-7K3M-9Q2X-4D, hoặc tìm bằng số điện thoại của khách ở trên.',
    en: 'There is no such receipt. Write it as BN-7K3M-9Q2X-4D, or look by the guest’s phone above.',
  },
  what: { vi: 'Việc', en: 'What' },
  when: { vi: 'Lúc', en: 'When' },
  by: { vi: 'Người làm', en: 'By' },
  nothing: { vi: 'không còn gì để xóa', en: 'nothing was left' },
  left: {
    vi: 'để lại vì có thể là của người khác:',
    en: 'left, as it may be somebody else’s:',
  },
  anonymousHint: {
    vi: 'Biên nhận không ghi khách là ai. Khách hỏi lại thì nhập số điện thoại hoặc email của khách, sẽ thấy biên nhận này.',
    en: 'The receipt does not say who the guest is. If he asks again, type his phone or e-mail, and this receipt is found.',
  },
  forGuest: { vi: 'Lời gửi cho khách', en: 'To be sent to the guest' },
  copy: { vi: 'Chép', en: 'Copy' },
  copies: {
    vi: 'Bản sao lưu còn trên máy này, có thể còn dữ liệu của khách',
    en: 'Backups on this machine that may still hold the guest',
  },
} satisfies Record<string, LocalizedText>
