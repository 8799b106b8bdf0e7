/** Servers side by side: each has its turn in every round, so that a slow moment falls on all. */
import {
  type ExpectedResponse,
  generateLoad,
  type LoadOptions,
  type LoadResult,
  median,
  type NextRequest,
} from './load.ts'

export type Contender = {
  name: string
  ports: readonly number[]
  next: NextRequest
  /** Milliseconds of processor that whatever answers has used so far. */
  processor(): number
}

export type Row = {
  server: string
  perSecond: number
  p50: number
  p99: number
  /** Milliseconds of processor for a request. */
  processor: number
  /** Medians over the rounds of what we did in the same round, divided by this one. */
  ratio: number
  processorRatio: number
}

type RoundResult = LoadResult & { processor: number }

export type MeasureOptions = LoadOptions & { rounds: number }

/** Ours is the first. */
export async function measure(
  contenders: readonly Contender[],
  expected: ExpectedResponse,
  { rounds, ...loadOptions }: MeasureOptions,
): Promise<Row[]> {
  const results = contenders.map((): RoundResult[] => [])
  // The first round warms everything up and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { name, ports, next, processor }] of contenders.entries()) {
      const before = processor()
      const result = await generateLoad(ports, next, expected, loadOptions)
      if (result.unexpected > 0)
        throw new Error(
          `${name}: ${result.unexpected} of ${result.requests} answers were not as expected`,
        )
      if (round === 0) continue
      results[index]?.push({ ...result, processor: (processor() - before) / result.requests })
    }
  }
  const [ours = []] = results
  return contenders.map(({ name }, index) => {
    const theirs = results[index] ?? []
    const middle = (of: (result: RoundResult) => number) => roundSignificant(median(theirs.map(of)))
    const against = (of: (result: RoundResult) => number) =>
      roundSignificant(median(theirs.map((result, at) => of(ours[at] as RoundResult) / of(result))))
    return {
      server: name,
      perSecond: middle((result) => result.perSecond),
      p50: middle((result) => result.p50),
      p99: middle((result) => result.p99),
      processor: middle((result) => result.processor),
      ratio: against((result) => result.perSecond),
      processorRatio: against((result) => result.processor),
    }
  })
}

export function roundSignificant(value: number): number {
  return Number(value.toPrecision(3))
}
