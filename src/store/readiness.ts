/** Readiness check: reads always, and writes a probe while the last write has failed. */
import type { GroupCommit } from './group-commit.ts'
import type { Sql } from './sql.ts'

export function createReadiness(read: Sql, groupCommit: GroupCommit): () => Promise<void> {
  let writeProbe: Promise<void> | undefined

  /** Concurrent checks share one probe, because anyone may call the endpoint and each probe costs disk writes. */
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

/** About as many bytes as a booking: a nearly full disk may still have room for a single short row. */
const probeIds = Array.from({ length: 64 }, (_, index) => `readiness ${index} ${'.'.repeat(1_000)}`)

/** Leaves no rows, but has to reach the disk. */
async function insertAndDelete(sql: Sql): Promise<void> {
  const rows = probeIds.map(() => '(?, 0)').join(', ')
  await sql.run(
    `INSERT INTO form_tokens (id, lapses_at) VALUES ${rows} ON CONFLICT DO NOTHING`,
    ...probeIds,
  )
  await sql.run('DELETE FROM form_tokens WHERE lapses_at = 0')
}
