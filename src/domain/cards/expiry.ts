/** Cards that end: what is left expires. Visits that are reserved stay until their bookings have ended. */
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { batchSize, inBatches } from './batches.ts'
import { postEntry } from './ledger.ts'
import { availableOn, findCardsByIds } from './rows.ts'

/** Returns the number of cards. */
export function expireCards(store: Store, now: Clock): Promise<number> {
  return inBatches(
    store,
    (sql) => findEnded(sql, now()),
    async (sql, ids) => {
      for (const card of await findCardsByIds(sql, ids)) {
        const entry = { kind: 'expired', amount: -availableOn(card) } as const
        await postEntry(sql, card, entry, 'clock', now())
      }
    },
  )
}

function findEnded(sql: Sql, now: number): Promise<{ id: string }[]> {
  return sql.all<{ id: string }>(
    `SELECT id FROM cards WHERE valid_until <= ? AND balance > (
       SELECT COUNT(*) FROM card_visits WHERE card_visits.card_id = cards.id AND state = 'reserved')
     ORDER BY valid_until, id LIMIT ${batchSize}`,
    now,
  )
}
