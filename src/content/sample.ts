/** The sample businesses that come with the program, one for each trade. */
import { isAbsolute, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export function sampleFolder(trade: string): string {
  return fileURLToPath(new URL(`../../content/${trade}`, import.meta.url))
}

/** The same path as a user types it in the folder where the program was started. */
export function samplePath(trade: string): string {
  const folder = sampleFolder(trade)
  const from = relative('', folder)
  return from.startsWith('..') || isAbsolute(from) ? folder : from
}
