/** Deprecated operations and their sunset dates (RFC 9745, RFC 8594). None today. */
import type { Headers } from '../../http/message.ts'
import type { Operation } from '../../kernel/operation.ts'
import { day, startOfDayUtc } from '../../kernel/time.ts'
import { versioningAddress } from './headers.ts'

export type Deprecation = {
  /** The path of the operation, as in /openapi.json. */
  path: string
  /** The date of the announcement. */
  since: string
  /** The sunset date, at least 90 days later. */
  until: string
  /** The path of the replacement. */
  successor?: string
}

export const deprecations: readonly Deprecation[] = []

const noticeDays = 90

/** The deprecation headers of each path. */
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
      throw new Error(`the deprecated path ${path} has no operation`)
    }),
  )
}

function deprecationHeaders(deprecation: Deprecation, base: string): Headers {
  const [since, until] = [startOfDayUtc(deprecation.since), startOfDayUtc(deprecation.until)]
  if (until - since < noticeDays * day) {
    throw new Error(
      `the sunset of ${deprecation.path} must be at least ${noticeDays} days after ${deprecation.since}`,
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
