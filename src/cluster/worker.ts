/** One of several processes that share the ports of a machine: it serves, and does what the parent says. */
import cluster from 'node:cluster'
import { longestIdle } from '../http/connections.ts'
import type { Patience } from '../http/server.ts'
import { closingTime } from '../server/serve.ts'
import { openDoors } from '../server/start.ts'
import { crewFigures } from './metrics-exchange.ts'

/**
 * What the parent says: `close` is for all at once, when the house closes, and `end` comes when all
 * have; `leave` is for one alone, whose place another has taken. A parent is older than its members
 * once there is new code, so words may be added but not changed.
 */
export type Order = 'close' | 'end' | 'leave'

/** What the parent hears. `replace` is a signal that was meant for this process alone. */
export type Report = 'ready' | 'closed' | 'replace'

/** Others go on, so there is time: no connection is closed sooner than it would be anyway. */
const handingOver: Patience = { idle: longestIdle + 5_000, busy: longestIdle + 15_000 }

export async function serveAsMember(environment: NodeJS.ProcessEnv): Promise<void> {
  const { worker } = cluster
  if (!worker) throw new Error('this process was not started as one of several')
  // What is said before we serve is done then; nobody would say it again.
  const early: Order[] = []
  let obey = (word: Order) => void early.push(word)
  process.on('message', (word: Order) => obey(word))
  let wasSignalled = false
  let heed = () => {
    wasSignalled = true
  }
  // A terminal and some supervisors signal to all; what becomes of all is for the parent to say.
  const heedSignals = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => heed())
    process.on('SIGHUP', () => {})
  }
  const crew = crewFigures()
  const serving = await openDoors(environment, { askCrew: crew.ask, guestsCome: heedSignals })
  crew.tell(serving.figures)
  const report = (word: Report) => {
    if (process.connected) process.send?.(word)
  }
  const leave = async (patience: Patience) => {
    await serving.leave(patience)
    process.exit(0)
  }
  const orders: Record<Order, () => Promise<void>> = {
    close: () => serving.close().then(() => report('closed')),
    end: () => leave(closingTime),
    leave: () => leave(handingOver),
  }

  // Only the first says where to look: the owner's link is shown once.
  if (worker.id === 1) process.stderr.write(await serving.whereToLook())
  obey = (word) => void orders[word]?.()
  worker.on('disconnect', () => {
    // Otherwise it would be ended on the spot.
    worker.exitedAfterDisconnect = true
    serving.log.info('stopping', { signal: 'parent gone' })
    void leave(closingTime)
  })
  heed = () => report('replace')
  report('ready')
  for (const word of early) obey(word)
  if (wasSignalled) heed()
}
