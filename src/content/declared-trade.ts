/** Reads the trade that a folder declares, before anything else is read. */
import type { LocalizedText } from '../kernel/locale.ts'
import type { ContentIssue } from './content-errors.ts'
import { missingBusinessFile, unreadableFile, wrongExtension } from './file-errors.ts'
import { findMisnamedFiles } from './file-extensions.ts'
import { listFiles, readContentFile } from './files.ts'

export type DeclaredTrade = { trade: string; line: number }

const file = 'business.yaml'

/** Works with any other error in the folder; undefined if no trade is declared. */
export function readDeclaredTrade(folder: string): DeclaredTrade | undefined {
  try {
    // Without the byte order mark and the zero bytes of a file saved as UTF-16.
    const text = readContentFile(folder, file)
      .toString()
      .replace(/[\0\uFEFF\uFFFD]/g, '')
    const match = /^[ \t]*trade[ \t]*:[ \t]*(?:\r?\n[ \t]+)?(.*)$/im.exec(text)
    const trade = (match?.[1] ?? '').replace(/(^|\s)#.*/, '').trim()
    if (!match || trade === '') return undefined
    const line = text.slice(0, match.index).split('\n').length
    return { trade: trade.replace(/^(["'])(.*)\1$/, '$2'), line }
  } catch {
    return undefined
  }
}

/** The error of a folder that declares no trade; undefined if there is no folder. */
export function explainMissingTrade(
  folder: string,
  write: LocalizedText,
): ContentIssue | undefined {
  try {
    readContentFile(folder, file)
    return createTradeError({ line: 1 }, { vi: 'thiếu trade', en: 'trade is missing' }, write)
  } catch (error) {
    const existingFiles = listFilesIfReadable(folder)
    if (!existingFiles || existingFiles.includes(file))
      return existingFiles && unreadableFile(file, error)
    const misnamed = findMisnamedFiles(existingFiles, [file]).get(file)
    return misnamed === undefined ? missingBusinessFile(file) : wrongExtension(misnamed, file)
  }
}

function listFilesIfReadable(folder: string): string[] | undefined {
  try {
    return listFiles(folder).files
  } catch {
    return undefined
  }
}

export function createTradeError(
  { line }: Pick<DeclaredTrade, 'line'>,
  wrong: LocalizedText,
  write: LocalizedText,
): ContentIssue {
  return { file, line, wrong, write }
}
