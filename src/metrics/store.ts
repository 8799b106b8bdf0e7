/** How the book of this process does. */
import type { Store } from '../store/sql.ts'
import { counter, gauge, histogram, type MetricFamily } from './prometheus.ts'

/** Whoever asks waits for the other figures as well. */
const readyTimeoutMs = 1_000

export async function storeFamilies(store: Store): Promise<MetricFamily[]> {
  const { writeDurations, transactions, failures, queueLength } = store.metrics()
  const up = await isReady(store)
  return [
    gauge('letan_store_up', 'Whether the book can be used.', up ? 1 : 0),
    histogram('letan_store_write_seconds', 'How long writes took until they were kept.', [
      { labels: {}, durations: writeDurations },
    ]),
    counter('letan_store_transactions_total', 'Transactions that were kept; writes share them.', [
      { labels: {}, value: transactions },
    ]),
    counter('letan_store_failures_total', 'Transactions that failed for want of the book.', [
      { labels: {}, value: failures },
    ]),
    gauge('letan_store_waiting', 'Writes that wait for their turn.', queueLength),
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
