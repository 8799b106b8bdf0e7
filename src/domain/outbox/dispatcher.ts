/** Tells the news: spread once, then delivered at every place for itself, so that none waits for another. */
import { waitingDestinations } from './claim.ts'
import { type DeliveryParts, deliver } from './deliver.ts'
import { type Destination, type News, type Routes, spreadNews } from './fan-out.ts'

export type CourierParts = DeliveryParts & {
  routes: Routes
  /** Called once for each piece of news, when it is on its way. */
  onNews?: (news: News) => void
}

export type Courier = {
  /**
   * One turn; to be called again and again, whether or not the last one has ended. It resolves when
   * all that it began has ended: a place that hangs is left out of the turns until then.
   */
  tellNews(): Promise<void>
}

/** How often a place is served in one turn while everything goes well there. */
const mostRounds = 20

export function createCourier(parts: CourierParts): Courier {
  const { store, routes, onNews, now } = parts
  const served = new Set<string>()
  let spreading: Promise<void> | undefined

  const spread = async () => {
    for (const news of await spreadNews(store, routes, now)) onNews?.(news)
  }

  const spreadAlone = () => {
    spreading ??= spread().finally(() => {
      spreading = undefined
    })
    return spreading
  }

  /** Goes on while all goes well: what was behind another of the same booking may go now. */
  const serve = async (destination: Destination) => {
    const name = JSON.stringify([destination.channel, destination.target])
    if (served.has(name)) return
    served.add(name)
    try {
      for (let round = 0; round < mostRounds; round++) {
        const states = await deliver(parts, destination)
        if (states.length === 0 || states.includes('waiting')) return
      }
    } finally {
      served.delete(name)
    }
  }

  const serveAll = async () => {
    const destinations = await waitingDestinations(store.read)
    const turns = await Promise.allSettled(destinations.map(serve))
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  }

  return {
    async tellNews() {
      // News that cannot be spread must not keep back what is on its way already.
      const [spread] = await Promise.allSettled([spreadAlone()])
      await serveAll()
      if (spread.status === 'rejected') throw spread.reason
    },
  }
}
