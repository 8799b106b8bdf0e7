/** Reads a file again and again while its folder is replaced by a link out of the content folder. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { readContentFile } from '../../src/content/files.ts'
import type { SwapTask } from './swap-folder.ts'

export type SwapResult = { reads: number; refused: number; leaked: number }

export async function readWhileSwapped(scratch: string, times: number): Promise<SwapResult> {
  const content = join(scratch, 'swapped')
  const outside = join(scratch, 'swapped-outside')
  for (const [folder, text] of [
    [join(content, 'menu'), 'inside'],
    [outside, 'outside'],
  ] as const) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.yaml'), text)
  }
  const stopFlag = new Int32Array(new SharedArrayBuffer(4))
  const workerData: SwapTask = { folder: join(content, 'menu'), outside, stopFlag }
  const worker = new Worker(new URL('./swap-folder.ts', import.meta.url), { workerData })
  const exited = new Promise((resolve) => worker.once('exit', resolve))
  await new Promise((resolve) => worker.once('online', resolve))
  const result = { reads: 0, refused: 0, leaked: 0 }
  for (let count = 0; count < times; count++) {
    try {
      const text = readContentFile(content, 'menu/a.yaml').toString()
      result.reads++
      if (text !== 'inside') result.leaked++
    } catch {
      result.refused++
    }
  }
  Atomics.store(stopFlag, 0, 1)
  await exited
  return result
}
