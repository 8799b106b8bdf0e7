/** Erases many records in the background: those whose retention period ends, and remains of earlier erasures. */
import { createHash } from 'node:crypto'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { personalTableEntries } from '../guest/personal-tables.ts'
import { recordAudit } from '../outbox/events.ts'
import { eraseRecord } from './erase-record.ts'

/** Small transactions with pauses, so that years of history do not block other writes. */
const batchSize = 50
const pauseMs = 100

/** The next batch of records after an id, in id order. */
export type FindBatch = (sql: Sql, after: string, limit: number) => Promise<{ id: string }[]>

/** Found and erased in one transaction, because other processes run the same job. Can be aborted between batches. */
export async function eraseInBatches(
  { write }: Store,
  findBatch: FindBatch,
  erase: (sql: Sql, id: string) => Promise<unknown>,
  signal: AbortSignal | undefined,
): Promise<void> {
  let last = ''
  while (!signal?.aborted) {
    const after = last
    const found = await write(async (sql) => {
      const batch = await findBatch(sql, after, batchSize)
      for (const { id } of batch) await erase(sql, id)
      return batch
    })
    if (found.length < batchSize) return
    last = found.at(-1)?.id ?? last
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/**
 * Erases again the records of guests who were erased under an earlier declaration, which may have left something. Once
 * for each declaration: an audit entry with its hash says that it was done.
 */
export async function completeEarlierErasures(
  store: Store,
  now: Clock,
  signal?: AbortSignal,
): Promise<void> {
  const subject = `declaration:${declarationHash()}` as const
  if (await store.read.get('SELECT id FROM audit WHERE subject = ?', subject)) return
  for (const [name, { record, key, erasedWhen }] of personalTableEntries) {
    if (erasedWhen === undefined || record === undefined || record === 'every') continue
    const findBatch: FindBatch = (sql, after, limit) =>
      sql.all<{ id: string }>(
        `SELECT ${key} AS id FROM ${name} WHERE ${erasedWhen} AND ${key} > ?
         ORDER BY ${key} LIMIT ${limit}`,
        after,
      )
    await eraseInBatches(store, findBatch, (sql, id) => eraseRecord(sql, record, id), signal)
  }
  if (signal?.aborted) return
  await store.write((sql) => recordAudit(sql, now(), 'start', 'erased', subject))
}

/** Changes with the tables and columns that are erased, and how. */
function declarationHash(): string {
  const rules = personalTableEntries.map(([name, table]) => [
    name,
    table.record,
    table.erasure,
    Object.entries(table.columns).map(([column, { erasedTo, erasedKeys }]) => [
      column,
      erasedTo === undefined ? 'stays' : { erasedTo },
      erasedKeys,
    ]),
  ])
  return createHash('sha256').update(JSON.stringify(rules)).digest('base64url').slice(0, 22)
}
