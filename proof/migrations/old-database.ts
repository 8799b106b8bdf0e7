/**
 * Creates a database for each released version. Every migration stands for a version; its database has gone through the
 * migrations before it, with the rows that those versions wrote.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  cloneDatabase,
  type DatabaseRow,
  openRawDatabase,
  type RawDatabase,
} from './raw-database.ts'
import { type Evening, rowsWrittenBy } from './rows.ts'

const folder = join(import.meta.dirname, '../../src/store/migrations')

export const versions: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.sql'))
  .sort()

/** What the table of applied migrations contains, without the times. */
export const migrationRows: readonly DatabaseRow[] = versions.map((name) => ({
  name,
  digest: createHash('sha256').update(readMigration(name)).digest('hex'),
}))

function readMigration(name: string): string {
  return readFileSync(join(folder, name), 'utf8')
}

export type OldDatabase = {
  version: string
  /** Starts with 1. */
  ordinal: number
  address: string
  schema: string[]
  /** The inserted rows by table, with the columns that their version had. */
  rows: ReadonlyMap<string, readonly DatabaseRow[]>
  /** Evenings on which every table is taken, with the booking codes. */
  evenings: readonly Evening[]
}

/** In the order of the versions. Later versions insert rows only into their new tables. */
export async function createOldDatabases(
  empty: string,
  pastBookings: number,
): Promise<OldDatabase[]> {
  const databases: OldDatabase[] = []
  let previous: Pick<OldDatabase, 'address' | 'rows' | 'evenings'> = {
    address: empty,
    rows: new Map(),
    evenings: [],
  }
  for (const [index, version] of versions.entries()) {
    const address = await cloneDatabase(previous.address, `version_${index + 1}`)
    const database = await openRawDatabase(address)
    const knownTables = await database.tables()
    await applyMigration(database, version, index)
    const { rows, evening } = rowsWrittenBy(index + 1, pastBookings)
    const added = await insertRows(database, index < 2 ? [] : [...knownTables.keys()], rows)
    const oldDatabase: OldDatabase = {
      version,
      ordinal: index + 1,
      address,
      schema: await database.schema(),
      rows: mergeRows(previous.rows, added),
      evenings: [...previous.evenings, ...(added.has('bookings') ? [evening] : [])],
    }
    await database.close()
    databases.push(oldDatabase)
    previous = oldDatabase
  }
  return databases
}

async function applyMigration(database: RawDatabase, name: string, index: number): Promise<void> {
  const text = readMigration(name)
  if (index === 0) {
    await database.run(
      'CREATE TABLE migrations (name TEXT PRIMARY KEY, digest TEXT NOT NULL, applied_at BIGINT NOT NULL)',
    )
  }
  // Removes comments like the program does, because SQLite stores them in the schema.
  await database.run(text.replace(/--.*$/gm, ''))
  await database.insert('migrations', [{ ...migrationRows[index], applied_at: index + 1 }])
}

/** Inserts rows into all other tables, with the columns that this version has. */
async function insertRows(
  database: RawDatabase,
  skippedTables: readonly string[],
  rows: Record<string, DatabaseRow[]>,
): Promise<Map<string, DatabaseRow[]>> {
  const written = new Map<string, DatabaseRow[]>()
  const tables = await database.tables()
  const ours = Object.keys(rows)
  const inOrder = [...tables.keys()].toSorted(
    (one, other) => ours.indexOf(one) - ours.indexOf(other),
  )
  for (const table of inOrder) {
    if (skippedTables.includes(table) || table === 'migrations') continue
    const columns = tables.get(table) ?? []
    const hasRows = (await database.all(`SELECT 1 FROM ${table} LIMIT 1`)).length > 0
    const tableRows =
      rows[table] ??
      (hasRows
        ? []
        : [1, 2, 3].map((number) =>
            Object.fromEntries(
              columns.map(({ name, isNumber }) => [name, isNumber ? number : `${name} ${number}`]),
            ),
          ))
    const knownRows = tableRows.map((row) =>
      Object.fromEntries(
        columns.flatMap(({ name }) => (name in row ? [[name, row[name] ?? null]] : [])),
      ),
    )
    await database.insert(table, knownRows).catch((error: unknown) => {
      throw new Error(`${table} needs explicit rows in proof/migrations/rows.ts`, {
        cause: error,
      })
    })
    if (knownRows.length > 0) written.set(table, knownRows)
  }
  return written
}

function mergeRows(
  one: ReadonlyMap<string, readonly DatabaseRow[]>,
  other: ReadonlyMap<string, readonly DatabaseRow[]>,
): Map<string, readonly DatabaseRow[]> {
  const tables = new Set([...one.keys(), ...other.keys()])
  return new Map(
    [...tables].map((table) => [table, [...(one.get(table) ?? []), ...(other.get(table) ?? [])]]),
  )
}
