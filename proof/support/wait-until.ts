import { setTimeout as pause } from 'node:timers/promises'

/** Waits for something that must happen soon, and not for ever. */
export async function waitUntil(condition: () => boolean, seconds = 60): Promise<void> {
  const deadlineMs = performance.now() + seconds * 1_000
  while (!condition()) {
    if (performance.now() > deadlineMs) throw new Error(`waited in vain for ${condition}`)
    await pause(20)
  }
}
