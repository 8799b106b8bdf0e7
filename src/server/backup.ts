/** Backup, restore and verification of SQLite databases. */
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { recordBackup } from '../domain/integrity/backup-log.ts'
import {
  type DatabaseSummary,
  findBrokenInvariants,
  summarizeDatabase,
} from '../domain/integrity/invariants.ts'
import { assertTrade } from '../domain/integrity/shop-identity.ts'
import { forEachLocale, type LocalizedText } from '../kernel/locale.ts'
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
import { loadCodePrefixes } from '../variants/trades.ts'
import { loadOrCreateSecret, readLegacySecretFile } from './secret.ts'

/** The errors themselves are in English only: an owner passes them on to a technician. */
export class IntegrityError extends UserError {
  constructor(heading: LocalizedText, errors: readonly string[]) {
    const lines = errors.map((error) => `  ${error}`)
    super(forEachLocale((locale) => [heading[locale], ...lines].join('\n')))
    this.name = 'IntegrityError'
  }
}

/** A file is missing or in the way. The message says what to do. */
export class FileError extends UserError {}

/** The usual cause is a command that runs without the settings of the shop. */
export class DatabaseNotFound extends FileError {
  constructor(name: string) {
    super({
      vi:
        `Ở ${name} không có cơ sở dữ liệu. Hãy chạy lệnh này với cùng thiết lập như tiệm: ` +
        '--shop, CONTENT_DIR, VARIANT, DATABASE_URL hoặc SETTINGS_FILE.',
      en:
        `There is no database at ${name}. Run this command with the same settings as the shop: ` +
        '--shop, CONTENT_DIR, VARIANT, DATABASE_URL or SETTINGS_FILE.',
    })
    this.name = 'DatabaseNotFound'
  }
}

/** The steps of a copy in their order; a verification has some of them. */
export const copySteps = ['inspect', 'copy', 'migrate', 'check', 'verify', 'flush'] as const

export type CopyStep = (typeof copySteps)[number]

/** Runs the work of a step. The command that shows the progress passes one. */
export type RunStep = <Result>(
  step: CopyStep,
  work: (report: (done: number, total: number) => void) => Result | Promise<Result>,
) => Promise<Result>

/** Copies the database of a running shop into one file and returns a summary of it. */
export async function createBackup(
  databaseFile: string,
  file: string,
  options: { now: Clock; hasConfiguredSecret: boolean; runStep: RunStep },
): Promise<DatabaseSummary> {
  const { now, hasConfiguredSecret, runStep } = options
  if (!existsSync(databaseFile)) throw new DatabaseNotFound(databaseFile)
  if (existsSync(file)) {
    throw new FileError({
      vi: `Đã có tệp ${file}. Hãy đặt tên khác, hoặc chuyển tệp này đi.`,
      en: `${file} already exists. Name another file, or move this one.`,
    })
  }
  if (!existsSync(dirname(file))) {
    throw new FileError({
      vi: `Không có thư mục ${dirname(file)}.`,
      en: `The folder ${dirname(file)} does not exist.`,
    })
  }
  const copyOptions = { from: databaseFile, to: file, now, runStep }
  const { isOlder, ...summary } = await copyDatabase(copyOptions, async (store) => {
    // Without the secret, links that were sent would not be valid in the restored shop.
    if (!hasConfiguredSecret)
      await loadOrCreateSecret(store, now, () => readLegacySecretFile(databaseFile))
  })
  // A backup before an update must not migrate the database itself.
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

/** Creates a database from a backup and returns a summary of it. Never overwrites a database. */
export async function restoreBackup(
  file: string,
  databaseFile: string,
  { now, runStep, trade }: { now: Clock; runStep: RunStep; trade: string },
): Promise<DatabaseSummary> {
  if (!existsSync(file)) {
    throw new FileError({
      vi: `Không có tệp ${file}.`,
      en: `The file ${file} does not exist.`,
    })
  }
  const existing = [databaseFile, `${databaseFile}-wal`].find((one) => existsSync(one))
  if (existing !== undefined) {
    throw new FileError({
      vi:
        `Đã có cơ sở dữ liệu: ${existing}. Hãy dừng tiệm và chuyển nó đi cùng các tệp -wal và -shm, ` +
        'hoặc đặt DATABASE_URL là đường dẫn khác.',
      en:
        `There already is a database: ${existing}. Stop the shop and move it together with its -wal and -shm files, ` +
        'or set DATABASE_URL to another path.',
    })
  }
  const folder = dirname(resolve(databaseFile))
  const created = mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    const copyOptions = { from: file, to: databaseFile, now, runStep }
    const { isOlder: _, ...summary } = await copyDatabase(copyOptions, ({ read }) =>
      assertTrade(read, 'backup', trade, loadCodePrefixes),
    )
    return summary
  } catch (error) {
    if (created !== undefined) removeEmptyFolders(folder, created)
    throw error
  }
}

