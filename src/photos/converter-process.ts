/**
 * A process of its own that converts photos, one at a time and with low priority: requests are not delayed, its memory
 * is returned when it ends, and a file that crashes the decoder does not end the shop.
 */
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { readContentFile } from '../content/files.ts'
import type { ConvertedPhoto } from '../content/photo.ts'
import { convertPhoto, hashPhoto, inspectPhoto, PhotoError } from './convert-photo.ts'
import { drawShareImage } from './draw-share-image.ts'
import { importLogo } from './import-logo.ts'
import { importPhoto } from './import-photo.ts'
import type { JobResult, PhotoJob } from './job.ts'

sharp.concurrency(1)
sharp.cache(false)
try {
  setPriority(10)
} catch {
  // Not permitted everywhere.
}

process.on('message', ({ id, job }: { id: number; job: PhotoJob }) => {
  void run(job).then((result) => process.send?.({ id, result }))
})
process.on('disconnect', () => process.exit())

async function run(job: PhotoJob): Promise<JobResult> {
  try {
    if (job.kind === 'share image') {
      await mkdir(job.target, { recursive: true })
      await writeWhole(job.target, job.name, await drawShareImage(job.image, job.target))
      return { kind: 'done' }
    }
    if (job.kind === 'import') {
      await writeFile(job.target, await importPhoto(await readFile(job.source), job.crop))
      return { kind: 'done' }
    }
    if (job.kind === 'logo') {
      const icons = await importLogo(await readFile(job.source))
      for (const [name, icon] of icons) await writeFile(join(job.target, name), icon)
      return { kind: 'done' }
    }
    const bytes = readSource(job.contentFolder, job.file)
    if (job.kind === 'convert') {
      return { kind: 'converted', photo: await convertOnce(bytes, job.hasBanner, job.target) }
    }
    await inspectPhoto(bytes)
    return { kind: 'done' }
  } catch (error) {
    if (error instanceof PhotoError) return { kind: 'problem', problem: error.problem }
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) }
  }
}

function readSource(folder: string, file: string): Buffer {
  try {
    return readContentFile(folder, file)
  } catch {
    throw new PhotoError('unreadable')
  }
}

/** Several processes may share the folder: the one that creates the claim converts, the others wait for it. */
async function convertOnce(
  bytes: Buffer,
  hasBanner: boolean,
  target: string,
): Promise<ConvertedPhoto> {
  await mkdir(target, { recursive: true })
  const hash = hashPhoto(bytes, hasBanner)
  const description = join(target, `${hash}.json`)
  const claim = join(target, `${hash}.claim`)
  while (!existsSync(description)) {
    if (!(await createClaim(claim))) {
      await pause(250)
      continue
    }
    try {
      const write = (name: string, file: Buffer) => writeWhole(target, name, file)
      const photo = await convertPhoto(bytes, hash, hasBanner, write)
      // Last: it says that all files are there.
      await writeWhole(target, `${hash}.json`, Buffer.from(JSON.stringify(photo)))
      return photo
    } finally {
      await rm(claim, { force: true })
    }
  }
  return JSON.parse(await readFile(description, 'utf8')) as ConvertedPhoto
}

/** Longer than any conversion: the process that created such a claim has ended. */
const staleClaimMs = 120_000

async function createClaim(claim: string): Promise<boolean> {
  try {
    await (await open(claim, 'wx')).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const created = await stat(claim).catch(() => undefined)
    const nowMs = performance.timeOrigin + performance.now()
    if (created && nowMs - created.mtimeMs > staleClaimMs) await rm(claim, { force: true })
    return false
  }
}

/** Under a temporary name first: a file that has its name is complete. */
async function writeWhole(folder: string, name: string, bytes: Buffer): Promise<void> {
  const temporary = join(folder, `${name}.${process.pid}.tmp`)
  await writeFile(temporary, bytes)
  await rename(temporary, join(folder, name))
}
