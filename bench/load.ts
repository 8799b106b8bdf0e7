/** The one load generator: kept connections, each with one request under way at a time. */
import { type Answer, openKnocker } from '../proof/support/prober.ts'

export type Next = () => Buffer

export type Pace = { seconds: number; connections: number }

/** A status, or whatever an answer must be like. */
export type Expected = number | ((answer: Answer) => boolean)

export type Load = {
  requests: number
  perSecond: number
  /** Milliseconds that a caller waited. */
  p50: number
  p99: number
  /** Answers that were not as expected. */
  others: number
}

export async function load(
  ports: readonly number[],
  next: Next,
  expected: Expected,
  { seconds, connections }: Pace,
): Promise<Load> {
  const knockers = Array.from({ length: connections }, (_, place) =>
    openKnocker(ports[place % ports.length] as number),
  )
  const waits: number[] = []
  let others = 0
  const started = performance.now()
  await Promise.all(
    knockers.map(async (knocker) => {
      while (performance.now() - started < seconds * 1000) {
        const asked = performance.now()
        const answer = await knocker.send(next())
        waits.push(performance.now() - asked)
        if (!fits(answer, expected)) others++
      }
    }),
  )
  const took = (performance.now() - started) / 1000
  for (const knocker of knockers) knocker.close()
  waits.sort((one, other) => one - other)
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN
  const { length: requests } = waits
  return { requests, perSecond: requests / took, p50: at(0.5), p99: at(0.99), others }
}

function fits(answer: Answer, expected: Expected): boolean {
  return typeof expected === 'number' ? answer.status === expected : expected(answer)
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
