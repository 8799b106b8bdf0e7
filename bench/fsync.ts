/** Measures how many small writes the disk flushes in a second, one after the other. */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { makeScratch } from '../proof/support/scratch.ts'
import { roundSignificant } from './measure.ts'

export function measureFsync(seconds: number): number {
  const scratch = makeScratch()
  const file = openSync(join(scratch.folder, 'flushed'), 'w')
  const block = Buffer.alloc(4096)
  const began = performance.now()
  let count = 0
  while (performance.now() - began < seconds * 1000) {
    writeSync(file, block, 0, block.length, count++ * block.length)
    fsyncSync(file)
  }
  const elapsedSeconds = (performance.now() - began) / 1000
  closeSync(file)
  scratch.remove()
  return roundSignificant(count / elapsedSeconds)
}
