/**
 * A later last day for a card. The history of the card has each extension with its reason, and the last one can be
 * undone. What had expired is given back by an entry, and expires again by an undo: nothing in the ledger changes.
 */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { addMonths, dateAt, day, isDate, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { recordAction } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'
import { type CardActionName, cardLifecycle } from './actions.ts'
import { postEntry } from './ledger.ts'
import { lastDayOf } from './operations.ts'
import { availableOn, type CardEntry, type CardView, findCardById } from './rows.ts'

/** The last days are dates: "2027-11-20". */
export type CardExtension = {
  id: string
  at: number
  actor: string
  from: string
  to: string
  reason: string
}

const maxMonths = 120

/** `card` was read in this transaction. */
export async function extendCard(
  sql: Sql,
  card: CardView,
  { lastDay, reason }: { lastDay: string; reason: string },
  actor: string,
  now: number,
): Promise<void> {
  const from = lastDayOf(card.valid_until)
  const today = dateAt(now)
  if (reason === '') throw new BookingActionError('reason_missing')
  const isLater = isDate(lastDay) && lastDay > from && lastDay >= today
  if (!isLater || lastDay > addMonths(today, maxMonths))
    throw new BookingActionError('not_possible', { reason: lastDayText })
  await setLastDay(sql, card.id, lastDay, now)
  await recordAction(
    sql,
    now,
    actor,
    { lifecycle: cardLifecycle, action: 'extended', id: card.id },
    { from, to: lastDay, reason },
  )
  const expired = await sql.all<CardEntry>(
    `SELECT * FROM card_entries WHERE card_id = ? AND kind = 'expired'
     AND NOT EXISTS (SELECT 1 FROM card_entries undone WHERE undone.undoes = card_entries.id)
     ORDER BY at, id`,
    card.id,
  )
  let { balance } = card
  for (const { id, amount } of expired) {
    const undone = { kind: 'given_back', amount: -amount, undoes: id, cause: 'extended' } as const
    await postEntry(sql, { id: card.id, balance }, undone, actor, now)
    balance -= amount
  }
}

/** The last day is again the one before the extension, which may be over. */
export async function undoExtension(
  sql: Sql,
  card: CardView,
  extensionId: string,
  actor: string,
  now: number,
): Promise<void> {
  const extensions = await loadExtensions(sql, card.id)
  // A second tap changes nothing.
  if (!extensions.some(({ id }) => id === extensionId)) return
  const last = extensions.at(-1)
  if (last?.id !== extensionId) throw new BookingActionError('changed_meanwhile')
  const { from, to } = last
  await setLastDay(sql, card.id, from, now)
  await recordAction(
    sql,
    now,
    actor,
    { lifecycle: cardLifecycle, action: 'extension_undone', id: card.id },
    { from: to, to: from },
  )
  const available = availableOn(card)
  if (endOf(from) > now || available === 0) return
  const current = (await findCardById(sql, card.id)) ?? card
  await postEntry(sql, current, { kind: 'expired', amount: -available }, actor, now)
}

/** Those that were not undone, oldest first. */
export async function loadExtensions(sql: Sql, cardId: string): Promise<CardExtension[]> {
  const actions: readonly CardActionName[] = ['extended', 'extension_undone']
  const rows = await sql.all<{
    id: string
    at: number
    actor: string
    action: string
    facts: string
  }>(
    `SELECT id, at, actor, action, facts FROM audit WHERE subject = ?
     AND action IN (${actions.map(() => '?').join(', ')}) ORDER BY id`,
    `card:${cardId}`,
    ...actions,
  )
  const extensions: CardExtension[] = []
  for (const row of rows) {
    const { id, at, actor, action, facts } = withFacts(row)
    const { from, to, reason = '' } = facts
    if (action === 'extension_undone') extensions.pop()
    else
      extensions.push({ ...{ id, at, actor }, from: `${from}`, to: `${to}`, reason: `${reason}` })
  }
  return extensions
}

function setLastDay(sql: Sql, cardId: string, lastDay: string, now: number): Promise<unknown> {
  return sql.run(
    'UPDATE cards SET valid_until = ?, version = version + 1, updated_at = ? WHERE id = ?',
    ...[endOf(lastDay), now, cardId],
  )
}

function endOf(lastDay: string): number {
  return startOfDay(lastDay) + day
}

const lastDayText: LocalizedText = {
  vi: 'Xin chọn một ngày sau ngày hết hạn bây giờ, từ hôm nay và trong mười năm tới.',
  en: 'Choose a day after the present last day, from today and within ten years.',
}
