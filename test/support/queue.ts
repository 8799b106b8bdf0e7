/** A queue of received items, and of consumers that wait for the next ones. */
export function createQueue<Item>(timeoutMessage: string) {
  const all: Item[] = []
  const waiting: ((item: Item) => void)[] = []
  let consumed = 0
  return {
    all,
    add(item: Item): void {
      all.push(item)
      const waiter = waiting.shift()
      if (!waiter) return
      consumed++
      waiter(item)
    },
    next(timeoutMs = 60_000): Promise<Item> {
      const here = all[consumed]
      if (here !== undefined) {
        consumed++
        return Promise.resolve(here)
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(new Error(timeoutMessage))
        }, timeoutMs)
        const waiter = (item: Item) => {
          clearTimeout(timer)
          resolve(item)
        }
        waiting.push(waiter)
      })
    },
  }
}
