/** Whether a store can be used now: read, and where a write has failed, written too. */

import type { GroupCommit } from './group-commit.ts'
import type { Sql } from './sql.ts'

export function createReadiness(read: Sql, groupCommit: GroupCommit): () => Promise<void> {
  let writeProbe: Promise<void> | undefined

  /** One at a time, for all who ask: anybody may ask, and each trial costs the disk something. */
  const probeWrite = () => {
    writeProbe ??= groupCommit.write(insertAndDelete).finally(() => {
      writeProbe = undefined
    })
    return writeProbe
  }

  return async () => {
    await read.get('SELECT 1 AS here')
    if (!groupCommit.isWritable()) await probeWrite()
  }
}

/** Together about as much as a booking needs: on a disk that is nearly full a word may still fit. */
const probeIds = Array.from({ length: 64 }, (_, index) => `readiness ${index} ${'.'.repeat(1_000)}`)

/** It has to reach the disk, though nothing of it stays. */
async function insertAndDelete(sql: Sql): Promise<void> {
  const rows = probeIds.map(() => '(?, 0)').join(', ')
  await sql.run(
    `INSERT INTO form_tokens (id, lapses_at) VALUES ${rows} ON CONFLICT DO NOTHING`,
    ...probeIds,
  )
  await sql.run('DELETE FROM form_tokens WHERE lapses_at = 0')
}
