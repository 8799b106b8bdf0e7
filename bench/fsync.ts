/** What the disk itself can do: a small write and an fsync, one after the other. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratch } from '../proof/support/scratch.ts'
import { roundSignificant } from './measure.ts'

/** How many a second. */
export function measureFsync(seconds: number): number {
  const scratch = makeScratch()
  const handle = openSync(join(scratch.folder, 'flushed'), 'w')
  const page = Buffer.alloc(4096)
  const began = performance.now()
  let count = 0
  while (performance.now() - began < seconds * 1000) {
    writeSync(handle, page, 0, page.length, count++ * page.length)
    fsyncSync(handle)
  }
  const took = (performance.now() - began) / 1000
  closeSync(handle)
  scratch.remove()
  return roundSignificant(count / took)
}
