/**
 * The shop as it stands open now: its public face and its desk. What staff close is closed on every
 * face without a restart: the faces are built anew from the same content.
 */
import { type AppDependencies, type AppOptions, createApp } from '../app.ts'
import type { ContentReloader, DeskContext } from '../desk/context.ts'
import type { DeskOptions } from '../desk/desk.ts'
import type { EventHub } from '../desk/event-hub.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { createCatalogue } from '../domain/catalogue/catalogue.ts'
import {
  type ClosedDay,
  createClosedDays,
  loadClosedDays,
} from '../domain/closed-days/closed-days.ts'
import { createClientHasher } from '../domain/guard/client.ts'
import { createSearch } from '../domain/search/search.ts'
import { createStaffAccess, type StaffAccess } from '../domain/staff/staff.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { warmUpCache } from '../http/cache-warm-up.ts'
import { encodeResponse } from '../http/encoded-response.ts'
import type { Handler } from '../http/server.ts'
import { type Locale, type LocalizedText, locales } from '../kernel/locale.ts'
import { lazy, memoizeByObject } from '../kernel/memoize.ts'
import { loadPhoneParser } from '../kernel/phone.ts'
import { addDays, dateAt } from '../kernel/time.ts'

export type AppHost = {
  /** The public face. */
  site: Handler
  /** The staff's door: whoever comes before it is set up waits. */
  desk: Handler
  /** Sets it up, which may be after the first guests have come by the other door. */
  setUpDesk(): Promise<unknown>
  /** With the days that staff have closed. */
  shop(): Shop
  /** Serves this one from now on. */
  replace(shop: Shop): Promise<void>
  staffAccess: StaffAccess
  offerName(id: string): LocalizedText
  /** Makes what the first callers will ask for. */
  warm(): Promise<void>
  /** Looks whether days were closed or opened, by whichever process. */
  refresh(): Promise<void>
}

/** What is written once and then kept: the pages asked for most, the index, the list of tools. */
const warmUpPaths = [
  '/',
  '/api',
  '/api/offers',
  '/api/offers?q=a',
  '/openapi.json',
  '/mcp/server-card',
]

export type AppHostOptions = AppOptions & { deskUrl: string }

export async function createAppHost(
  shop: Shop,
  options: AppHostOptions,
  {
    hub,
    channels,
    content,
    ...dependencies
  }: AppDependencies & {
    hub: EventHub
    channels: DeskContext['channels']
    content?: ContentReloader
  },
): Promise<AppHost> {
  const { store, secret, now } = dependencies
  const staffAccess = createStaffAccess(store, secret, now)
  const closing = createClosedDays(store, now)
  const { hostname, origin } = new URL(options.deskUrl)

  const build = (written: Shop, closed: readonly ClosedDay[]) => {
    const effectiveShop = closed.length === 0 ? written : written.closedOn(closed)
    const { nameOf: offerName } = createCatalogue(
      effectiveShop.assortment,
      createSearch(() => []),
    )
    const bookingContext = { rules: effectiveShop.booking, business: effectiveShop.business }
    const desk: DeskOptions = {
      shop: effectiveShop,
      store,
      secret,
      now,
      base: options.baseUrl,
      deskUrl: options.deskUrl,
      relyingParty: { id: hostname, name: effectiveShop.business.name, origin },
      staffAccess,
      staffDesk: createStaffActions(store, bookingContext, now),
      closedDays: closing,
      content,
      offerName,
      channels,
      hub,
      onClosedDaysChanged: refresh,
      actorName: (actor, locale) => actorName(staffAccess, actor, locale),
      clientOf: createClientHasher(options.trustProxy, secret),
    }
    const site = createApp(effectiveShop, options, dependencies)
    return { written, shop: effectiveShop, offerName, desk, site }
  }

  /** Yesterday's too, so that midnight changes nothing. */
  const readClosed = () => loadClosedDays(store.read, addDays(dateAt(now()), -1))
  let closed = await readClosed()
  let current = build(shop, closed)

  /** A shop that takes the place of another is as quick from the first caller on. */
  const warmed = async (built: typeof current) => {
    await warmUpCache(built.site, warmUpPaths, locales)
    return built
  }

  let desk: Handler | undefined
  const setUpDesk = lazy(async () => {
    const { createDesk } = await import('../desk/desk.ts')
    const deskOf = memoizeByObject(createDesk)
    desk = delegateTo(() => deskOf(current.desk))
    return desk
  })

  /** One after the other: a shop that was slower to build must not replace a newer one. */
  let lastTask = Promise.resolve()
  const runInOrder = (work: () => Promise<void>) => {
    lastTask = lastTask.catch(() => {}).then(work)
    return lastTask
  }

  function refresh(): Promise<void> {
    return runInOrder(reloadClosedDays)
  }

  async function reloadClosedDays(): Promise<void> {
    const next = await readClosed()
    if (JSON.stringify(next) === JSON.stringify(closed)) return
    current = await warmed(build(current.written, next))
    closed = next
  }

  return {
    site: delegateTo(() => current.site),
    desk: waitForHandler(() => desk, setUpDesk),
    setUpDesk,
    shop: () => current.shop,
    staffAccess,
    replace: (next) =>
      runInOrder(async () => {
        current = await warmed(build(next, closed))
      }),
    offerName: (id) => current.offerName(id),
    refresh,
    async warm() {
      await warmUpCache(current.site, warmUpPaths, locales)
      loadPhoneParser()
    },
  }
}

/** A handler that is whichever is open at the moment of the request. */
function delegateTo(current: () => Handler): Handler {
  return {
    responseCache: {
      find: (request) => current().responseCache.find(request),
      store: (request, reply) => current().responseCache.store(request, reply),
    },
    handle: (request) => current().handle(request),
    onError: (request, error) => current().onError(request, error),
    onInvalidRequest: (status, id) => current().onInvalidRequest(status, id),
  }
}

/** A handler that has still to be made: questions wait for it. */
function waitForHandler(
  findHandler: () => Handler | undefined,
  createHandler: () => Promise<Handler>,
): Handler {
  return {
    responseCache: {
      find: (request) => findHandler()?.responseCache.find(request),
      store: (request, reply) =>
        findHandler()?.responseCache.store(request, reply) ?? encodeResponse(reply),
    },
    handle: (request) =>
      findHandler()?.handle(request) ?? createHandler().then((handler) => handler.handle(request)),
    onError: (request, error) =>
      findHandler()?.onError(request, error) ?? { ...emptyReply, status: 500 },
    onInvalidRequest: (status, id) =>
      findHandler()?.onInvalidRequest(status, id) ?? { ...emptyReply, status },
  }
}

const emptyReply = { headers: {}, body: '' }

const actors: Record<string, LocalizedText> = {
  web: { vi: 'Khách (trang web)', en: 'The guest (site)' },
  api: { vi: 'Khách (API)', en: 'The guest (API)' },
  mcp: { vi: 'Trợ lý của khách', en: 'The guest’s assistant' },
  clock: { vi: 'Đồng hồ', en: 'The clock' },
  terminal: { vi: 'Dòng lệnh', en: 'The terminal' },
  link: { vi: 'Liên kết trong tin báo', en: 'The link in a message' },
}

/** Who did something, as the history shows it. */
async function actorName(staffAccess: StaffAccess, actor: string, locale: Locale): Promise<string> {
  const [kind = '', id = ''] = actor.split(/[: ]/)
  if (kind === 'staff') return (await staffAccess.findMember(id))?.name ?? '?'
  const known = actors[kind]?.[locale] ?? actor
  return id === '' ? known : `${known} (${id})`
}
