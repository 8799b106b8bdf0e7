/** A SQLite book from outside: looked at as it is, copied while it is in use, put to rest. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../migrate.ts'
import { type Sql, StoreUnavailable } from '../sql.ts'
import { createSql, translateErrors } from './connection.ts'
import { findSqliteIntegrityErrors } from './maintenance.ts'

export type DatabaseInspection = {
  read: Sql
  /** What is wrong with the file itself, in plain words. */
  errors: string[]
  /** It was written by an older version, and lacks what this one adds. */
  isOlder: boolean
  close(): void | Promise<void>
}

/** Opens a file only to read it; nothing in it is brought up to date. */
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
    const migrationsTable = await sql.get(
      "SELECT name FROM sqlite_master WHERE name = 'migrations'",
    )
    return migrationsTable === undefined
      ? ['It is not a book of Letan.']
      : await findSqliteIntegrityErrors(sql)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return [`The file is damaged: ${(error.cause as Error).message}.`]
  }
}

const busyTimeoutMs = 10_000

/**
 * Copies a book as it is at this moment into a file that is not there yet. It is read in one
 * transaction, so nobody who writes has to wait, and begins nothing anew when they do.
 */
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

/** Makes a book that nobody uses one file without others beside it, safe on the disk, and names it. */
export function finalizeCopy(file: string, name: string): void {
  const database = new DatabaseSync(file)
  try {
    translateErrors(() => database.exec('PRAGMA journal_mode = DELETE'))
  } finally {
    database.close()
  }
  flush(file, 'r+')
  renameSync(file, name)
  // Windows keeps the names of a folder safe by itself, and opens none.
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
