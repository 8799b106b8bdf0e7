/** One process that serves, from its start to a signal. */
import type { Patience } from './http/server.ts'
import { openDoors } from './main.ts'

/** When all is closed: whoever is connected may ask once more within a second. */
export const closingTime: Patience = { idle: 1_000, busy: 10_000 }

export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const serving = await openDoors(environment)
  process.stderr.write(await serving.whereToLook())
  const stop = async (signal: string) => {
    serving.log.info('stopping', { signal })
    await serving.close()
    await serving.leave(closingTime)
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  if (environment.npm_lifecycle_event !== undefined) onceOrphaned(() => stop('parent gone'))
}

/** The shell that npm puts between dies of a signal without passing it on: its death is the signal. */
export function onceOrphaned(act: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 250)
  watch.unref()
}
