/** Changes the trade of a database that has nothing of guests yet. */
import type { Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'
import { type ShopIdentity, storeShopIdentity } from './shop-identity.ts'

/** What guests have booked, ordered or asked for. Staff accounts belong to no trade. */
const tables = ['bookings', 'orders', 'waitlist', 'leads', 'blocks']

export async function hasRecordsOfGuests({ read }: Pick<Store, 'read'>): Promise<boolean> {
  for (const table of tables) {
    if ((await read.get(`SELECT 1 AS found FROM ${table} LIMIT 1`)) !== undefined) return true
  }
  return false
}

export async function storeTrade(
  store: Store,
  { trade, name }: ShopIdentity,
  actor: string,
  now: number,
): Promise<void> {
  await storeShopIdentity(store, { trade, name }, now)
  await store.write(async (sql) => {
    await sql.run('UPDATE shop_identity SET trade = ?', trade)
    // They are changes of files that the folder no longer has.
    await sql.run('DELETE FROM content_drafts')
    await recordAudit(sql, now, actor, 'trade_changed', 'content:trade', { trade })
  })
}
