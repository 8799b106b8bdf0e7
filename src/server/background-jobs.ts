import type { Config } from '../config/config.ts'
import { backfillFoldedNames } from '../domain/booking/queries.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { createGuard } from '../domain/guard/guard.ts'
import { purgeEvents } from '../domain/outbox/purge.ts'
import { applyRetention } from '../domain/privacy/retention.ts'
import { describeError } from '../http/request.ts'
import type { Log } from '../kernel/log.ts'
import type { Clock } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import type { AppHost } from './app-host.ts'
import type { PollableContentReloader } from './content-reload.ts'
import type { Notifications } from './notifications.ts'

/** What must be done from time to time; deadlines stand in the store, so a missed turn loses nothing. */
export function startBackgroundJobs(
  { config, store, now }: { config: Config; store: Store; now: Clock },
  appHost: AppHost,
  content: PollableContentReloader,
  notifications: Notifications,
  log: Log,
): () => Promise<void> {
  const expire = () => {
    const { booking: rules, business } = appHost.shop()
    return createStaffActions(store, { rules, business }, now).expire()
  }
  const guard = createGuard(store, config.writeLimit, now)
  const dispatcher = notifications.createDispatcher(appHost, ({ kind, subject }) =>
    log.info('news', { kind, subject }),
  )
  const stopping = new AbortController()
  const applyRetentionPolicy = async () => {
    const { kept: retention } = appHost.shop().business
    if (retention) await applyRetention(store, retention, now, stopping.signal)
  }
  const jobs: [everyMilliseconds: number, work: () => Promise<unknown>][] = [
    [500, () => dispatcher.dispatch()],
    [1_000, () => appHost.refresh()],
    [2_000, () => content.poll()],
    [20_000, expire],
    [600_000, () => guard.purgeExpired()],
    [600_000, () => appHost.staffAccess.purgeExpired()],
    [3_600_000, () => store.write((sql) => purgeEvents(sql, now()))],
    [86_400_000, applyRetentionPolicy],
  ]
  const running = new Set<Promise<unknown>>()
  const startupJob = foldAllNames(store, stopping.signal)
    .then(applyRetentionPolicy)
    .catch((error: unknown) => log.warn('chore failed', describeError(error)))
  running.add(startupJob)
  const timers = jobs.map(([intervalMs, run]) =>
    setInterval(() => {
      const task = run()
        .catch((error: unknown) => log.warn('chore failed', describeError(error)))
        .finally(() => running.delete(task))
      running.add(task)
    }, intervalMs),
  )
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running)
  }
}

/** Guests of an older version become findable by name. */
async function foldAllNames(store: Store, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await store.write(backfillFoldedNames)) > 0);
}
