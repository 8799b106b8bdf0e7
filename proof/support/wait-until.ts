import { setTimeout as pause } from 'node:timers/promises'

/** Waits for something that must happen soon, and not for ever. */
export async function until(holds: () => boolean, seconds = 60): Promise<void> {
  const last = performance.now() + seconds * 1_000
  while (!holds()) {
    if (performance.now() > last) throw new Error(`waited in vain for ${holds}`)
    await pause(20)
  }
}
