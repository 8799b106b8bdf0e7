/** What became of the writes of guests: bookings, orders, call-backs, the newsletter. */
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
        'What became of the writes of guests; problem is the code of a refusal.',
        [...samples.values()],
      ),
  }
}

function outcomeLabels(outcome: Parameters<CountWrite>[2]): Record<string, string> {
  const isAccepted = outcome === 'accepted' || outcome === 'replayed' || outcome === 'tried'
  return isAccepted ? { outcome } : { outcome: 'refused', problem: outcome }
}
