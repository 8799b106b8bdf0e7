/** What signs tokens and links: given, or made once and kept where all processes find it. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Clock } from './kernel/time.ts'
import type { Store } from './store/sql.ts'

const make = () => randomBytes(32).toString('base64url')

/** Beside the data: processes that share a file share its folder. */
export function secretBeside(databaseFile: string): string {
  const file = join(dirname(databaseFile), 'secret')
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, make(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Among the data: processes on several machines share nothing else. */
export function secretWithin(store: Store, now: Clock): Promise<string> {
  return store.write(async (sql) => {
    await sql.run(
      "INSERT INTO secrets (name, value, created_at) VALUES ('signing', ?, ?) ON CONFLICT DO NOTHING",
      make(),
      now(),
    )
    const kept = await sql.get<{ value: string }>(
      "SELECT value FROM secrets WHERE name = 'signing'",
    )
    if (!kept) throw new Error('the secret was not kept')
    return kept.value
  })
}
