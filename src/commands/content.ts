/** The owner's folder, from a terminal: what is wrong with it, and what it would break. */
import { existsSync } from 'node:fs'
import { type Config, readConfig, sampleFolder } from '../config/config.ts'
import { chooseCommandLanguage, languageHelp, removeLanguageOption } from '../config/language.ts'
import { formatIssue } from '../content/content-errors.ts'
import { readDeclaredTrade } from '../content/declared-trade.ts'
import { type BookingConflict, findConflicts } from '../domain/booking/conflicts.ts'
import { formatGuestCount } from '../domain/messages/format.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { program } from '../kernel/command-line.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import { capabilityOf } from '../server/content-reload.ts'
import { clock, rethrowOpenError } from '../server/start.ts'
import { MigrationError } from '../store/migrate.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import type { Sql } from '../store/sql.ts'
import { type DatabaseInspection, inspectDatabase } from '../store/sqlite/database-file.ts'
import { findTrade, openFolder, tradeNames } from '../variants/index.ts'

export class UnknownContentCommand extends UserError {
  constructor() {
    super(`The content is begun and checked like this:\n\n${contentHelp}`)
    this.name = 'UnknownContentCommand'
  }
}

/** What was found, and the code with which the program ends. */
export type CommandResult = { output: string; exitCode: number }

type CheckResult = { message: LocalizedText; exitCode: number }

export const contentHelp = `  letan init TRADE FOLDER           copy a sample shop into a folder of your own: ${tradeNames.join(', ')}
  letan content check [FOLDER]      say what is wrong with a folder, and which bookings to come would not fit it
                                    ${languageHelp} with init and content check: in this language, else as LANG says`

export async function runContent(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | CommandResult> {
  const [verb, folder, ...more] = removeLanguageOption(args)
  if (verb !== 'check' || folder?.startsWith('--') || more.length > 0) {
    throw new UnknownContentCommand()
  }
  const language = chooseCommandLanguage(args, environment)
  const own = folder ?? environment.CONTENT_DIR?.trim()
  if (own === undefined || own === '') {
    const samples = tradeNames.map((id) => ({ shop: findTrade(id).open(sampleFolder(id)), id }))
    const lines = samples.map(
      ({ shop, id }) => describeValidFolder(shop, sampleFolder(id))[language],
    )
    return `${lines.join('')}${samplesOnly[language]}`
  }
  // What the folder says goes before what is set here: it may be meant for another machine.
  const { VARIANT, ...withoutVariant } = environment
  const shopEnvironment = readDeclaredTrade(own) === undefined ? environment : withoutVariant
  const config = readConfig({ ...shopEnvironment, CONTENT_DIR: own })
  const shop = openFolder(findTrade(config.variant), own)
  const { message, exitCode } = await checkConflicts(config, shop)
  const sections = [
    describeValidFolder(shop, own)[language],
    formatNotes(shop, language),
    message[language],
  ]
  return { output: sections.join(''), exitCode }
}

const samplesOnly: LocalizedText = {
  vi: `Đó là các cửa hàng mẫu, không phải thư mục của mình. Để kiểm tra thư mục của mình: ${program} content check THƯ-MỤC\n`,
  en: `These are the samples, not a folder of yours. To check yours: ${program} content check FOLDER\n`,
}

/** Nothing is wrong, and yet it would wait for its owner's word in a shop that is open. */
const exitCodeHeld = 2

function formatNotes({ notes }: Shop, language: Locale): string {
  if (notes.length === 0) return ''
  const lines = notes.map((note) => `  ${formatIssue(note, language)}\n`)
  return `${notesHeading[language]}\n${lines.join('')}`
}

const notesHeading: LocalizedText = { vi: 'Nhưng nên xem lại:', en: 'Look at this all the same:' }

function describeValidFolder(
  { business: { name }, assortment }: Shop,
  folder: string,
): LocalizedText {
  const count = assortment.offers.length
  return {
    vi: `${name}: ${count} món hoặc dịch vụ, không có lỗi trong ${folder}\n`,
    en: `${name}: ${count} offers, nothing wrong in ${folder}\n`,
  }
}

/** Where there is a book already: a folder may be checked long before. */
async function checkConflicts({ databaseUrl }: Config, shop: Shop): Promise<CheckResult> {
  if (!isPostgres(databaseUrl) && !existsSync(databaseUrl)) {
    return { message: { vi: '', en: '' }, exitCode: 0 }
  }
  try {
    // It is looked at as it is: nobody wants it brought up to date for a question.
    const inspection = await inspectByUrl(databaseUrl)
    try {
      if (inspection.isOlder) return conflictsNotChecked(olderDatabase)
      const [error] = inspection.errors
      if (error !== undefined) return conflictsNotChecked(forEachLocale(() => error))
      return await reportConflicts(inspection.read, shop)
    } finally {
      await inspection.close()
    }
  } catch (error) {
    if (error instanceof MigrationError)
      return conflictsNotChecked(forEachLocale(() => error.message))
    return rethrowOpenError(error)
  }
}

async function inspectByUrl(databaseUrl: string): Promise<DatabaseInspection> {
  if (!isPostgres(databaseUrl)) return inspectDatabase(databaseUrl)
  const { inspectPostgresDatabase } = await import('../store/postgres/inspect.ts')
  return inspectPostgresDatabase(databaseUrl)
}

/** What is wrong with a book is for whoever runs it, and in English. */
function conflictsNotChecked(reason: LocalizedText): CheckResult {
  const message = {
    vi: `Chưa so với các lượt đặt sắp tới. ${reason.vi}\n`,
    en: `The bookings to come were not compared with it. ${reason.en}\n`,
  }
  return { message, exitCode: 0 }
}

const olderDatabase: LocalizedText = {
  vi: 'Sổ là của bản cũ hơn; khởi động bản này thì sổ được cập nhật.',
  en: 'The book is of an older version; starting this one brings it up to date.',
}

async function reportConflicts(read: Sql, shop: Shop): Promise<CheckResult> {
  const conflicts = await findConflicts(read, capabilityOf(shop), clock())
  if (conflicts.length === 0) return { message: allFit, exitCode: 0 }
  const count = conflicts.length
  const message = {
    vi: `Có ${count} lượt đặt sắp tới không còn khớp:\n${formatConflicts(conflicts, 'vi')}`,
    en: `${count === 1 ? '1 booking' : `${count} bookings`} to come would not fit it:\n${formatConflicts(conflicts, 'en')}`,
  }
  return { message, exitCode: exitCodeHeld }
}

const allFit: LocalizedText = {
  vi: 'Mọi lượt đặt sắp tới đều khớp.\n',
  en: 'All bookings to come fit it.\n',
}

function formatConflicts(conflicts: readonly BookingConflict[], language: Locale): string {
  return conflicts
    .map(({ code, date, time, partySize, reason }) => {
      return `  ${code}  ${date} ${time}  ${formatGuestCount(partySize, language)}: ${reason[language]}\n`
    })
    .join('')
}
