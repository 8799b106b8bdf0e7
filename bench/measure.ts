/** Servers side by side: each has its turn in every round, so that a slow moment falls on all. */
import { type Expected, type Load, load, median, type Next, type Pace } from './load.ts'

export type Contender = {
  name: string
  ports: readonly number[]
  next: Next
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

type Turn = Load & { processor: number }

export type Manner = Pace & { rounds: number }

/** Ours is the first. */
export async function measure(
  contenders: readonly Contender[],
  expected: Expected,
  { rounds, ...pace }: Manner,
): Promise<Row[]> {
  const turns = contenders.map((): Turn[] => [])
  // The first round warms everything up and does not count.
  for (let round = 0; round <= rounds; round++) {
    for (const [place, { name, ports, next, processor }] of contenders.entries()) {
      const before = processor()
      const turn = await load(ports, next, expected, pace)
      if (turn.others > 0)
        throw new Error(`${name}: ${turn.others} of ${turn.requests} answers were not as expected`)
      if (round === 0) continue
      turns[place]?.push({ ...turn, processor: (processor() - before) / turn.requests })
    }
  }
  const [ours = []] = turns
  return contenders.map(({ name }, place) => {
    const theirs = turns[place] ?? []
    const middle = (of: (turn: Turn) => number) => rounded(median(theirs.map(of)))
    const against = (of: (turn: Turn) => number) =>
      rounded(median(theirs.map((turn, at) => of(ours[at] as Turn) / of(turn))))
    return {
      server: name,
      perSecond: middle((turn) => turn.perSecond),
      p50: middle((turn) => turn.p50),
      p99: middle((turn) => turn.p99),
      processor: middle((turn) => turn.processor),
      ratio: against((turn) => turn.perSecond),
      processorRatio: against((turn) => turn.processor),
    }
  })
}

export function rounded(value: number): number {
  return Number(value.toPrecision(3))
}
