/** A SQLite book from outside: looked at as it is, copied while it is in use, put to rest. */
import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pendingMigrations } from '../migrate.ts'
import { type Sql, StoreUnavailable } from '../sql.ts'
import { sqlOf, translated } from './connection.ts'
import { inspectSqlite } from './maintenance.ts'

export type Look = {
  read: Sql
  /** What is wrong with the file itself, in plain words. */
  faults: string[]
  /** It was written by an older version, and lacks what this one adds. */
  isOlder: boolean
  close(): void | Promise<void>
}

/** Opens a file only to read it; nothing in it is brought up to date. */
export async function lookAt(file: string): Promise<Look> {
  const database = translated(() => new DatabaseSync(file, { readOnly: true, timeout: patience }))
  try {
    const read = sqlOf(database)
    const faults = await faultsIn(read)
    const isOlder = faults.length === 0 && (await pendingMigrations(read)).length > 0
    return { read, faults, isOlder, close: () => database.close() }
  } catch (error) {
    database.close()
    throw error
  }
}

async function faultsIn(sql: Sql): Promise<string[]> {
  try {
    const book = await sql.get("SELECT name FROM sqlite_master WHERE name = 'migrations'")
    return book === undefined ? ['It is not a book of Letan.'] : await inspectSqlite(sql)
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return [`The file is damaged: ${(error.cause as Error).message}.`]
  }
}

const patience = 10_000

/**
 * Copies a book as it is at this moment into a file that is not there yet. It is read in one
 * transaction, so nobody who writes has to wait, and begins nothing anew when they do.
 */
export function copyBook(from: string, to: string): void {
  closeSync(openSync(to, 'wx', 0o600))
  const database = translated(() => new DatabaseSync(from, { readOnly: true, timeout: patience }))
  try {
    translated(() => database.prepare('VACUUM INTO ?').run(to))
  } finally {
    database.close()
  }
}

/** Makes a book that nobody uses one file without others beside it, safe on the disk, and names it. */
export function settle(file: string, name: string): void {
  const database = new DatabaseSync(file)
  try {
    translated(() => database.exec('PRAGMA journal_mode = DELETE'))
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
