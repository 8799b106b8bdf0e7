/** What has come, and whoever waits for what is to come. */
export function createQueue<Item>(nothing: string) {
  const all: Item[] = []
  const waiting: ((item: Item) => void)[] = []
  let taken = 0
  return {
    all,
    add(item: Item): void {
      all.push(item)
      const waiter = waiting.shift()
      if (!waiter) return
      taken++
      waiter(item)
    },
    next(patience = 5000): Promise<Item> {
      const here = all[taken]
      if (here !== undefined) {
        taken++
        return Promise.resolve(here)
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(waiter), 1)
          reject(new Error(nothing))
        }, patience)
        const waiter = (item: Item) => {
          clearTimeout(timer)
          resolve(item)
        }
        waiting.push(waiter)
      })
    },
  }
}
