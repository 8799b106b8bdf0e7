/** A page of the site as text, and the order of its parts. */
import assert from 'node:assert/strict'
import type { RunningShop } from './shop.ts'

/** Non-breaking spaces as usual ones. */
export const read = async (app: RunningShop, path: string) =>
  (await (await app.get(path)).text()).replaceAll('\u00a0', ' ')

/** Asserts that all patterns occur, each after the one before it. */
export function assertOrder(html: string, patterns: readonly RegExp[]): void {
  let rest = html
  for (const pattern of patterns) {
    const at = rest.search(pattern)
    assert.ok(at >= 0, `${pattern} is missing or too early`)
    rest = rest.slice(at + 1)
  }
}
