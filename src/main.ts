/** Start and stop: settings → content → store → the house → listen; and back. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from './config.ts'
import { createHub } from './desk/live.ts'
import { foldNames } from './domain/booking/reading.ts'
import { createStaffDesk } from './domain/booking/staff.ts'
import { createGuard } from './domain/guard/guard.ts'
import { sweepNews } from './domain/outbox/sweep.ts'
import { forgetInTime } from './domain/privacy/in-time.ts'
import type { Shop } from './domain/trade.ts'
import { giveBackLater } from './give-back.ts'
import { type House, openHouse } from './house.ts'
import { createLog, type Log } from './http/log.ts'
import { describeError } from './http/request.ts'
import { createHttpServer, type HttpServer, type Patience } from './http/server.ts'
import type { Clock } from './kernel/time.ts'
import { secretBeside, secretWithin } from './secret.ts'
import { openStore } from './store/open.ts'
import { isPostgres } from './store/postgres/address.ts'
import { type Store, StoreUnavailable } from './store/sql.ts'
import { whyNot } from './store/why-not.ts'
import { createTelling, type Telling } from './telling.ts'
import { findTrade } from './variants/index.ts'

/** The machine does not let us listen there: another port or host is needed. */
export class CannotListen extends Error {
  constructor({ host, port }: { host: string; port: number }, settings: string, cause: Error) {
    const code = 'code' in cause ? String(cause.code) : cause.message
    super(`Cannot listen on ${host} port ${port} (${code}); set ${settings} to another.`, { cause })
  }
}

/** The book is not there, or not for us. The address is not repeated: a password may stand in it. */
export class CannotOpen extends Error {
  constructor(cause: unknown) {
    super(`Cannot open the book: ${whyNot(cause)}. Look at DATABASE_URL.`)
  }
}

export const clock: Clock = Date.now

export type Opened = { config: Config; shop: Shop; store: Store; secret: string; now: Clock }

/** The shop and its book, as the environment says. */
export async function open(environment: NodeJS.ProcessEnv): Promise<Opened> {
  const config = readConfig(environment)
  const shop = findTrade(config.variant).open(config.contentDir)
  const store = await openBook(config)
  try {
    const secret = config.secret ?? (await keptSecret(config, store))
    return { config, shop, store, secret, now: clock }
  } catch (error) {
    await store.close()
    return refuseToOpen(error)
  }
}

/** The book alone, whatever the content says. */
export function openBook({ databaseUrl }: Config): Promise<Store> {
  return openStore(databaseUrl, clock).catch(refuseToOpen)
}

function refuseToOpen(error: unknown): never {
  if (error instanceof StoreUnavailable) throw new CannotOpen(error.cause)
  // A folder that is not there for us, or a disk without room.
  if (error instanceof Error && 'syscall' in error) throw new CannotOpen(error)
  throw error
}

function keptSecret({ databaseUrl }: Config, store: Store): Promise<string> {
  const beside = () => (isPostgres(databaseUrl) ? undefined : secretBeside(databaseUrl))
  return secretWithin(store, clock, beside)
}

/** The house with its doors open. */
export type Serving = {
  /** For whoever started it. The owner's link is made anew with each call, until there is an owner. */
  whereToLook(): Promise<string>
  /** Takes no new connections, once balancers had time to hear of it. */
  close(): Promise<void>
  /** Answers what is asked on the open connections, each for the last time, and puts the book away. */
  leave(patience: Patience): Promise<void>
  log: Log
}

