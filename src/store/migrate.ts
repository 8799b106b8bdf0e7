/** Brings a database to the newest shape: frozen SQL files, each applied once, in order. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { StoreUnavailable } from './sql.ts'
import type { Connection } from './writer.ts'

const folder = new URL('./migrations/', import.meta.url)

export class MigrationError extends Error {}

/** All in one transaction, so that of several processes that start at once one does it for all. */
export async function migrate(connection: Connection, now: () => number): Promise<void> {
  await connection.begin()
  try {
    await applyAll(connection, now)
    await connection.commit()
  } catch (error) {
    if (connection.inTransaction()) await connection.send('ROLLBACK')
    throw error
  }
}

async function applyAll(connection: Connection, now: () => number): Promise<void> {
  const applied = await readApplied(connection)
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const unknown = [...applied.keys()].find((name) => !files.includes(name))
  if (unknown) throw new MigrationError(`The database was written by a newer version (${unknown}).`)

  for (const name of files) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === digest) continue
    if (before) throw new MigrationError(`The migration ${name} was changed after it was applied.`)
    for (const statement of statementsOf(text)) await connection.run(statement)
    await connection.run('INSERT INTO migrations VALUES (?, ?, ?)', name, digest, now())
  }
}

/** Looked for before it is made: who may write rows but make no table may not even try to. */
async function readApplied(connection: Connection): Promise<Map<string, string>> {
  await connection.send('SAVEPOINT looking')
  try {
    const rows = await connection.all<{ name: string; digest: string }>(
      'SELECT name, digest FROM migrations',
    )
    return new Map(rows.map(({ name, digest }) => [name, digest]))
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    await connection.send('ROLLBACK TO looking')
    await connection.run(
      'CREATE TABLE migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
    return new Map()
  }
}

function statementsOf(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
