/** One process that serves, from its start to a signal. */
import type { ShutdownTimeouts } from '../http/server.ts'
import { startServer } from './start.ts'

/** When all is closed: whoever is connected may ask once more within a second. */
export const shutdownTimeouts: ShutdownTimeouts = { idleMs: 1_000, busyMs: 10_000 }

/** Whoever started us: asked at once, for it may be gone before the doors are open. */
const parentPid = process.ppid

export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const stop = async (signal: string) => {
    const server = await starting
    server.log.info('stopping', { signal })
    await server.close()
    await server.shutdown(shutdownTimeouts)
    process.exit(0)
  }
  const installSignalHandlers = () => {
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  }
  const starting = startServer(environment, { onListening: installSignalHandlers })
  const server = await starting
  if (environment.npm_lifecycle_event !== undefined) onParentExit(() => stop('parent gone'))
  process.stderr.write(await server.createStartupBanner())
}

/** The shell that npm puts between dies of a signal without passing it on: its death is the signal. */
export function onParentExit(callback: () => void): void {
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(timer)
    callback()
  }, 250)
  timer.unref()
}
