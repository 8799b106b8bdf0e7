/** Tells the news: spread once, then delivered at every place for itself, so that none waits for another. */
import { findPendingDestinations } from './claim.ts'
import { type DeliveryContext, deliverDue } from './deliver.ts'
import { type Destination, fanOut, type OutboxEvent, type Routes } from './fan-out.ts'

export type DispatcherContext = DeliveryContext & {
  routes: Routes
  /** Called once for each piece of news, when it is on its way. */
  onEvent?: (event: OutboxEvent) => void
}

export type Dispatcher = {
  /**
   * One turn; to be called again and again, whether or not the last one has ended. It resolves when
   * all that it began has ended: a place that hangs is left out of the turns until then.
   */
  dispatch(): Promise<void>
}

/** How often a place is served in one turn while everything goes well there. */
const maxRounds = 20

export function createDispatcher(parts: DispatcherContext): Dispatcher {
  const { store, routes, onEvent, now } = parts
  const activeDestinations = new Set<string>()
  let pendingFanOut: Promise<void> | undefined

  const runFanOut = async () => {
    for (const event of await fanOut(store, routes, now)) onEvent?.(event)
  }

  const runFanOutExclusively = () => {
    pendingFanOut ??= runFanOut().finally(() => {
      pendingFanOut = undefined
    })
    return pendingFanOut
  }

  /** Goes on while all goes well: what was behind another of the same booking may go now. */
  const deliverTo = async (destination: Destination) => {
    const name = JSON.stringify([destination.channel, destination.target])
    if (activeDestinations.has(name)) return
    activeDestinations.add(name)
    try {
      for (let round = 0; round < maxRounds; round++) {
        const states = await deliverDue(parts, destination)
        if (states.length === 0 || states.includes('waiting')) return
      }
    } finally {
      activeDestinations.delete(name)
    }
  }

  const deliverToAll = async () => {
    const destinations = await findPendingDestinations(store.read)
    const turns = await Promise.allSettled(destinations.map(deliverTo))
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason
  }

  return {
    async dispatch() {
      // News that cannot be spread must not keep back what is on its way already.
      const [fanOutResult] = await Promise.allSettled([runFanOutExclusively()])
      await deliverToAll()
      if (fanOutResult.status === 'rejected') throw fanOutResult.reason
    },
  }
}
