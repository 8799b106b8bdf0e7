/** Lists the files of an owner's folder by name. */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { join, sep } from 'node:path'

export type FolderListing = {
  /**
   * Sorted by name, with everything that is no folder: what is no file or cannot be read is reported when it is read.
   */
  files: string[]
  /** Subfolders without read permission, and links to folders that are not followed. */
  unreadableFolders: string[]
  /** Links to folders that are not in this one. */
  outsideFolders: string[]
}

/** Hidden files are ignored: version control, files of editors. */
export function listFiles(folder: string): FolderListing {
  const listing: FolderListing = { files: [], unreadableFolders: [], outsideFolders: [] }
  const walk = (under: string, parents: readonly string[], isLinked: boolean) => {
    const current = under === '' ? realpathSync(folder) : resolveInside(folder, under)
    if (parents.includes(current)) throw new Error('A link leads to a folder that contains it.')
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      if (entry.name.startsWith('.')) continue
      const path = `${under}${entry.name}`
      const isLink = entry.isSymbolicLink()
      if (!entry.isDirectory() && !(isLink && isFolder(join(folder, path)))) {
        listing.files.push(path)
        continue
      }
      try {
        // The number of paths could grow exponentially with links in linked folders.
        if (isLink && isLinked) throw new Error('A linked folder contains a link to a folder.')
        walk(`${path}/`, [...parents, current], isLink || isLinked)
      } catch (error) {
        const isOutside = error instanceof OutsideFolderError
        listing[isOutside ? 'outsideFolders' : 'unreadableFolders'].push(path)
      }
    }
  }
  walk('', [], false)
  listing.files.sort()
  return listing
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
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
    if (!fstatSync(descriptor).isFile()) throw Object.assign(new Error(), { code: 'not a file' })
    // Again, because a folder on the way may have been replaced by a link before the file was opened.
    assertInside(folder, file, descriptor)
    return readFileSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** The real path of a file of the folder. */
export function resolveInside(folder: string, file: string): string {
  const path = realpathSync(join(folder, file))
  if (!isInside(folder, path)) throw new OutsideFolderError()
  return path
}

function isInside(folder: string, path: string): boolean {
  const root = realpathSync(folder)
  return path === root || path.startsWith(`${root}${sep}`)
}

/** Throws if the open file is outside the folder. */
function assertInside(folder: string, file: string, descriptor: number): void {
  if (process.platform === 'linux') {
    // The path of the open file itself: a path that is resolved again may lead to another file each time.
    const path = readlinkSync(`/proc/self/fd/${descriptor}`)
    if (!isInside(folder, path)) throw new OutsideFolderError()
    return
  }
  const [found, opened] = [lstatSync(resolveInside(folder, file)), fstatSync(descriptor)]
  if (found.ino !== opened.ino || found.dev !== opened.dev) throw new OutsideFolderError()
}

/** The system's error code for a file that cannot be read: "ENOENT". */
export function systemErrorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown'
}
