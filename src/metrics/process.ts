/** How a process does: its memory, its work, and how long what is due has to wait. */
import { createHistogram, observe } from '../kernel/histogram.ts'
import { counter, type Family, gauge, histogram } from './prometheus.ts'

export type ProcessWatch = { families(): Family[]; stop(): void }

const every = 500
const lagBounds = [5, 20, 50, 100, 500, 2_500]

export function watchProcess(version: string, now: () => number): ProcessWatch {
  const startedAt = now() / 1000 - process.uptime()
  const lag = createHistogram(lagBounds)
  let last = performance.now()
  // Its own lateness is that of all who wait for the loop.
  const timer = setInterval(() => {
    const moment = performance.now()
    observe(lag, Math.max(0, moment - last - every))
    last = moment
  }, every).unref()

  return {
    families() {
      const { user, system } = process.cpuUsage()
      const { active } = performance.eventLoopUtilization()
      return [
        gauge('letan_info', 'The version of Letan and of Node.', [
          { labels: { version, node: process.versions.node }, value: 1 },
        ]),
        gauge('process_start_time_seconds', 'When the process began, in Unix time.', startedAt),
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
          { labels: {}, took: lag },
        ]),
      ]
    },
    stop: () => clearInterval(timer),
  }
}
