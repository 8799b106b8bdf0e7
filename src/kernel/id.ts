import { randomFillSync } from 'node:crypto'

let made = 0

/** Drawn by the thousand: to draw a few each time would be dearer than all that they are for. */
const drawn = Buffer.alloc(4096)
let used = drawn.length

/** The least id that could have been made so long before another. */
export function idBefore(id: string, milliseconds: number): string {
  return idAt(Number.parseInt(id.slice(0, 12), 16) - milliseconds)
}

/** The least id that could have been made at a moment. */
export function idAt(moment: number): string {
  return Math.max(0, moment).toString(16).padStart(12, '0')
}

/** Unique, and in the order in which a process made them. */
export function newId(now: number): string {
  made = (made + 1) % 0x1000000
  return `${idAt(now)}${made.toString(16).padStart(6, '0')}${drawBytes(8).toString('hex')}`
}

/** Random bytes that nobody has been given before; to be used at once, for the place is used again. */
export function drawBytes(count: number): Buffer {
  if (used + count > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += count
  return drawn.subarray(used - count, used)
}
