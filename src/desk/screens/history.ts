/** Who did what and when. */
import { type BookingView, type HistoryRow, loadHistory } from '../../domain/booking/queries.ts'
import { findDeliveries } from '../../domain/outbox/delivery-log.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import { formatMoney } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskContext } from '../context.ts'
import { actionLabels, channelLabels, formatTimestamp } from '../labels.ts'

export async function renderHistory(
  context: DeskContext,
  rows: readonly HistoryRow[],
  locale: Locale,
): Promise<Html> {
  const lines = await Promise.all(rows.map((row) => historyLine(context, row, locale)))
  return html`<ol class="history">${lines}</ol>`
}

async function historyLine(context: DeskContext, row: HistoryRow, locale: Locale): Promise<Html> {
  const who = await context.actorName(row.actor, locale)
  const what = actionLabels[row.action]?.[locale] ?? row.action
  return html`<li><time>${formatTimestamp(row.at, context.now(), locale)}</time> <b>${who}</b> ${what}${formatDetail(row, locale)}</li>`
}

function formatDetail({ facts }: HistoryRow, locale: Locale): string {
  const { from, to, undone, times, deposit, receipt, without } = JSON.parse(facts) as Record<
    string,
    string | undefined
  >
  if (from !== undefined && to !== undefined && from !== to) return `: ${from} → ${to}`
  if (times !== undefined) return `: ${times}`
  if (undone !== undefined) return `: ${actionLabels[undone]?.[locale] ?? undone}`
  if (without !== undefined) return `: ${words.withoutErased[locale]}`
  if (receipt !== undefined) return `: ${receipt}`
  // A sum keeps its sign on its line.
  if (deposit !== undefined) return `: ${formatMoney(Number(deposit)).replace(' ', '\u00A0')}`
  return ''
}

/** Which news of it reached whom, and by which way. */
export async function deliveryHistory(
  { store, now }: DeskContext,
  { id }: BookingView,
  locale: Locale,
): Promise<Html | undefined> {
  const rows = await findDeliveries(store, `booking:${id}`)
  const lines = rows.filter(({ state }) => state !== 'dropped')
  if (lines.length === 0) return undefined
  return html`<details class="drop"><summary>${words.deliveries[locale]} (${lines.length})</summary><ol class="history">${lines.map(
    ({ channel, kind, state, updated_at, fault }) => {
      const what = actionLabels[kind.split('.')[1] ?? '']?.[locale] ?? kind
      const by = channelLabels[channel]?.[locale] ?? channel
      return html`<li><time>${formatTimestamp(updated_at, now(), locale)}</time> <b>${by}</b> ${what}: ${words[state === 'sent' || state === 'dead' ? state : 'waiting'][locale]}${fault !== null && state !== 'sent' && html` (${fault})`}</li>`
    },
  )}</ol></details>`
}

/** What stands in a history and is in nobody's way. */
const ignoredActions = new Set(['handed_over'])

/** Who was first, for somebody who came second. */
export async function describeLastChange(
  context: DeskContext,
  subject: string,
  locale: Locale,
): Promise<string> {
  const rows = await loadHistory(context.store.read, subject)
  const last = rows.findLast(({ action }) => !ignoredActions.has(action))
  if (!last) return ''
  const who = await context.actorName(last.actor, locale)
  const what = actionLabels[last.action]?.[locale] ?? last.action
  return `${who} ${words.already[locale]} ${what} (${formatTimestamp(last.at, context.now(), locale)}).`
}

const words = {
  withoutErased: {
    vi: 'bỏ số hoặc email của một khách đã được xóa',
    en: 'the number or address of a guest who was erased was taken out',
  },
  already: { vi: 'vừa', en: 'has just' },
  deliveries: { vi: 'Tin đã báo', en: 'Messages sent' },
  sent: { vi: 'đã gửi', en: 'sent' },
  waiting: { vi: 'chờ gửi', en: 'waiting' },
  dead: { vi: 'không gửi được', en: 'not delivered' },
} satisfies Record<string, LocalizedText>