/** Removes the folders that a failed restore has created, from the innermost up to `created`. */
function removeEmptyFolders(folder: string, created: string): void {
  try {
    rmdirSync(folder)
  } catch {
    // The folder is in use by now.
    return
  }
  if (folder !== created) removeEmptyFolders(dirname(folder), created)
}

/** Checks a database file without changing it and returns a summary of it. */
export async function verifyFile(
  file: string,
  { now, runStep, trade }: { now: Clock; runStep: RunStep; trade: string },
): Promise<DatabaseSummary> {
  if (!existsSync(file)) throw new DatabaseNotFound(file)
  const inspection = await runStep('inspect', () => inspectIntactDatabase(file))
  const verify = ({ read }: { read: Sql }) =>
    runStep('verify', async (report) => {
      const summary = await checkInvariants(
        forEachLocale(() => file),
        read,
        report,
      )
      await assertTrade(read, 'database', trade, loadCodePrefixes)
      return summary
    })
  try {
    if (!inspection.isOlder) return await verify(inspection)
  } finally {
    inspection.close()
  }
  // A database of an older version is checked after the migration of a copy.
  const copy = temporaryName(file)
  try {
    return await withMigratedCopy({ from: file, to: copy, now, runStep }, verify)
  } finally {
    deleteCopy(copy)
  }
}

/** Checks an open database. */
export async function verifyStore(
  { read, findIntegrityErrors }: Store,
  runStep: RunStep,
): Promise<DatabaseSummary> {
  const errors = await runStep('check', findIntegrityErrors)
  if (errors.length > 0) throw new IntegrityError(damaged, errors)
  return runStep('verify', (report) => checkInvariants(openDatabaseName, read, report))
}

const damaged: LocalizedText = {
  vi: 'Cơ sở dữ liệu bị hỏng:',
  en: 'The database is damaged:',
}

const openDatabaseName: LocalizedText = { vi: 'Cơ sở dữ liệu', en: 'The database' }

async function checkInvariants(
  { vi, en }: LocalizedText,
  sql: Sql,
  report: (done: number, total: number) => void,
): Promise<DatabaseSummary> {
  const errors = await findBrokenInvariants(sql, report)
  if (errors.length > 0)
    throw new IntegrityError({ vi: `${vi} có lỗi:`, en: `${en} has errors:` }, errors)
  return summarizeDatabase(sql)
}

async function inspectIntactDatabase(file: string): Promise<DatabaseInspection> {
  const inspection = await inspectDatabase(file)
  if (inspection.errors.length === 0) return inspection
  inspection.close()
  throw new IntegrityError(
    { vi: `Không dùng được ${file}:`, en: `${file} cannot be used:` },
    inspection.errors,
  )
}

type CopyOptions = { from: string; to: string; now: Clock; runStep: RunStep }

/** Copies a database, completes and checks the copy, and renames it to its final name if it is valid. */
async function copyDatabase(
  { from, to, now, runStep }: CopyOptions,
  complete: (store: Store) => Promise<unknown>,
): Promise<DatabaseSummary & { isOlder: boolean }> {
  const { isOlder, close } = await runStep('inspect', () => inspectIntactDatabase(from))
  close()
  const copy = temporaryName(to)
  try {
    const summary = await withMigratedCopy({ from, to: copy, now, runStep }, async (store) => {
      await complete(store)
      return verifyStore(store, runStep)
    })
    if (existsSync(to)) {
      throw new FileError({
        vi: `Trong lúc ấy đã có người tạo ${to}.`,
        en: `${to} was created in the meantime.`,
      })
    }
    await runStep('flush', () => finalizeCopy(copy, to))
    return { ...summary, isOlder }
  } finally {
    deleteCopy(copy)
  }
}

/** Runs the work on a migrated copy. */
async function withMigratedCopy<Result>(
  { from, to, now, runStep }: CopyOptions,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  try {
    await runStep('copy', () => copyDatabaseFile(from, to))
  } catch (error) {
    const { cause = error } = error as Error
    const { message } = cause as Error
    throw new FileError({
      vi: `Không chép được ${from} sang ${to}: ${message}`,
      en: `${from} cannot be copied to ${to}: ${message}`,
    })
  }
  const store = await runStep('migrate', () => openSqlite(to, now))
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
