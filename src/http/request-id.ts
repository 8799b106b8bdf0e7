/** A name for each request, by which the log and the caller mean the same one. */
import { randomUUID } from 'node:crypto'

const suffixes = Array.from({ length: 4096 }, (_, number) => number.toString(16).padStart(3, '0'))

let prefix = ''
let nextSuffix = suffixes.length

/** Unique, and nobody's secret: one is drawn for thousands. */
export function createRequestId(): string {
  if (nextSuffix === suffixes.length) {
    prefix = randomUUID().slice(0, -3)
    nextSuffix = 0
  }
  return prefix + suffixes[nextSuffix++]
}
