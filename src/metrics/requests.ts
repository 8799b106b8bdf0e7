/** Metrics of the two listeners, site and desk. */
import {
  countedMethods,
  lenientRouteSuffix,
  type RouteMetrics,
  statusClasses,
} from '../http/request-metrics.ts'
import type { ListenerMetrics } from '../http/server.ts'
import { counter, gauge, histogram, type MetricFamily, type Sample } from './prometheus.ts'

export function requestFamilies(
  listeners: Readonly<Record<string, ListenerMetrics>>,
): MetricFamily[] {
  const all = Object.entries(listeners)
  return [
    counter(
      'letan_http_requests_total',
      'Responses by listener, route, method and status class.',
      all.flatMap(([listener, { routes }]) =>
        routes.flatMap((route) => responseSamples(listener, route)),
      ),
    ),
    counter(
      'letan_mcp_mixed_versions_total',
      'MCP requests that were accepted with a 2025 version in the header and 2026-07-28 in the body.',
      [{ labels: {}, value: all.map(([, { routes }]) => countLenient(routes)).reduce(add, 0) }],
    ),
    histogram(
      'letan_http_request_duration_seconds',
      'Time until the response, by listener and route; for event streams, until the headers.',
      all.flatMap(([listener, { routes }]) =>
        routes.map(({ route, durations }) => ({ labels: { listener, route }, durations })),
      ),
    ),
    gauge(
      'letan_http_connections',
      'Open connections.',
      all.map(([listener, { connections }]) => ({ labels: { listener }, value: connections })),
    ),
    gauge(
      'letan_event_streams',
      'Open event streams of desks and MCP clients.',
      all.map(([listener, { streams }]) => ({ labels: { listener }, value: streams })),
    ),
  ]
}

function countLenient(routes: readonly RouteMetrics[]): number {
  return routes
    .filter(({ route }) => route.endsWith(lenientRouteSuffix))
    .flatMap(({ responseCounts }) => responseCounts)
    .reduce(add, 0)
}

function add(one: number, other: number): number {
  return one + other
}

/** Only combinations that occurred: most routes have one method. */
function responseSamples(listener: string, { route, responseCounts }: RouteMetrics): Sample[] {
  return responseCounts.flatMap((value, index) => {
    if (value === 0) return []
    const method = countedMethods[Math.trunc(index / statusClasses)] ?? 'other'
    const status = `${(index % statusClasses) + 1}xx`
    return [{ labels: { listener, route, method, status }, value }]
  })
}
