/** `letan content`: checks a folder, and accepts the holidays that the check proposes. */
import { existsSync } from 'node:fs'
import type { Config } from '../config/config.ts'
import { chooseCommandLanguage } from '../config/language.ts'
import { withShopFolder } from '../config/shop-option.ts'
import { acceptHolidays, holidayFile, undoHolidays } from '../content/accept-holidays.ts'
import { formatSpecialDays } from '../content/add-special-days.ts'
import { type ContentIssue, formatIssue } from '../content/content-errors.ts'
import { sampleFolder } from '../content/sample.ts'
import { type BookingConflict, findConflicts } from '../domain/booking/conflicts.ts'
import { formatGuestCount } from '../domain/messages/format.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { program, quoteForShell } from '../kernel/command-line.ts'
import { isPostgres } from '../kernel/database-url.ts'
import { forEachLocale, type Locale, type LocalizedText } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { dateAt } from '../kernel/time.ts'
import { createPhotoLibrary } from '../photos/library.ts'
import { capabilityOf } from '../server/content-reload.ts'
import { describeApp } from '../server/described-app.ts'
import { clock, rethrowOpenError } from '../server/open-shop.ts'
import { inspectPhotos, photoStoragePath } from '../server/photos.ts'
import { readShopConfig } from '../server/shop-config.ts'
import { MigrationError } from '../store/migrate.ts'
import type { Sql } from '../store/sql.ts'
import { type DatabaseInspection, inspectDatabase } from '../store/sqlite/database-file.ts'
import { findTrade, openFolder, tradeNames } from '../variants/index.ts'
import { type CommandResult, parseArguments, UsageError } from './command.ts'

type CheckResult = { message: LocalizedText; exitCode: number }

export const contentHelp: LocalizedText = {
  vi: `\
  letan init TRADE FOLDER           chép một tiệm mẫu vào thư mục mới: ${tradeNames.join(', ')}
  letan content check [FOLDER]      liệt kê lỗi của thư mục và các lượt đặt sắp tới không còn khớp
  letan content accept-holidays [FOLDER]
                                    ghi các ngày lễ sắp tới mà chưa ngày riêng nào nhắc đến vào business.yaml; --undo
                                    bỏ chúng ra`,
  en: `\
  letan init TRADE FOLDER           copy a sample shop into a new folder: ${tradeNames.join(', ')}
  letan content check [FOLDER]      list the errors of a folder and the upcoming bookings that conflict with it
  letan content accept-holidays [FOLDER]
                                    add the coming holidays that no special day mentions to business.yaml; --undo
                                    takes them out again`,
}

