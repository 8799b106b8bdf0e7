/**
 * Room in the book's file before SQLite needs it. Where the first write to a new block fails, Linux may
 * take later ones without an error and still lose them with the power (ext4 keeps the block marked
 * as never written). So new blocks are filled and flushed here, and given back if that fails; SQLite
 * then only writes over what the disk surely has.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { StoreUnavailable } from '../sql.ts'

export type Preallocator = {
  /** Sees to it that so many bytes of the file are on the disk, or throws. */
  ensureSize(bytes: number): void
  close(): void
}

/** As much more as is needed, so that it is seldom done. SQLite gives back what it did not use. */
const zeros = Buffer.alloc(1 << 20)

export function createPreallocator(file: string): Preallocator {
  // Names and phones are in it: only the owner of the process reads it, and what SQLite lays beside it.
  // Open as long as the book is: to close one handle of a file ends every lock we have on it.
  const handle = openSync(file, 'a', 0o600)
  return {
    ensureSize(bytes) {
      try {
        const { size } = fstatSync(handle)
        if (size < bytes) fill(handle, size, bytes)
      } catch (error) {
        throw new StoreUnavailable(error)
      }
    },
    close: () => closeSync(handle),
  }
}

function fill(handle: number, size: number, bytes: number): void {
  try {
    for (let filled = size; filled < bytes; ) filled += writeSync(handle, zeros)
    fsyncSync(handle)
  } catch (error) {
    ftruncateSync(handle, size)
    throw error
  }
}
