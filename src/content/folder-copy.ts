/**
 * A copy of the files of a content folder that a shop uses. A new copy is complete and on the disk before the file
 * `current.json` names it; until then, the previous copy stays in use. The copy is verified when it is opened.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { hour } from '../kernel/time.ts'
import { listFiles, readContentFile, systemErrorCode } from './files.ts'
import type { PhotoFile } from './photo.ts'

export type CopyDescription = {
  trade: string
  /** The shop that the copy belongs to, as its database names it. */
  shopId: string
  acceptedAtMs: number
  /** The owner's photos, which are not copied: the converted ones are found by these values. */
  photos?: readonly PhotoFile[]
}

type Manifest = CopyDescription & {
  format: 1
  /** Subfolder with the files. */
  version: string
  /** SHA-256 digests by path. */
  files: Readonly<Record<string, string>>
}

/** The copy exists but cannot be used. */
export class DamagedCopy extends Error {}

/** What the copy in this folder is of; undefined if there is none. */
export function describeCopy(copyFolder: string): CopyDescription | undefined {
  return readManifest(copyFolder)
}

/** The folder with the copied files, after all of them were verified. */
export function openCopy(copyFolder: string): { folder: string; description: CopyDescription } {
  const manifest = readManifest(copyFolder)
  if (!manifest) throw new DamagedCopy('there is no copy')
  const folder = join(copyFolder, manifest.version)
  const unverified = new Set(listFilesIfReadable(folder))
  for (const [file, digest] of Object.entries(manifest.files)) {
    if (!unverified.delete(file)) throw new DamagedCopy(`${file} is missing`)
    if (digestIfReadable(folder, file) !== digest) throw new DamagedCopy(`${file} was changed`)
  }
  const [unknown] = unverified
  if (unknown !== undefined) throw new DamagedCopy(`${unknown} was added`)
  return { folder, description: manifest }
}

type StoreOptions = {
  copyFolder: string
  /** The content folder. */
  source: string
  /** Paths of the files to copy, relative to the content folder. */
  files: readonly string[]
  description: CopyDescription
  /** False once the content folder has changed, so that the copy would be of different states of it. */
  isUnchanged(): boolean
}

/** Replaces the copy, unless it has the same files already. Returns whether the copy is up to date. */
export async function storeCopy(options: StoreOptions): Promise<boolean> {
  const { copyFolder, source, files, description, isUnchanged } = options
  const previous = readIntactManifest(copyFolder)
  const digests = Object.fromEntries(files.map((file) => [file, digestOf(source, file)]))
  if (previous && isSameCopy(previous, description, digests)) return true

  const version = `copy-${randomUUID()}`
  const partial = join(copyFolder, `partial-${version}`)
  try {
    const folders = new Set([partial])
    for (const file of files) {
      const path = join(partial, file)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      folders.add(dirname(path))
      const bytes = readContentFile(source, file)
      if (sha256(bytes) !== digests[file]) return false
      await writeDurably(path, bytes)
    }
    for (const folder of folders) await flushFolder(folder)
    if (!isUnchanged()) return false
    await rename(partial, join(copyFolder, version))
    await flushFolder(copyFolder)
    const manifest: Manifest = { format: 1, ...description, version, files: digests }
    const temporary = join(copyFolder, `partial-${randomUUID()}`)
    await writeDurably(temporary, JSON.stringify(manifest))
    await rename(temporary, join(copyFolder, manifestName))
    await flushFolder(copyFolder)
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  const used = [version, previous?.version]
  await removeOldCopies(copyFolder, used, description.acceptedAtMs)
  return true
}

const manifestName = 'current.json'

function readManifest(copyFolder: string): Manifest | undefined {
  try {
    const manifest = JSON.parse(readFileSync(join(copyFolder, manifestName), 'utf8')) as Manifest
    if (manifest?.format === 1) return manifest
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
  }
  throw new DamagedCopy(`${manifestName} cannot be read`)
}

/** A damaged copy is replaced like a missing one. */
function readIntactManifest(copyFolder: string): Manifest | undefined {
  try {
    openCopy(copyFolder)
    return readManifest(copyFolder)
  } catch {
    return undefined
  }
}

function isSameCopy(
  { trade, shopId, photos, files }: Manifest,
  description: CopyDescription,
  digests: Manifest['files'],
): boolean {
  const names = Object.keys(digests)
  return (
    trade === description.trade &&
    shopId === description.shopId &&
    isDeepStrictEqual(photos, description.photos) &&
    names.length === Object.keys(files).length &&
    names.every((name) => files[name] === digests[name])
  )
}

function listFilesIfReadable(folder: string): string[] {
  try {
    return listFiles(folder).files
  } catch {
    return []
  }
}

function digestIfReadable(folder: string, file: string): string | undefined {
  try {
    return digestOf(folder, file)
  } catch {
    return undefined
  }
}

function digestOf(folder: string, file: string): string {
  return sha256(readContentFile(folder, file))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

async function writeDurably(path: string, data: string | Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(data)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function flushFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and makes renames durable by itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Another process may be writing a copy at this moment, so that only older ones are removed. */
async function removeOldCopies(
  copyFolder: string,
  used: readonly (string | undefined)[],
  now: number,
): Promise<void> {
  for (const name of await readdir(copyFolder)) {
    if (name === manifestName || used.includes(name)) continue
    const path = join(copyFolder, name)
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > hour) await rm(path, { recursive: true, force: true })
  }
}
