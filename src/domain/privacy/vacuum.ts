/**
 * The files of the book after an erasure: written anew by us or, where the tables are not ours, by whoever
 * owns them. A receipt is finished when that was done, was seen to be done, or somebody gave his word for it.
 */
import type { Clock } from '../../kernel/time.ts'
import { CannotScrub, type Sql, type Store } from '../../store/sql.ts'
import { record } from '../outbox/events.ts'
import { markScrubbed, type Receipt, receiptById, unscrubbedReceipts } from './receipts.ts'

/** Where a guest's own words and names are. */
const tables = [
  'booking_guests',
  'booking_health',
  'booking_changes',
  'order_guests',
  'leads',
  'subscribers',
  'mails',
  'answers',
  'blocks',
  'closed_days',
  'guest_requests',
]

type Parts = { store: Store; now: Clock }

/** By us; by others, as the names of the files show; or as somebody says. */
export type How = 'done' | 'seen' | 'said'

/** Remembers in which files he was, so that it can be seen later whether they are gone. */
export async function rememberFiles(
  sql: Sql,
  { filesOf }: Pick<Store, 'filesOf'>,
  { id, at, actor }: Receipt,
): Promise<void> {
  if (filesOf) await record(sql, at, actor, 'erased', `receipt:${id}`, await filesOf(sql, tables))
}

/** Writes the files of the book anew, and says so on the receipts that waited for it. */
export async function scrubBook({ store, now }: Parts, actor: string): Promise<number> {
  const waiting = await unscrubbedReceipts(store.read)
  try {
    await store.scrub(tables)
  } catch (error) {
    if (!(error instanceof CannotScrub)) throw error
    const gone = await asyncFilter(waiting, (id) => areFilesGone(store, id))
    await finish({ store, now }, gone, 'seen', actor)
    if (gone.length < waiting.length || waiting.length === 0) throw error
    return now()
  }
  return finish({ store, now }, waiting, 'done', actor)
}

/** The same for the sake of one receipt: those of others may have to wait on. */
export async function finishReceipt(
  { store, now }: Parts,
  { id }: Pick<Receipt, 'id'>,
  actor: string,
): Promise<void> {
  try {
    await scrubBook({ store, now }, actor)
  } catch (error) {
    const waits = (await receiptById(store.read, id))?.scrubbedAt === undefined
    if (waits || !(error instanceof CannotScrub)) throw error
  }
}

/** Where nothing can be seen, somebody's word is taken; against what is seen it is not. */
export async function takeWord(
  { store, now }: Parts,
  receipt: Pick<Receipt, 'id'>,
  actor: string,
): Promise<void> {
  try {
    await finishReceipt({ store, now }, receipt, actor)
  } catch (error) {
    if (!(error instanceof CannotScrub) || (await canBeSeen(store, receipt))) throw error
    await finish({ store, now }, [receipt.id], 'said', actor)
  }
}

/** Whether it is known in which files he was. */
export async function canBeSeen(
  { read }: Pick<Store, 'read'>,
  { id }: Pick<Receipt, 'id'>,
): Promise<boolean> {
  return (await filesThen(read, id)).size > 0
}

export type Scrubbed = { at: number; how: How; actor: string }

/** Nothing as long as it was not done, nor of what was done before this was written down. */
export async function scrubbingOf(
  sql: Sql,
  { id }: Pick<Receipt, 'id'>,
): Promise<Scrubbed | undefined> {
  const row = await sql.get<{ at: number; actor: string; facts: string }>(
    `SELECT at, actor, facts FROM audit WHERE subject = ? AND action = 'scrubbed'
     ORDER BY id DESC LIMIT 1`,
    `receipt:${id}`,
  )
  if (!row) return undefined
  const { how } = JSON.parse(row.facts) as { how: How }
  return { at: row.at, actor: row.actor, how }
}

async function finish(
  { store, now }: Parts,
  ids: readonly string[],
  how: How,
  actor: string,
): Promise<number> {
  const at = now()
  if (ids.length === 0) return at
  await store.write(async (sql) => {
    await markScrubbed(sql, ids, at)
    for (const id of ids) await record(sql, at, actor, 'scrubbed', `receipt:${id}`, { how })
  })
  return at
}

async function areFilesGone({ read, filesOf }: Store, id: string): Promise<boolean> {
  const then = await filesThen(read, id)
  const now = new Map(Object.entries((await filesOf?.(read, tables)) ?? {}))
  return then.size > 0 && [...then].every(([table, file]) => now.get(table) !== file)
}

async function filesThen(sql: Sql, id: string): Promise<Map<string, string>> {
  const row = await sql.get<{ facts: string }>(
    "SELECT facts FROM audit WHERE subject = ? AND action = 'erased'",
    `receipt:${id}`,
  )
  return new Map(Object.entries(JSON.parse(row?.facts ?? '{}') as Record<string, string>))
}

async function asyncFilter<Item>(
  items: readonly Item[],
  keeps: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const kept = await Promise.all(items.map(keeps))
  return items.filter((_, place) => kept[place])
}
