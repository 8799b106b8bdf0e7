/** Start and stop: settings → content → store → the house → listen; and back. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Config, readConfig } from '../config/config.ts'
import { chooseCommandLanguage } from '../config/language.ts'
import type { SettingName } from '../config/settings.ts'
import { folderSignature } from '../content/fingerprint.ts'
import { storeParsedTexts } from '../content/parsed-before.ts'
import { createEventHub } from '../desk/event-hub.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { describeError } from '../http/request.ts'
import { createHttpServer, type HttpServer, type ShutdownTimeouts } from '../http/server.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { createLog, type Log } from '../kernel/log.ts'
import type { Clock } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { withMetrics } from '../metrics/endpoint.ts'
import { createWriteCounter } from '../metrics/writes.ts'
import { retainTickObject } from '../quick-ticks.ts'
import { openStore } from '../store/open.ts'
import { explainOpenError } from '../store/open-error.ts'
import { isPostgres } from '../store/postgres/connection-url.ts'
import { type Store, StoreUnavailable } from '../store/sql.ts'
import { findTrade, openFolder } from '../variants/index.ts'
import { createAppHost } from './app-host.ts'
import { startBackgroundJobs } from './background-jobs.ts'
import { createContentReloader, logContentState } from './content-reload.ts'
import { type CollectFromWorkers, createMetrics, type ProcessMetrics } from './metrics.ts'
import { createNotifications } from './notifications.ts'
import { loadOrCreateSecret, readLegacySecretFile } from './secret.ts'
import { formatDeskBanner, formatStartupBanner } from './startup-banner.ts'
import { scheduleWarmUp } from './warm-up.ts'

/** The machine does not let us listen there: another port or host is needed. */
export class ListenError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(
    { host, port }: { host: string; port: number },
    settings: readonly [SettingName, SettingName],
    cause: Error,
  ) {
    const code = 'code' in cause ? String(cause.code) : cause.message
    const localizedMessage = {
      vi: `Không mở được cổng ${port} ở ${host} (${reasons[code]?.vi ?? code}); hãy đặt ${settings.join(' hoặc ')} khác.`,
      en: `Cannot listen on ${host} port ${port} (${reasons[code]?.en ?? code}); set ${settings.join(' or ')} to another.`,
    }
    super(localizedMessage.en, { cause })
    this.localizedMessage = localizedMessage
  }
}

/** Those that a start meets most often; the system's own word stays for whoever searches for it. */
const reasons: Readonly<Record<string, LocalizedText>> = {
  EADDRINUSE: {
    vi: 'đang có chương trình khác dùng, EADDRINUSE',
    en: 'another program has it, EADDRINUSE',
  },
  EACCES: { vi: 'không có quyền, EACCES', en: 'it is not allowed, EACCES' },
}

/** The book is not there, or not for us. The address is not repeated: a password may stand in it. */
export class OpenDatabaseError extends UserError {
  constructor(cause: unknown) {
    super(`Cannot open the book: ${explainOpenError(cause)}. Look at DATABASE_URL.`)
  }
}

/** Milliseconds in which whoever waited at the door is served before the desk is set up. */
const deskStartDelayMs = 25

export const clock: Clock = Date.now

export type OpenedShop = {
  config: Config
  shop: Shop
  /** How the folder looked before it was read. */
  contentSignature: string
  store: Store
  secret: string
  now: Clock
}

/** The shop and its book, as the environment says. */
export async function openShop(environment: NodeJS.ProcessEnv): Promise<OpenedShop> {
  const config = readConfig(environment)
  const contentSignature = folderSignature(config.contentDir)
  const shop = openFolder(findTrade(config.variant), config.contentDir)
  const store = await openDatabase(config)
  try {
    const secret = config.secret ?? (await loadSecret(config, store))
    return { config, shop, contentSignature, store, secret, now: clock }
  } catch (error) {
    await store.close()
    return rethrowOpenError(error)
  }
}

/** The book alone, whatever the content says. */
export function openDatabase({ databaseUrl }: Config): Promise<Store> {
  return openStore(databaseUrl, clock).catch(rethrowOpenError)
}

/** In words for whoever named the book. */
export function rethrowOpenError(error: unknown): never {
  if (error instanceof StoreUnavailable) throw new OpenDatabaseError(error.cause)
  // A folder that is not there for us, or a disk without room.
  if (error instanceof Error && 'syscall' in error) throw new OpenDatabaseError(error)
  throw error
}

function loadSecret({ databaseUrl }: Config, store: Store): Promise<string> {
  const readLegacySecret = () =>
    isPostgres(databaseUrl) ? undefined : readLegacySecretFile(databaseUrl)
  return loadOrCreateSecret(store, clock, readLegacySecret)
}

