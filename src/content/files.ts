/** Lists the files of an owner's folder by name. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join, sep } from 'node:path'

export type FolderListing = {
  /** Sorted by name; dangling links are included and reported when they are read. */
  files: string[]
  /** Subfolders without read permission. */
  unreadableFolders: string[]
}

/** Hidden files are ignored: version control, files of editors. */
export function listFiles(folder: string): FolderListing {
  const files: string[] = []
  const unreadableFolders: string[] = []
  const walk = (under: string) => {
    for (const entry of readdirSync(join(folder, under), { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = `${under}${entry.name}`
      if (entry.isDirectory()) {
        try {
          walk(`${path}/`)
        } catch {
          unreadableFolders.push(path)
        }
      } else if (entry.isFile() || (entry.isSymbolicLink() && canBeFile(join(folder, path)))) {
        files.push(path)
      }
    }
  }
  walk('')
  return { files: files.sort(), unreadableFolders }
}

function canBeFile(path: string): boolean {
  try {
    return statSync(path).isFile()
  } catch {
    return true
  }
}

/** A link that leads out of the content folder: a person who can write there must not read the rest of the server. */
export class OutsideFolderError extends Error {}

/** Reads a regular file. A link may lead to another file of the folder, but not out of it. */
export function readContentFile(folder: string, file: string): Buffer {
  // Without O_NONBLOCK, opening a pipe would wait for someone who writes to it.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const descriptor = openSync(resolveInside(folder, file), flags)
  try {
    const opened = fstatSync(descriptor)
    if (!opened.isFile()) throw Object.assign(new Error(), { code: 'not a file' })
    // Again, because a folder on the way may have been replaced by a link before the file was opened.
    const found = lstatSync(resolveInside(folder, file))
    if (found.ino !== opened.ino || found.dev !== opened.dev) throw new OutsideFolderError()
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

function resolveInside(folder: string, file: string): string {
  const path = realpathSync(join(folder, file))
  if (!path.startsWith(`${realpathSync(folder)}${sep}`)) throw new OutsideFolderError()
  return path
}

/** The system's error code for a file that cannot be read: "ENOENT". */
export function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
