/** SQLite files from the outside: read-only inspection, copies of a file in use, finalizing of a copy. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../migrate.ts'
import { type Sql, StoreUnavailable } from '../sql.ts'
import { createSql, translateErrors } from './connection.ts'
import { findSqliteIntegrityErrors } from './maintenance.ts'

export type DatabaseInspection = {
  read: Sql
  /** Errors of the database itself, as sentences. */
  errors: string[]
  /** Written by an older version, with migrations pending. */
  isOlder: boolean
  close(): void | Promise<void>
}

/** Opens a file read-only and without migrating it. */
export async function inspectDatabase(file: string): Promise<DatabaseInspection> {
  const database = translateErrors(
    () => new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs }),
  )
  try {
    const read = createSql(database)
    const errors = await findFileErrors(read)
    const isOlder = errors.length === 0 && (await pendingMigrations(read)).length > 0
    return { read, errors, isOlder, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

async function findFileErrors(sql: Sql): Promise<string[]> {
  try {
    // Other programs have a table of this name too, with other columns.
    const digestColumn = await sql.get(
      "SELECT name FROM pragma_table_info('migrations') WHERE name = 'digest'",
    )
    return digestColumn === undefined
      ? ['The file is not a database of Letan.']
      : await findSqliteIntegrityErrors(sql)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return [`The file is damaged: ${(error.cause as Error).message}.`]
  }
}

const busyTimeoutMs = 10_000

/** Copies a database that is in use into a new file. The copy reads in one transaction and blocks no writer. */
export function copyDatabaseFile(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600))
  const database = translateErrors(
    () => new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs }),
  )
  try {
    translateErrors(() => database.prepare('VACUUM INTO ?').run(to))
  } finally {
    database.close()
  }
}

/** Turns an unused copy into a single durable file without a WAL, and renames it. */
export function finalizeCopy(file: string, name: string): void {
  const database = new DatabaseSync(file)
  try {
    translateErrors(() => database.exec('PRAGMA journal_mode = DELETE'))
  } finally {
    database.close()
  }
  flush(file, 'r+')
  renameSync(file, name)
  // Windows cannot open a folder, and makes renames durable by itself.
  if (process.platform !== 'win32') flush(dirname(name), 'r')
}

function flush(path: string, mode: 'r' | 'r+'): void {
  const opened = openSync(path, mode)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
