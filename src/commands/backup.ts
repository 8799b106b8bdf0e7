/** `letan backup`, `letan restore` and `letan verify`. */
import { resolve } from 'node:path'
import type { Config } from '../config/config.ts'
import { chooseCommandLanguage } from '../config/language.ts'
import type { DatabaseSummary } from '../domain/integrity/invariants.ts'
import { isPostgres } from '../kernel/database-url.ts'
import type { Locale, LocalizedText } from '../kernel/locale.ts'
import { type PluralForms, plural } from '../kernel/plural.ts'
import { toIsoString } from '../kernel/time.ts'
import {
  type CopyStep,
  copySteps,
  createBackup,
  DatabaseNotFound,
  FileError,
  type RunStep,
  restoreBackup,
  verifyFile,
  verifyStore,
} from '../server/backup.ts'
import { clock, openDatabase } from '../server/open-shop.ts'
import { readShopConfig } from '../server/shop-config.ts'
import { parseArguments, UsageError } from './command.ts'
import { databaseExists, databaseLabel } from './database.ts'
import { withProgress } from './progress.ts'

export const backupHelp: LocalizedText = {
  vi: `\
  letan backup [FILE]               sao lưu cơ sở dữ liệu khi tiệm đang chạy; mặc định ở ngay bên cạnh
  letan restore FILE                tạo lại cơ sở dữ liệu từ bản sao lưu; không bao giờ ghi đè
  letan verify [FILE]               kiểm tra cơ sở dữ liệu hoặc một bản sao lưu
                                    --json với backup, restore và verify: kết quả dạng JSON`,
  en: `\
  letan backup [FILE]               copy the database while the shop is open; by default beside it
  letan restore FILE                create the database from a backup; never overwrites one
  letan verify [FILE]               check the integrity of the database or of a backup
                                    --json with backup, restore and verify: the result as JSON`,
}

export async function runBackup(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { file: fileArgument, ...output } = parseCommand(args, environment, 'backup')
  const { databaseUrl: databaseFile, secret } = readSqliteConfig(environment, 'pg_dump')
  const file = resolve(fileArgument ?? defaultBackupName(databaseFile))
  const hasConfiguredSecret = secret !== undefined
  const summary = await withCopyProgress(copySteps, output, environment, (runStep) =>
    createBackup(databaseFile, file, { now: clock, hasConfiguredSecret, runStep }),
  )
  if (output.json) return formatJson({ file, ...summary, containsSecret: !hasConfiguredSecret })
  const note = hasConfiguredSecret ? secretNotIncluded[output.locale] : ''
  return `${file}: ${formatSummary(summary, output.locale)}\n${note}`
}

export async function runRestore(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { file, ...output } = parseCommand(args, environment, 'restore')
  if (file === undefined) throw usageError('restore')
  const { databaseUrl: databaseFile, trade } = readSqliteConfig(environment, 'pg_restore')
  const summary = await withCopyProgress(copySteps, output, environment, (runStep) =>
    restoreBackup(file, databaseFile, { now: clock, runStep, trade }),
  )
  const database = resolve(databaseFile)
  if (output.json) return formatJson({ database, ...summary })
  return `${database}: ${formatSummary(summary, output.locale)}\n${afterRestore[output.locale]}`
}

