/**
 * What was answered, counted by route, method and kind of status. A route is a pattern of ours, so
 * nothing that a caller typed is counted by name, and there are only so many.
 */
import { createHistogram, type Histogram, observe } from '../kernel/histogram.ts'

export const countedMethods = ['GET', 'HEAD', 'POST', 'OPTIONS', 'other'] as const

/** 1xx to 5xx. */
export const statusClasses = 5

export type RouteCount = {
  route: string
  /** By method, and within it by class of status. */
  answers: number[]
  took: Histogram
}

export type Tally = {
  answered(method: string, route: string, status: number, milliseconds: number): void
  /** Answers that go on after their head was sent. */
  streams: number
  routes(): readonly RouteCount[]
}

/** More than there are; should a pattern ever hold what somebody typed, it ends here. */
const mostRoutes = 400
const beyond = 'other'

export function createTally(): Tally {
  const routes = new Map<string, RouteCount>()

  const add = (route: string): RouteCount => {
    if (routes.size >= mostRoutes && route !== beyond) return routes.get(beyond) ?? add(beyond)
    const answers = Array.from({ length: countedMethods.length * statusClasses }, () => 0)
    const made = { route, answers, took: createHistogram() }
    routes.set(route, made)
    return made
  }

  return {
    streams: 0,
    answered(method, route, status, milliseconds) {
      const { answers, took } = routes.get(route) ?? add(route)
      const place = methodPlace(method) * statusClasses + Math.trunc(status / 100) - 1
      answers[place] = (answers[place] ?? 0) + 1
      observe(took, milliseconds)
    },
    routes: () => [...routes.values()],
  }
}

function methodPlace(method: string): number {
  if (method === 'GET') return 0
  const place = (countedMethods as readonly string[]).indexOf(method)
  return place < 0 ? countedMethods.length - 1 : place
}
