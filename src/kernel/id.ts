import { randomFillSync } from 'node:crypto'

let counter = 0

/** Drawn by the thousand: to draw a few each time would be dearer than all that they are for. */
const randomPool = Buffer.alloc(4096)
let usedBytes = randomPool.length

/** The least id that could have been made so long before another. */
export function idBefore(id: string, milliseconds: number): string {
  return idAt(Number.parseInt(id.slice(0, 12), 16) - milliseconds)
}

/** The least id that could have been made at a moment. */
export function idAt(atMs: number): string {
  return Math.max(0, atMs).toString(16).padStart(12, '0')
}

/** Unique, and in the order in which a process made them. */
export function newId(nowMs: number): string {
  counter = (counter + 1) % 0x1000000
  return `${idAt(nowMs)}${counter.toString(16).padStart(6, '0')}${randomBytes(8).toString('hex')}`
}

/** Random bytes that nobody has been given before; to be used at once, for the place is used again. */
export function randomBytes(count: number): Buffer {
  if (usedBytes + count > randomPool.length) {
    randomFillSync(randomPool)
    usedBytes = 0
  }
  usedBytes += count
  return randomPool.subarray(usedBytes - count, usedBytes)
}
