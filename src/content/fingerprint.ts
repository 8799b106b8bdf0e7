/** What tells one state of a folder from another, without understanding it. */
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles, systemErrorCode } from './files.ts'

/** Changes with every save; cheap enough to ask for all the time. What cannot be read is a state, too. */
export function folderSignature(folder: string): string {
  try {
    const { files, unreadableFolders } = listFiles(folder)
    return [...files.map((file) => fileSignature(folder, file)), ...unreadableFolders].join('\n')
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

/** The same for folders that hold the same, on whichever machine. */
export function fingerprintOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of listFiles(folder).files) {
    const bytes = readBytesIfReadable(join(folder, file))
    if (bytes) hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('base64url')
}

/** What the shop is made of was read before; what else lies there may be out of reach. */
function readBytesIfReadable(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
