/**
 * Outbox dispatcher: creates the deliveries of an event once and delivers per destination, so that a slow
 * destination does not delay others.
 */
import { findPendingDestinations } from './claim.ts'
import { type DeliveryContext, deliverDue } from './deliver.ts'
import { type Destination, fanOut, type OutboxEvent, type Routes } from './fan-out.ts'

type DispatcherContext = DeliveryContext & {
  routes: Routes
  /** Called once per event, after its deliveries are stored. */
  onEvent?: (event: OutboxEvent) => void
}

export type Dispatcher = {
  /** One pass. It resolves when everything that it started has ended. */
  dispatch(): Promise<void>
  /**
   * One pass that does not wait for its deliveries, to be called periodically. Later passes skip a destination that
   * is still busy.
   */
  startPass(): Promise<{ completed: Promise<void> }>
}

/** Rounds per destination and pass while all deliveries succeed. */
const maxRounds = 20

export function createDispatcher(context: DispatcherContext): Dispatcher {
  const { store, routes, onEvent, now } = context
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

  /** Repeats while deliveries succeed, because each may unblock the next one of the same subject. */
  const deliverTo = async (destination: Destination) => {
    const name = JSON.stringify([destination.channel, destination.target])
    if (activeDestinations.has(name)) return
    activeDestinations.add(name)
    try {
      for (let round = 0; round < maxRounds; round++) {
        const states = await deliverDue(context, destination)
        if (states.length === 0 || states.includes('waiting')) return
      }
    } finally {
      activeDestinations.delete(name)
    }
  }

  const deliverToAll = async (destinations: readonly Destination[]) => {
    const results = await Promise.allSettled(destinations.map(deliverTo))
    for (const result of results) if (result.status === 'rejected') throw result.reason
  }

  const startPass = async () => {
    // A failed fan-out must not stop existing deliveries.
    const [fanOutResult] = await Promise.allSettled([runFanOutExclusively()])
    const destinations = await findPendingDestinations(store.read)
    const completed = deliverToAll(destinations).then(() => {
      if (fanOutResult.status === 'rejected') throw fanOutResult.reason
    })
    return { completed }
  }

  return {
    startPass,
    dispatch: async () => (await startPass()).completed,
  }
}
