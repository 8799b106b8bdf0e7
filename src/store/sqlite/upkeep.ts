/** What an operator has done to the file from time to time: looked through, and scrubbed. */
import { type Sql, StoreBusy } from '../sql.ts'
import { connect } from './connection.ts'

export async function inspectSqlite(sql: Sql): Promise<string[]> {
  const pages = await sql.all<{ integrity_check: string }>('PRAGMA integrity_check')
  const strays = await sql.all<{ table: string; parent: string }>('PRAGMA foreign_key_check')
  return [
    ...pages
      .filter(({ integrity_check: found }) => found !== 'ok')
      .map(({ integrity_check: found }) => `The file is damaged: ${found}.`),
    ...strays.map(({ table, parent }) => `A row of ${table} belongs to none of ${parent}.`),
  ]
}

/**
 * Overwriting what is deleted is not enough: a page that was divided earlier may hold a copy. So the
 * file is written anew, and the log beside it is emptied.
 */
export async function scrub(file: string): Promise<void> {
  const { database, send, get } = connect(file)
  // Whoever writes may be of this very process: he must get his turn between two tries.
  database.exec('PRAGMA busy_timeout = 0')
  try {
    await whenFree(() => send('VACUUM'))
    await whenFree(async () => {
      const emptied = await get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
      if (emptied?.busy !== 0) throw new StoreBusy('the log is in use')
    })
  } finally {
    database.close()
  }
}

const patience = 30_000

async function whenFree(act: () => Promise<void>): Promise<void> {
  const until = performance.now() + patience
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof StoreBusy) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}
