/** Works of which only so many run at once; the others wait in the order in which they came. */
export type RunExclusive = <Result>(work: () => Promise<Result>) => Promise<Result>

/** The turn did not come in time: nothing was begun. */
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
      // Who waits takes over the turn, so that nobody slips in between.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
