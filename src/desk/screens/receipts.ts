/** Receipts of what was handed out or erased, with what the guest may be told. */
import { existsSync } from 'node:fs'
import { recordedBackups } from '../../domain/integrity/backup-log.ts'
import { type Receipt, receiptByCode } from '../../domain/privacy/receipts.ts'
import { sayCounts, statementFor } from '../../domain/privacy/statement.ts'
import { finishReceipt, takeWord } from '../../domain/privacy/vacuum.ts'
import { showCode } from '../../kernel/booking-code.ts'
import { sayDate } from '../../kernel/format-date.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import { clockAt, sayMoment } from '../labels.ts'
import type { Page, Screen } from '../screen.ts'
import { backLink, type Home, problem, receiptPath } from './privacy-components.ts'
import { filesOf, notWritten, unfinished } from './vacuum-status.ts'

export function receiptScreens(parts: DeskParts, home: Home): Screen[] {
  const { store } = parts
  const unknown = (locale: Locale, typed: URLSearchParams) =>
    home(locale, { notice: problem(words.unknown[locale]), status: 404, typed })
  return [
    {
      path: '/guest-data/receipts',
      async show({ query, locale }) {
        const receipt = await receiptByCode(store.read, query.get('code') ?? '')
        return receipt ? { seeOther: receiptPath(receipt) } : unknown(locale, query)
      },
    },
    {
      path: '/guest-data/receipts/{code}',
      async show({ at: { code = '' }, locale, query }) {
        const receipt = await receiptByCode(store.read, code)
        return receipt ? page(parts, receipt, locale) : unknown(locale, query)
      },
    },
    {
      path: '/guest-data/receipts/{code}/scrub',
      show: async ({ at: { code = '' } }) => ({
        seeOther: `/guest-data/receipts/${encodeURIComponent(code)}`,
      }),
      async act({ at: { code = '' }, form, member, locale, query }) {
        const receipt = await receiptByCode(store.read, code)
        if (!receipt) return unknown(locale, query)
        const finish = form.get('said') === '1' ? takeWord : finishReceipt
        try {
          await finish(parts, receipt, `staff:${member.id}`)
        } catch (error) {
          const notice = await notWritten(parts, receipt, error, locale)
          return { ...(await page(parts, receipt, locale)), notice, status: 409 }
        }
        return { seeOther: receiptPath(receipt) }
      },
    },
  ]
}

export async function receiptLine(
  parts: DeskParts,
  receipt: Receipt,
  locale: Locale,
): Promise<Html> {
  const who = await parts.nameOf(receipt.actor, locale)
  return html`<li><a href="${receiptPath(receipt)}"><b>${kinds[receipt.kind][locale]}</b> · ${sayMoment(receipt.at, parts.now(), locale)} · ${who}<br><span class="code">${showCode(receipt.code)}</span></a></li>`
}

async function page(parts: DeskParts, receipt: Receipt, locale: Locale): Promise<Page> {
  const { kind, at, actor, counts, elsewhere, code } = receipt
  const said = sayCounts(counts, locale)
  const rows: [Words, string][] = [
    [words.what, kinds[kind][locale]],
    [words.when, `${sayDate(dateAt(at), locale)}, ${clockAt(at)}`],
    [words.by, await parts.nameOf(actor, locale)],
    ...(await filesOf(parts, receipt, locale)),
  ]
  return {
    title: `${words.receipt[locale]} ${showCode(code)}`,
    tab: '/guest-data',
    ...(kind === 'erase' &&
      receipt.scrubbedAt === undefined && { notice: unfinished(receipt, locale) }),
    body: html`${backLink(locale)}
<h1>${words.receipt[locale]} <span class="number">${showCode(code)}</span></h1>
<dl class="facts">${rows.map(([term, text]) => html`<div><dt>${term[locale]}</dt><dd>${text}</dd></div>`)}</dl>
<ul>${said.length === 0 ? html`<li>${words.nothing[locale]}</li>` : said.map((line) => html`<li>${line}</li>`)}${elsewhere > 0 && html`<li>${words.left[locale]} ${elsewhere}</li>`}</ul>
<p class="hint">${words.nobody[locale]}</p>
${statement(parts, receipt, locale)}
${kind === 'erase' && (await copies(parts, receipt, locale))}`,
  }
}

function statement({ shop }: DeskParts, receipt: Receipt, locale: Locale): Html {
  const said = statementFor(receipt, shop.business.name)
  const part = (language: Locale) =>
    html`<div class="copy"><p id="statement-${language}" lang="${language}">${said[language]}</p><button type="button" data-copy="statement-${language}" hidden>${words.copy[locale]}</button></div>`
  return html`<section><h2>${words.forGuest[locale]}</h2>${part('vi')}${part('en')}</section>`
}

/** Copies of the book from before, as far as they are still on this machine. */
async function copies(
  { store }: DeskParts,
  { at }: Receipt,
  locale: Locale,
): Promise<Html | undefined> {
  const backups = await recordedBackups(store.read)
  const left = backups.filter((backup) => backup.at <= at && existsSync(backup.file))
  if (left.length === 0) return undefined
  return html`<section><h2>${words.copies[locale]}</h2><ul class="copy">${left.map(
    ({ file, at: made }) => html`<li>${sayDate(dateAt(made), locale)}: <code>${file}</code></li>`,
  )}</ul></section>`
}

const kinds: Record<Receipt['kind'], Words> = {
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
  nobody: {
    vi: 'Biên nhận không ghi khách là ai. Khách hỏi lại thì nhập số điện thoại hoặc email của khách, sẽ thấy biên nhận này.',
    en: 'The receipt does not say who the guest is. If he asks again, type his phone or e-mail, and this receipt is found.',
  },
  forGuest: { vi: 'Lời gửi cho khách', en: 'To be sent to the guest' },
  copy: { vi: 'Chép', en: 'Copy' },
  copies: {
    vi: 'Bản sao lưu còn trên máy này, có thể còn dữ liệu của khách',
    en: 'Backups on this machine that may still hold the guest',
  },
} satisfies Record<string, Words>
