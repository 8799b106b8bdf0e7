/**
 * Work in short turns. Each time the loop comes round it takes in one connection and no more: were all
 * that is asked worked on at once, those who are connected and ask a lot would keep out those who come.
 */
export type RequestScheduler = {
  /** Does the work now, or when its turn has come. */
  schedule(now: number, work: () => void): void
  /** A connection was taken in: there may be more before the door. */
  onConnection(): void
}

/** So many may come in before the next turn; otherwise a crowd would keep everybody waiting. */
const maxAcceptRounds = 10

export function createRequestScheduler(sliceMs = 5): RequestScheduler {
  const queue: (() => void)[] = []
  /** When the turn of this round is over; nothing while there is none. */
  let sliceEndsAtMs: number | undefined
  let hasNewConnection = false
  let acceptRounds = 0

  const startSlice = () => {
    const shouldAcceptMore = hasNewConnection && queue.length > 0 && acceptRounds < maxAcceptRounds
    hasNewConnection = false
    acceptRounds = shouldAcceptMore ? acceptRounds + 1 : 0
    if (shouldAcceptMore) {
      setImmediate(startSlice)
      return
    }
    sliceEndsAtMs = performance.now() + sliceMs
    runNext()
  }

  const runNext = () => {
    const next = performance.now() < (sliceEndsAtMs ?? 0) ? queue.shift() : undefined
    if (next) {
      next()
      // After whatever it has promised to do at once.
      queueMicrotask(() => process.nextTick(runNext))
    } else if (queue.length > 0) setImmediate(startSlice)
    else sliceEndsAtMs = undefined
  }

  return {
    schedule(now, work) {
      if (sliceEndsAtMs === undefined) {
        sliceEndsAtMs = now + sliceMs
        setImmediate(startSlice)
      }
      if (queue.length === 0 && now < sliceEndsAtMs) work()
      else queue.push(work)
    },
    onConnection() {
      hasNewConnection = true
    },
  }
}
