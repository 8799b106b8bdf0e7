/**
 * Fair request scheduler: runs requests in slices of a few milliseconds. The event loop accepts one connection each
 * time it comes round; without slices, clients that send without pause would keep new connections waiting.
 */
type RequestScheduler = {
  /** Runs the task now, or in a later slice. */
  schedule(nowMs: number, task: () => void): void
  /** A connection was accepted: more may be waiting. */
  onConnection(): void
}

/** How many rounds of the event loop may only accept connections before requests run again. */
const maxAcceptRounds = 10

export function createRequestScheduler(sliceMs = 5): RequestScheduler {
  const queue: (() => void)[] = []
  /** When the current slice ends; undefined while there is none. */
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
      // After the microtasks of the task, which are part of its work.
      queueMicrotask(() => process.nextTick(runNext))
    } else if (queue.length > 0) setImmediate(startSlice)
    else sliceEndsAtMs = undefined
  }

  return {
    schedule(nowMs, task) {
      if (sliceEndsAtMs === undefined) {
        sliceEndsAtMs = nowMs + sliceMs
        setImmediate(startSlice)
      }
      if (queue.length === 0 && nowMs < sliceEndsAtMs) task()
      else queue.push(task)
    },
    onConnection() {
      hasNewConnection = true
    },
  }
}
