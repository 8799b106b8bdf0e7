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
  let sliceEndsAtMs = Number.NEGATIVE_INFINITY
  /** The queue is being worked off, or will be when the event loop comes round. */
  let isQueueActive = false
  let hasNewConnection = false
  let acceptRounds = 0

  const startSlice = () => {
    const shouldAcceptMore = hasNewConnection && acceptRounds < maxAcceptRounds
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
    const next = performance.now() < sliceEndsAtMs ? queue.shift() : undefined
    if (next) {
      next()
      // After the microtasks of the task, which are part of its work.
      queueMicrotask(() => process.nextTick(runNext))
    } else if (queue.length > 0) setImmediate(startSlice)
    else isQueueActive = false
  }

  return {
    schedule(nowMs, task) {
      if (!isQueueActive && nowMs < sliceEndsAtMs) {
        task()
        return
      }
      queue.push(task)
      if (isQueueActive) return
      isQueueActive = true
      setImmediate(startSlice)
    },
    onConnection() {
      hasNewConnection = true
    },
  }
}
