/** Metrics that were renamed are exported under their old names too, for one release. */
import type { Labels, MetricFamily } from './prometheus.ts'

const oldNames: Readonly<Record<string, string>> = {
  letan_build_info: 'letan_info',
  letan_workers: 'letan_processes',
  letan_http_requests_total: 'letan_requests_total',
  letan_http_request_duration_seconds: 'letan_request_seconds',
  letan_http_connections: 'letan_connections',
  letan_event_streams: 'letan_streams',
  letan_bookings_awaiting_staff: 'letan_requests_waiting',
  letan_outbox_pending: 'letan_news_waiting',
  letan_outbox_oldest_age_seconds: 'letan_news_oldest_seconds',
  letan_outbox_dead_letters: 'letan_messages_dead',
  letan_store_write_queue_length: 'letan_store_waiting',
  letan_store_write_duration_seconds: 'letan_store_write_seconds',
  letan_store_transaction_failures_total: 'letan_store_failures_total',
}

const oldLabelNames: Readonly<Record<string, string>> = { listener: 'door' }

const oldLabelValues: Readonly<Record<string, string>> = {
  reporting: 'counted',
  unresponsive: 'silent',
}

export function withDeprecatedNames(families: readonly MetricFamily[]): MetricFamily[] {
  return families.flatMap((family) => {
    const name = oldNames[family.name]
    if (name === undefined) return [family]
    const help = `${family.help} (deprecated, use ${family.name})`
    const samples = family.samples.map((one) => ({ ...one, labels: toOldLabels(one.labels) }))
    return [family, { ...family, name, help, samples }]
  })
}

function toOldLabels(labels: Labels): Labels {
  const renamed = Object.entries(labels).map(([name, value]) => [
    oldLabelNames[name] ?? name,
    name === 'state' ? (oldLabelValues[value] ?? value) : value,
  ])
  return Object.fromEntries(renamed)
}
