/** Who did what and when. */
import { type BookingView, type HistoryRow, historyOf } from '../../domain/booking/queries.ts'
import { deliveriesOf } from '../../domain/outbox/delivery-log.ts'
import type { Locale, Words } from '../../kernel/locale.ts'
import { displayDong } from '../../kernel/money.ts'
import { type Html, html } from '../../ui/html.ts'
import type { DeskParts } from '../context.ts'
import { actionWords, channelWords, sayMoment } from '../labels.ts'

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
  const { from, to, undone, times, deposit, receipt, without } = JSON.parse(facts) as Record<
    string,
    string | undefined
  >
  if (from !== undefined && to !== undefined && from !== to) return `: ${from} → ${to}`
  if (times !== undefined) return `: ${times}`
  if (undone !== undefined) return `: ${actionWords[undone]?.[locale] ?? undone}`
  if (without !== undefined) return `: ${words.withoutErased[locale]}`
  if (receipt !== undefined) return `: ${receipt}`
  // A sum keeps its sign on its line.
  if (deposit !== undefined) return `: ${displayDong(Number(deposit)).replace(' ', '\u00A0')}`
  return ''
}

/** Which news of it reached whom, and by which way. */
export async function told(
  { store, now }: DeskParts,
  { id }: BookingView,
  locale: Locale,
): Promise<Html | undefined> {
  const rows = await deliveriesOf(store, `booking:${id}`)
  const lines = rows.filter(({ state }) => state !== 'dropped')
  if (lines.length === 0) return undefined
  return html`<details class="drop"><summary>${words.told[locale]} (${lines.length})</summary><ol class="history">${lines.map(
    ({ channel, kind, state, updated_at, fault }) => {
      const what = actionWords[kind.split('.')[1] ?? '']?.[locale] ?? kind
      const by = channelWords[channel]?.[locale] ?? channel
      return html`<li><time>${sayMoment(updated_at, now(), locale)}</time> <b>${by}</b> ${what}: ${words[state === 'sent' || state === 'dead' ? state : 'waiting'][locale]}${fault !== null && state !== 'sent' && html` (${fault})`}</li>`
    },
  )}</ol></details>`
}

/** What stands in a history and is in nobody's way. */
const beside = new Set(['handed_over'])

/** Who was first, for somebody who came second. */
export async function whoWasFirst(
  parts: DeskParts,
  subject: string,
  locale: Locale,
): Promise<string> {
  const rows = await historyOf(parts.store.read, subject)
  const last = rows.findLast(({ action }) => !beside.has(action))
  if (!last) return ''
  const who = await parts.nameOf(last.actor, locale)
  const what = actionWords[last.action]?.[locale] ?? last.action
  return `${who} ${words.already[locale]} ${what} (${sayMoment(last.at, parts.now(), locale)}).`
}

const words = {
  withoutErased: {
    vi: 'bỏ số hoặc email của một khách đã được xóa',
    en: 'the number or address of a guest who was erased was taken out',
  },
  already: { vi: 'vừa', en: 'has just' },
  told: { vi: 'Tin đã báo', en: 'Messages sent' },
  sent: { vi: 'đã gửi', en: 'sent' },
  waiting: { vi: 'chờ gửi', en: 'waiting' },
  dead: { vi: 'không gửi được', en: 'not delivered' },
} satisfies Record<string, Words>
