/** `letan backup`, `letan restore` and `letan verify`. */
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import type { DatabaseSummary } from '../domain/integrity/invariants.ts'
import { isPostgres } from '../kernel/database-url.ts'
import { plural } from '../kernel/plural.ts'
import { toIsoString } from '../kernel/time.ts'
import {
  createBackup,
  DatabaseNotFound,
  FileError,
  restoreBackup,
  verifyFile,
  verifyStore,
} from '../server/backup.ts'
import { clock, openDatabase } from '../server/open-shop.ts'
import { readShopConfig } from '../server/shop-config.ts'
import { parseArguments, UsageError } from './command.ts'
import { databaseExists, databaseLabel } from './database.ts'

export const backupHelp = `\
  letan backup [FILE]               copy the database while the shop is open; by default beside it
  letan restore FILE                create the database from a backup; never overwrites one
  letan verify [FILE]               check the integrity of the database or of a backup`

export async function runBackup(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const fileArgument = parseFileArgument(args, 'backup')
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
  const file = parseFileArgument(args, 'restore')
  if (file === undefined) throw usageError('restore')
  const { databaseUrl: databaseFile } = readSqliteConfig(environment, 'pg_restore')
  const summary = await restoreBackup(file, databaseFile, clock)
  return `${resolve(databaseFile)}: ${formatSummary(summary)}
Start Letan as usual. Erase guests again who were erased after this backup was made.
`
}

export async function runVerify(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const config = readShopConfig(environment)
  const file = parseFileArgument(args, 'verify') ?? config.databaseUrl
  const summary = isPostgres(file) ? await verifyPostgres(config) : await verifyFile(file, clock)
  return `No problems found: ${formatSummary(summary)}\n`
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

function parseFileArgument(args: readonly string[], command: string): string | undefined {
  const { positionals } = parseArguments(args, {}, () => usageError(command))
  const [file, ...others] = positionals
  if (others.length > 0) throw usageError(command)
  return file
}

const usageError = (command: string) => new UsageError(command, backupHelp)

/** PostgreSQL has its own programs for backup and restore. */
function readSqliteConfig(
  environment: NodeJS.ProcessEnv,
  program: keyof typeof postgresInstructions,
): Config {
  const config = readShopConfig(environment)
  if (isPostgres(config.databaseUrl)) throw new FileError(postgresInstructions[program])
  return config
}

const postgresInstructions = {
  pg_dump: `The database is in PostgreSQL. Use its own program:

  pg_dump --format=custom --file=letan.dump "$DATABASE_URL"

See docs/backup-and-privacy.md.`,
  pg_restore: `The database is in PostgreSQL. Use its own program, with an empty database:

  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" letan.dump

See docs/backup-and-privacy.md.`,
}

/** "data/restaurant.sqlite" → "data/restaurant-2026-11-20-183005.backup.sqlite" */
function defaultBackupName(databaseFile: string): string {
  const time = toIsoString(clock()).slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `${databaseFile.replace(/\.(sqlite|db)$/, '')}-${time}.backup.sqlite`
}

function formatSummary({ bookings, orders, newest }: DatabaseSummary): string {
  const last =
    newest === null ? '' : `, the newest from ${toIsoString(newest).replace('T', ' ').slice(0, 19)}`
  return `${formatCount(bookings, 'booking')} and ${formatCount(orders, 'order')}${last}.`
}

function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${plural(count, { one: noun, other: `${noun}s` })}`
}

const secretNotIncluded =
  'SECRET is set by the environment and is not part of the backup. Store it separately.\n'
