/** One of several processes that share the ports of a machine: it serves, and does what the parent says. */
import cluster from 'node:cluster'
import { idleTimeoutMs } from '../http/connections.ts'
import type { ShutdownTimeouts } from '../http/server.ts'
import { shutdownTimeouts } from '../server/serve.ts'
import { startServer } from '../server/start.ts'
import { createMetricsExchange } from './metrics-exchange.ts'

/**
 * What the parent says: `close` is for all at once, when the house closes, and `end` comes when all
 * have; `leave` is for one alone, whose place another has taken. A parent is older than its members
 * once there is new code, so words may be added but not changed.
 */
export type PrimaryMessage = 'close' | 'end' | 'leave'

/** What the parent hears. `replace` is a signal that was meant for this process alone. */
export type WorkerMessage = 'ready' | 'closed' | 'replace'

/** Others go on, so there is time: no connection is closed sooner than it would be anyway. */
const replacementTimeouts: ShutdownTimeouts = {
  idleMs: idleTimeoutMs + 5_000,
  busyMs: idleTimeoutMs + 15_000,
}

export async function serveAsWorker(environment: NodeJS.ProcessEnv): Promise<void> {
  const { worker } = cluster
  if (!worker) throw new Error('this process was not started as one of several')
  // What is said before we serve is done then; nobody would say it again.
  const pendingMessages: PrimaryMessage[] = []
  let handleMessage = (message: PrimaryMessage) => void pendingMessages.push(message)
  process.on('message', (message: PrimaryMessage) => handleMessage(message))
  let wasSignalled = false
  let onSignal = () => {
    wasSignalled = true
  }
  // A terminal and some supervisors signal to all; what becomes of all is for the parent to say.
  const installSignalHandlers = () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => onSignal())
    process.on('SIGHUP', () => {})
  }
  const metricsExchange = createMetricsExchange()
  const server = await startServer(environment, {
    collectFromWorkers: metricsExchange.collect,
    onListening: installSignalHandlers,
  })
  metricsExchange.setSource(server.collectMetrics)
  const send = (message: WorkerMessage) => {
    if (process.connected) process.send?.(message)
  }
  const shutdown = async (timeouts: ShutdownTimeouts) => {
    await server.shutdown(timeouts)
    process.exit(0)
  }
  const handlers: Record<PrimaryMessage, () => Promise<void>> = {
    close: () => server.close().then(() => send('closed')),
    end: () => shutdown(shutdownTimeouts),
    leave: () => shutdown(replacementTimeouts),
  }

  // Only the first says where to look: the owner's link is shown once.
  if (worker.id === 1) process.stderr.write(await server.createStartupBanner())
  handleMessage = (message) => void handlers[message]?.()
  worker.on('disconnect', () => {
    // Otherwise it would be ended on the spot.
    worker.exitedAfterDisconnect = true
    server.log.info('stopping', { signal: 'parent gone' })
    void shutdown(shutdownTimeouts)
  })
  onSignal = () => send('replace')
  send('ready')
  for (const message of pendingMessages) handleMessage(message)
  if (wasSignalled) onSignal()
}
