/** Start and stop: settings → content → app → listen. */
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { createLog } from './http/log.ts'
import { createHttpServer } from './http/server.ts'
import { findTrade } from './variants/index.ts'

/** How long requests under way may take once we were told to stop. */
const grace = 10_000

export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const started = performance.now()
  const config = readConfig(environment)
  const shop = findTrade(config.variant).open(config.contentDir)
  const log = createLog(config.logLevel, Date.now)
  const server = createHttpServer(await createApp(shop, config), log)
  const { port } = await server.listen(config.port, config.host)

  const milliseconds = Math.round(performance.now() - started)
  log.info('started', { variant: config.variant, port, milliseconds })
  log.flush()
  process.stderr.write(whereToLook(shop.business.name, config.baseUrl))

  const stop = async (signal: string) => {
    log.info('stopping', { signal })
    await server.stop(grace)
    log.info('stopped')
    log.flush()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.on('error', () => {})
  if (environment.npm_lifecycle_event !== undefined) onceOrphaned(() => stop('parent gone'))
}

/** The shell that npm puts between dies of a signal without passing it on: its death is the signal. */
function onceOrphaned(act: () => void): void {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    act()
  }, 250)
  watch.unref()
}

function whereToLook(name: string, base: string): string {
  return `
  ${name} is open.

    ${base}               the site
    ${base}/api           the API, for programs
    ${base}/docs          how to use it
    ${base}/openapi.json  its description

`
}
