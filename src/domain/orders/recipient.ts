/** For whom an order is, for the page of the order. */
import { normalizeCode } from '../../kernel/booking-code.ts'
import type { Store } from '../../store/sql.ts'

/** The name on the card; undefined without one, and after the data of the guest was erased. */
export type FindRecipient = (code: string) => Promise<string | undefined>

export function createRecipientFinder({ read }: Pick<Store, 'read'>): FindRecipient {
  return async (code) => {
    const row = await read.get<{ recipient: string | null }>(
      `SELECT recipient FROM order_guests JOIN orders ON orders.id = order_guests.order_id
       WHERE orders.code = ?`,
      normalizeCode(code),
    )
    return row?.recipient ?? undefined
  }
}
