/** Who did what and when. */
import type { HistoryRow } from '../../domain/booking/reading.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { type Html, html } from '../../look/html.ts'
import type { DeskParts } from '../parts.ts'
import { actionWords, sayMoment } from '../saying.ts'

export async function history(
  parts: DeskParts,
  rows: readonly HistoryRow[],
  locale: Locale,
): Promise<Html> {
  const lines = await Promise.all(rows.map((row) => line(parts, row, locale)))
  return html`<ol class="history">${lines}</ol>`
}

async function line(parts: DeskParts, row: HistoryRow, locale: Locale): Promise<Html> {
  const who = await parts.nameOf(row.actor, locale)
  const what = actionWords[row.action]?.[locale] ?? row.action
  return html`<li><time>${sayMoment(row.at, parts.now(), locale)}</time> <b>${who}</b> ${what}${detail(row, locale)}</li>`
}

function detail({ facts }: HistoryRow, locale: Locale): string {
  const { from, to, undone, times } = JSON.parse(facts) as Record<string, string | undefined>
  if (from !== undefined && to !== undefined && from !== to) return `: ${from} → ${to}`
  if (times !== undefined) return `: ${times}`
  if (undone !== undefined) return `: ${actionWords[undone]?.[locale] ?? undone}`
  return ''
}

/** Who was first, for somebody who came second. */
export async function lastLine(
  parts: DeskParts,
  rows: readonly HistoryRow[],
  locale: Locale,
): Promise<string> {
  const last = rows.at(-1)
  if (!last) return ''
  const who = await parts.nameOf(last.actor, locale)
  const what = actionWords[last.action]?.[locale] ?? last.action
  return `${who} ${words.already[locale]} ${what} (${sayMoment(last.at, parts.now(), locale)}).`
}

const words = { already: { vi: 'vừa', en: 'has just' } } satisfies Record<string, Words>