export async function runContent(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | CommandResult> {
  const withoutUndo = args.filter((one) => one !== '--undo')
  const isUndo = withoutUndo.length < args.length
  const [verb, folder, ...others] = parseContentArguments(withoutUndo, 'content')
  const language = chooseCommandLanguage(args, environment)
  const own = folder ?? environment.CONTENT_DIR?.trim()
  if (others.length > 0) throw contentUsageError('content')
  if (verb === 'accept-holidays' && own) return changeHolidays(own, environment, language, isUndo)
  if (verb !== 'check' || isUndo) throw contentUsageError('content')
  if (own === undefined || own === '') {
    const samples = tradeNames.map((id) => ({ shop: findTrade(id).open(sampleFolder(id)), id }))
    const lines = samples.map(
      ({ shop, id }) => describeValidFolder(shop, sampleFolder(id))[language],
    )
    return `${lines.join('')}${samplesOnly[language]}`
  }
  const { config, shop, today } = openOwnFolder(own, environment)
  describeApp(shop, config)
  const { message, exitCode } = await checkConflicts(config, shop)
  const notes = [
    ...shop.notesOn(today),
    ...shop.holidayNotes({ today, daysAhead: holidayDaysAhead }),
    ...(await checkPhotoFiles(config, shop)),
  ]
  const sections = [
    describeValidFolder(shop, own)[language],
    formatNotes(notes, language),
    message[language],
  ]
  return { output: sections.join(''), exitCode }
}

function openOwnFolder(folder: string, environment: NodeJS.ProcessEnv) {
  const config = readShopConfig(withShopFolder(environment, folder))
  const today = dateAt(clock())
  return { config, shop: openFolder(findTrade(config.trade), folder, { day: today }), today }
}

const holidayDaysAhead = 365

function changeHolidays(
  folder: string,
  environment: NodeJS.ProcessEnv,
  language: Locale,
  isUndo: boolean,
): string {
  if (isUndo) {
    undoHolidays(folder)
    return holidaysUndone[language]
  }
  const { shop, today } = openOwnFolder(folder, environment)
  const days = shop.proposedHolidays({ today, daysAhead: holidayDaysAhead })
  if (days.length === 0) return noHolidays[language]
  acceptHolidays(folder, days)
  const lines = days.map((one) => `  - ${formatSpecialDays(one)}\n`).join('')
  const undo = `${program} content accept-holidays ${quoteForShell(folder)} --undo`
  return `${holidaysAdded[language]}\n${lines}${changeOrUndo[language]}\n  ${undo}\n`
}

const noHolidays: LocalizedText = {
  vi: 'special_days đã nói đến mọi kỳ nghỉ lễ của mười hai tháng tới.\n',
  en: 'The special days already mention every public holiday of the coming twelve months.\n',
}

const holidaysAdded: LocalizedText = {
  vi: `Đã thêm vào special_days trong ${holidayFile}, các ngày này quán nghỉ:`,
  en: `Added to special_days in ${holidayFile}; the shop is closed on these days:`,
}

const changeOrUndo: LocalizedText = {
  vi: 'Hãy sửa ngày cho đúng ý quán, xoá dòng của ngày vẫn mở cửa, hoặc thêm hours. Để hoàn tác:',
  en: 'Change the days as you like, delete the line of a day on which you open, or add hours. To undo:',
}

const holidaysUndone: LocalizedText = {
  vi: `${holidayFile} đã trở lại như trước khi thêm ngày lễ.\n`,
  en: `${holidayFile} is as it was before the holidays were added.\n`,
}

/** Also for `letan init`. */
export function parseContentArguments(args: readonly string[], command: string): string[] {
  return parseArguments(args, {}, () => contentUsageError(command)).positionals
}

export function contentUsageError(command: string): UsageError {
  return new UsageError(command, contentHelp)
}

const samplesOnly: LocalizedText = {
  vi:
    'Đó là các cửa hàng mẫu, không phải thư mục của mình. Để kiểm tra thư mục của mình: ' +
    `${program} content check THƯ-MỤC\n`,
  en:
    'These are the sample shops, not your own folder. To check yours: ' +
    `${program} content check FOLDER\n`,
}

/** The folder is valid, but a running shop would hold it back until the owner accepts it. */
const exitCodeHeld = 2

async function checkPhotoFiles(config: Config, { photos }: Shop): Promise<ContentIssue[]> {
  if (photos.length === 0) return []
  const library = createPhotoLibrary(photoStoragePath(config), clock)
  try {
    return await inspectPhotos(library, config.contentDir, photos)
  } finally {
    await library.close()
  }
}

function formatNotes(notes: readonly ContentIssue[], language: Locale): string {
  if (notes.length === 0) return ''
  const lines = notes.map((note) => `  ${formatIssue(note, language)}\n`)
  return `${notesHeading[language]}\n${lines.join('')}`
}

const notesHeading: LocalizedText = { vi: 'Nhưng nên xem lại:', en: 'But review this:' }

function describeValidFolder(
  { business: { name }, assortment }: Shop,
  folder: string,
): LocalizedText {
  const count = assortment.offers.length
  return {
    vi: `${name}: ${count} món hoặc dịch vụ, không có lỗi trong ${folder}\n`,
    en: `${name}: ${count} ${plural(count, { one: 'offer', other: 'offers' })}, no errors in ${folder}\n`,
  }
}

/** A folder can be checked before the first start, when there is no database yet. */
async function checkConflicts({ databaseUrl }: Config, shop: Shop): Promise<CheckResult> {
  if (!isPostgres(databaseUrl) && !existsSync(databaseUrl)) {
    return conflictsNotChecked({
      vi: `Ở ${databaseUrl} chưa có sổ: sổ được tạo khi khởi động lần đầu.`,
      en: `There is no database at ${databaseUrl} yet: the first start creates it.`,
    })
  }
  try {
    // Read-only and without a migration: a check must not change the database.
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
      return conflictsNotChecked(error.localizedMessage ?? forEachLocale(() => error.message))
    return rethrowOpenError(error)
  }
}

async function inspectByUrl(databaseUrl: string): Promise<DatabaseInspection> {
  if (!isPostgres(databaseUrl)) return inspectDatabase(databaseUrl)
  const { inspectPostgresDatabase } = await import('../store/postgres/inspect.ts')
  return inspectPostgresDatabase(databaseUrl)
}

function conflictsNotChecked(reason: LocalizedText): CheckResult {
  const message = {
    vi: `Chưa so với các lượt đặt sắp tới. ${reason.vi}\n`,
    en: `Upcoming bookings were not checked. ${reason.en}\n`,
  }
  return { message, exitCode: 0 }
}

const olderDatabase: LocalizedText = {
  vi: 'Sổ là của bản cũ hơn; khởi động bản này thì sổ được cập nhật.',
  en: 'The database is of an older version. Starting this version migrates it.',
}

async function reportConflicts(read: Sql, shop: Shop): Promise<CheckResult> {
  const conflicts = await findConflicts(read, capabilityOf(shop), clock())
  if (conflicts.length === 0) return { message: allFit, exitCode: 0 }
  const count = conflicts.length
  const message = {
    vi: `Có ${count} lượt đặt sắp tới không còn khớp:\n${formatConflicts(conflicts, 'vi')}`,
    en: `${count} upcoming ${plural(count, conflictForms)}:\n${formatConflicts(conflicts, 'en')}`,
  }
  return { message, exitCode: exitCodeHeld }
}

const conflictForms = { one: 'booking conflicts with it', other: 'bookings conflict with it' }

const allFit: LocalizedText = {
  vi: 'Mọi lượt đặt sắp tới đều khớp.\n',
  en: 'No upcoming booking conflicts with it.\n',
}

function formatConflicts(conflicts: readonly BookingConflict[], language: Locale): string {
  return conflicts
    .map(({ code, date, time, partySize, reason }) => {
      return `  ${code}  ${date} ${time}  ${formatGuestCount(partySize, language)}: ${reason[language]}\n`
    })
    .join('')
}