export async function runVerify(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string> {
  const { file: fileArgument, ...output } = parseCommand(args, environment, 'verify')
  const config = readShopConfig(environment)
  const file = fileArgument ?? config.databaseUrl
  const summary = isPostgres(file)
    ? await withCopyProgress(['check', 'verify'], output, environment, (runStep) =>
        verifyPostgres(config, runStep),
      )
    : await withCopyProgress(['inspect', 'verify'], output, environment, (runStep) =>
        verifyFile(file, { now: clock, runStep, trade: config.trade }),
      )
  if (output.json) return formatJson({ database: databaseLabel(file), ...summary })
  return `${noProblems[output.locale]} ${formatSummary(summary, output.locale)}\n`
}

async function verifyPostgres(config: Config, runStep: RunStep): Promise<DatabaseSummary> {
  if (!(await databaseExists(config.databaseUrl)))
    throw new DatabaseNotFound(databaseLabel(config.databaseUrl))
  const store = await openDatabase(config)
  try {
    return await verifyStore(store, runStep)
  } finally {
    await store.close()
  }
}

/** How the result is printed. */
type OutputOptions = { json: boolean; locale: Locale }

/** The share of each step in the duration of a backup with 100,000 bookings, in percent. */
const stepDescriptions: Readonly<Record<CopyStep, { label: LocalizedText; weight: number }>> = {
  inspect: { label: { vi: 'kiểm tra tệp', en: 'checking the file' }, weight: 34 },
  copy: { label: { vi: 'sao chép', en: 'copying' }, weight: 14 },
  migrate: { label: { vi: 'cập nhật bản sao', en: 'migrating the copy' }, weight: 1 },
  check: { label: { vi: 'kiểm tra các bảng', en: 'checking the tables' }, weight: 37 },
  verify: { label: { vi: 'kiểm tra các lượt đặt', en: 'checking the bookings' }, weight: 12 },
  flush: { label: { vi: 'ghi xuống đĩa', en: 'writing to the disk' }, weight: 2 },
}

function withCopyProgress<Result>(
  names: readonly CopyStep[],
  { locale }: OutputOptions,
  environment: NodeJS.ProcessEnv,
  work: (runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const steps = new Map(
    copySteps.map((name) => {
      const { label, weight } = stepDescriptions[name]
      return [name, { label: label[locale], weight }] as const
    }),
  )
  const stepOf = (name: CopyStep) => steps.get(name) ?? { label: name }
  return withProgress(
    names.map(stepOf),
    { stream: process.stderr, environment, locale },
    ({ run }) => work((name, stepWork) => run(stepOf(name), stepWork)),
  )
}

function parseCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  command: string,
): OutputOptions & { file: string | undefined } {
  const options = { json: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArguments(args, options, () => usageError(command))
  const [file, ...others] = positionals
  if (others.length > 0) throw usageError(command)
  return { file, json: values.json, locale: chooseCommandLanguage(args, environment) }
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

const dumpCommand = '  pg_dump --format=custom --file=letan.dump "$DATABASE_URL"'

const restoreCommand =
  '  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$DATABASE_URL" letan.dump'

const postgresInstructions = {
  pg_dump: {
    vi: `Cơ sở dữ liệu nằm trong PostgreSQL. Hãy dùng chương trình của PostgreSQL:

${dumpCommand}

Xem docs/backup-and-privacy.md.`,
    en: `The database is in PostgreSQL. Use its own program:

${dumpCommand}

See docs/backup-and-privacy.md.`,
  },
  pg_restore: {
    vi: `Cơ sở dữ liệu nằm trong PostgreSQL. Hãy dùng chương trình của PostgreSQL, với một cơ sở dữ liệu trống:

${restoreCommand}

Xem docs/backup-and-privacy.md.`,
    en: `The database is in PostgreSQL. Use its own program, with an empty database:

${restoreCommand}

See docs/backup-and-privacy.md.`,
  },
} satisfies Record<string, LocalizedText>

/** "data/restaurant.sqlite" → "data/restaurant-2026-11-20-183005.backup.sqlite" */
function defaultBackupName(databaseFile: string): string {
  const time = toIsoString(clock()).slice(0, 19).replace('T', '-').replaceAll(':', '')
  return `${databaseFile.replace(/\.(sqlite|db)$/, '')}-${time}.backup.sqlite`
}

function formatJson({ newest, ...result }: DatabaseSummary & Record<string, unknown>): string {
  return `${JSON.stringify({ ...result, newest: newest === null ? null : toIsoString(newest) })}\n`
}

function formatSummary(summary: DatabaseSummary, locale: Locale): string {
  const { bookings, orders, newest, shop } = summary
  const counts = [
    formatCount(bookings, bookingForms, locale),
    formatCount(orders, orderForms, locale),
  ]
  const shopName = shop === null ? '' : `${shop.name} (${shop.trade})`
  const time = newest === null ? undefined : toIsoString(newest).replace('T', ' ').slice(0, 19)
  if (locale === 'vi')
    return `${counts.join(' và ')}${shopName && ` của ${shopName}`}${time === undefined ? '' : `, mới nhất lúc ${time}`}.`
  return `${counts.join(' and ')}${shopName && ` of ${shopName}`}${time === undefined ? '' : `, the newest from ${time}`}.`
}

const bookingForms: Record<Locale, PluralForms> = {
  vi: { other: 'lượt đặt' },
  en: { one: 'booking', other: 'bookings' },
}

const orderForms: Record<Locale, PluralForms> = {
  vi: { other: 'đơn hàng' },
  en: { one: 'order', other: 'orders' },
}

function formatCount(count: number, forms: Record<Locale, PluralForms>, locale: Locale): string {
  const number = count.toLocaleString(locale === 'vi' ? 'vi-VN' : 'en-US')
  return `${number} ${plural(count, forms[locale], locale)}`
}

const noProblems: LocalizedText = { vi: 'Không có lỗi:', en: 'No problems found:' }

const afterRestore: LocalizedText = {
  vi: 'Hãy khởi động Letan như thường lệ. Khách nào đã xoá sau bản sao lưu này thì xoá lại.\n',
  en: 'Start Letan as usual. Erase guests again who were erased after this backup was made.\n',
}

const secretNotIncluded: LocalizedText = {
  vi: 'SECRET được đặt trong môi trường nên không có trong bản sao lưu. Hãy cất riêng.\n',
  en: 'SECRET is set by the environment and is not part of the backup. Store it separately.\n',
}
