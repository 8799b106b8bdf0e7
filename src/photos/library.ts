/**
 * The converted photos and share images in a folder beside the data. Each file is named by the hash of what it was made
 * from, so it never changes, and several processes can share the folder. All of it can be made again.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { LRUCache } from 'lru-cache'
import { iconSizes, type LogoIcon } from '../content/logo.ts'
import type { ConvertedPhoto, PhotoFile, PhotoProblem } from '../content/photo.ts'
import type { PhotoDesk, PictureFiles, ShareImage } from '../content/share-image.ts'
import { type Clock, day } from '../kernel/time.ts'
import { createConverter } from './converter.ts'
import type { JobResult } from './job.ts'

export type PhotoResult =
  | { photo: ConvertedPhoto; problem?: never }
  | { photo?: never; problem: PhotoProblem }

export type PhotoLibrary = PictureFiles &
  PhotoDesk & {
    /** The result of an earlier conversion of the same file. */
    find(contentFolder: string, file: PhotoFile): PhotoResult | undefined
    /** Throws if the machine prevents it, for example with a full disk. */
    convert(contentFolder: string, file: PhotoFile): Promise<PhotoResult>
    /** Whether it can be converted; nothing is stored. */
    inspect(contentFolder: string, file: PhotoFile): Promise<PhotoProblem | undefined>
    /** Removes files that no process has used for a long time; these photos are in use. */
    clean(contentFolder: string, files: readonly PhotoFile[]): Promise<void>
    close(): Promise<void>
  }

/** The version of the records and of the share images. */
const version = 1

const hashLength = 20

/** A page that a search engine or a chat app has stored may refer to an old file for as long. */
const unusedDays = 30

const maxShareImages = 2_000

export function createPhotoLibrary(folder: string, now: Clock): PhotoLibrary {
  const converter = createConverter()
  const shareImages = new LRUCache<string, ShareImage>({ max: maxShareImages })
  const drawing = new Map<string, Promise<JobResult>>()

  const readRecord = (name: string): PhotoResult | undefined => {
    try {
      return JSON.parse(readFileSync(join(folder, name), 'utf8')) as PhotoResult
    } catch {
      return undefined
    }
  }

  const drawOnce = (name: string, image: ShareImage): Promise<JobResult> => {
    const running = drawing.get(name)
    if (running) return running
    const started = converter
      .run({ kind: 'share image', image, name, target: folder }, true)
      .finally(() => drawing.delete(name))
    drawing.set(name, started)
    return started
  }

  return {
    find(contentFolder, file) {
      const record = readRecord(recordName(contentFolder, file))
      if (!record?.photo) return record
      return existsSync(join(folder, `${record.photo.hash}.json`)) ? record : undefined
    },
    async convert(contentFolder, file) {
      const result = await converter.run({
        kind: 'convert',
        contentFolder,
        file: file.file,
        hasBanner: file.name === 'hero',
        target: folder,
      })
      const record = toPhotoResult(result)
      // A file that could not be read may be readable the next time.
      if (record.problem !== 'unreadable') {
        await mkdir(folder, { recursive: true })
        await writeWhole(join(folder, recordName(contentFolder, file)), JSON.stringify(record))
      }
      return record
    },
    async inspect(contentFolder, { file }) {
      const result = await converter.run({ kind: 'inspect', contentFolder, file })
      return result.kind === 'done' ? undefined : toPhotoResult(result).problem
    },
    importPhoto: (bytes, crop) =>
      withTemporaryFolder(async (temporary) => {
        const [source, target] = [join(temporary, 'source'), join(temporary, 'photo.jpg')]
        await writeFile(source, bytes, { mode: 0o600 })
        const result = await converter.run({ kind: 'import', source, crop, target }, true)
        if (result.kind === 'problem') return { problem: result.problem }
        if (result.kind === 'failed') throw new Error(result.message)
        return { bytes: await readFile(target) }
      }),
    importLogo: (bytes) =>
      withTemporaryFolder(async (temporary) => {
        const source = join(temporary, 'source')
        await writeFile(source, bytes, { mode: 0o600 })
        const result = await converter.run({ kind: 'logo', source, target: temporary }, true)
        if (result.kind === 'problem') return { problem: result.problem }
        if (result.kind === 'failed') throw new Error(result.message)
        const icons = new Map<LogoIcon, Buffer>()
        for (const name of Object.keys(iconSizes) as LogoIcon[])
          icons.set(name, await readFile(join(temporary, name)))
        return { icons }
      }),
    convertDraft: (name, bytes) =>
      withTemporaryFolder(async (contentFolder) => {
        const file = 'photo.jpg'
        await writeFile(join(contentFolder, file), bytes, { mode: 0o600 })
        const hasBanner = name === 'hero'
        const job = { kind: 'convert', contentFolder, file, hasBanner, target: folder } as const
        const result = await converter.run(job, true)
        return result.kind === 'converted' ? result.photo : undefined
      }),
    async read(name) {
      const stored = await readIfThere(join(folder, name))
      const image = stored ? undefined : shareImages.get(name)
      if (!image) return stored
      await drawOnce(name, image)
      return readIfThere(join(folder, name))
    },
    shareImageName(image) {
      const name = `share-${hashOf([version, image])}.jpg`
      shareImages.set(name, image)
      return name
    },
    async clean(contentFolder, files) {
      const records = new Set(files.map((file) => recordName(contentFolder, file)))
      const hashes = new Set([...records].flatMap((name) => readRecord(name)?.photo?.hash ?? []))
      const isUsed = (name: string) =>
        records.has(name) || shareImages.has(name) || hashes.has(name.slice(0, hashLength))
      const usedAt = new Date(now())
      for (const name of await readdir(folder).catch(() => [])) {
        const path = join(folder, name)
        // Every running process marks what it uses, so an old file is used by none.
        if (isUsed(name)) await utimes(path, usedAt, usedAt).catch(() => {})
        else if (await isOld(path, now())) await rm(path, { force: true })
      }
    },
    close: () => converter.close(),
  }
}

async function withTemporaryFolder<Result>(
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'letan-upload-'))
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The time of the last change stands for the content: reading all photos at each start would take too long. */
function recordName(
  contentFolder: string,
  { name, file, sizeBytes, modifiedMs }: PhotoFile,
): string {
  const source = [version, resolve(contentFolder), name, file, sizeBytes, modifiedMs]
  return `source-${hashOf(source)}.json`
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, hashLength)
}

function toPhotoResult(result: JobResult): PhotoResult {
  if (result.kind === 'converted') return { photo: result.photo }
  if (result.kind === 'problem') return { problem: result.problem }
  throw new Error(result.kind === 'failed' ? result.message : 'unexpected result')
}

async function isOld(path: string, nowMs: number): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && nowMs - found.mtimeMs > unusedDays * day
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch {
    return undefined
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`
  await writeFile(temporary, text)
  await rename(temporary, path)
}
