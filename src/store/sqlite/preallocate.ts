/**
 * Fills and syncs new file blocks before SQLite uses them. If the first write to a new block fails, Linux may accept
 * later writes without an error and still lose them in a power cut (ext4 keeps the block marked as unwritten). A
 * block that cannot be filled is truncated again, so SQLite only overwrites blocks that are on the disk.
 */
import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { StoreUnavailable } from '../sql.ts'

export type Preallocator = {
  /** Ensures that the file has at least this size on the disk, or throws. */
  ensureSize(bytes: number): void
  close(): void
}

/** Grows the file in steps of 1 MB, so that it is rarely needed. SQLite releases unused pages. */
const zeros = Buffer.alloc(1 << 20)

export function createPreallocator(file: string, isDurable: boolean): Preallocator {
  // Readable only by the owner, as the file holds personal data; SQLite gives the WAL the same mode.
  // The handle stays open, because closing any handle of a file releases all POSIX locks of the process on it.
  const handle = openSync(file, 'a', 0o600)
  return {
    ensureSize(bytes) {
      try {
        const { size } = fstatSync(handle)
        if (size < bytes) fill(handle, size, bytes, isDurable)
      } catch (error) {
        throw new StoreUnavailable(error)
      }
    },
    close: () => closeSync(handle),
  }
}

function fill(handle: number, size: number, bytes: number, isDurable: boolean): void {
  try {
    for (let filled = size; filled < bytes; ) filled += writeSync(handle, zeros)
    if (isDurable) fsyncSync(handle)
  } catch (error) {
    ftruncateSync(handle, size)
    throw error
  }
}
