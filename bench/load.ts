/** Load generator: keep-alive connections with one request in progress each. */
import { openProber, type RawResponse } from '../proof/support/prober.ts'

export type NextRequest = () => Buffer

export type LoadOptions = { seconds: number; connections: number }

/** Sends load without checking the responses, so that the server runs compiled code afterwards. */
export async function warmUp(port: number, next: NextRequest, seconds: number): Promise<void> {
  await generateLoad([port], next, () => true, { seconds, connections: 32 })
}

/** A status, or a check of the response. */
export type ExpectedResponse = number | ((response: RawResponse) => boolean)

export type LoadResult = {
  requests: number
  perSecond: number
  /** Response times in milliseconds. */
  p50: number
  p99: number
  /** Number of responses that were not as expected. */
  unexpected: number
}

/** Connections that stay open, so that opening them is not part of a measurement. */
export type LoadGenerator = {
  run(next: NextRequest, expected: ExpectedResponse, seconds: number): Promise<LoadResult>
  close(): void
}

export function openLoadGenerator(ports: readonly number[], connections: number): LoadGenerator {
  const probers = Array.from({ length: connections }, (_, index) =>
    openProber(ports[index % ports.length] as number),
  )
  return {
    async run(next, expected, seconds) {
      const durations: number[] = []
      let unexpected = 0
      const started = performance.now()
      await Promise.all(
        probers.map(async (prober) => {
          while (performance.now() - started < seconds * 1000) {
            const sentAt = performance.now()
            const response = await prober.send(next())
            durations.push(performance.now() - sentAt)
            if (!isExpected(response, expected)) unexpected++
          }
        }),
      )
      const elapsedSeconds = (performance.now() - started) / 1000
      durations.sort((one, other) => one - other)
      const at = (share: number) => durations[Math.floor(durations.length * share)] ?? Number.NaN
      const { length: requests } = durations
      const perSecond = requests / elapsedSeconds
      return { requests, perSecond, p50: at(0.5), p99: at(0.99), unexpected }
    },
    close() {
      for (const prober of probers) prober.close()
    },
  }
}

export async function generateLoad(
  ports: readonly number[],
  next: NextRequest,
  expected: ExpectedResponse,
  { seconds, connections }: LoadOptions,
): Promise<LoadResult> {
  const generator = openLoadGenerator(ports, connections)
  try {
    return await generator.run(next, expected, seconds)
  } finally {
    generator.close()
  }
}

export function isExpected(response: RawResponse, expected: ExpectedResponse): boolean {
  return typeof expected === 'number' ? response.status === expected : expected(response)
}

export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
