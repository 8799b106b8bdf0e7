/** How a process does: its memory, its work, and how long what is due has to wait. */
import { createHistogram, observe } from '../kernel/histogram.ts'
import { counter, gauge, histogram, type MetricFamily } from './prometheus.ts'

export type ProcessCollector = { families(): MetricFamily[]; stop(): void }

const sampleIntervalMs = 500
const lagBounds = [5, 20, 50, 100, 500, 2_500]

export function createProcessCollector(version: string, now: () => number): ProcessCollector {
  const startedAtSeconds = now() / 1000 - process.uptime()
  const lag = createHistogram(lagBounds)
  let lastSampleMs = performance.now()
  // Its own lateness is that of all who wait for the loop.
  const timer = setInterval(() => {
    const nowMs = performance.now()
    observe(lag, Math.max(0, nowMs - lastSampleMs - sampleIntervalMs))
    lastSampleMs = nowMs
  }, sampleIntervalMs).unref()

  return {
    families() {
      const { user, system } = process.cpuUsage()
      const { active } = performance.eventLoopUtilization()
      return [
        gauge('letan_info', 'The version of Letan and of Node.', [
          { labels: { version, node: process.versions.node }, value: 1 },
        ]),
        gauge(
          'process_start_time_seconds',
          'When the process began, in Unix time.',
          startedAtSeconds,
        ),
        gauge(
          'process_resident_memory_bytes',
          'Memory that the machine gives it.',
          process.memoryUsage.rss(),
        ),
        gauge(
          'letan_heap_used_bytes',
          'Memory that its values take.',
          process.memoryUsage().heapUsed,
        ),
        counter('process_cpu_seconds_total', 'Processor time.', [
          { labels: {}, value: (user + system) / 1e6 },
        ]),
        counter('letan_event_loop_active_seconds_total', 'Time in which the event loop worked.', [
          { labels: {}, value: active / 1000 },
        ]),
        histogram('letan_event_loop_lag_seconds', 'How late a timer was, asked twice a second.', [
          { labels: {}, durations: lag },
        ]),
      ]
    },
    stop: () => clearInterval(timer),
  }
}
