/** Integrity check and vacuum of a SQLite file. */
import { Worker } from 'node:worker_threads'
import { type Sql, StoreUnavailable } from '../sql.ts'

export async function findSqliteIntegrityErrors(sql: Sql): Promise<string[]> {
  const pages = await sql.all<{ integrity_check: string }>('PRAGMA integrity_check')
  const orphans = await sql.all<{ table: string; parent: string }>('PRAGMA foreign_key_check')
  return [
    ...pages
      .filter(({ integrity_check: message }) => message !== 'ok')
      .map(({ integrity_check: message }) => `The file is damaged: ${message}.`),
    ...orphans.map(
      ({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}.`,
    ),
  ]
}

/** Rewrites the file and truncates the WAL: a page that was split earlier may hold a copy of a deleted row. */
export async function vacuum(file: string): Promise<void> {
  const worker = new Worker(new URL('./vacuum-worker.js', import.meta.url), { workerData: file })
  const { error } = await new Promise<{ error?: string }>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`the vacuum worker exited with code ${code}`)))
  })
  if (error !== undefined) throw new StoreUnavailable(new Error(error))
}
