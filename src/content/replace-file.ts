/** Replaces a file of the content folder by a rename, and stores the previous version beside it. */
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { resolveInside } from './files.ts'

/** Hidden, so that neither this file nor an unfinished one is read as content. */
function hiddenFile(path: string, ending: string): string {
  return join(dirname(path), `.${basename(path)}.${ending}`)
}

/** A reader sees the old text or the new one, also after a power cut. */
export function replaceContentFile(folder: string, file: string, text: string | Buffer): void {
  const path = resolveInside(folder, file)
  const previous = hiddenFile(path, 'previous')
  const unfinished = hiddenFile(path, 'new')
  copyFileSync(path, unfinished)
  flush(unfinished, 'r+')
  renameSync(unfinished, previous)
  try {
    writeFileSync(unfinished, text, { mode: statSync(path).mode })
    flush(unfinished, 'r+')
    renameSync(unfinished, path)
  } finally {
    rmSync(unfinished, { force: true })
  }
  // Windows cannot open a folder, and makes renames durable by itself.
  if (process.platform !== 'win32') flush(dirname(path), 'r')
}

/** The version before the last replacement. */
export function readPreviousFile(folder: string, file: string): string | undefined {
  const previous = hiddenFile(resolveInside(folder, file), 'previous')
  return existsSync(previous) ? readFileSync(previous, 'utf8') : undefined
}

export function removePreviousFile(folder: string, file: string): void {
  rmSync(hiddenFile(resolveInside(folder, file), 'previous'), { force: true })
}

/** Windows flushes only what is open for writing. */
function flush(path: string, mode: 'r' | 'r+'): void {
  const descriptor = openSync(path, mode)
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
