/** What will go away, and when (RFC 9745, RFC 8594). Nothing is deprecated today. */
import type { Headers } from '../../http/message.ts'
import { Temporal } from '../../kernel/time.ts'
import { versioningAddress } from './headers.ts'

export type Deprecation = {
  /** The path of the operation, as it stands in /openapi.json. */
  path: string
  /** The day of the decision. */
  since: string
  /** The day it goes away, at least 90 days later. */
  until: string
  /** The path that takes its place. */
  successor?: string
}

export const deprecations: readonly Deprecation[] = []

const noticeDays = 90

export function deprecationHeaders(deprecation: Deprecation, base: string): Headers {
  const [since, until] = [startOf(deprecation.since), startOf(deprecation.until)]
  if (until.since(since).total('days') < noticeDays) {
    throw new Error(
      `${deprecation.path} may not end within ${noticeDays} days of ${deprecation.since}`,
    )
  }
  const versioning = versioningAddress(base)
  return {
    Deprecation: `@${since.epochMilliseconds / 1000}`,
    Sunset: new Date(until.epochMilliseconds).toUTCString(),
    Link: [
      `<${versioning}>; rel="deprecation"; type="text/html"`,
      `<${versioning}>; rel="sunset"; type="text/html"`,
      ...(deprecation.successor
        ? [`<${base}${deprecation.successor}>; rel="successor-version"`]
        : []),
    ],
  }
}

function startOf(day: string): Temporal.Instant {
  return Temporal.Instant.from(`${day}T00:00:00Z`)
}
