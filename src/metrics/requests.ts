/** What the doors answered. */

import { countedMethods, type RouteMetrics, statusClasses } from '../http/request-metrics.ts'
import type { ListenerMetrics } from '../http/server.ts'
import { counter, gauge, histogram, type MetricFamily, type Sample } from './prometheus.ts'

export function requestFamilies(
  listeners: Readonly<Record<string, ListenerMetrics>>,
): MetricFamily[] {
  const each = Object.entries(listeners).map(([listener, metrics]) => ({
    door: listener,
    ...metrics,
  }))
  return [
    counter(
      'letan_requests_total',
      'Answers by door, route, method and class of status.',
      each.flatMap(({ door: listener, routes }) =>
        routes.flatMap((one) => responseSamples(listener, one)),
      ),
    ),
    histogram(
      'letan_request_seconds',
      'How long answers took, by door and route; of a stream, its head.',
      each.flatMap(({ door: listener, routes }) =>
        routes.map(({ route, durations }) => ({
          labels: { door: listener, route },
          durations,
        })),
      ),
    ),
    gauge(
      'letan_connections',
      'Connections that are open.',
      each.map(({ door: listener, connections }) => ({
        labels: { door: listener },
        value: connections,
      })),
    ),
    gauge(
      'letan_streams',
      'Streams that are open: of desks, and of assistants that are told more.',
      each.map(({ door: listener, streams }) => ({ labels: { door: listener }, value: streams })),
    ),
  ]
}

/** Only what happened: most routes take one method. */
function responseSamples(listener: string, { route, responseCounts }: RouteMetrics): Sample[] {
  return responseCounts.flatMap((value, index) => {
    if (value === 0) return []
    const method = countedMethods[Math.trunc(index / statusClasses)] ?? 'other'
    const status = `${(index % statusClasses) + 1}xx`
    return [{ labels: { door: listener, route, method, status }, value }]
  })
}
