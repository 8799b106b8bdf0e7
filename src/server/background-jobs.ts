/** Periodic jobs of a process. Deadlines are stored in the database, so a skipped run loses nothing. */
import type { Config } from '../config/config.ts'
import { createBookingContext } from '../domain/booking/context.ts'
import { moveHealthRows } from '../domain/booking/health-rows.ts'
import { backfillFoldedNames } from '../domain/booking/queries.ts'
import { isReminderHour, recordDueReminders } from '../domain/booking/reminders.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { expireCards } from '../domain/cards/expiry.ts'
import { createGuard } from '../domain/guard/guard.ts'
import { correctFutureRows } from '../domain/integrity/future-rows.ts'
import { purgeFirstEmails } from '../domain/messages/first-email-budget.ts'
import { queueEmails } from '../domain/newsletter/sendings.ts'
import { recordCardReminders } from '../domain/orders/card-reminders.ts'
import { issueMissingCards } from '../domain/orders/order-cards.ts'
import { purgeEvents } from '../domain/outbox/purge.ts'
import { completeEarlierErasures } from '../domain/privacy/erase-batches.ts'
import { applyRetention } from '../domain/privacy/retention.ts'
import { createWaitlistActions } from '../domain/waitlist/staff.ts'
import { describeError } from '../kernel/describe-error.ts'
import type { Log } from '../kernel/log.ts'
import { type Clock, day, hour, minute } from '../kernel/time.ts'
import type { Store } from '../store/sql.ts'
import type { AppHost } from './app-host.ts'
import type { PollableContentReloader } from './content-reload.ts'
import { createMessageDispatcher } from './message-dispatcher.ts'
import type { Notifications } from './notifications.ts'
import type { PhotoUpdater } from './photos.ts'

export type BackgroundJob = {
  name: string
  intervalMs: number
  /** Also once at the start. */
  runAtStart?: boolean
  run(): Promise<unknown>
}

/** Returns a function that stops the jobs and waits for those in progress. */
export function startBackgroundJobs(
  { config, store, secret, now }: { config: Config; store: Store; secret: string; now: Clock },
  appHost: AppHost,
  content: PollableContentReloader,
  photos: Pick<PhotoUpdater, 'clean'>,
  { channels }: Pick<Notifications, 'channels'>,
  log: Log,
): () => Promise<void> {
  const stopping = new AbortController()
  const guard = createGuard(store, config.writeLimit, now)
  const dispatcher = createMessageDispatcher({
    ...{ settings: config, channels, appHost, store, secret, now },
    onEvent: ({ kind, subject }) => log.info('event dispatched', { kind, subject }),
    onFirstEmailsSpent: () =>
      log.warn('first emails deferred', { limit_per_hour: config.firstEmailsPerHour }),
  })
  const staffActions = () => createStaffActions(store, createBookingContext(appHost.shop()), now)
  const remind = () => {
    const { business, booking } = appHost.shop()
    return recordDueReminders(store, { business, serviceDays: booking.serviceDays }, now)
  }
  const followCards = async () => {
    await issueMissingCards(store, now)
    await expireCards(store, now)
    const { reminders } = appHost.shop().business
    if (isReminderHour(reminders, now())) await recordCardReminders(store, now)
  }
  const waitlistActions = () =>
    createWaitlistActions(store, createBookingContext(appHost.shop()), now)
  const runRetention = async () => {
    await foldAllNames(store, stopping.signal)
    await completeEarlierErasures(store, now, stopping.signal)
    const { kept: retention } = appHost.shop().business
    if (retention) await applyRetention(store, retention, now, stopping.signal)
  }
  const logFailure = (job: string, error: unknown) =>
    log.warn('job failed', { job, ...describeError(error) })

  /** The next pass does not wait for deliveries, so that a slow destination does not delay the others. */
  const deliveries = new Set<Promise<void>>()
  const dispatch = async () => {
    const { completed } = await dispatcher.startPass()
    const delivery = completed
      .catch((error: unknown) => logFailure('delivery', error))
      .finally(() => deliveries.delete(delivery))
    deliveries.add(delivery)
  }

  const { staffAccess } = appHost
  const jobs: readonly BackgroundJob[] = [
    { name: 'dispatch', intervalMs: 500, run: dispatch },
    { name: 'staff changes', intervalMs: 1_000, run: () => appHost.refresh() },
    { name: 'content', intervalMs: 2_000, run: () => content.poll() },
    { name: 'expiry', intervalMs: 20_000, run: () => staffActions().expire() },
    { name: 'offers', intervalMs: 20_000, run: () => staffActions().expireOffers() },
    { name: 'waitlist', intervalMs: 20_000, run: () => waitlistActions().expire() },
    { name: 'seated parties', intervalMs: 20_000, run: () => staffActions().extendSeated() },
    { name: 'newsletter', intervalMs: 5_000, run: () => queueEmails(store, now) },
    { name: 'reminders', intervalMs: 20_000, run: remind },
    { name: 'cards', intervalMs: minute, runAtStart: true, run: followCards },
    { name: 'health rows', intervalMs: minute, runAtStart: true, run: () => moveHealthRows(store) },
    {
      name: 'future rows',
      intervalMs: 10 * minute,
      runAtStart: true,
      run: () => correctFutureRows(store, now()),
    },
    { name: 'guard purge', intervalMs: 10 * minute, run: () => guard.purgeExpired() },
    { name: 'staff purge', intervalMs: 10 * minute, run: () => staffAccess.purgeExpired() },
    {
      name: 'event purge',
      intervalMs: hour,
      run: () => store.write((sql) => purgeEvents(sql, now())),
    },
    {
      name: 'first email purge',
      intervalMs: hour,
      run: () => store.write((sql) => purgeFirstEmails(sql, now())),
    },
    { name: 'picture files', intervalMs: day, runAtStart: true, run: () => photos.clean() },
    { name: 'retention', intervalMs: day, runAtStart: true, run: runRetention },
  ]
  const stopJobs = startJobs(jobs, logFailure)
  return async () => {
    stopping.abort()
    await stopJobs()
    await Promise.all(deliveries)
  }
}

/** Fills the search column of guests that an older version has stored. */
async function foldAllNames(store: Store, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await store.write(backfillFoldedNames)) > 0);
}

/** Runs each job at its interval, but never while its previous run is in progress. */
export function startJobs(
  jobs: readonly BackgroundJob[],
  onFailure: (job: string, error: unknown) => void,
): () => Promise<void> {
  const running = new Map<string, Promise<unknown>>()
  const startUnlessRunning = ({ name, run }: BackgroundJob) => {
    if (running.has(name)) return
    const task = Promise.resolve()
      .then(run)
      .catch((error: unknown) => onFailure(name, error))
      .finally(() => running.delete(name))
    running.set(name, task)
  }
  const timers = jobs.map((job) => setInterval(startUnlessRunning, job.intervalMs, job))
  for (const job of jobs) if (job.runAtStart) startUnlessRunning(job)
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(running.values())
  }
}
