/** Counts the results of guests' writes: bookings, orders, callback requests, the newsletter. */
import type { CountWrite } from '../kernel/operation.ts'
import { counter, type MetricFamily, type Sample } from './prometheus.ts'

export type WriteCounter = { count: CountWrite; family(): MetricFamily }

export function createWriteCounter(): WriteCounter {
  const samples = new Map<string, Sample & { value: number }>()
  return {
    count(face, operation, outcome) {
      const key = `${face} ${operation} ${outcome}`
      const sample = samples.get(key)
      if (sample) sample.value++
      else samples.set(key, { labels: { face, operation, ...outcomeLabels(outcome) }, value: 1 })
    },
    family: () =>
      counter(
        'letan_writes_total',
        'Writes of guests by result; problem is the code of a rejected one.',
        [...samples.values()],
      ),
  }
}

function outcomeLabels(outcome: Parameters<CountWrite>[2]): Record<string, string> {
  const isAccepted = outcome === 'accepted' || outcome === 'replayed' || outcome === 'dry_run'
  return isAccepted ? { outcome } : { outcome: 'refused', problem: outcome }
}
