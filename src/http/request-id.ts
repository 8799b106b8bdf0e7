/** A name for each request, by which the log and the caller mean the same one. */
import { randomUUID } from 'node:crypto'

const endings = Array.from({ length: 4096 }, (_, number) => number.toString(16).padStart(3, '0'))

let beginning = ''
let used = endings.length

/** Unique, and nobody's secret: one is drawn for thousands. */
export function newRequestId(): string {
  if (used === endings.length) {
    beginning = randomUUID().slice(0, -3)
    used = 0
  }
  return beginning + endings[used++]
}
