/** Whether a store can be used now: read, and where a write has failed, written too. */

import type { Writer } from './group-commit.ts'
import type { Sql } from './sql.ts'

export function createReadiness(read: Sql, writer: Writer): () => Promise<void> {
  let trial: Promise<void> | undefined

  /** One at a time, for all who ask: anybody may ask, and each trial costs the disk something. */
  const tryToWrite = () => {
    trial ??= writer.write(writeAndErase).finally(() => {
      trial = undefined
    })
    return trial
  }

  return async () => {
    await read.get('SELECT 1 AS here')
    if (!writer.works()) await tryToWrite()
  }
}

/** Together about as much as a booking needs: on a disk that is nearly full a word may still fit. */
const words = Array.from({ length: 64 }, (_, place) => `readiness ${place} ${'.'.repeat(1_000)}`)

/** It has to reach the disk, though nothing of it stays. */
async function writeAndErase(sql: Sql): Promise<void> {
  const rows = words.map(() => '(?, 0)').join(', ')
  await sql.run(
    `INSERT INTO form_tokens (id, lapses_at) VALUES ${rows} ON CONFLICT DO NOTHING`,
    ...words,
  )
  await sql.run('DELETE FROM form_tokens WHERE lapses_at = 0')
}
