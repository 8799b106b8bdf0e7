/** Whether a store can be used now: read, and where a write has failed, written too. */
import type { Sql } from './sql.ts'
import type { Writer } from './writer.ts'

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

/** It has to reach the disk, though nothing of it stays. */
async function writeAndErase(sql: Sql): Promise<void> {
  await sql.run("INSERT INTO form_tokens (id, lapses_at) VALUES ('readiness', 0)")
  await sql.run("DELETE FROM form_tokens WHERE id = 'readiness'")
}
