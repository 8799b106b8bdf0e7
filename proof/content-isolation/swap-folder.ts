/** Worker thread that replaces a folder by a link out of the content folder, and back, until it is stopped. */
import { renameSync, symlinkSync, unlinkSync } from 'node:fs'
import { workerData } from 'node:worker_threads'

export type SwapTask = { folder: string; outside: string; stopFlag: Int32Array }

const { folder, outside, stopFlag } = workerData as SwapTask
const aside = `${folder}-aside`

while (Atomics.load(stopFlag, 0) === 0) {
  renameSync(folder, aside)
  symlinkSync(outside, folder)
  unlinkSync(folder)
  renameSync(aside, folder)
}
