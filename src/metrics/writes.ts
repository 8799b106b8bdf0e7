/** What became of the writes of guests: bookings, orders, call-backs, the newsletter. */
import type { CountWrite } from '../kernel/operation.ts'
import { counter, type Family, type Sample } from './prometheus.ts'

export type WriteCounts = { count: CountWrite; family(): Family }

export function countWrites(): WriteCounts {
  const samples = new Map<string, Sample & { value: number }>()
  return {
    count(face, operation, outcome) {
      const key = `${face} ${operation} ${outcome}`
      const sample = samples.get(key)
      if (sample) sample.value++
      else samples.set(key, { labels: { face, operation, ...told(outcome) }, value: 1 })
    },
    family: () =>
      counter(
        'letan_writes_total',
        'What became of the writes of guests; problem is the code of a refusal.',
        [...samples.values()],
      ),
  }
}

function told(outcome: Parameters<CountWrite>[2]): Record<string, string> {
  const kept = outcome === 'accepted' || outcome === 'replayed' || outcome === 'tried'
  return kept ? { outcome } : { outcome: 'refused', problem: outcome }
}
