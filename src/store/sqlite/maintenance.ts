/** What an operator has done to the file from time to time: looked through, and scrubbed. */
import { Worker } from 'node:worker_threads'
import { type Sql, StoreUnavailable } from '../sql.ts'

export async function findSqliteIntegrityErrors(sql: Sql): Promise<string[]> {
  const pages = await sql.all<{ integrity_check: string }>('PRAGMA integrity_check')
  const orphans = await sql.all<{ table: string; parent: string }>('PRAGMA foreign_key_check')
  return [
    ...pages
      .filter(({ integrity_check: found }) => found !== 'ok')
      .map(({ integrity_check: found }) => `The file is damaged: ${found}.`),
    ...orphans.map(({ table, parent }) => `A row of ${table} belongs to none of ${parent}.`),
  ]
}

/**
 * Overwriting what is deleted is not enough: a page that was divided earlier may hold a copy. So the
 * file is written anew, and the log beside it is emptied.
 */
export async function vacuum(file: string): Promise<void> {
  const worker = new Worker(new URL('./vacuum-worker.js', import.meta.url), { workerData: file })
  const { why } = await new Promise<{ why?: string }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`writing the book anew ended with ${code}`)))
  })
  if (why !== undefined) throw new StoreUnavailable(new Error(why))
}
