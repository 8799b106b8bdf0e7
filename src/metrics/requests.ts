/** What the doors answered. */

import { countedMethods, type RouteCount, statusClasses } from '../http/request-metrics.ts'
import type { DoorFigures } from '../http/server.ts'
import { counter, type Family, gauge, histogram, type Sample } from './prometheus.ts'

export function requestFamilies(doors: Readonly<Record<string, DoorFigures>>): Family[] {
  const each = Object.entries(doors).map(([door, figures]) => ({ door, ...figures }))
  return [
    counter(
      'letan_requests_total',
      'Answers by door, route, method and class of status.',
      each.flatMap(({ door, routes }) => routes.flatMap((one) => answersOf(door, one))),
    ),
    histogram(
      'letan_request_seconds',
      'How long answers took, by door and route; of a stream, its head.',
      each.flatMap(({ door, routes }) =>
        routes.map(({ route, took }) => ({ labels: { door, route }, took })),
      ),
    ),
    gauge(
      'letan_connections',
      'Connections that are open.',
      each.map(({ door, connections }) => ({ labels: { door }, value: connections })),
    ),
    gauge(
      'letan_streams',
      'Streams that are open: of desks, and of assistants that are told more.',
      each.map(({ door, streams }) => ({ labels: { door }, value: streams })),
    ),
  ]
}

/** Only what happened: most routes take one method. */
function answersOf(door: string, { route, answers }: RouteCount): Sample[] {
  return answers.flatMap((value, place) => {
    if (value === 0) return []
    const method = countedMethods[Math.trunc(place / statusClasses)] ?? 'other'
    const status = `${(place % statusClasses) + 1}xx`
    return [{ labels: { door, route, method, status }, value }]
  })
}
