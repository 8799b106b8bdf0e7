/** Detects changes of a folder without parsing it. */
import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, readContentFile, systemErrorCode } from './files.ts'
import { isPhotoPath } from './photo-files.ts'

/** Changes with every save, and is cheap enough to compute every two seconds. An unreadable file is a state, too. */
export function folderSignature(folder: string): string {
  try {
    const { files, unreadableFolders, outsideFolders } = listFiles(folder)
    const signatures = files.map((file) => fileSignature(folder, file))
    return [...signatures, ...unreadableFolders, ...outsideFolders].join('\n')
  } catch (error) {
    return systemErrorCode(error)
  }
}

function fileSignature(folder: string, file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(join(folder, file))
    return `${file} ${mtimeMs} ${size} ${ino}`
  } catch (error) {
    return `${file} ${systemErrorCode(error)}`
  }
}

/** Equal for folders with the same content, on any machine. */
export function fingerprintOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of listFiles(folder).files) {
    if (isPhotoPath(file)) {
      hash.update(`${file} ${photoSize(folder, file)}\n`)
      continue
    }
    const bytes = readBytesIfReadable(folder, file)
    if (bytes) hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('base64url')
}

/** Photos change no booking, and reading all of them would block the process for seconds. */
function photoSize(folder: string, file: string): number {
  return statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0
}

/** The files of the shop were read before; other files may be unreadable. */
function readBytesIfReadable(folder: string, file: string): Buffer | undefined {
  try {
    return readContentFile(folder, file)
  } catch {
    return undefined
  }
}
