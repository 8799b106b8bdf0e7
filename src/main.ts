/** Start and stop: settings → content → store → app → listen. */
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createStaffDesk } from './domain/booking/staff.ts'
import { createGuard } from './domain/guard/guard.ts'
import { deliverNews } from './domain/outbox/deliver.ts'
import type { Shop } from './domain/trade.ts'
import { createLog, type Log } from './http/log.ts'
import { describeError } from './http/request.ts'
import { createHttpServer } from './http/server.ts'
import type { Clock } from './kernel/time.ts'
import { readSecret } from './secret.ts'
import type { Store } from './store/sql.ts'
import { openSqlite } from './store/sqlite.ts'
import { findTrade } from './variants/index.ts'

/** The machine does not let us listen there: another PORT or HOST is needed. */
export class CannotListen extends Error {
  constructor({ host, port }: { host: string; port: number }, cause: Error) {
    const code = 'code' in cause ? String(cause.code) : cause.message
    super(`Cannot listen on ${host} port ${port} (${code}); set PORT or HOST to another.`, {
      cause,
    })
  }
}

/** How long requests under way may take once we were told to stop. */
const grace = 10_000

export type Opened = { config: Config; shop: Shop; store: Store; secret: string; now: Clock }

/** The shop and its book, as the environment says. */
export async function open(environment: NodeJS.ProcessEnv): Promise<Opened> {
  const config = readConfig(environment)
  const shop = findTrade(config.variant).open(config.contentDir)
  const store = await openSqlite(config.databaseUrl, Date.now)
  const secret = readSecret(config.secret, config.databaseUrl)
  return { config, shop, store, secret, now: Date.now }
}

export async function serve(environment: NodeJS.ProcessEnv): Promise<void> {
  const started = performance.now()
  const opened = await open(environment)
  const { config, shop, store, secret, now } = opened
  const log = createLog(config.logLevel, now)
  const app = await createApp(shop, config, { store, secret, now })
  const server = createHttpServer(app, log)
  const { port } = await server.listen(config.port, config.host).catch((error: Error) => {
    throw new CannotListen(config, error)
  })
  const stopChores = startChores(opened, log)

  const milliseconds = Math.round(performance.now() - started)
  log.info('started', { variant: config.variant, port, milliseconds })
  log.flush()
  process.stderr.write(whereToLook(shop.business.name, config.baseUrl))

  const stop = async (signal: string) => {
    log.info('stopping', { signal })
    await server.stop(grace)
    await stopChores()
    await store.close()
    log.info('stopped')
    log.flush()
    process.exit(0)
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.stdout.on('error', () => {})
  if (environment.npm_lifecycle_event !== undefined) onceOrphaned(() => stop('parent gone'))
}

/** What must be done from time to time; deadlines stand in the store, so a missed turn loses nothing. */
function startChores({ config, shop, store, now }: Opened, log: Log): () => Promise<void> {
  const desk = createStaffDesk(store, { rules: shop.booking, business: shop.business }, now)
  const guard = createGuard(store, config.writeLimit, now)
  const chores: [everyMilliseconds: number, work: () => Promise<unknown>][] = [
    [
      1_000,
      () => deliverNews(store, ({ kind, subject }) => log.info('news', { kind, subject }), now),
    ],
    [20_000, () => desk.expire()],
    [600_000, () => guard.sweep()],
  ]
  const underWay = new Set<Promise<unknown>>()
  const timers = chores.map(([every, work]) =>
    setInterval(() => {
      const turn = work()
        .catch((error: unknown) => log.warn('chore failed', describeError(error)))
        .finally(() => underWay.delete(turn))
      underWay.add(turn)
    }, every),
  )
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
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
    ${base}/mcp           the MCP server, for assistants
    ${base}/docs          how to use it
    ${base}/openapi.json  its description

`
}
