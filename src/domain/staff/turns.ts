/** Works of which only so many run at once; the others wait in the order in which they came. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createTurns(atOnce: number): InTurn {
  const waiting: (() => void)[] = []
  let underWay = 0

  return async (work) => {
    if (underWay < atOnce) underWay++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Who waits takes over the turn, so that nobody slips in between.
      const next = waiting.shift()
      if (next) next()
      else underWay--
    }
  }
}
