/** Semaphore: at most `permits` tasks run concurrently; the others wait in FIFO order. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The task did not get a permit within the timeout and was not started. */
export class SemaphoreTimeout extends Error {}

export function createSemaphore(permits: number, waitTimeoutMs?: number): RunExclusive {
  const queue: (() => void)[] = []
  let running = 0

  const acquire = async (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push(resolve)
    const onTimeout = () => {
      queue.splice(queue.indexOf(resolve), 1)
      reject(new SemaphoreTimeout())
    }
    const timer = waitTimeoutMs === undefined ? undefined : setTimeout(onTimeout, waitTimeoutMs)
    await promise.finally(() => clearTimeout(timer))
  }

  return async (work) => {
    if (running < permits) running++
    else await acquire()
    try {
      return await work()
    } finally {
      // The permit passes directly to the next task, so that a new one cannot take it first.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
