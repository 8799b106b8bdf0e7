/** How many connections one listener may have on this machine. */
import { existsSync, readFileSync } from 'node:fs'

const enough = 4_096

/** For the book, for messages that leave the house, and for whatever else is a file. */
const forOthers = 100

/** There are two listeners, the public one and the desk's. */
export function mostConnections(): number {
  return Math.max(16, Math.min(enough, Math.floor((openFiles() - forOthers) / 2)))
}

const limits = '/proc/self/limits'

/** How many files and connections the process may have open; where nobody says so, any number. */
function openFiles(): number {
  const text = existsSync(limits) ? readFileSync(limits, 'utf8') : ''
  const [, soft] = /^Max open files\s+(\d+)/m.exec(text) ?? []
  return Number(soft ?? Number.POSITIVE_INFINITY)
}
