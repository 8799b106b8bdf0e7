/** How the book of this process does. */
import type { Store } from '../store/sql.ts'
import { counter, type Family, gauge, histogram } from './prometheus.ts'

/** Whoever asks waits for the other figures as well. */
const patience = 1_000

export async function storeFamilies(store: Store): Promise<Family[]> {
  const { writes, transactions, failures, waiting } = store.figures()
  const up = await isReady(store)
  return [
    gauge('letan_store_up', 'Whether the book can be used.', up ? 1 : 0),
    histogram('letan_store_write_seconds', 'How long writes took until they were kept.', [
      { labels: {}, took: writes },
    ]),
    counter('letan_store_transactions_total', 'Transactions that were kept; writes share them.', [
      { labels: {}, value: transactions },
    ]),
    counter('letan_store_failures_total', 'Transactions that failed for want of the book.', [
      { labels: {}, value: failures },
    ]),
    gauge('letan_store_waiting', 'Writes that wait for their turn.', waiting),
  ]
}

async function isReady(store: Store): Promise<boolean> {
  const late = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => late.resolve(false), patience)
  const ready = store.ready().then(
    () => true,
    () => false,
  )
  return Promise.race([ready, late.promise]).finally(() => clearTimeout(timer))
}
