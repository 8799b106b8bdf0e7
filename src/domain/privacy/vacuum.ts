/**
 * Vacuum after an erasure: rewrites the database files, so that deleted data is gone from the disk. If Letan
 * does not own the tables, their owner must run VACUUM. A receipt is complete when Letan ran it, when new file
 * names prove that it was run, or when a staff member confirms it.
 */
import type { Clock } from '../../kernel/time.ts'
import { type Sql, type Store, VacuumNotPermitted } from '../../store/sql.ts'
import { columnsWith, personalTableEntries } from '../guest/personal-tables.ts'
import { recordAudit } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'
import { findReceiptById, findUnvacuumedReceipts, markVacuumed, type Receipt } from './receipts.ts'

const erasingProperties = ['erasedTo', 'erasedKeys', 'isFreeText'] as const

/** Tables from which an erasure removes something. */
const tables = personalTableEntries.flatMap(([name, table]) =>
  table.erasure === 'rows' || erasingProperties.some((one) => columnsWith(table, one).length > 0)
    ? [name]
    : [],
)

/** `done`: by Letan. `seen`: by the table owner, proved by new file names. `said`: confirmed by staff. */
type VacuumProof = 'done' | 'seen' | 'said'

type VacuumContext = { store: Store; now: Clock }

/** Records the current file names of the tables; different names later prove that VACUUM was run. */
export async function recordFiles(
  sql: Sql,
  { relationFiles }: Pick<Store, 'relationFiles'>,
  { id, at, actor }: Receipt,
): Promise<void> {
  if (relationFiles)
    await recordAudit(sql, at, actor, 'erased', `receipt:${id}`, await relationFiles(sql, tables))
}

/** Rewrites the database files and completes all waiting receipts. Returns the time. */
export async function vacuumDatabase(
  { store, now }: VacuumContext,
  actor: string,
): Promise<number> {
  const waiting = await findUnvacuumedReceipts(store.read)
  try {
    await store.vacuum(tables)
  } catch (error) {
    if (!(error instanceof VacuumNotPermitted)) throw error
    const replaced = await asyncFilter(waiting, (id) => areFilesReplaced(store, id))
    await markCompleted({ store, now }, replaced, 'seen', actor)
    if (replaced.length < waiting.length || waiting.length === 0) throw error
    return now()
  }
  return markCompleted({ store, now }, waiting, 'done', actor)
}

/** Succeeds if this receipt is complete afterwards, even if others still wait. */
export async function completeErasure(
  { store, now }: VacuumContext,
  { id }: Pick<Receipt, 'id'>,
  actor: string,
): Promise<void> {
  try {
    await vacuumDatabase({ store, now }, actor)
  } catch (error) {
    const isPending = (await findReceiptById(store.read, id))?.vacuumedAt === undefined
    if (isPending || !(error instanceof VacuumNotPermitted)) throw error
  }
}

/** Accepts the confirmation of staff only if file names cannot prove or disprove it. */
export async function confirmByStaff(
  { store, now }: VacuumContext,
  receipt: Pick<Receipt, 'id'>,
  actor: string,
): Promise<void> {
  try {
    await completeErasure({ store, now }, receipt, actor)
  } catch (error) {
    if (!(error instanceof VacuumNotPermitted) || (await canVerifyVacuum(store, receipt)))
      throw error
    await markCompleted({ store, now }, [receipt.id], 'said', actor)
  }
}

/** True if the file names at the time of the erasure are recorded. */
export async function canVerifyVacuum(
  { read }: Pick<Store, 'read'>,
  { id }: Pick<Receipt, 'id'>,
): Promise<boolean> {
  return (await loadRecordedFiles(read, id)).size > 0
}

type VacuumRecord = { at: number; proof: VacuumProof; actor: string }

/** Undefined until VACUUM has run, and for vacuums that are older than this record. */
export async function findVacuumRecord(
  sql: Sql,
  { id }: Pick<Receipt, 'id'>,
): Promise<VacuumRecord | undefined> {
  const row = await sql.get<{ at: number; actor: string; facts: string }>(
    `SELECT at, actor, facts FROM audit WHERE subject = ? AND action = 'scrubbed'
     ORDER BY id DESC LIMIT 1`,
    `receipt:${id}`,
  )
  return row && { at: row.at, actor: row.actor, proof: withFacts(row).facts.how as VacuumProof }
}

async function markCompleted(
  { store, now }: VacuumContext,
  ids: readonly string[],
  proof: VacuumProof,
  actor: string,
): Promise<number> {
  const at = now()
  if (ids.length === 0) return at
  await store.write(async (sql) => {
    await markVacuumed(sql, ids, at)
    for (const id of ids) {
      await recordAudit(sql, at, actor, 'scrubbed', `receipt:${id}`, { how: proof })
    }
  })
  return at
}

async function areFilesReplaced({ read, relationFiles }: Store, id: string): Promise<boolean> {
  const then = await loadRecordedFiles(read, id)
  const now = new Map(Object.entries((await relationFiles?.(read, tables)) ?? {}))
  return then.size > 0 && [...then].every(([table, file]) => now.get(table) !== file)
}

async function loadRecordedFiles(sql: Sql, id: string): Promise<Map<string, string>> {
  const row = await sql.get<{ facts: string }>(
    "SELECT facts FROM audit WHERE subject = ? AND action = 'erased'",
    `receipt:${id}`,
  )
  const files = row ? withFacts(row).facts : {}
  return new Map(Object.entries(files).map(([table, file]) => [table, String(file)]))
}

async function asyncFilter<Item>(
  items: readonly Item[],
  predicate: (item: Item) => Promise<boolean>,
): Promise<Item[]> {
  const results = await Promise.all(items.map(predicate))
  return items.filter((_, index) => results[index])
}
