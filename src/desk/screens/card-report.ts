/** Cards by month: sold, redeemed, adjusted, expired and outstanding, as tables and as a CSV file. */
import { type CardMonth, loadCardMonths } from '../../domain/cards/report.ts'
import { type CardUnit, formatUnits } from '../../domain/cards/status.ts'
import { recordAudit } from '../../domain/outbox/events.ts'
import { formatCsv } from '../../kernel/csv.ts'
import { monthName } from '../../kernel/format-date.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { dateAt } from '../../kernel/time.ts'
import { type Html, html } from '../../ui/html.ts'
import { cardsPath } from '../card-parts.ts'
import { emptyText, postButton } from '../components.ts'
import type { DeskContext } from '../context.ts'
import type { Screen } from '../screen.ts'

export const cardReportPath = `${cardsPath}/report`

const months = 12

export function cardReportScreens({ store, now }: DeskContext): Screen[] {
  return [
    {
      path: cardReportPath,
      async show({ locale, member }) {
        const rows = await loadCardMonths(store.read, now(), months)
        return {
          title: words.title[locale],
          tab: cardsPath,
          body: html`<h1>${words.title[locale]}</h1>
${rows.length === 0 && emptyText(words.none[locale])}
${unitTable(rows, 'vnd', locale)}
${unitTable(rows, 'visits', locale)}
<p class="hint">${words.hint[locale]}</p>
${member.role === 'owner' && rows.length > 0 && postButton(`${cardReportPath}/csv`, words.csv[locale])}`,
        }
      },
    },
    {
      path: `${cardReportPath}/csv`,
      isOwnerOnly: true,
      show: async () => ({ seeOther: cardReportPath }),
      async submit({ locale, member }) {
        const rows = await loadCardMonths(store.read, now(), months)
        const actor = `staff:${member.id}`
        await store.write((sql) => recordAudit(sql, now(), actor, 'exported', 'book', { cards: 1 }))
        return {
          file: {
            name: `cards-${dateAt(now())}.csv`,
            type: 'text/csv; charset=utf-8',
            body: reportCsv(rows, locale),
          },
        }
      },
    },
  ]
}

const columns = ['cards', 'sold', 'redeemed', 'adjusted', 'expired', 'outstanding'] as const

function unitTable(rows: readonly CardMonth[], unit: CardUnit, locale: Locale): Html | undefined {
  const own = rows.filter((row) => row.unit === unit)
  if (own.length === 0) return undefined
  const cell = (row: CardMonth, column: (typeof columns)[number]) => {
    const value = row[column]
    const text = column === 'cards' ? String(value) : formatSigned(value, unit, locale)
    return html`<td data-label="${words[column][locale]}">${text}</td>`
  }
  return html`<section><h2>${words[unit][locale]}</h2>
<div class="table-scroll"><table class="card-report">
<thead><tr><th scope="col">${words.month[locale]}</th>${columns.map(
    (name) => html`<th scope="col">
${words[name][locale]}</th>`,
  )}</tr></thead>
<tbody>${own.map(
    (row) => html`<tr><th scope="row">${monthName(row.month, locale)}</th>
${columns.map((name) => cell(row, name))}</tr>`,
  )}</tbody>
</table></div></section>`
}

function formatSigned(value: number, unit: CardUnit, locale: Locale): string {
  return `${value < 0 ? '−' : ''}${formatUnits(Math.abs(value), unit, locale)}`
}

function reportCsv(rows: readonly CardMonth[], locale: Locale): string {
  const heading = [words.month, words.unit, ...columns.map((name) => words[name])]
  return formatCsv([
    heading.map((text) => text[locale]),
    ...rows.map((row) => [row.month, row.unit, ...columns.map((name) => row[name])]),
  ])
}

const words = {
  title: { vi: 'Thẻ theo tháng', en: 'Cards by month' },
  none: { vi: 'Chưa có thẻ nào.', en: 'No cards yet.' },
  vnd: { vi: 'Thẻ quà tặng', en: 'Gift cards' },
  visits: { vi: 'Thẻ thành viên (số lần)', en: 'Memberships (visits)' },
  month: { vi: 'Tháng', en: 'Month' },
  unit: { vi: 'Đơn vị', en: 'Unit' },
  cards: { vi: 'Số thẻ bán', en: 'Cards sold' },
  sold: { vi: 'Bán ra', en: 'Sold' },
  redeemed: { vi: 'Đã dùng', en: 'Redeemed' },
  adjusted: { vi: 'Điều chỉnh', en: 'Adjusted' },
  expired: { vi: 'Hết hạn', en: 'Expired' },
  outstanding: { vi: 'Còn lại cuối tháng', en: 'Outstanding' },
  hint: {
    vi: 'Đã dùng là phần trừ vào thẻ, không kể phần đã hoàn lại. Còn lại cuối tháng là số tiệm còn nợ khách.',
    en: 'Redeemed is without what was given back. Outstanding is what the shop still owes at the end of the month.',
  },
  csv: { vi: 'Tải về CSV', en: 'Download as CSV' },
} satisfies Record<string, LocalizedText>
