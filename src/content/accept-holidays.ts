/** Writes proposed holidays into business.yaml, and takes them out again. */
import type { LocalizedText } from '../kernel/locale.ts'
import { UserError } from '../kernel/user-error.ts'
import { addSpecialDays, haveSameOtherValues, type SpecialDays } from './add-special-days.ts'
import { readContentFile, systemErrorCode } from './files.ts'
import { readPreviousFile, removePreviousFile, replaceContentFile } from './replace-file.ts'

export const holidayFile = 'business.yaml'

/** Why nothing was written. */
class HolidayError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(localizedMessage: LocalizedText) {
    super(localizedMessage.en)
    this.name = 'HolidayError'
    this.localizedMessage = localizedMessage
  }
}

export function acceptHolidays(folder: string, days: readonly SpecialDays[]): void {
  const current = readContentFile(folder, holidayFile).toString()
  const text = addSpecialDays(current, days)
  if (text === undefined) throw new HolidayError(cannotExtend)
  if (text !== current) write(folder, text)
}

/** Back to the file before `acceptHolidays`, unless something else in it has been changed since. */
export function undoHolidays(folder: string): void {
  const previous = readPreviousFile(folder, holidayFile)
  if (previous === undefined) throw new HolidayError(nothingToUndo)
  const current = readContentFile(folder, holidayFile).toString()
  if (!haveSameOtherValues(current, previous)) throw new HolidayError(changedSince)
  write(folder, previous)
  removePreviousFile(folder, holidayFile)
}

export function canUndoHolidays(folder: string): boolean {
  try {
    return readPreviousFile(folder, holidayFile) !== undefined
  } catch {
    // Without the folder, the shop runs with its stored content.
    return false
  }
}

function write(folder: string, text: string): void {
  try {
    replaceContentFile(folder, holidayFile, text)
  } catch (error) {
    const code = systemErrorCode(error)
    throw new HolidayError({
      vi: `Không ghi được vào thư mục nội dung (${code}). Hãy tự chép các dòng vào ${holidayFile}.`,
      en: `The content folder cannot be written to (${code}). Paste the lines into ${holidayFile} yourself.`,
    })
  }
}

const cannotExtend: LocalizedText = {
  vi: `Tệp ${holidayFile} viết theo cách mà chương trình không tự thêm vào được. Hãy tự chép các dòng vào special_days.`,
  en: `The program cannot add to ${holidayFile} the way it is written. Paste the lines into special_days yourself.`,
}

const nothingToUndo: LocalizedText = {
  vi: `Không có gì để hoàn tác: chưa thêm ngày lễ nào vào ${holidayFile}, hoặc đã hoàn tác rồi.`,
  en: `There is nothing to undo: no holidays were added to ${holidayFile}, or they were taken out already.`,
}

const changedSince: LocalizedText = {
  vi: `${holidayFile} đã được sửa thêm chỗ khác sau đó, nên không hoàn tác. Hãy tự xoá các dòng trong special_days.`,
  en: `Something else in ${holidayFile} was changed since, so nothing was undone. Delete the lines in special_days yourself.`,
}
