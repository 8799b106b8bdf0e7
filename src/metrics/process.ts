/** Metrics of this process: memory, CPU time and the delay of the event loop. */
import { createHistogram, observe } from '../kernel/histogram.ts'
import { counter, gauge, histogram, type MetricFamily } from './prometheus.ts'

type ProcessCollector = { families(): MetricFamily[]; stop(): void }

const sampleIntervalMs = 500
const lagBounds = [5, 20, 50, 100, 500, 2_500]

export function createProcessCollector(version: string, now: () => number): ProcessCollector {
  const startedAtSeconds = now() / 1000 - process.uptime()
  const lag = createHistogram(lagBounds)
  let lastSampleMs = performance.now()
  // The delay of this timer is that of everything that waits for the event loop.
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
        gauge('letan_build_info', 'Version of Letan and of Node.', [
          { labels: { version, node: process.versions.node }, value: 1 },
        ]),
        gauge(
          'process_start_time_seconds',
          'Start of the process, in Unix time.',
          startedAtSeconds,
        ),
        gauge('process_resident_memory_bytes', 'Resident memory.', process.memoryUsage.rss()),
        gauge(
          'letan_heap_used_bytes',
          'Memory used by JavaScript objects.',
          process.memoryUsage().heapUsed,
        ),
        counter('process_cpu_seconds_total', 'CPU time, user and system.', [
          { labels: {}, value: (user + system) / 1e6 },
        ]),
        counter(
          'letan_event_loop_active_seconds_total',
          'Time during which the event loop was active.',
          [{ labels: {}, value: active / 1000 }],
        ),
        histogram('letan_event_loop_lag_seconds', 'Delay of a timer that runs twice a second.', [
          { labels: {}, durations: lag },
        ]),
      ]
    },
    stop: () => clearInterval(timer),
  }
}
