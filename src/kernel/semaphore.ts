/** Works of which only so many run at once; the others wait in the order in which they came. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The turn did not come in time: nothing was begun. */
export class TurnMissed extends Error {}

export function createTurns(atOnce: number, longestWait?: number): InTurn {
  const waiting: (() => void)[] = []
  let underWay = 0

  const turn = async (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    waiting.push(resolve)
    const giveUp = () => {
      waiting.splice(waiting.indexOf(resolve), 1)
      reject(new TurnMissed())
    }
    const timer = longestWait === undefined ? undefined : setTimeout(giveUp, longestWait)
    await promise.finally(() => clearTimeout(timer))
  }

  return async (work) => {
    if (underWay < atOnce) underWay++
    else await turn()
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
