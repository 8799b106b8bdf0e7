import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'

/** Waits for a condition of a running program; on a busy machine that can take many times longer than usual. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> {
  const end = performance.now() + 120_000
  while (!(await condition())) {
    assert.ok(performance.now() < end, `timed out waiting for: ${what}`)
    await pause(25)
  }
}
