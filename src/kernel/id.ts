/** Ids that sort by creation time. */
import { randomBytes } from 'node:crypto'

/**
 * Orders the ids of one millisecond. Process-wide on purpose: apps that write to the same database in one process
 * must not get ids in a different order than they created them.
 */
let counter = 0

/** Unique, and sorted in the order in which a process creates them. */
export function newId(nowMs: number): string {
  counter = (counter + 1) % 0x1000000
  return `${idAt(nowMs)}${counter.toString(16).padStart(6, '0')}${randomBytes(8).toString('hex')}`
}

/** The lowest id of a time. */
export function idAt(atMs: number): string {
  return Math.max(0, atMs).toString(16).padStart(12, '0')
}
