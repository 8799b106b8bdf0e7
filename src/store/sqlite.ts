/** Store in a SQLite file: one writer, and every acknowledged write is on the disk. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createGroupCommit } from './group-commit.ts'
import { type AssertUsable, migrate } from './migrate.ts'
import { createReadiness } from './readiness.ts'
import type { Store } from './sql.ts'
import { openConnection } from './sqlite/connection.ts'
import { findSqliteIntegrityErrors, vacuum } from './sqlite/maintenance.ts'
import { createPreallocator } from './sqlite/preallocate.ts'
import { createWriter } from './sqlite/writer.ts'

export type SqliteOptions = {
  assertUsable?: AssertUsable
  /** False only in tests: writes are faster, but a power cut loses acknowledged ones. */
  isDurable?: boolean
}

export async function openSqlite(
  file: string,
  now: () => number,
  { isDurable = true, assertUsable }: SqliteOptions = {},
): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const preallocator = createPreallocator(file, isDurable)
  const writer = createWriter(file, preallocator)
  if (!isDurable) writer.database.exec('PRAGMA synchronous = OFF')
  try {
    await migrate(writer, now, { tablesQuery, assertUsable })
  } catch (error) {
    writer.database.close()
    preallocator.close()
    throw error
  }
  // SQLite's own waiting blocks the event loop. From here on group commit retries instead.
  writer.database.exec('PRAGMA busy_timeout = 0')
  const reader = openConnection(file)
  reader.database.exec('PRAGMA query_only = ON')
  const groupCommit = createGroupCommit(writer)

  return {
    read: reader,
    write: groupCommit.write,
    // Writes come from other connections: the writer of this process, and other processes.
    dataVersion: async () =>
      String((await reader.get<{ data_version: number }>('PRAGMA data_version'))?.data_version),
    ready: createReadiness(reader, groupCommit),
    findIntegrityErrors: () => findSqliteIntegrityErrors(reader),
    vacuum: () => vacuum(file),
    metrics: groupCommit.metrics,
    async close() {
      await groupCommit.close()
      reader.database.close()
      writer.database.close()
      preallocator.close()
    },
  }
}

const tablesQuery = `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'
  ORDER BY name`
