/** SQLite, embedded: one file, one writer, and every acknowledged write on the disk. */
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { createWriter } from './group-commit.ts'
import { migrate } from './migrate.ts'
import { createReadiness } from './readiness.ts'
import type { Store } from './sql.ts'
import { connect } from './sqlite/connection.ts'
import { inspectSqlite, scrub } from './sqlite/maintenance.ts'
import { createRoom } from './sqlite/preallocate.ts'
import { createWriting } from './sqlite/writer.ts'

export async function openSqlite(file: string, now: () => number): Promise<Store> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const room = createRoom(file)
  const writing = createWriting(file, room)
  await migrate(writing, now)
  // To wait for another process inside SQLite would stop everyone: from now on the writer waits.
  writing.database.exec('PRAGMA busy_timeout = 0')
  const reading = connect(file)
  reading.database.exec('PRAGMA query_only = ON')
  const writer = createWriter(writing)

  return {
    read: reading,
    write: writer.write,
    ready: createReadiness(reading, writer),
    inspect: () => inspectSqlite(reading),
    scrub: () => scrub(file),
    figures: writer.figures,
    async close() {
      await writer.idle()
      reading.database.close()
      writing.database.close()
      room.close()
    },
  }
}
