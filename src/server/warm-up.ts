/** What can wait until the doors are open, and need not wait for long. */
import { flushCompileCache } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Milliseconds after the start: whoever waited for it has been answered. */
const warmUpDelayMs = 250
const flushDelayMs = 2_000

type WarmUpTasks = {
  /** Makes ready what callers would otherwise wait for. */
  warm(): void
  /** Keeps for the next start what this one has found out. */
  saveCache(): void
}

/** What is returned calls it off. */
export function scheduleWarmUp({ warm, saveCache }: WarmUpTasks): () => void {
  const timers = [
    setTimeout(warm, warmUpDelayMs),
    setTimeout(() => {
      saveCache()
      collectGarbage()
      // Otherwise that waits for the end, and a process that is killed leaves nothing to the next.
      flushCompileCache()
    }, flushDelayMs),
  ]
  return () => timers.forEach(clearTimeout)
}

/** Reading the content leaves some 35 MB behind. It takes a tenth of a second. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (how: object) => void
  // The thorough kind: it also makes the room for young objects small again.
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
