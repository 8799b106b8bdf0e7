import { setTimeout as pause } from 'node:timers/promises'

/** Polls until the condition is true, and throws after the timeout. */
export async function waitUntil(condition: () => boolean, seconds = 60): Promise<void> {
  const deadlineMs = performance.now() + seconds * 1_000
  while (!condition()) {
    if (performance.now() > deadlineMs) throw new Error(`Timed out waiting for ${condition}`)
    await pause(20)
  }
}
