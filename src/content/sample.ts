/** The sample businesses that come with the program, one for each trade. */
import { cpSync, mkdirSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { listFiles, readContentFile } from './files.ts'

export function sampleFolder(trade: string): string {
  return fileURLToPath(new URL(`../../content/${trade}`, import.meta.url))
}

/** The same path as a user types it in the folder where the program was started. */
export function samplePath(trade: string): string {
  const folder = sampleFolder(trade)
  const from = relative('', folder)
  return from.startsWith('..') || isAbsolute(from) ? folder : from
}

/** Whether the folder is the sample itself, which belongs to the program and is not the owner's. */
export function isProgramFolder(folder: string, trade: string): boolean {
  return resolve(folder) === sampleFolder(trade)
}

/** Copies the sample shop of a trade into a new folder. */
export function copySample(trade: string, folder: string): void {
  cpSync(sampleFolder(trade), folder, { recursive: true })
}

/** Whether a folder has exactly the files of the sample shop. */
export function isUntouchedSample(folder: string, trade: string): boolean {
  const sample = sampleFolder(trade)
  const { files } = listFiles(sample)
  return (
    isDeepStrictEqual(listFiles(folder).files, files) &&
    files.every((file) => readContentFile(folder, file).equals(readContentFile(sample, file)))
  )
}

/** Turns an untouched sample into that of another trade, as if it were copied into a new folder. */
export function replaceSample(folder: string, trade: string): void {
  const sample = sampleFolder(trade)
  const before = listFiles(folder).files
  const { files } = listFiles(sample)
  // The file that names the trade is the last one: a folder that is only half written is not the new shop.
  for (const file of files.toSorted(
    (one, other) => Number(isBusiness(one)) - Number(isBusiness(other)),
  )) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), readContentFile(sample, file))
  }
  for (const file of before.filter((one) => !files.includes(one))) {
    rmSync(join(folder, file))
    removeIfEmpty(join(folder, dirname(file)))
  }
}

function isBusiness(file: string): boolean {
  return file === 'business.yaml'
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
