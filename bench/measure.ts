/** Measures servers in alternating rounds, so that a slow moment of the machine affects all of them. */
import {
  type ExpectedResponse,
  type LoadGenerator,
  type LoadOptions,
  type LoadResult,
  median,
  type NextRequest,
  openLoadGenerator,
} from './load.ts'

/** The names of the measured servers start with this, the names of the baselines do not. */
export const ownPrefix = 'Letan, '

export type Contender = {
  name: string
  port: number
  next: NextRequest
  /** CPU time that the server has used since its start. */
  cpuMs(): number
}

export type Row = {
  server: string
  perSecond: number
  p50: number
  p99: number
  /** CPU time of the server for each request. */
  cpuMs: number
  /** Medians over the rounds: requests per second and CPU time of the first server, divided by those of this one. */
  throughputRatio: number
  cpuRatio: number
}

type RoundResult = LoadResult & { cpuMs: number }

export type MeasureOptions = LoadOptions & { rounds: number }

/** The first contender is the one whose ratios to the others are computed. */
export async function measure(
  contenders: readonly Contender[],
  expected: ExpectedResponse,
  options: MeasureOptions,
): Promise<Row[]> {
  const generators = contenders.map(({ port }) => openLoadGenerator([port], options.connections))
  try {
    const run = async (index: number) => {
      const { name, next, cpuMs } = contenders[index] as Contender
      const before = cpuMs()
      const result = await (generators[index] as LoadGenerator).run(next, expected, options.seconds)
      const { unexpected, requests } = result
      if (unexpected > 0) {
        throw new Error(`${name}: ${unexpected} of ${requests} responses were not as expected.`)
      }
      return { ...result, cpuMs: (cpuMs() - before) / requests }
    }
    return summarize(contenders, await runRounds(contenders.length, options.rounds, run))
  } finally {
    for (const generator of generators) generator.close()
  }
}

/** The results of each contender by round. The first round warms up and does not count. */
async function runRounds(
  contenders: number,
  rounds: number,
  run: (contender: number) => Promise<RoundResult>,
): Promise<RoundResult[][]> {
  const results = Array.from({ length: contenders }, (): RoundResult[] => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [contender, own] of results.entries()) {
      const result = await run(contender)
      if (round > 0) own.push(result)
    }
  }
  return results
}

function summarize(contenders: readonly Contender[], results: readonly RoundResult[][]): Row[] {
  const [first = []] = results
  return contenders.map(({ name }, index) => {
    const own = results[index] ?? []
    const medianOf = (value: (result: RoundResult) => number) =>
      roundSignificant(median(own.map(value)))
    const ratioOf = (value: (result: RoundResult) => number) =>
      roundSignificant(
        median(own.map((result, round) => value(first[round] as RoundResult) / value(result))),
      )
    return {
      server: name,
      perSecond: medianOf(({ perSecond }) => perSecond),
      p50: medianOf(({ p50 }) => p50),
      p99: medianOf(({ p99 }) => p99),
      cpuMs: medianOf(({ cpuMs }) => cpuMs),
      throughputRatio: ratioOf(({ perSecond }) => perSecond),
      cpuRatio: ratioOf(({ cpuMs }) => cpuMs),
    }
  })
}

export function roundSignificant(value: number): number {
  return Number(value.toPrecision(3))
}