/** The house with its doors open. */
export type RunningServer = {
  /** For whoever started it. The owner's link is made anew with each call, until there is an owner. */
  createStartupBanner(): Promise<string>
  /** Takes no new connections, once balancers had time to hear of it. */
  close(): Promise<void>
  /** Answers what is asked on the open connections, each for the last time, and puts the book away. */
  shutdown(timeouts: ShutdownTimeouts): Promise<void>
  /** What this process counted. */
  collectMetrics(): Promise<ProcessMetrics>
  log: Log
}

export type StartOptions = {
  collectFromWorkers?: CollectFromWorkers
  /** Called when the first guests may come, before all is set up: from now on a signal is heeded. */
  onListening?(): void
}

export async function startServer(
  environment: NodeJS.ProcessEnv,
  { collectFromWorkers, onListening }: StartOptions = {},
): Promise<RunningServer> {
  const started = performance.now()
  retainTickObject()
  // A log on a full disk, or one that nobody reads any more, is no reason to close the shop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const opened = await openShop(environment)
  const { config, shop, contentSignature, store, secret, now } = opened
  const log = createLog(config.logLevel, now)
  const onHubError = (error: unknown) => log.warn('live failed', describeError(error))
  const hub = createEventHub(store.read, onHubError, store.onChange)
  const notifications = createNotifications(config, { store, secret, now })
  const content = createContentReloader({
    folder: config.contentDir,
    trade: findTrade(config.variant),
    shop,
    contentSignature,
    store,
    now,
    replace: (next) => appHost.replace(next),
    onStateChange: (state) => logContentState(state, log),
  })
  const channels = notifications.channelStatus
  const writes = createWriteCounter()
  const dependencies = { store, secret, now, count: writes.count }
  const appHost = await createAppHost(shop, config, { ...dependencies, hub, channels, content })
  const server = createHttpServer(appHost.site, log)
  const metrics = createMetrics(
    { store, now, writes, listeners: () => ({ site: server, desk }) },
    collectFromWorkers,
  )
  const metricsAccess = { token: config.metricsToken, isBehindProxy: isBehindProxy(config) }
  const deskHandler = withMetrics(appHost.desk, metricsAccess, metrics.render)
  const desk: HttpServer = createHttpServer(deskHandler, log)
  // Whoever sees the one door open finds the other open, too.
  const isDeskListening = await listenOnDeskPort(desk, config, log)
  const { port } = await server.listen(config.port, config.host).catch((error: Error) => {
    throw new ListenError(config, ['PORT', 'HOST'], error)
  })
  onListening?.()
  await pause(deskStartDelayMs)
  await appHost.setUpDesk()
  const stopJobs = startBackgroundJobs(opened, appHost, content, notifications, log)
  const cancelWarmUp = scheduleWarmUp({
    warm: () => appHost.warm().catch((error) => log.warn('not warmed', describeError(error))),
    saveCache: () => storeParsedTexts(config.contentDir),
  })

  const milliseconds = Math.round(performance.now() - started)
  log.info('started', { variant: config.variant, port, milliseconds })
  log.flush()

  const end = async (connectionsEnded: Promise<unknown>) => {
    hub.close()
    metrics.stop()
    cancelWarmUp()
    await Promise.all([connectionsEnded, stopJobs()])
    await notifications.close()
    await store.close()
    log.info('stopped')
    log.flush()
  }
  let ended: Promise<void> | undefined

  return {
    log,
    collectMetrics: metrics.collect,
    async createStartupBanner() {
      const language = chooseCommandLanguage([], environment)
      const site = formatStartupBanner(shop.business.name, config.baseUrl, language)
      if (!isDeskListening) return site
      const ownerLink = await appHost.staffAccess.createFirstOwnerLink()
      return site + formatDeskBanner(config.deskUrl, ownerLink, language)
    },
    async close() {
      server.drain()
      desk.drain()
      await pause(config.drainSeconds * 1000)
      server.close()
      desk.close()
    },
    shutdown(timeouts) {
      const connectionsEnded = Promise.all([server.stop(timeouts), desk.stop(timeouts)])
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
async function listenOnDeskPort(desk: HttpServer, config: Config, log: Log): Promise<boolean> {
  const { deskPort: port, deskHost: host, isDeskPortSet } = config
  try {
    await desk.listen(port, host)
    return true
  } catch (error) {
    const isPortInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
    if (isDeskPortSet || !isPortInUse) {
      throw new ListenError({ host, port }, ['DESK_PORT', 'DESK_HOST'], error as Error)
    }
    log.warn('desk not opened: the port is taken; set DESK_PORT', { port })
    return false
  }
}
