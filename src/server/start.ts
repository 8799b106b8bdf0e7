/** Starts both listeners and the background jobs of a process, and stops them. */
import { flushCompileCache } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { chooseCommandLanguage } from '../config/language.ts'
import type { SettingName } from '../config/settings.ts'
import { ContentError } from '../content/content-errors.ts'
import { createEventHub } from '../desk/event-hub.ts'
import {
  maxClockDifferenceMs,
  measureClockDifference,
  measureClockLag,
} from '../domain/integrity/future-rows.ts'
import type { StaffAccess } from '../domain/staff/staff.ts'
import { deskLimits } from '../http/request.ts'
import { createHttpServer, type HttpServer, type ShutdownTimeouts } from '../http/server.ts'
import { describeError } from '../kernel/describe-error.ts'
import type { LocalizedText } from '../kernel/locale.ts'
import { createLog, type Log } from '../kernel/log.ts'
import type { Clock } from '../kernel/time.ts'
import { UserError } from '../kernel/user-error.ts'
import { withMetrics } from '../metrics/endpoint.ts'
import { createWriteCounter } from '../metrics/writes.ts'
import { createPhotoLibrary } from '../photos/library.ts'
import { StoreUnavailable } from '../store/sql.ts'
import { loadTrade } from '../variants/trades.ts'
import { createAppHost } from './app-host.ts'
import { createContentReloader, logContentState, logStoredContent } from './content-reload.ts'
import { type CollectFromWorkers, createMetrics, type ProcessMetrics } from './metrics.ts'
import { createNotifications } from './notifications.ts'
import { clock, openShop } from './open-shop.ts'
import { createPhotoUpdater, photoStoragePath } from './photos.ts'
import { createProxyWarning } from './proxy-warning.ts'
import { readRegistryProof, registryKeyFile } from './registry-key.ts'
import { readShopConfig } from './shop-config.ts'
import { formatDeskBanner, formatStartupBanner, type OwnerLink } from './startup-banner.ts'
import { reportStoreFailures } from './store-failures.ts'
import { createContentStorage, type LoadedContent, openStoredContent } from './stored-content.ts'

export type RunningServer = {
  /** Text for the operator. Until there is an owner, each call creates a new sign-in link. */
  createStartupBanner(): Promise<string>
  /** Stops accepting connections, after the drain period in which load balancers notice it. */
  close(): Promise<void>
  /** Sends one last response on each open connection, then closes the database. */
  shutdown(timeouts: ShutdownTimeouts): Promise<void>
  /** The metrics of this process. */
  collectMetrics(): Promise<ProcessMetrics>
  log: Log
}

export type StartOptions = {
  collectFromWorkers?: CollectFromWorkers
  /** Called when both ports listen. The jobs may still be loading; signals can be handled from now on. */
  onListening?(): void
  /** The clock of the shop, if not that of the machine. */
  now?: Clock
  /** The desk says that its data is invented. */
  isDemo?: boolean
}

/** Time for the first requests of guests before the jobs are loaded, which blocks the process. */
const jobsStartDelayMs = 25

