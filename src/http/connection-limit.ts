/** How many connections one listener may have on this machine. */
import { existsSync, readFileSync } from 'node:fs'

const maxPerListener = 4_096

/** For the book, for messages that leave the house, and for whatever else is a file. */
const reservedFiles = 100

/** There are two listeners, the public one and the desk's. */
export function computeConnectionLimit(): number {
  return Math.max(
    16,
    Math.min(maxPerListener, Math.floor((readOpenFileLimit() - reservedFiles) / 2)),
  )
}

const limitsFile = '/proc/self/limits'

/** How many files and connections the process may have open; where nobody says so, any number. */
function readOpenFileLimit(): number {
  const text = existsSync(limitsFile) ? readFileSync(limitsFile, 'utf8') : ''
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? []
  return Number(soft ?? Number.POSITIVE_INFINITY)
}
