/** Keeping the book: a copy of it while the shop is open, a book of a copy, and whether one is whole. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { recordBackup } from '../domain/integrity/backup-log.ts'
import {
  type DatabaseSummary,
  findBrokenInvariants,
  summarizeDatabase,
} from '../domain/integrity/invariants.ts'
import type { Clock } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import type { Sql, Store } from '../store/sql.ts'
import {
  copyDatabaseFile,
  type DatabaseInspection,
  finalizeCopy,
  inspectDatabase,
} from '../store/sqlite/database-file.ts'
import { openSqlite } from '../store/sqlite.ts'
import { loadOrCreateSecret, readLegacySecretFile } from './secret.ts'

/** What is wrong with a book, each in plain words. */
export class IntegrityError extends UserError {
  constructor(heading: string, errors: readonly string[]) {
    super([heading, ...errors.map((error) => `  ${error}`)].join('\n'))
    this.name = 'IntegrityError'
  }
}

/** The files are not as the command needs them; it says what to do. */
export class FileError extends UserError {}

/** Most often the settings are those of another shop, or none. */
export class DatabaseNotFound extends FileError {
  constructor(name: string) {
    super(
      `There is no book at ${name}. Give this command the settings with which the shop is started: CONTENT_DIR, VARIANT, DATABASE_URL or SETTINGS_FILE.`,
    )
    this.name = 'DatabaseNotFound'
  }
}

/** The book of a running shop, whole and by itself in one file; how much is in it. */
export async function createBackup(
  databaseFile: string,
  file: string,
  { now, hasConfiguredSecret }: { now: Clock; hasConfiguredSecret: boolean },
): Promise<DatabaseSummary> {
  if (!existsSync(databaseFile)) throw new DatabaseNotFound(databaseFile)
  if (existsSync(file)) {
    throw new FileError(`${file} is there already; name another file, or move it away.`)
  }
  if (!existsSync(dirname(file))) throw new FileError(`There is no folder ${dirname(file)}.`)
  const { isOlder, ...summary } = await copyDatabase(databaseFile, file, now, async (store) => {
    // Without it the links that were sent would be worth nothing in the shop that is restored.
    if (!hasConfiguredSecret)
      await loadOrCreateSecret(store, now, () => readLegacySecretFile(databaseFile))
  })
  // A backup before an update must not bring the book itself up to date.
  if (!isOlder) await addToBackupLog(databaseFile, file, now)
  return summary
}

async function addToBackupLog(databaseFile: string, file: string, now: Clock): Promise<void> {
  const store = await openSqlite(databaseFile, now)
  try {
    await store.write((sql) => recordBackup(sql, { at: now(), file }, 'terminal'))
  } finally {
    await store.close()
  }
}

/** A book where there is none, from what `backUp` wrote; how much is in it. */
export async function restoreBackup(
  file: string,
  databaseFile: string,
  now: Clock,
): Promise<DatabaseSummary> {
  if (!existsSync(file)) throw new FileError(`There is no file ${file}.`)
  const existing = [databaseFile, `${databaseFile}-wal`].find((one) => existsSync(one))
  if (existing !== undefined) {
    throw new FileError(
      `There is a book already: ${existing}. Stop the shop and move it away with its -wal and -shm, or name another place with DATABASE_URL.`,
    )
  }
  const folder = dirname(resolve(databaseFile))
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const { isOlder: _, ...summary } = await copyDatabase(file, databaseFile, now, async () => {})
    return summary
  } catch (error) {
    if (created !== undefined) removeEmptyFolders(folder, created)
    throw error
  }
}

/** Takes away the folders that were made for a book which did not come, from the innermost to `made`. */
function removeEmptyFolders(folder: string, created: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // Somebody has put something there meanwhile: it is his now.
    return
  }
  if (folder !== created) removeEmptyFolders(dirname(folder), created)
}

/** How much is in the book in a file, which is only read; BookFaults if something is wrong with it. */
export async function verifyFile(file: string, now: Clock): Promise<DatabaseSummary> {
  if (!existsSync(file)) throw new DatabaseNotFound(file)
  const inspection = await inspectIntactDatabase(file)
  try {
    if (!inspection.isOlder) return await checkInvariants(file, inspection.read)
  } finally {
    inspection.close()
  }
  // What an older version wrote is judged by what this one would make of it.
  const copy = temporaryName(file)
  try {
    return await withMigratedCopy(file, copy, now, ({ read }) => checkInvariants(file, read))
  } finally {
    deleteCopy(copy)
  }
}

/** The same of a book that is open. */
export async function verifyStore({
  read,
  findIntegrityErrors: inspect,
}: Store): Promise<DatabaseSummary> {
  const errors = await inspect()
  if (errors.length > 0) throw new IntegrityError('The book is not whole:', errors)
  return checkInvariants('The book', read)
}

async function checkInvariants(what: string, sql: Sql): Promise<DatabaseSummary> {
  const errors = await findBrokenInvariants(sql)
  if (errors.length > 0) throw new IntegrityError(`${what} is not in order:`, errors)
  return summarizeDatabase(sql)
}

async function inspectIntactDatabase(file: string): Promise<DatabaseInspection> {
  const inspection = await inspectDatabase(file)
  if (inspection.errors.length === 0) return inspection
  inspection.close()
  throw new IntegrityError(`${file} cannot be used:`, inspection.errors)
}

/** Copies a book, completes and checks the copy, and gives it its name when all is well. */
async function copyDatabase(
  from: string,
  to: string,
  now: Clock,
  complete: (store: Store) => Promise<unknown>,
): Promise<DatabaseSummary & { isOlder: boolean }> {
  const { isOlder, close } = await inspectIntactDatabase(from)
  close()
  const copy = temporaryName(to)
  try {
    const summary = await withMigratedCopy(from, copy, now, async (store) => {
      await complete(store)
      return verifyStore(store)
    })
    if (existsSync(to)) throw new FileError(`${to} has come to be there meanwhile.`)
    finalizeCopy(copy, to)
    return { ...summary, isOlder }
  } finally {
    deleteCopy(copy)
  }
}

/** Works on a copy that was brought up to date. */
async function withMigratedCopy<Result>(
  from: string,
  copy: string,
  now: Clock,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    copyDatabaseFile(from, copy)
  } catch (error) {
    const { cause = error } = error as Error
    throw new FileError(`${from} cannot be copied to ${copy}: ${(cause as Error).message}`)
  }
  const store = await openSqlite(copy, now)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

function temporaryName(file: string): string {
  return `${file}.partial-${randomUUID()}`
}

function deleteCopy(copy: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${copy}${end}`, { force: true })
}