export async function openDoors(environment: NodeJS.ProcessEnv): Promise<Serving> {
  const started = performance.now()
  // A log on a full disk, or one that nobody reads any more, is no reason to close the shop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const opened = await open(environment)
  const { config, shop, store, secret, now } = opened
  const log = createLog(config.logLevel, now)
  const liveFailed = (error: unknown) => log.warn('live failed', describeError(error))
  const hub = createHub(store.read, liveFailed, store.onChange)
  const telling = createTelling(config, { store, secret, now })
  const house = await openHouse(shop, config, { store, secret, now, hub, channels: telling.shown })
  const server = createHttpServer(house.site, log)
  const desk = createHttpServer(house.desk, log)
  const { port } = await server.listen(config.port, config.host).catch((error: Error) => {
    throw new CannotListen(config, 'PORT or HOST', error)
  })
  const deskIsOpen = await openDesk(desk, config, log)
  const stopChores = startChores(opened, house, telling, log)
  const keepAsItIs = giveBackLater()

  const milliseconds = Math.round(performance.now() - started)
  log.info('started', { variant: config.variant, port, milliseconds })
  log.flush()

  const end = async (connectionsEnded: Promise<unknown>) => {
    hub.close()
    keepAsItIs()
    await Promise.all([connectionsEnded, stopChores()])
    await telling.close()
    await store.close()
    log.info('stopped')
    log.flush()
  }
  let ended: Promise<void> | undefined

  return {
    log,
    whereToLook: async () =>
      whereToLook(shop.business.name, config.baseUrl) +
      (deskIsOpen ? await whereTheDeskIs(house, config.deskUrl) : ''),
    async close() {
      server.drain()
      desk.drain()
      await pause(config.drainSeconds * 1000)
      server.close()
      desk.close()
    },
    leave(patience) {
      const connectionsEnded = Promise.all([server.stop(patience), desk.stop(patience)])
      ended ??= end(connectionsEnded)
      return ended
    },
  }
}

/** Of several processes on one machine one has the desk, unless each is given its own port. */
async function openDesk(desk: HttpServer, config: Config, log: Log): Promise<boolean> {
  const { deskPort: port, deskHost: host, deskPortGiven } = config
  try {
    await desk.listen(port, host)
    return true
  } catch (error) {
    const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (deskPortGiven || !taken) {
      throw new CannotListen({ host, port }, 'DESK_PORT or DESK_HOST', error as Error)
    }
    log.warn('desk not opened: the port is taken; set DESK_PORT', { port })
    return false
  }
}

/** What must be done from time to time; deadlines stand in the store, so a missed turn loses nothing. */
function startChores(
  { config, shop, store, now }: Opened,
  house: House,
  telling: Telling,
  log: Log,
): () => Promise<void> {
  const desk = createStaffDesk(store, { rules: shop.booking, business: shop.business }, now)
  const guard = createGuard(store, config.writeLimit, now)
  const courier = telling.courier(house, ({ kind, subject }) => log.info('news', { kind, subject }))
  const { kept } = shop.business
  const stopping = new AbortController()
  const forget = async () => kept && forgetInTime(store, kept, now, stopping.signal)
  const chores: [everyMilliseconds: number, work: () => Promise<unknown>][] = [
    [500, () => courier.tellNews()],
    [1_000, () => house.refresh()],
    [20_000, () => desk.expire()],
    [600_000, () => guard.sweep()],
    [600_000, () => house.room.sweep()],
    [3_600_000, () => store.write((sql) => sweepNews(sql, now()))],
    [86_400_000, forget],
  ]
  const underWay = new Set<Promise<unknown>>()
  const begin = foldAllNames(store, stopping.signal)
    .then(forget)
    .catch((error: unknown) => log.warn('chore failed', describeError(error)))
  underWay.add(begin)
  const timers = chores.map(([every, work]) =>
    setInterval(() => {
      const turn = work()
        .catch((error: unknown) => log.warn('chore failed', describeError(error)))
        .finally(() => underWay.delete(turn))
      underWay.add(turn)
    }, every),
  )
  return async () => {
    stopping.abort()
    for (const timer of timers) clearInterval(timer)
    await Promise.all(underWay)
  }
}

/** Guests of an older version become findable by name. */
async function foldAllNames(store: Store, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await store.write(foldNames)) > 0);
}

/** The first owner comes in by a link that is shown once, here. */
async function whereTheDeskIs(house: House, deskUrl: string): Promise<string> {
  const token = await house.room.ownerLinkAtStart()
  const first = `    ${deskUrl}/join/${token}
                                   the owner comes in by this link, once, within 24 hours
`
  return `    ${deskUrl}          the desk, for staff\n${token === undefined ? '' : first}\n`
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
