/** Compares the measured figures with their limits. */
import type { ComparedCase } from './compare.ts'
import { ownPrefix, type Row } from './measure.ts'
import type { Started } from './start.ts'

export type Verdict = {
  measurement: string
  /** The case that was measured. */
  name: string
  value: number
  limit: number
  unit: 'ms' | 'MB' | 'of node:http' | 'of official SDK'
  holds: boolean
}

const maxSecondStartMs = 1_000
const maxServingMb = 130

export function listVerdicts(
  compared: readonly ComparedCase[],
  started: readonly Started[] = [],
): Verdict[] {
  return [
    ...started.flatMap(({ shop, secondStartMs, servingMb }): Verdict[] => [
      {
        measurement: 'first response of a second start',
        name: shop,
        value: secondStartMs,
        limit: maxSecondStartMs,
        unit: 'ms',
        holds: secondStartMs <= maxSecondStartMs,
      },
      {
        measurement: 'memory once the app is serving',
        name: shop,
        value: servingMb,
        limit: maxServingMb,
        unit: 'MB',
        holds: servingMb <= maxServingMb,
      },
    ]),
    ...compared.flatMap((one) => verdictOf(one) ?? []),
  ]
}

export function verdictOf({ case: name, encoding, limit: set, rows }: ComparedCase) {
  if (!set) return undefined
  const { measurement, of, limit } = set
  const verdict = { measurement, name: encoding === 'br' ? `${name}, br` : name, limit }
  if (of === 'cpuMs') {
    const own = rows.filter(({ server }) => server.startsWith(ownPrefix))
    const value = Math.max(...own.map(({ cpuMs }) => cpuMs))
    return { ...verdict, value, unit: 'ms', holds: value <= limit } satisfies Verdict
  }
  const baseline = rows.find(({ server }) => server === of)
  if (!baseline) return undefined
  const value = relativeSpeed(baseline)
  return { ...verdict, value, unit: `of ${of}`, holds: value >= limit } satisfies Verdict
}

/** Requests for the same CPU time relative to the server of this row, as precise as the tables show it. */
export function relativeSpeed({ cpuRatio }: Row): number {
  return Number((1 / cpuRatio).toFixed(2))
}

/** The figure that is closest to its limit, or furthest beyond it. */
export function findWorst(verdicts: readonly Verdict[]): Verdict | undefined {
  const distance = ({ value, limit, unit }: Verdict) =>
    unit.startsWith('of') ? value / limit : limit / value
  return verdicts.toSorted((one, other) => distance(one) - distance(other))[0]
}
