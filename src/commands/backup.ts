/** The book from a terminal: back it up, restore it, look whether it is whole. */
import { resolve } from 'node:path'
import { type Config, readConfig } from '../config/config.ts'
import type { DatabaseSummary } from '../domain/integrity/invariants.ts'
import { toIsoString } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import {
  createBackup,
  DatabaseNotFound,
  FileError,
  restoreBackup,
  verifyFile,
  verifyStore,
} from '../server/backup.ts'
import { clock, openDatabase } from '../server/start.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { databaseExists, databaseLabel } from './database.ts'

export class UnknownBackupCommand extends UserError {
  constructor() {
    super(`The book is kept like this:\n\n${backupHelp}`)
    this.name = 'UnknownBackupCommand'
  }
}

export const backupHelp = `  letan backup [FILE]               copy the book while the shop is open; by default beside it
  letan restore FILE                make a book of such a copy, where there is none
  letan verify [FILE]               look whether the book, or a copy, is whole and in order`

export async function runBackup(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const fileArgument = parseFileArgument(args)
  const { databaseUrl: databaseFile, secret } = readSqliteConfig(environment, 'pg_dump')
  const file = resolve(fileArgument ?? defaultBackupName(databaseFile))
  const summary = await createBackup(databaseFile, file, {
    now: clock,
    hasConfiguredSecret: secret !== undefined,
  })
  return `${file}: ${formatSummary(summary)}\n${secret === undefined ? '' : secretNotIncluded}`
}

export async function runRestore(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const file = parseFileArgument(args)
  if (file === undefined) throw new UnknownBackupCommand()
  const { databaseUrl: databaseFile } = readSqliteConfig(environment, 'pg_restore')
  const summary = await restoreBackup(file, databaseFile, clock)
  return `${resolve(databaseFile)}: ${formatSummary(summary)}\nStart Letan as usual. Whoever was erased since then must be erased again.\n`
}

export async function runVerify(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const config = readConfig(environment)
  const file = parseFileArgument(args) ?? config.databaseUrl
  const summary = isPostgres(file) ? await verifyPostgres(config) : await verifyFile(file, clock)
  return `All is in order: ${formatSummary(summary)}\n`
}

async function verifyPostgres(config: Config): Promise<DatabaseSummary> {
  if (!(await databaseExists(config.databaseUrl)))
    throw new DatabaseNotFound(databaseLabel(config.databaseUrl))
  const store = await openDatabase(config)
  try {
    return await verifyStore(store)
  } finally {
    await store.close()
  }
}

function parseFileArgument([file, ...more]: readonly string[]): string | undefined {
  if (more.length > 0 || file?.startsWith('-')) throw new UnknownBackupCommand()
  return file
}

/** PostgreSQL has its own programs for this, and they know more of it than we do. */
function readSqliteConfig(
  environment: NodeJS.ProcessEnv,
  program: keyof typeof postgresInstructions,
): Config {
  const config = readConfig(environment)
  if (isPostgres(config.databaseUrl)) throw new FileError(postgresInstructions[program])
  return config
}

const postgresInstructions = {
  pg_dump: `This book is in PostgreSQL, which has its own program for that:

  pg_dump --format=custom --file=letan.dump "$DATABASE_URL"

docs/backup-and-privacy.md says more.`,
  pg_restore: `This book is in PostgreSQL, which has its own program for that; into an empty database:

  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" letan.dump

docs/backup-and-privacy.md says more.`,
}

/** "data/restaurant.sqlite" → "data/restaurant-2026-11-20-183005.backup.sqlite" */
function defaultBackupName(databaseFile: string): string {
  const time = toIsoString(clock()).slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `${databaseFile.replace(/\.(sqlite|db)$/, '')}-${time}.backup.sqlite`
}

function formatSummary({ bookings, orders, newest }: DatabaseSummary): string {
  const last =
    newest === null ? '' : `, the newest of ${toIsoString(newest).replace('T', ' ').slice(0, 19)}`
  return `${formatCount(bookings, 'booking')} and ${formatCount(orders, 'order')}${last}.`
}

function formatCount(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}

const secretNotIncluded =
  'SECRET is set by the environment and is not in the copy: keep it as well.\n'
