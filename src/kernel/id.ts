/** Ids that sort by creation time. */
import { randomUUID } from 'node:crypto'

/**
 * Orders the ids of one millisecond. Process-wide on purpose: apps that write to the same database in one process
 * must not get ids in a different order than they created them.
 */
let counter = 0

/** Unique, and sorted in the order in which a process creates them. */
export function newId(nowMs: number): string {
  counter = (counter + 1) % 0x1000000
  // 64 random bits of a UUID, for which Node fetches random bytes in advance.
  const random = randomUUID()
  const order = counter.toString(16).padStart(6, '0')
  return `${idAt(nowMs)}${order}${random.slice(0, 8)}${random.slice(-8)}`
}

/** The lowest id of a time. */
export function idAt(atMs: number): string {
  return Math.max(0, atMs).toString(16).padStart(12, '0')
}
