/** Brings a database to the newest shape: frozen SQL files, each applied once, in order. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { UserError } from '../kernel/user-error.ts'
import type { WriteConnection } from './group-commit.ts'
import { type Sql, StoreUnavailable } from './sql.ts'

const folder = new URL('./migrations/', import.meta.url)

export class MigrationError extends UserError {}

/** All in one transaction, so that of several processes that start at once one does it for all. */
export async function migrate(connection: WriteConnection, now: () => number): Promise<void> {
  await connection.begin()
  try {
    await applyAll(connection, now)
    await connection.commit()
  } catch (error) {
    if (connection.isInTransaction()) await connection.send('ROLLBACK')
    throw error
  }
}

async function applyAll(connection: WriteConnection, now: () => number): Promise<void> {
  for (const { name, digest, text } of findPending(await readOrCreateTable(connection))) {
    for (const statement of splitStatements(text)) await connection.run(statement)
    await connection.run('INSERT INTO migrations VALUES (?, ?, ?)', name, digest, now())
  }
}

type Migration = { name: string; digest: string; text: string }

/** The digests of what was applied, by name. */
type Applied = ReadonlyMap<string, string>

/** What a book still lacks; a MigrationError if it is not one that this version can go on with. */
export async function pendingMigrations(sql: Sql): Promise<Migration[]> {
  return findPending(await readApplied(sql))
}

/** False also where there is no book yet, or none that may be read. */
export async function isUpToDate(sql: Sql): Promise<boolean> {
  try {
    return (await pendingMigrations(sql)).length === 0
  } catch (error) {
    if (error instanceof MigrationError || error instanceof StoreUnavailable) throw error
    return false
  }
}

function findPending(applied: Applied): Migration[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const unknown = [...applied.keys()].find((name) => !files.includes(name))
  if (unknown) throw new MigrationError(newerVersionText(unknown))

  return files.flatMap((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const digest = createHash('sha256').update(text).digest('hex')
    const before = applied.get(name)
    if (before === digest) return []
    if (before) throw new MigrationError(changedMigrationText(name))
    return [{ name, digest, text }]
  })
}

const newerVersionText = (name: string) =>
  `The book was written by a newer version (${name}). Start that one, or restore a copy from before it.`

const changedMigrationText = (name: string) =>
  `The migration ${name} was changed after it was applied. Put the file back as it was released.`

async function readApplied(sql: Sql): Promise<Applied> {
  const rows = await sql.all<{ name: string; digest: string }>(
    'SELECT name, digest FROM migrations',
  )
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

/** Looked for before it is made: who may write rows but make no table may not even try to. */
async function readOrCreateTable(connection: WriteConnection): Promise<Applied> {
  await connection.send('SAVEPOINT looking')
  try {
    return await readApplied(connection)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    await connection.send('ROLLBACK TO looking')
    await connection.run(
      'CREATE TABLE migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
    return new Map()
  }
}

function splitStatements(text: string): string[] {
  return text
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}
