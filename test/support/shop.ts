/** A running app on a free port of this machine, with a sample shop as its content. */
import { randomUUID } from 'node:crypto'
import type { AppOptions } from '../../src/app.ts'
import { sampleFolder } from '../../src/content/sample.ts'
import type { PhotoDesk, PictureFiles } from '../../src/content/share-image.ts'
import type { ContentReloader } from '../../src/desk/context.ts'
import { createEventHub } from '../../src/desk/event-hub.ts'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { createStaffActions, type StaffActions } from '../../src/domain/booking/staff-actions.ts'
import { createPasswords } from '../../src/domain/staff/passwords.ts'
import type { Shop } from '../../src/domain/trade/trade.ts'
import { reopenEntry } from '../../src/domain/waitlist/transitions.ts'
import { deskLimits } from '../../src/http/request.ts'
import { createHttpServer } from '../../src/http/server.ts'
import { createLog, type LogLevel } from '../../src/kernel/log.ts'
import { memoize } from '../../src/kernel/memoize.ts'
import { readSettingValues, type SettingTexts } from '../../src/kernel/setting.ts'
import { type AppHost, createAppHost } from '../../src/server/app-host.ts'
import { createContentReloader } from '../../src/server/content-reload.ts'
import { createMessageDispatcher } from '../../src/server/message-dispatcher.ts'
import { createNotifications } from '../../src/server/notifications.ts'
import { createProxyWarning } from '../../src/server/proxy-warning.ts'
import type { Store } from '../../src/store/sql.ts'
import { findTrade, tradeNames } from '../../src/variants/index.ts'
import { type Engine, newDatabase, openTestStore } from './database.ts'
import { closeAfter, openBefore } from './lifetime.ts'
import { reserveUrl } from './reserved-url.ts'

/** All trades: shared tests run for each of them. */
export const trades = tradeNames
export type TradeName = (typeof trades)[number]

/**
 * Browser tests are slow: shared code is tested with these two trades, and the others only where their own texts
 * and colors matter.
 */
export const fullyTestedTrades: readonly TradeName[] = trades.slice(0, 2)

/** Creates one value for each trade, one after the other. */
export async function forEachTrade<One>(
  make: (trade: TradeName) => One | Promise<One>,
): Promise<Record<TradeName, One>> {
  const made: [TradeName, One][] = []
  for (const trade of trades) made.push([trade, await make(trade)])
  return Object.fromEntries(made) as Record<TradeName, One>
}

/** Opens one resource for each trade before the first test. */
export function openForEachTrade<One extends object>(
  open: (trade: TradeName) => Promise<One>,
): Record<TradeName, One> {
  const opened = trades.map((trade) => [trade, openBefore(() => open(trade))])
  return Object.fromEntries(opened) as Record<TradeName, One>
}

export const languages = ['vi', 'en'] as const

/** The public URL in links; the app listens on another address. */
export const base = 'https://shop.example'

export const secret = 'a secret of at least thirty-two letters'

/** The lowest cost of argon2id. Files in which hashing is the subject use the cost of the product. */
export const createQuickPasswords = () => createPasswords({ memory: 8, passes: 1, parallelism: 1 })

/** Monday 16 November 2026, 09:00 in Vietnam: the restaurant is closed, the spa has just opened. */
export const monday = Date.UTC(2026, 10, 16, 2)

export type RunningShop = {
  shop: Shop
  port: number
  log: string[]
  store: Store
  /** Direct calls of staff actions, with the closed days that the app knows. */
  desk: StaffActions
  /** The URL of the desk. */
  deskPort: number
  deskUrl: string
  appHost: AppHost
  /** Runs the outbox dispatcher once; the real program does so twice a second. */
  dispatch(): Promise<void>
  /** The clock of the app, which changes only when it is set. */
  clock: { now: number }
  get(path: string, init?: RequestInit): Promise<Response>
  json(path: string, init?: RequestInit): Promise<Record<string, unknown>>
  /** A write as an API client sends it; a booking request has a new idempotency key, unless `headers` has one. */
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>
  stop(): Promise<void>
}

/** A shop is a value that apps only read, so each is parsed once per process. */
export const loadSampleShop = memoize((trade): Shop => findTrade(trade).open(sampleFolder(trade)))

export type ShopOptions = Partial<AppOptions> & {
  /** Settings of the channels that deliver messages, as in the environment. */
  notifications?: SettingTexts
  /** Whether channels may connect to this machine, which tests need. */
  allowPrivate?: boolean
  /** Budget of emails to unconfirmed addresses; large, because tests have one mailbox and a clock that stands still. */
  firstEmailsPerHour?: number
  logLevel?: LogLevel
  shop?: Shop
  /** The folder of the shop, for the content screen of the desk. Changes of its files are not noticed. */
  contentFolder?: string
  /** Converted photos and share images. */
  pictureFiles?: PictureFiles
  /** The photos at the desk; converting them belongs to the caller. */
  photoDesk?: PhotoDesk
  now?: number
  /** Whether each change fills the response cache, which takes longer than most tests. */
  warmsUp?: boolean
  /** The URL of an existing database; by default a new, temporary one. */
  file?: string
  /** The location of a new database, if not the default one of the test file. */
  database?: Engine
}

