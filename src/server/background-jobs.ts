import type { Config } from '../config/config.ts'
import { foldNames } from '../domain/booking/queries.ts'
import { createStaffDesk } from '../domain/booking/staff-actions.ts'
import { createGuard } from '../domain/guard/guard.ts'
import { sweepNews } from '../domain/outbox/purge.ts'
import { forgetInTime } from '../domain/privacy/retention.ts'
import { describeError } from '../http/request.ts'
import type { Log } from '../kernel/log.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import type { House } from './app-host.ts'
import type { ContentWatch } from './content-reload.ts'
import type { Telling } from './notifications.ts'

/** What must be done from time to time; deadlines stand in the store, so a missed turn loses nothing. */
export function startChores(
  { config, store, now }: { config: Config; store: Store; now: Clock },
  house: House,
  content: ContentWatch,
  telling: Telling,
  log: Log,
): () => Promise<void> {
  const expire = () => {
    const { booking: rules, business } = house.shop()
    return createStaffDesk(store, { rules, business }, now).expire()
  }
  const guard = createGuard(store, config.writeLimit, now)
  const courier = telling.courier(house, ({ kind, subject }) => log.info('news', { kind, subject }))
  const stopping = new AbortController()
  const forget = async () => {
    const { kept } = house.shop().business
    if (kept) await forgetInTime(store, kept, now, stopping.signal)
  }
  const chores: [everyMilliseconds: number, work: () => Promise<unknown>][] = [
    [500, () => courier.tellNews()],
    [1_000, () => house.refresh()],
    [2_000, () => content.look()],
    [20_000, expire],
    [600_000, () => guard.sweep()],
    [600_000, () => house.room.sweep()],
    [3_600_000, () => store.write((sql) => sweepNews(sql, now()))],
    [86_400_000, forget],
  ]
  const underWay = new Set<Promise<unknown>>()
  const begin = foldAllNames(store, stopping.signal)
    .then(forget)
    .catch((error: unknown) => log.warn('chore failed', describeError(error)))
  underWay.add(begin)
  const timers = chores.map(([every, work]) =>
    setInterval(() => {
      const turn = work()
        .catch((error: unknown) => log.warn('chore failed', describeError(error)))
        .finally(() => underWay.delete(turn))
      underWay.add(turn)
    }, every),
  )
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
}

/** Guests of an older version become findable by name. */
async function foldAllNames(store: Store, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await store.write(foldNames)) > 0);
}
