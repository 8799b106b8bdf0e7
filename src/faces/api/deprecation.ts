/** What will go away, and when (RFC 9745, RFC 8594). Nothing is deprecated today. */
import type { Headers } from '../../http/message.ts'
import type { Operation } from '../../kernel/operation.ts'
import { day, startOfDayUtc } from '../../kernel/time.ts'
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

/** The headers of each path that will go away. */
export function deprecationsByPath(
  deprecations: readonly Deprecation[],
  operations: readonly Operation[],
  base: string,
): ReadonlyMap<string, Headers> {
  return new Map(
    deprecations.map((deprecation) => {
      const { path } = deprecation
      if (operations.some(({ http }) => http.path === path)) {
        return [path, deprecationHeaders(deprecation, base)]
      }
      throw new Error(`no operation at ${path}, which is said to be deprecated`)
    }),
  )
}

function deprecationHeaders(deprecation: Deprecation, base: string): Headers {
  const [since, until] = [startOfDayUtc(deprecation.since), startOfDayUtc(deprecation.until)]
  if (until - since < noticeDays * day) {
    throw new Error(
      `${deprecation.path} may not end within ${noticeDays} days of ${deprecation.since}`,
    )
  }
  const versioning = versioningAddress(base)
  return {
    Deprecation: `@${since / 1000}`,
    Sunset: new Date(until).toUTCString(),
    Link: [
      `<${versioning}>; rel="deprecation"; type="text/html"`,
      `<${versioning}>; rel="sunset"; type="text/html"`,
      ...(deprecation.successor
        ? [`<${base}${deprecation.successor}>; rel="successor-version"`]
        : []),
    ],
  }
}
