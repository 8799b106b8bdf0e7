/**
 * Results that are computed again only after a write or in another minute. After every action all open desks load their
 * screen again, and only the first of them has to compute what they have in common. The state is that of the whole
 * database, so it does not matter what a result is made of; content and what staff have closed replace the whole desk.
 */
import { LRUCache } from 'lru-cache'
import { minute } from '../kernel/time.ts'
import type { DeskContext } from './context.ts'
import type { ScreenRequest } from './screen.ts'

export type UnchangedCache<Value extends object> = {
  /** `key` names what the result depends on besides the database and the minute. */
  load(
    screenRequest: Pick<ScreenRequest, 'dataVersion'>,
    key: readonly string[],
    create: () => Promise<Value>,
    /** The time from which on the result is different, if that is before the next minute. */
    untilMs?: (value: Value) => number,
  ): Promise<Value>
}

export function createUnchangedCache<Value extends object>(
  { now }: Pick<DeskContext, 'now'>,
  max: number,
): UnchangedCache<Value> {
  const entries = new LRUCache<string, { state: string; untilMs: number; value: Value }>({ max })
  return {
    async load({ dataVersion }, key, create, untilMs = () => Number.POSITIVE_INFINITY) {
      if (dataVersion === undefined) return create()
      const nowMs = now()
      const state = `${dataVersion} ${Math.floor(nowMs / minute)}`
      const entryKey = JSON.stringify(key)
      const known = entries.get(entryKey)
      if (known?.state === state && nowMs < known.untilMs) return known.value
      const value = await create()
      entries.set(entryKey, { state, untilMs: untilMs(value), value })
      return value
    },
  }
}