/** Call it in a test, or in `openBefore` for all tests of a file or suite: the app stops after them. */
export async function startShop(
  trade: string,
  shopOptions: ShopOptions = {},
): Promise<RunningShop> {
  const running = await runShop(trade, shopOptions)
  closeAfter(running.stop)
  return running
}

/** The same outside of tests; the caller stops it. */
export async function runShop(trade: string, shopOptions: ShopOptions = {}): Promise<RunningShop> {
  const {
    logLevel = 'info',
    shop = loadSampleShop(trade),
    now = monday,
    database,
    file = await newDatabase(database),
    notifications: settingTexts = {},
    allowPrivate = true,
    firstEmailsPerHour = 10_000,
    pictureFiles,
    photoDesk,
    contentFolder,
    warmsUp = false,
    ...options
  } = shopOptions
  const clock = { now }
  const lines: string[] = []
  const log = createLog(logLevel, Date.now, (text) => lines.push(text))
  const store = await openTestStore(file, () => clock.now, log.warn)
  const dependencies = { store, secret, now: () => clock.now }
  const reservedUrl = await reserveUrl()
  // By name: a passkey belongs to a name, not to a number.
  const deskUrl = reservedUrl.address.replace('127.0.0.1', 'localhost')
  const settings = {
    baseUrl: options.baseUrl ?? base,
    deskUrl,
    allowPrivate,
    privatePush: allowPrivate,
    channelValues: readSettingValues(settingTexts),
    firstEmailsPerHour,
  }
  const notifications = createNotifications(settings, dependencies)
  const hub = createEventHub(store.read, (error) => lines.push(String(error)), store.onChange)
  const content: ContentReloader | undefined =
    contentFolder === undefined
      ? undefined
      : createContentReloader({
          folder: contentFolder,
          trade: findTrade(trade),
          isTradeSet: false,
          loaded: { shop, contentSignature: '' },
          store,
          now: () => clock.now,
          replace: (next) => appHost.replace(next),
          storeContent: async () => true,
          onStateChange: () => {},
          onStoreFailure: (error) => lines.push(String(error)),
        })
  const appHost = await createAppHost(
    shop,
    {
      baseUrl: base,
      writeLimit: 5,
      trustProxy: 0,
      mcpOrigins: [],
      lenientMcpVersions: false,
      deskUrl,
      ...options,
    },
    {
      ...dependencies,
      hub,
      channels: notifications.channelStatus,
      warmsUp,
      passwords: createQuickPasswords(),
      ...(pictureFiles && { pictureFiles }),
      ...(photoDesk && { photoDesk }),
      ...(content && { content }),
      onProxyMismatch: createProxyWarning(log),
    },
  ).catch(async (error: unknown) => {
    hub.close()
    await reservedUrl.close()
    await store.close()
    throw error
  })
  const dispatcher = createMessageDispatcher({
    ...{ settings, channels: notifications.channels, appHost, ...dependencies },
    onEvent: () => {},
    onFirstEmailsSpent: () => log.warn('first emails deferred'),
  })
  const server = createHttpServer(appHost.site, log)
  const deskServer = createHttpServer(appHost.desk, log, deskLimits)
  const { port } = await server.listen(0, '127.0.0.1')
  const { port: deskPort } = await deskServer.listen(0, '127.0.0.1')
  reservedUrl.forwardTo(deskPort)
  let stopped: Promise<void> | undefined
  const stop = () => {
    hub.close()
    const timeouts = { idleMs: 0, busyMs: 1000 }
    stopped ??= Promise.all([server.stop(timeouts), deskServer.stop(timeouts), reservedUrl.close()])
      .then(() => notifications.close())
      .then(() => store.close())
    return stopped
  }

  /** A day that staff have closed belongs to the shop in use. */
  const deskOf = memoizeLast((current: Shop) =>
    createStaffActions(store, createBookingContext(current), () => clock.now, reopenEntry),
  )
  const get = (path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      redirect: 'manual',
      ...init,
      headers: withoutCompression(init?.headers),
    })
  return {
    shop,
    port,
    store,
    clock,
    deskPort,
    deskUrl,
    appHost,
    dispatch: () => dispatcher.dispatch(),
    get desk() {
      return deskOf(appHost.shop())
    },
    get log() {
      log.flush()
      return lines
    },
    get,
    json: async (path, init) => (await (await get(path, init)).json()) as Record<string, unknown>,
    post: (path, body, headers = {}) =>
      get(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...keyFor(path), ...headers },
        body: JSON.stringify(body),
      }),
    stop,
  }
}

/** Compression would take longer than most responses; a test of it names an encoding. */
export function withoutCompression(headers?: RequestInit['headers']): Headers {
  const all = new Headers(headers)
  if (!all.has('accept-encoding')) all.set('accept-encoding', 'identity')
  return all
}

/** Without a key of its own, a test that books the same twice would get the first response again. */
function keyFor(path: string): Record<string, string> {
  return /^\/api\/booking(\?|$)/.test(path) ? { 'idempotency-key': randomUUID() } : {}
}

function memoizeLast<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  let last: { key: Key; result: Result } | undefined
  return (key) => {
    if (last?.key !== key) last = { key, result: compute(key) }
    return last.result
  }
}
