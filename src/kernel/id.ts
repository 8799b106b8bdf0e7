import { randomBytes } from 'node:crypto'

let made = 0

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
  return `${idAt(now)}${made.toString(16).padStart(6, '0')}${randomBytes(8).toString('hex')}`
}
