/** Reminds the holders of cards before they end: by email, or in the list of reminders of the desk. */
import { type Clock, day } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { cardLifecycle } from '../cards/actions.ts'
import { batchSize, inBatches } from '../cards/batches.ts'
import { findCardsByIds } from '../cards/rows.ts'
import { insertContact, reminderAction } from '../contact/contacts.ts'
import { erasedName } from '../guest/fields.ts'
import { recordAction } from '../outbox/events.ts'

/** How many days before its end a holder is reminded of a card. */
const reminderDays = [30, 7] as const

export const firstReminderMs = reminderDays[0] * day

/** Returns the number of holders who are reminded now. */
export async function recordCardReminders(store: Store, now: Clock): Promise<number> {
  let count = 0
  for (const [index, days] of reminderDays.entries()) {
    const next = reminderDays[index + 1] ?? 0
    const stage = { days, fromMs: next * day, toMs: days * day }
    count += await inBatches(
      store,
      (sql) => findToRemind(sql, stage, now()),
      async (sql, ids) => {
        for (const card of await findCardsByIds(sql, ids)) {
          const action = { lifecycle: cardLifecycle, action: reminderAction, id: card.id } as const
          const id = await recordAction(sql, now(), 'clock', action, {}, { days })
          await insertContact(sql, {
            ...{ id, subject: `card:${card.id}`, action: reminderAction, at: now() },
            ...{ about: aboutEnd(card.valid_until, days), untilAt: card.valid_until },
          })
        }
      },
    )
  }
  return count
}

function aboutEnd(validUntil: number, days: number): string {
  return `${validUntil} ${days}`
}

/** A card that was issued later than the day of the reminder is not one to be reminded of. */
function findToRemind(
  sql: Sql,
  { days, fromMs, toMs }: { days: number; fromMs: number; toMs: number },
  now: number,
): Promise<{ id: string }[]> {
  return sql.all<{ id: string }>(
    `SELECT cards.id FROM cards JOIN card_holders ON card_id = cards.id
     WHERE valid_until > ? AND valid_until <= ? AND created_at < valid_until - ? AND balance > 0
       AND name <> ? AND (phone <> '' OR email IS NOT NULL)
       AND NOT EXISTS (SELECT 1 FROM guest_contacts WHERE guest_contacts.subject = 'card:' || cards.id
         AND action = ? AND about = CAST(valid_until AS TEXT) || ?)
     ORDER BY valid_until, cards.id LIMIT ${batchSize}`,
    ...[now + fromMs, now + toMs, toMs, erasedName, reminderAction, ` ${days}`],
  )
}
