/**
 * Assertions about elapsed time. They depend on the load of the machine, so the fast tier does not make them;
 * test/full/timing.test.ts runs the same tests with them. The name of such a test ends with "(timing)".
 */
import assert from 'node:assert/strict'

type Bounds = { atLeastMs?: number; belowMs?: number }

/** Asserts the time since `performance.now()` was `startedAtMs`. */
export function assertElapsed(startedAtMs: number, bounds: Bounds): void {
  assertDuration(performance.now() - startedAtMs, bounds)
}

export function assertDuration(
  milliseconds: number,
  { atLeastMs = 0, belowMs = Number.POSITIVE_INFINITY }: Bounds,
): void {
  if (process.env.ASSERT_TIMING !== '1') return
  const isInBounds = milliseconds >= atLeastMs && milliseconds < belowMs
  assert.ok(isInBounds, `${milliseconds} ms, not ${atLeastMs} to ${belowMs}`)
}
