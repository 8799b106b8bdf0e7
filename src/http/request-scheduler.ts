/**
 * Work in short turns. Each time the loop comes round it takes in one connection and no more: were all
 * that is asked worked on at once, those who are connected and ask a lot would keep out those who come.
 */
export type Turns = {
  /** Does the work now, or when its turn has come. */
  take(now: number, work: () => void): void
  /** A connection was taken in: there may be more before the door. */
  somebodyCame(): void
}

/** So many may come in before the next turn; otherwise a crowd would keep everybody waiting. */
const mostBetween = 10

export function createTurns(milliseconds = 5): Turns {
  const waiting: (() => void)[] = []
  /** When the turn of this round is over; nothing while there is none. */
  let ends: number | undefined
  let came = false
  let rounds = 0

  const begin = () => {
    const more = came && waiting.length > 0 && rounds < mostBetween
    came = false
    rounds = more ? rounds + 1 : 0
    if (more) {
      setImmediate(begin)
      return
    }
    ends = performance.now() + milliseconds
    goOn()
  }

  const goOn = () => {
    const next = performance.now() < (ends ?? 0) ? waiting.shift() : undefined
    if (next) {
      next()
      // After whatever it has promised to do at once.
      queueMicrotask(() => process.nextTick(goOn))
    } else if (waiting.length > 0) setImmediate(begin)
    else ends = undefined
  }

  return {
    take(now, work) {
      if (ends === undefined) {
        ends = now + milliseconds
        setImmediate(begin)
      }
      if (waiting.length === 0 && now < ends) work()
      else waiting.push(work)
    },
    somebodyCame() {
      came = true
    },
  }
}
