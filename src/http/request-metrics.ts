/**
 * Counts responses by route, method and status class. A route is a pattern of ours, so the number of routes is limited
 * and no metric contains text from a client.
 */
import { createHistogram, type Histogram, observe } from '../kernel/histogram.ts'

export const countedMethods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'other'] as const

/** 1xx to 5xx. */
export const statusClasses = 5

/** End of the route of a request that was accepted although it deviates from its protocol. */
export const lenientRouteSuffix = ' (lenient)'

export type RouteMetrics = {
  route: string
  /** By method, and within it by status class. */
  responseCounts: number[]
  durations: Histogram
}

export type RequestMetrics = {
  recordResponse(method: string, route: string, status: number, milliseconds: number): void
  /** Event streams that are open. */
  streams: number
  routes(): readonly RouteMetrics[]
}

/** More than there are. It limits the damage if a reply ever sets the path that was sent as its route. */
const maxRoutes = 400
const overflowRoute = 'other'

export function createRequestMetrics(): RequestMetrics {
  const routes = new Map<string, RouteMetrics>()

  const add = (route: string): RouteMetrics => {
    if (routes.size >= maxRoutes && route !== overflowRoute)
      return routes.get(overflowRoute) ?? add(overflowRoute)
    const responseCounts = Array.from({ length: countedMethods.length * statusClasses }, () => 0)
    const metrics = { route, responseCounts, durations: createHistogram() }
    routes.set(route, metrics)
    return metrics
  }

  return {
    streams: 0,
    recordResponse(method, route, status, milliseconds) {
      const { responseCounts, durations } = routes.get(route) ?? add(route)
      const index = methodIndex(method) * statusClasses + Math.trunc(status / 100) - 1
      responseCounts[index] = (responseCounts[index] ?? 0) + 1
      observe(durations, milliseconds)
    },
    routes: () => [...routes.values()],
  }
}

function methodIndex(method: string): number {
  if (method === 'GET') return 0
  const index = (countedMethods as readonly string[]).indexOf(method)
  return index < 0 ? countedMethods.length - 1 : index
}
