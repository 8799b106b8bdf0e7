/** Start and stop: settings → content → store → the house → listen; and back. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../config/config.ts'
import { languageOf } from '../config/language.ts'
import type { SettingName } from '../config/settings.ts'
import { traceOf } from '../content/fingerprint.ts'
import { keepTexts } from '../content/parsed-before.ts'
import { createHub } from '../desk/event-hub.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { describeError } from '../http/request.ts'
import { createHttpServer, type HttpServer, type Patience } from '../http/server.ts'
import type { Words } from '../kernel/locale.ts'
import { createLog, type Log } from '../kernel/log.ts'
import type { Clock } from '../kernel/time.ts'
import { ForPeople } from '../kernel/user-error.ts'
import { withMetrics } from '../metrics/endpoint.ts'
import { countWrites } from '../metrics/writes.ts'
import { keepTicksQuick } from '../quick-ticks.ts'
import { openStore } from '../store/open.ts'
import { whyNot } from '../store/open-error.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { type Store, StoreUnavailable } from '../store/sql.ts'
import { findTrade, openFolder } from '../variants/index.ts'
import { openHouse } from './app-host.ts'
import { startChores } from './background-jobs.ts'
import { tellOfContent, watchContent } from './content-reload.ts'
import { type AskCrew, type Figures, watch } from './metrics.ts'
import { createTelling } from './notifications.ts'
import { secretBeside, secretWithin } from './secret.ts'
import { whereTheDeskIs, whereToLook } from './startup-banner.ts'
import { settleIn } from './warm-up.ts'

/** The machine does not let us listen there: another port or host is needed. */
export class CannotListen extends ForPeople {
  override readonly words: Words

  constructor(
    { host, port }: { host: string; port: number },
    settings: readonly [SettingName, SettingName],
    cause: Error,
  ) {
    const code = 'code' in cause ? String(cause.code) : cause.message
    const words = {
      vi: `Không mở được cổng ${port} ở ${host} (${reasons[code]?.vi ?? code}); hãy đặt ${settings.join(' hoặc ')} khác.`,
      en: `Cannot listen on ${host} port ${port} (${reasons[code]?.en ?? code}); set ${settings.join(' or ')} to another.`,
    }
    super(words.en, { cause })
    this.words = words
  }
}

/** Those that a start meets most often; the system's own word stays for whoever searches for it. */
const reasons: Readonly<Record<string, Words>> = {
  EADDRINUSE: {
    vi: 'đang có chương trình khác dùng, EADDRINUSE',
    en: 'another program has it, EADDRINUSE',
  },
  EACCES: { vi: 'không có quyền, EACCES', en: 'it is not allowed, EACCES' },
}

/** The book is not there, or not for us. The address is not repeated: a password may stand in it. */
export class CannotOpen extends ForPeople {
  constructor(cause: unknown) {
    super(`Cannot open the book: ${whyNot(cause)}. Look at DATABASE_URL.`)
  }
}

/** Milliseconds in which whoever waited at the door is served before the desk is set up. */
const guestsFirst = 25

export const clock: Clock = Date.now

export type Opened = {
  config: Config
  shop: Shop
  /** How the folder looked before it was read. */
  trace: string
  store: Store
  secret: string
  now: Clock
}

/** The shop and its book, as the environment says. */
export async function open(environment: NodeJS.ProcessEnv): Promise<Opened> {
  const config = readConfig(environment)
  const trace = traceOf(config.contentDir)
  const shop = openFolder(findTrade(config.variant), config.contentDir)
  const store = await openBook(config)
  try {
    const secret = config.secret ?? (await keptSecret(config, store))
    return { config, shop, trace, store, secret, now: clock }
  } catch (error) {
    await store.close()
    return refuseToOpen(error)
  }
}

/** The book alone, whatever the content says. */
export function openBook({ databaseUrl }: Config): Promise<Store> {
  return openStore(databaseUrl, clock).catch(refuseToOpen)
}

/** In words for whoever named the book. */
export function refuseToOpen(error: unknown): never {
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
  /** What this process counted. */
  figures(): Promise<Figures>
  log: Log
}

export type Ushering = {
  askCrew?: AskCrew
  /** Called when the first guests may come, before all is set up: from now on a signal is heeded. */
  guestsCome?(): void
}

export async function openDoors(
  environment: NodeJS.ProcessEnv,
  { askCrew, guestsCome }: Ushering = {},
): Promise<Serving> {
  const started = performance.now()
  keepTicksQuick()
  // A log on a full disk, or one that nobody reads any more, is no reason to close the shop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const opened = await open(environment)
  const { config, shop, trace, store, secret, now } = opened
  const log = createLog(config.logLevel, now)
  const liveFailed = (error: unknown) => log.warn('live failed', describeError(error))
  const hub = createHub(store.read, liveFailed, store.onChange)
  const telling = createTelling(config, { store, secret, now })
  const content = watchContent({
    folder: config.contentDir,
    trade: findTrade(config.variant),
    shop,
    trace,
    store,
    now,
    replace: (next) => house.replace(next),
    tell: (state) => tellOfContent(state, log),
  })
  const channels = telling.shown
  const writes = countWrites()
  const surroundings = { store, secret, now, count: writes.count }
  const house = await openHouse(shop, config, { ...surroundings, hub, channels, content })
  const server = createHttpServer(house.site, log)
  const watching = watch({ store, now, writes, doors: () => ({ site: server, desk }) }, askCrew)
  const guarding = { token: config.metricsToken, behindProxy: isBehindProxy(config) }
  const deskDoor = withMetrics(house.desk, guarding, watching.written)
  const desk: HttpServer = createHttpServer(deskDoor, log)
  // Whoever sees the one door open finds the other open, too.
  const deskIsOpen = await openDesk(desk, config, log)
  const { port } = await server.listen(config.port, config.host).catch((error: Error) => {
    throw new CannotListen(config, ['PORT', 'HOST'], error)
  })
  guestsCome?.()
  await pause(guestsFirst)
  await house.setUpDesk()
  const stopChores = startChores(opened, house, content, telling, log)
  const keepAsItIs = settleIn({
    warm: () => house.warm().catch((error) => log.warn('not warmed', describeError(error))),
    keep: () => keepTexts(config.contentDir),
  })

  const milliseconds = Math.round(performance.now() - started)
  log.info('started', { variant: config.variant, port, milliseconds })
  log.flush()

  const end = async (connectionsEnded: Promise<unknown>) => {
    hub.close()
    watching.stop()
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
    figures: watching.figures,
    async whereToLook() {
      const language = languageOf([], environment)
      const site = whereToLook(shop.business.name, config.baseUrl, language)
      if (!deskIsOpen) return site
      const ownerLink = await house.room.ownerLinkAtStart()
      return site + whereTheDeskIs(config.deskUrl, ownerLink, language)
    },
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

/** A proxy need not say for whom it speaks; but where there is one, the settings show it. */
function isBehindProxy({ trustProxy, deskUrl }: Config): boolean {
  const { hostname } = new URL(deskUrl)
  return trustProxy > 0 || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
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
      throw new CannotListen({ host, port }, ['DESK_PORT', 'DESK_HOST'], error as Error)
    }
    log.warn('desk not opened: the port is taken; set DESK_PORT', { port })
    return false
  }
}
