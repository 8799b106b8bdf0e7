/** The figures of a process, and of all that serve together with it. */
import { countBookingsAwaitingStaff } from '../domain/booking/queries.ts'
import { countBacklog } from '../domain/outbox/backlog.ts'
import type { HttpServer } from '../http/server.ts'
import type { Clock } from '../kernel/time.ts'
import { version } from '../kernel/version.ts'
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

/** What one process counted. */
export type ProcessMetrics = { process: number; families: MetricFamily[] }

/** The figures of all who share the ports, and how many of them did not answer. */
export type CollectFromWorkers = (
  own: Promise<ProcessMetrics>,
) => Promise<{ reports: ProcessMetrics[]; unresponsive: number }>

export type Metrics = {
  /** Of this process. */
  collect(): Promise<ProcessMetrics>
  /** Of all, as Prometheus reads it. */
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
      const workers = gauge('letan_processes', 'Processes by whether their figures are here.', [
        { labels: { state: 'counted' }, value: reports.length },
        { labels: { state: 'silent' }, value: unresponsive },
      ])
      return formatExposition([workers, ...databaseFamilies, ...mergeFamilies(labelledFamilies)])
    },
    stop: processMetrics.stop,
  }
}

/** What is true of the book, whichever process is asked. While it is away nothing is said of it. */
async function readDatabaseFamilies({ read }: Store, now: Clock): Promise<MetricFamily[]> {
  const nowMs = now()
  const [outbox, requests] = await Promise.all([
    countBacklog(read),
    countBookingsAwaitingStaff(read, nowMs),
  ])
  const age = outbox.oldest === null ? 0 : Math.max(0, nowMs - outbox.oldest) / 1000
  return [
    gauge('letan_requests_waiting', 'Requests of guests that staff have not answered.', requests),
    gauge('letan_news_waiting', 'Messages that have not reached somebody yet.', outbox.waiting),
    gauge('letan_news_oldest_seconds', 'How long the oldest of them has waited.', age),
    gauge('letan_messages_dead', 'Messages that are not tried any more.', outbox.dead),
  ]
}
