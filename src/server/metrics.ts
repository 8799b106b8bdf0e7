/** Collects the metrics of this process and of the other workers. */
import { countBookingsAwaitingStaff } from '../domain/booking/queries.ts'
import { loadFirstEmails } from '../domain/messages/first-email-budget.ts'
import { countBacklog } from '../domain/outbox/backlog.ts'
import type { HttpServer } from '../http/server.ts'
import type { Clock } from '../kernel/time.ts'
import { version } from '../kernel/version.ts'
import { withDeprecatedNames } from '../metrics/deprecated-names.ts'
import { createProcessCollector } from '../metrics/process.ts'
import {
  formatExposition,
  gauge,
  type MetricFamily,
  mergeFamilies,
  withLabels,
} from '../metrics/prometheus.ts'
import { requestFamilies } from '../metrics/requests.ts'
import { storeFamilies } from '../metrics/store.ts'
import type { WriteCounter } from '../metrics/writes.ts'
import type { Store } from '../store/sql.ts'

export type ProcessMetrics = { process: number; families: MetricFamily[] }

/** Adds the metrics of the other workers and counts those that did not respond. */
export type CollectFromWorkers = (
  own: Promise<ProcessMetrics>,
) => Promise<{ reports: ProcessMetrics[]; unresponsive: number }>

export type Metrics = {
  /** The metrics of this process. */
  collect(): Promise<ProcessMetrics>
  /** The metrics of all processes, in the text format of Prometheus. */
  render(): Promise<string>
  stop(): void
}

const collectOwn: CollectFromWorkers = async (own) => ({ reports: [await own], unresponsive: 0 })

export function createMetrics(
  parts: {
    store: Store
    now: Clock
    listeners(): Readonly<Record<string, HttpServer>>
    writes: WriteCounter
  },
  collectFromWorkers: CollectFromWorkers = collectOwn,
): Metrics {
  const { store, now } = parts
  const processMetrics = createProcessCollector(version, now)

  const collect = async (): Promise<ProcessMetrics> => {
    const listenerMetrics = Object.entries(parts.listeners()).map(([name, listener]) => [
      name,
      listener.metrics(),
    ])
    const families = [
      ...processMetrics.families(),
      ...requestFamilies(Object.fromEntries(listenerMetrics)),
      parts.writes.family(),
      ...(await storeFamilies(store)),
    ]
    return { process: process.pid, families }
  }

  return {
    collect,
    async render() {
      const [{ reports, unresponsive }, databaseFamilies] = await Promise.all([
        collectFromWorkers(collect()),
        readDatabaseFamilies(store, now).catch(() => []),
      ])
      const labelledFamilies = reports.flatMap(({ process, families }) =>
        families.map((family) => withLabels(family, { process: String(process) })),
      )
      const workers = gauge('letan_workers', 'Processes by whether their metrics are included.', [
        { labels: { state: 'reporting' }, value: reports.length },
        { labels: { state: 'unresponsive' }, value: unresponsive },
      ])
      const families = [workers, ...databaseFamilies, ...labelledFamilies]
      return formatExposition(mergeFamilies(withDeprecatedNames(families)))
    },
    stop: processMetrics.stop,
  }
}

/** Metrics of the database, which are the same for every process. They are omitted while it is unavailable. */
async function readDatabaseFamilies({ read }: Store, now: Clock): Promise<MetricFamily[]> {
  const nowMs = now()
  const [outbox, requests, firstEmails] = await Promise.all([
    countBacklog(read),
    countBookingsAwaitingStaff(read, nowMs),
    loadFirstEmails(read, nowMs),
  ])
  const age = outbox.oldest === null ? 0 : Math.max(0, nowMs - outbox.oldest) / 1000
  return [
    gauge(
      'letan_bookings_awaiting_staff',
      'Booking and change requests that staff have not answered.',
      requests,
    ),
    gauge('letan_outbox_pending', 'Messages that are not delivered yet.', outbox.waiting),
    gauge(
      'letan_outbox_oldest_age_seconds',
      'Age of the oldest message that is not delivered.',
      age,
    ),
    gauge('letan_outbox_dead_letters', 'Messages that are no longer retried.', outbox.dead),
    gauge(
      'letan_first_emails_last_hour',
      'Emails to unconfirmed addresses in the last hour; FIRST_EMAILS_PER_HOUR limits them.',
      firstEmails.used,
    ),
    gauge(
      'letan_first_emails_deferred',
      'Emails to unconfirmed addresses that wait for the next hour.',
      firstEmails.unsent.filter(({ isWaiting }) => isWaiting).length,
    ),
  ]
}
