/** Receipts of exports and erasures, with a statement for the guest. */
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
import { copyButton, factList, plainList, problemNotice } from '../components.ts'
import type { DeskContext } from '../context.ts'
import { formatClock, formatTimestamp } from '../labels.ts'
import type { Screen, ScreenPage } from '../screen.ts'
import { backLink, type RenderHome, receiptPath } from './privacy-components.ts'
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
        return receipt ? renderPage(context, receipt, locale) : unknown(locale, query)
      },
    },
    {
      path: '/guest-data/receipts/{code}/scrub',
      needsFreshSignIn: true,
      show: async ({ pathParams: { code = '' } }) => ({
        seeOther: `/guest-data/receipts/${encodeURIComponent(code)}`,
      }),
      async submit({ pathParams: { code = '' }, form, member, locale, query }) {
        const receipt = await findReceiptByCode(store.read, code)
        if (!receipt) return unknown(locale, query)
        const complete = form.get('said') === '1' ? confirmByStaff : completeErasure
        try {
          await complete(context, receipt, `staff:${member.id}`)
        } catch (error) {
          const notice = await vacuumErrorNotice(context, receipt, error, locale)
          return { ...(await renderPage(context, receipt, locale)), notice, status: 409 }
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
  const kind = html`<b>${kinds[receipt.kind][locale]}</b>`
  const time = formatTimestamp(receipt.at, context.now(), locale)
  const actor = await context.actorName(receipt.actor, locale)
  const code = html`<span class="code">${formatCode(receipt.code)}</span>`
  return html`<li><a href="${receiptPath(receipt)}">${kind} · ${time} · ${actor}<br>${code}</a></li>`
}

async function renderPage(
  context: DeskContext,
  receipt: Receipt,
  locale: Locale,
): Promise<ScreenPage> {
  const { kind, at, actor, code } = receipt
  const isVacuumPending = kind === 'erase' && receipt.vacuumedAt === undefined
  const rows: [LocalizedText, string][] = [
    [words.action, kinds[kind][locale]],
    [words.when, `${formatDate(dateAt(at), locale)}, ${formatClock(at)}`],
    [words.by, await context.actorName(actor, locale)],
    ...(await vacuumStatus(context, receipt, locale)),
  ]
  return {
    title: `${words.receipt[locale]} ${formatCode(code)}`,
    tab: '/guest-data',
    ...(isVacuumPending && { notice: vacuumPendingNotice(receipt, locale) }),
    body: html`${backLink(locale)}
<h1>${words.receipt[locale]} <span class="number">${formatCode(code)}</span></h1>
${factList(rows.map(([term, text]) => [term[locale], text]))}
${plainList(countLines(receipt, locale))}
<p class="hint">${words.anonymousHint[locale]}</p>
${statementSection(context, receipt, locale)}
${kind === 'erase' && (await remainingBackups(context, receipt, locale))}`,
  }
}

function countLines({ counts, elsewhere }: Receipt, locale: Locale): string[] {
  const lines = formatCounts(counts, locale)
  return [
    ...(lines.length === 0 ? [words.nothing[locale]] : lines),
    ...(elsewhere > 0 ? [`${words.notErased[locale]} ${elsewhere}`] : []),
  ]
}

function statementSection({ shop }: DeskContext, receipt: Receipt, locale: Locale): Html {
  const texts = buildStatement(receipt, shop.business.name)
  const box = (language: Locale) => {
    const id = `statement-${language}`
    return html`<div class="copy">
<p id="${id}" lang="${language}">${texts[language]}</p>
${copyButton(id, locale)}
</div>`
  }
  return html`<section>
<h2>${words.forGuest[locale]}</h2>
${box('vi')}
${box('en')}
</section>`
}

/** Backups from before the erasure that still exist on this machine. */
async function remainingBackups(
  { store }: DeskContext,
  { at }: Receipt,
  locale: Locale,
): Promise<Html | undefined> {
  const backups = await listBackups(store.read)
  const remaining = backups.filter((backup) => backup.at <= at && existsSync(backup.file))
  if (remaining.length === 0) return undefined
  const items = remaining.map((backup) => {
    const date = formatDate(dateAt(backup.at), locale)
    return html`<li>${date}: <code>${backup.file}</code></li>`
  })
  return html`<section>
<h2>${words.backups[locale]}</h2>
<ul class="copy">${items}</ul>
</section>`
}

const kinds: Record<Receipt['kind'], LocalizedText> = {
  export: { vi: 'Giao bản sao', en: 'Copy handed over' },
  erase: { vi: 'Xoá dữ liệu', en: 'Data erased' },
}

const words = {
  receipt: { vi: 'Biên nhận', en: 'Receipt' },
  unknown: {
    vi: 'Không có biên nhận này. Viết như BN-7K3M-9Q2X-4D, hoặc tìm bằng số điện thoại của khách ở trên.',
    en: 'Receipt not found. Write it like BN-7K3M-9Q2X-4D, or search by the guest’s phone number above.',
  },
  action: { vi: 'Việc', en: 'Action' },
  when: { vi: 'Lúc', en: 'When' },
  by: { vi: 'Người làm', en: 'By' },
  nothing: { vi: 'không còn gì để xoá', en: 'nothing left to erase' },
  notErased: {
    vi: 'để lại vì có thể là của người khác:',
    en: 'not erased, because it may belong to another person:',
  },
  anonymousHint: {
    vi:
      'Biên nhận không ghi khách là ai. Khách hỏi lại thì nhập số điện thoại hoặc email của khách, sẽ thấy biên ' +
      'nhận này.',
    en:
      'The receipt does not name the guest. If the guest asks again, search by their phone or email to find this ' +
      'receipt.',
  },
  forGuest: { vi: 'Lời gửi cho khách', en: 'Statement for the guest' },
  backups: {
    vi: 'Bản sao lưu còn trên máy này, có thể còn dữ liệu của khách',
    en: 'Backups on this machine that may still contain data of the guest',
  },
} satisfies Record<string, LocalizedText>
