/** Deprecated operations and versions with their sunset dates (RFC 9745, RFC 8594). None today. */
import type { Headers } from '../../http/message.ts'
import { type LocalizedText, locales } from '../../kernel/locale.ts'
import type { Operation } from '../../kernel/operation.ts'
import { day, isDate, startOfDayUtc } from '../../kernel/time.ts'
import { apiVersion, versioningAddress } from './headers.ts'

export type Deprecation = DeprecatedPart & {
  /** The date of the announcement. */
  since: string
  /** The sunset date, at least 90 days later. */
  until: string
  /** The path of the replacement. */
  successor?: string
  /** What a client does to move to the replacement, in this order. At least one step. */
  migration: readonly LocalizedText[]
}

type DeprecatedPart =
  /** The path of the operation, as in /openapi.json. */
  | { path: string; version?: never }
  /** A version with all its operations. */
  | { version: string; path?: never }

export const deprecations: readonly Deprecation[] = []

const noticeDays = 90

export type Deprecations = {
  all: readonly Deprecation[]
  /** Whether the operations of this path are deprecated, alone or with their version. */
  includes(path: string): boolean
  /** Headers of the responses of a path, or without one of every response of the current version. */
  headers(path?: string): Headers
}

/** Throws if one of them is incomplete, so that none is announced without dates and migration steps. */
export function createDeprecations(
  all: readonly Deprecation[],
  operations: readonly Operation[],
  base: string,
): Deprecations {
  for (const one of all) assertComplete(one, operations)
  const ofVersion = all.filter(({ version }) => version !== undefined)
  const versionHeaders = deprecationHeaders(ofVersion, base)
  const headersByPath = new Map(
    all.flatMap(({ path }) =>
      path === undefined
        ? []
        : [[path, deprecationHeaders([...ofVersion, ...all.filter(isOf(path))], base)]],
    ),
  )
  return {
    all,
    includes: (path) => ofVersion.length > 0 || headersByPath.has(path),
    headers: (path) => (path && headersByPath.get(path)) || versionHeaders,
  }
}

/** "/api/offers", "version 2.0" */
export function deprecatedName({ path, version }: Deprecation): LocalizedText {
  return path === undefined
    ? { vi: `phiên bản ${version}`, en: `version ${version}` }
    : { vi: path, en: path }
}

function isOf(path: string): (deprecation: Deprecation) => boolean {
  return (one) => one.path === path
}

function assertComplete(deprecation: Deprecation, operations: readonly Operation[]): void {
  const { path, version, since, until, migration } = deprecation
  const name = deprecatedName(deprecation).en
  if (path !== undefined && !operations.some(({ http }) => http.path === path)) {
    throw new Error(`the deprecated path ${path} has no operation`)
  }
  if (version !== undefined && version !== apiVersion) {
    throw new Error(`the deprecated version ${version} is not served; the version is ${apiVersion}`)
  }
  const hasDates = isDate(since) && isDate(until)
  if (!hasDates || startOfDayUtc(until) - startOfDayUtc(since) < noticeDays * day) {
    throw new Error(
      `the sunset of ${name} must be at least ${noticeDays} days after ${since}, both as YYYY-MM-DD`,
    )
  }
  const isComplete = migration.every((step) => locales.every((locale) => step[locale].trim()))
  if (migration.length === 0 || !isComplete) {
    throw new Error(
      `the deprecation of ${name} has no migration steps, or one without a text in ` +
        `${locales.join(' and ')}: describe in \`migration\` what a client must change`,
    )
  }
}

/** Of several, the earliest dates apply. */
function deprecationHeaders(deprecations: readonly Deprecation[], base: string): Headers {
  if (deprecations.length === 0) return {}
  const earliest = (of: 'since' | 'until') =>
    Math.min(...deprecations.map((one) => startOfDayUtc(one[of])))
  const versioning = versioningAddress(base)
  return {
    Deprecation: `@${earliest('since') / 1000}`,
    Sunset: new Date(earliest('until')).toUTCString(),
    Link: [
      `<${versioning}>; rel="deprecation"; type="text/html"`,
      `<${versioning}>; rel="sunset"; type="text/html"`,
      ...deprecations.flatMap(({ successor }) =>
        successor === undefined ? [] : [`<${base}${successor}>; rel="successor-version"`],
      ),
    ],
  }
}