export async function startServer(
  environment: NodeJS.ProcessEnv,
  { collectFromWorkers, onListening, now: shopClock = clock, isDemo = false }: StartOptions = {},
): Promise<RunningServer> {
  const startedAtMs = performance.now()
  // A failing log, for example on a full disk, must not end the process.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  const log = createLog(readShopConfig(environment).logLevel, clock)
  const opened = await openShop(environment, log.warn, shopClock).finally(log.flush)
  const { config, secret, now } = opened
  const store = reportStoreFailures(opened.store, log, now)
  const clockLagMs = await measureClockLag(store, now())
  if (clockLagMs > 0) {
    log.error('clock is behind the database', { seconds: Math.round(clockLagMs / 1000) })
  }
  const clockDifferenceMs = await measureClockDifference(store, now)
  if (Math.abs(clockDifferenceMs) > maxClockDifferenceMs) {
    const seconds = Math.round(clockDifferenceMs / 100) / 10
    log.warn('clock differs from the database', { seconds_ahead: seconds })
  }
  if (opened.previousName !== undefined) {
    log.warn('database was used by a shop with another name', { name: opened.previousName })
  }
  const onHubError = (error: unknown) => log.warn('event hub failed', describeError(error))
  const hub = createEventHub(store.read, onHubError, store.onChange)
  const notifications = createNotifications(config, { store, secret, now })
  const pictureFiles = createPhotoLibrary(photoStoragePath(config), now)
  const channels = notifications.channelStatus
  const writes = createWriteCounter()
  const onProxyMismatch = createProxyWarning(log)
  const dependencies = { store, secret, now, count: writes.count, onProxyMismatch }
  const registryProof = readRegistryProof(registryKeyFile(config))
  const build = async (loaded: LoadedContent) => {
    const photos = createPhotoUpdater(pictureFiles, config.contentDir, loaded.shop, {
      now,
      log,
      publish: (next) => appHost.replace(next),
    })
    const content = createContentReloader({
      folder: config.contentDir,
      trade: await loadTrade(config.trade),
      isTradeSet: config.isTradeSet,
      loaded,
      store,
      now,
      replace: (next) => photos.replace(next),
      storeContent: createContentStorage(config, store, now),
      onStateChange: (state) => logContentState(state, log),
      onStoreFailure: (error) => log.warn('content copy failed', describeError(error)),
    })
    const appHost = await createAppHost(
      photos.prepare(loaded.shop),
      { ...config, registryProof },
      { ...dependencies, hub, channels, content, pictureFiles, photoDesk: pictureFiles, isDemo },
    )
    if (loaded.rejected) logStoredContent(config.contentDir, loaded.rejected, log)
    return { content, appHost, photos }
  }
  // With `opened` as an argument: closures that last would keep the shop in memory after its content was replaced.
  const buildOrUseStored = (loaded: LoadedContent) =>
    build(loaded).catch(async (error: unknown) => {
      // The names of the tools are known only once the app is built.
      if (!(error instanceof ContentError) || loaded.rejected) throw error
      return build(await openStoredContent(config, store, loaded.contentSignature, error))
    })
  const { content, appHost, photos } = await buildOrUseStored(opened)
  const server = createHttpServer(appHost.site, log)
  const metrics = createMetrics(
    { store, now, writes, listeners: () => ({ site: server, desk }) },
    collectFromWorkers,
  )
  const metricsAccess = { token: config.metricsToken, isBehindProxy: isBehindProxy(config) }
  const deskHandler = withMetrics(appHost.desk, metricsAccess, metrics.render)
  const desk: HttpServer = createHttpServer(deskHandler, log, deskLimits)
  // The desk first: when the site responds, the desk listens as well.
  const isDeskListening = await listenOnDeskPort(desk, config, log)
  const { port } = await server.listen(config.port, config.host).catch((error: Error) => {
    throw new ListenError(config, ['PORT', 'HOST'], error)
  })
  onListening?.()
  await pause(jobsStartDelayMs)
  const { startBackgroundJobs } = await import('./background-jobs.ts')
  const stopJobs = startBackgroundJobs(opened, appHost, content, photos, notifications, log)
  photos.start()
  const cancelWarmUp = scheduleWarmUp(() =>
    appHost.warm().catch((error) => log.warn('warm-up failed', describeError(error))),
  )

  const milliseconds = Math.round(performance.now() - startedAtMs)
  log.info('started', { trade: config.trade, port, milliseconds })
  log.flush()

  const end = async (connectionsEnded: Promise<unknown>) => {
    hub.close()
    metrics.stop()
    cancelWarmUp()
    await Promise.all([connectionsEnded, stopJobs(), photos.close()])
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
      const site = formatStartupBanner(appHost.shop().business.name, config.baseUrl, language)
      if (!isDeskListening) return site
      const ownerLink = await createOwnerLink(appHost.staffAccess, log)
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

/** Guests are served already: a database that is busy or restarts must not end the process. */
async function createOwnerLink(staffAccess: StaffAccess, log: Log): Promise<OwnerLink> {
  try {
    if (await staffAccess.hasOwner()) return 'not needed'
    const token = await staffAccess.createFirstOwnerLink()
    return token === undefined ? 'not needed' : { token }
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    log.warn('sign-in link of the owner not created', describeError(error.cause))
    return 'not created'
  }
}

/** A proxy may omit X-Forwarded-For, but the settings show whether there is one. */
function isBehindProxy({ trustProxy, deskUrl }: Config): boolean {
  const { hostname } = new URL(deskUrl)
  return trustProxy > 0 || !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** If several processes on one machine use the default port, the first one serves the desk. */
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
    log.warn('desk not started: port in use, set DESK_PORT', { port })
    return false
  }
}

class ListenError extends UserError {
  override readonly localizedMessage: LocalizedText

  constructor(
    { host, port }: { host: string; port: number },
    settings: readonly [SettingName, SettingName],
    cause: Error,
  ) {
    const code = 'code' in cause ? String(cause.code) : cause.message
    const reason = listenErrors[code] ?? { vi: code, en: code }
    const either = settings.join(' or ')
    const localizedMessage = {
      vi: `Không mở được cổng ${port} ở ${host} (${reason.vi}); hãy đặt ${settings.join(' hoặc ')} khác.`,
      en: `Cannot listen on ${host} port ${port} (${reason.en}). Set ${either} to another value.`,
    }
    super(localizedMessage.en, { cause })
    this.localizedMessage = localizedMessage
  }
}

/** The error code is part of the text, so that it can be searched for. */
const listenErrors: Readonly<Record<string, LocalizedText>> = {
  EADDRINUSE: {
    vi: 'đang có chương trình khác dùng, EADDRINUSE',
    en: 'another program uses it, EADDRINUSE',
  },
  EACCES: { vi: 'không có quyền, EACCES', en: 'permission denied, EACCES' },
}

const warmUpDelayMs = 250
const flushDelayMs = 2_000

/** Runs work after the start, so that it does not delay the first response. Returns a function that cancels it. */
function scheduleWarmUp(warmUp: () => void): () => void {
  const timers = [
    setTimeout(warmUp, warmUpDelayMs),
    // Node itself writes the compile cache at exit, which does not happen when the process is killed.
    setTimeout(flushCompileCache, flushDelayMs),
  ]
  return () => timers.forEach(clearTimeout)
}
