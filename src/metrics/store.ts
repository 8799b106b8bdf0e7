/** Metrics of the store as this process uses it. */
import type { Store } from '../store/sql.ts'
import { counter, gauge, histogram, type MetricFamily } from './prometheus.ts'

/** The other metrics wait for this check. */
const readyTimeoutMs = 1_000

export async function storeFamilies(store: Store): Promise<MetricFamily[]> {
  const { writeDurations, transactions, failures, queueLength } = store.metrics()
  const isUp = await isReady(store)
  return [
    gauge('letan_store_up', 'Whether the database can be used.', isUp ? 1 : 0),
    histogram('letan_store_write_duration_seconds', 'Time until a write was committed.', [
      { labels: {}, durations: writeDurations },
    ]),
    counter('letan_store_transactions_total', 'Committed transactions; several writes share one.', [
      { labels: {}, value: transactions },
    ]),
    counter(
      'letan_store_transaction_failures_total',
      'Transactions that failed because the database was not available.',
      [{ labels: {}, value: failures }],
    ),
    gauge('letan_store_write_queue_length', 'Writes that wait for a transaction.', queueLength),
  ]
}

async function isReady(store: Store): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), readyTimeoutMs)
  const ready = store.ready().then(
    () => true,
    () => false,
  )
  return Promise.race([ready, late.promise]).finally(() => clearTimeout(timer))
}
