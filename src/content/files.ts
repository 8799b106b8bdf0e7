/** Lists the files of an owner's folder by name. */
import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
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
  const path = realpathSync(join(folder, file))
  if (!path.startsWith(`${realpathSync(folder)}${sep}`)) throw new OutsideFolderError()
  // Opening a pipe would wait for someone who writes to it.
  if (!lstatSync(path).isFile()) throw Object.assign(new Error(), { code: 'not a file' })
  return readFileSync(path)
}

/** The system's error code for a file that cannot be read: "ENOENT". */
export function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
