/** Cluster worker: serves requests and follows the messages of the primary. */
import cluster from 'node:cluster'
import { idleTimeoutMs, type ShutdownTimeouts } from '../http/server.ts'
import { shutdownTimeouts } from '../server/serve.ts'
import { startServer } from '../server/start.ts'
import { createMetricsExchange } from './metrics-exchange.ts'

/**
 * Messages of the primary. To stop the cluster it sends `close` to all workers, and `end` when all have closed.
 * `leave` ends one worker that was replaced. During a rolling restart the primary is older than its workers, so
 * messages may be added but not changed.
 */
export type PrimaryMessage = 'close' | 'end' | 'leave'

/** Messages to the primary. `replace` asks for a replacement, because this worker alone received a signal. */
export type WorkerMessage = 'ready' | 'closed' | 'replace'

/** Other workers keep serving, so every connection may stay open until its normal idle timeout. */
const replacementTimeouts: ShutdownTimeouts = {
  idleMs: idleTimeoutMs + 5_000,
  busyMs: idleTimeoutMs + 15_000,
}

export async function serveAsWorker(environment: NodeJS.ProcessEnv): Promise<void> {
  const { worker } = cluster
  if (!worker) throw new Error('this process is not a cluster worker')
  // Messages that arrive before the start is complete are handled afterwards.
  const pendingMessages: PrimaryMessage[] = []
  let handleMessage = (message: PrimaryMessage) => void pendingMessages.push(message)
  process.on('message', (message: PrimaryMessage) => handleMessage(message))
  let wasSignalled = false
  let onSignal = () => {
    wasSignalled = true
  }
  // A terminal and some supervisors signal all processes; the primary decides what happens.
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

  // Only the first worker prints the banner, so that the sign-in link of the owner is shown once.
  if (worker.id === 1) process.stderr.write(await server.createStartupBanner())
  handleMessage = (message) => void handlers[message]?.()
  worker.on('disconnect', () => {
    // Otherwise Node ends the process immediately.
    worker.exitedAfterDisconnect = true
    server.log.info('stopping', { signal: 'parent gone' })
    void shutdown(shutdownTimeouts)
  })
  onSignal = () => send('replace')
  send('ready')
  for (const message of pendingMessages) handleMessage(message)
  if (wasSignalled) onSignal()
}
