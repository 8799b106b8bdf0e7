/** The one load generator: kept connections, each with one request under way at a time. */
import { openProber, type RawResponse } from '../proof/support/prober.ts'

export type NextRequest = () => Buffer

export type LoadOptions = { seconds: number; connections: number }

/** A status, or whatever an answer must be like. */
export type ExpectedResponse = number | ((response: RawResponse) => boolean)

export type LoadResult = {
  requests: number
  perSecond: number
  /** Milliseconds that a caller waited. */
  p50: number
  p99: number
  /** Answers that were not as expected. */
  unexpected: number
}

export async function generateLoad(
  ports: readonly number[],
  next: NextRequest,
  expected: ExpectedResponse,
  { seconds, connections }: LoadOptions,
): Promise<LoadResult> {
  const probers = Array.from({ length: connections }, (_, index) =>
    openProber(ports[index % ports.length] as number),
  )
  const waits: number[] = []
  let unexpected = 0
  const started = performance.now()
  await Promise.all(
    probers.map(async (prober) => {
      while (performance.now() - started < seconds * 1000) {
        const sentAt = performance.now()
        const response = await prober.send(next())
        waits.push(performance.now() - sentAt)
        if (!isExpected(response, expected)) unexpected++
      }
    }),
  )
  const took = (performance.now() - started) / 1000
  for (const prober of probers) prober.close()
  waits.sort((one, other) => one - other)
  const at = (share: number) => waits[Math.floor(waits.length * share)] ?? Number.NaN
  const { length: requests } = waits
  return { requests, perSecond: requests / took, p50: at(0.5), p99: at(0.99), unexpected }
}

function isExpected(response: RawResponse, expected: ExpectedResponse): boolean {
  return typeof expected === 'number' ? response.status === expected : expected(response)
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
