/**
 * Assertions about elapsed time. They depend on the load of the machine, so the fast tier does not make them; the files
 * in test/full/on-time run the same tests with them, with few processes beside each other (npm run test:timing). The name of such a test ends with "(timing)".
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

/** The reason to skip a test of the full tier that npm run test:timing runs: it need not run twice. */
export function onlyOnTime(): string | false {
  return process.env.ASSERT_TIMING === '1' ? false : 'npm run test:timing runs it'
}

/** Runs a whole test file again with its assertions about elapsed time. */
export async function onTime(file: string): Promise<void> {
  process.env.ASSERT_TIMING = '1'
  await import(`../../${file}`)
}
