/** One process that serves, from its start to a signal. */
import type { Patience } from '../http/server.ts'
import { openDoors } from './start.ts'

/** When all is closed: whoever is connected may ask once more within a second. */
export const closingTime: Patience = { idle: 1_000, busy: 10_000 }

/** Whoever started us: asked at once, for it may be gone before the doors are open. */
const parent = process.ppid

export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const stop = async (signal: string) => {
    const serving = await opening
    serving.log.info('stopping', { signal })
    await serving.close()
    await serving.leave(closingTime)
    process.exit(0)
  }
  const heedSignals = () => {
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
  }
  const opening = openDoors(environment, { guestsCome: heedSignals })
  const serving = await opening
  if (environment.npm_lifecycle_event !== undefined) onceOrphaned(() => stop('parent gone'))
  process.stderr.write(await serving.whereToLook())
}

/** The shell that npm puts between dies of a signal without passing it on: its death is the signal. */
export function onceOrphaned(act: () => void): void {
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 250)
  watch.unref()
}
