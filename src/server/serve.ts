/** Runs one process until it receives a signal. */
import type { ShutdownTimeouts } from '../http/server.ts'
import { type RunningServer, type StartOptions, startServer } from './start.ts'

/** If the whole shop stops, a connection may send one more request within a second. */
export const shutdownTimeouts: ShutdownTimeouts = { idleMs: 1_000, busyMs: 10_000 }

/** Read when the module is loaded, because the parent process may end before the start is complete. */
const parentPid = process.ppid

export function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  return runUntilSignal(environment, (options) => startServer(environment, options), {
    banner: (server) => server.createStartupBanner(),
  })
}

type Running = {
  /** The text for the operator, once the server is ready. */
  banner(server: RunningServer): Promise<string>
  afterStop?(): void
}

export async function runUntilSignal(
  environment: NodeJS.ProcessEnv,
  start: (options: StartOptions) => Promise<RunningServer>,
  { banner, afterStop }: Running,
): Promise<void> {
  const stop = async (signal: string) => {
    const server = await starting
    server.log.info('stopping', { signal })
    await server.close()
    await server.shutdown(shutdownTimeouts)
    afterStop?.()
    process.exit(0)
  }
  const installSignalHandlers = () => {
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  }
  const starting = start({ onListening: installSignalHandlers })
  const server = await starting
  if (environment.npm_lifecycle_event !== undefined) onParentExit(() => stop('parent gone'))
  process.stderr.write(await banner(server))
}

/** The shell that npm starts does not forward signals: it ends, and that is the only notice of the signal. */
export function onParentExit(callback: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(timer)
    callback()
  }, 250)
  timer.unref()
}
