/**
 * Reads and writes whole files of a content folder for the editor of the desk. A photo is represented by its digest, so
 * that drafts and publications are short texts.
 */
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { LocalizedText } from '../../kernel/locale.ts'
import { UserError } from '../../kernel/user-error.ts'
import { readContentFile, resolveInside, systemErrorCode } from '../files.ts'
import { isImagePath } from '../photo-files.ts'
import { replaceContentFile } from '../replace-file.ts'

type NewText = { file: string; before: string | null; after: string | null }

/** The text that represents a photo. */
export function digestOfPhoto(bytes: Buffer): string {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`
}

/** Null if the file does not exist. */
export function readFileText(folder: string, file: string): string | null {
  const bytes = readFileBytes(folder, file)
  if (bytes === null) return null
  return isImagePath(file) ? digestOfPhoto(bytes) : bytes.toString()
}

export function readFileBytes(folder: string, file: string): Buffer | null {
  try {
    return readContentFile(folder, file)
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Why nothing was written, and what to do. */
class WriteError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(localizedMessage: LocalizedText) {
    super(localizedMessage.en)
    this.localizedMessage = localizedMessage
  }
}

/** Undefined if the folder can be written to. */
export function explainReadOnly(folder: string): LocalizedText | undefined {
  try {
    accessSync(folder, constants.W_OK)
    return undefined
  } catch (error) {
    return readOnlyText(folder, systemErrorCode(error))
  }
}

/** Undefined if the folder is there. */
export function explainMissingFolder(folder: string): LocalizedText | undefined {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined
  return {
    vi:
      `Không có thư mục nội dung ${folder}, nên chưa sửa được gì. Hãy nhờ người quản lý máy chủ đưa thư mục ấy về chỗ cũ. ` +
      'Trang vẫn chạy với nội dung gần nhất, và bản nháp vẫn còn.',
    en:
      `The content folder ${folder} is missing, so nothing can be edited. Ask the operator of the server to bring it ` +
      'back. The site continues with the last content, and your draft is still there.',
  }
}

function readOnlyText(folder: string, code: string): LocalizedText {
  return {
    vi:
      `Quầy không ghi được vào thư mục nội dung ${folder} (${code}), nên chưa đăng được. Hãy nhờ người quản lý máy ` +
      'chủ cho chương trình quyền ghi vào thư mục ấy. Bản nháp vẫn còn.',
    en:
      `The desk cannot write to the content folder ${folder} (${code}), so nothing can be published. Ask the operator ` +
      'of the server to give the program write access to that folder. Your draft is still there.',
  }
}

/** By digest. */
export type PhotoBytes = ReadonlyMap<string, Buffer>

/** Writes all files, or none if one of them is not as it was before. */
export function writeFiles(
  folder: string,
  texts: readonly NewText[],
  photos: PhotoBytes = new Map(),
): void {
  const changed = texts.find(({ file, before }) => readFileText(folder, file) !== before)
  if (changed) throw new WriteError(changedText(changed.file))
  const contentOf = (text: string | null) => photos.get(text ?? '') ?? text
  const missing = texts.find(({ file, after }) => isImagePath(file) && after === contentOf(after))
  if (missing && missing.after !== null) throw new WriteError(missingPhotoText(missing.file))
  const written: NewText[] = []
  try {
    for (const text of texts) {
      writeFile(folder, text.file, contentOf(text.after))
      written.push(text)
    }
  } catch (error) {
    for (const { file, before } of written) writeFile(folder, file, contentOf(before))
    if (error instanceof UserError) throw error
    throw new WriteError(readOnlyText(folder, systemErrorCode(error)))
  }
}

function changedText(file: string): LocalizedText {
  return {
    vi: `Tệp ${file} vừa được sửa ở nơi khác, nên chưa đăng và không ghi đè. Hãy xem lại rồi đăng lại.`,
    en: `The file ${file} was just changed elsewhere, so nothing was published or overwritten. Review it and publish again.`,
  }
}

function missingPhotoText(file: string): LocalizedText {
  return {
    vi: `Ảnh ${file} không còn được lưu, nên chưa đăng. Hãy chọn lại ảnh.`,
    en: `The photo ${file} is no longer stored, so nothing was published. Choose the photo again.`,
  }
}

function writeFile(folder: string, file: string, text: string | Buffer | null): void {
  const path = join(folder, file)
  if (text === null) {
    rmSync(path, { force: true })
    return
  }
  if (existsSync(path)) {
    replaceContentFile(folder, file, text)
    return
  }
  mkdirSync(dirname(path), { recursive: true })
  // Only folders that are links could lead elsewhere.
  resolveInside(folder, dirname(file))
  writeFileSync(path, text, { flag: 'wx' })
}
