/**
 * Holds the current site and desk handlers and replaces them when the content or what staff have changed changes, and
 * at midnight if prices or the VAT rate change.
 */
import { type AppDependencies, type AppOptions, createApp } from '../app.ts'
import type { PhotoDesk } from '../content/share-image.ts'
import { vatPercentOn } from '../content/vat.ts'
import type { ContentReloader, DeskContext } from '../desk/context.ts'
import type { DeskOptions } from '../desk/desk.ts'
import type { EventHub } from '../desk/event-hub.ts'
import { createAbsences } from '../domain/absence/absences.ts'
import { createTransferActions } from '../domain/bank/decisions.ts'
import { createBookingContext } from '../domain/booking/context.ts'
import { createExtraPlaces, loadExtraPlaces } from '../domain/booking/extra-places.ts'
import { createOccupancyCache } from '../domain/booking/occupancy-cache.ts'
import { createStaffActions } from '../domain/booking/staff-actions.ts'
import { createCatalogue } from '../domain/catalogue/catalogue.ts'
import { createClosedDays, loadClosedDays } from '../domain/closed-days/closed-days.ts'
import { createClientHasher } from '../domain/guard/client.ts'
import { createDayPaces, loadDayPaces } from '../domain/online-limits/day-paces.ts'
import { createOnlinePauses, loadOnlinePauses } from '../domain/online-limits/pauses.ts'
import { requiresPartySize } from '../domain/scheduling/rules.ts'
import { createIndexCache, createSearch } from '../domain/search/search.ts'
import { createDayShifts, loadDayShifts } from '../domain/shifts/day-shifts.ts'
import { createSoldOutOffers, loadSoldOutOffers } from '../domain/sold-out/sold-out.ts'
import type { Passwords } from '../domain/staff/passwords.ts'
import { createStaffAccess, type StaffAccess } from '../domain/staff/staff.ts'
import type { Shop, StaffChanges } from '../domain/trade/trade.ts'
import { offersOfDays } from '../domain/waitlist/offers-of-day.ts'
import { createWaitlistActions } from '../domain/waitlist/staff.ts'
import { reopenEntry } from '../domain/waitlist/transitions.ts'
import { warmUpCache } from '../http/cache-warm-up.ts'
import type { Handler } from '../http/server.ts'
import { type Locale, type LocalizedText, locales } from '../kernel/locale.ts'
import { lazy } from '../kernel/memoize.ts'
import { addDays, dateAt } from '../kernel/time.ts'
import { delegateTo, waitForHandler } from './delegating-handlers.ts'

export type AppHost = {
  site: Handler
  /** Loaded with its first request: a process whose desk is not used does not keep some 300 modules. */
  desk: Handler
  /** The shop in use, with the days that staff have closed and the offers that are sold out. */
  shop(): Shop
  replace(shop: Shop): Promise<void>
  staffAccess: StaffAccess
  offerName(id: string): LocalizedText
  /** Fills the response cache with what is requested most. */
  warm(): Promise<void>
  /**
   * Applies closed days and sold-out offers that this or another process has changed, the end of marks, and the prices
   * of a new day.
   */
  refresh(): Promise<void>
}

/** The most requested paths. */
const mainPaths = ['/', '/api', '/api/offers']

/** Also the paths that create the search index, the OpenAPI document and the list of tools. */
const allWarmUpPaths = [...mainPaths, '/api/offers?q=a', '/openapi.json', '/mcp/server-card']

type AppHostOptions = AppOptions & { deskUrl: string }

export async function createAppHost(
  shop: Shop,
  options: AppHostOptions,
  {
    hub,
    channels,
    content,
    passwords,
    photoDesk,
    isDemo = false,
    warmsUp = true,
    ...dependencies
  }: AppDependencies & {
    hub: EventHub
    channels: DeskContext['channels']
    content?: ContentReloader
    passwords?: Passwords
    photoDesk?: PhotoDesk
    isDemo?: boolean
    /** Whether the response cache is filled after each change. Tests change shops that get few requests. */
    warmsUp?: boolean
  },
): Promise<AppHost> {
  const { store, secret, now } = dependencies
  const staffAccess = createStaffAccess(store, secret, now, passwords)
  const closedDays = createClosedDays(
    store,
    now,
    offersOfDays(() => current.desk.bookingContext),
    () => current.shop.booking.serviceDays.dateAt(now()),
  )
  const extraPlaces = createExtraPlaces(store, now, () =>
    current.shop.booking.serviceDays.dateAt(now()),
  )
  const soldOutOffers = createSoldOutOffers(store, now)
  const onlinePauses = createOnlinePauses(store, now)
  const dayPaces = createDayPaces(store, now)
  const dayShifts = createDayShifts(store, now, (resource) => {
    const { booking } = current.shop
    return booking.resources.some(({ id }) => id === resource) && isStaffed(booking, resource)
  })
  const occupancyCache = createOccupancyCache()
  const indexCache = createIndexCache()
  const { hostname, origin } = new URL(options.deskUrl)

  const canSendEmail = channels.list.some(
    ({ audience, listTargets }) => audience === 'guest' && listTargets !== undefined,
  )
  const hasStoredContent = () => content?.hasStoredContent() ?? false

  const siteDependencies = {
    ...dependencies,
    ...{ occupancyCache, indexCache, hasStoredContent, canSendEmail },
  }

  /** With the prices of the day and what staff have changed. */
  const applyChanges = (loadedShop: Shop, day: string, changes: StaffChanges): Shop => {
    const isChanged = Object.values(changes).some(({ length }) => length > 0)
    const shopOfDay = loadedShop.hasPriceChanges ? loadedShop.onDay(day) : loadedShop
    return isChanged ? shopOfDay.withStaffChanges(changes) : shopOfDay
  }

  /** Without the index cache, which belongs to the content in use. */
  const createSite = (loadedShop: Shop) => {
    const { indexCache: _indexCache, count: _count, ...others } = siteDependencies
    return createApp(applyChanges(loadedShop, dateAt(now()), changes), options, others)
  }

  const build = (loadedShop: Shop, changes: StaffChanges) => {
    const day = dateAt(now())
    const effectiveShop = applyChanges(loadedShop, day, changes)
    const { nameOf: offerName } = createCatalogue(
      effectiveShop.assortment,
      effectiveShop.offerFilters,
      createSearch(() => []),
    )
    const bookingContext = createBookingContext(effectiveShop, occupancyCache)
    const resources = new Map(effectiveShop.booking.resources.map((one) => [one.id, one]))
    const desk: DeskOptions = {
      shop: effectiveShop,
      isDemo,
      store,
      secret,
      now,
      base: options.baseUrl,
      deskUrl: options.deskUrl,
      relyingParty: { id: hostname, name: effectiveShop.business.name, origin },
      staffAccess,
      bookingContext,
      staffActions: createStaffActions(store, bookingContext, now, reopenEntry),
      closedDays,
      extraPlaces,
      soldOutOffers,
      onlinePauses,
      dayPaces,
      dayShifts,
      absences: createAbsences(store, bookingContext, now),
      waitlist: createWaitlistActions(store, bookingContext, now),
      transfers: createTransferActions({ store, bookings: bookingContext, now }),
      receivesTransfers: options.bank !== undefined,
      content,
      photoDesk,
      createSite,
      offerName,
      asksPartySize: requiresPartySize(effectiveShop.booking),
      findResource: (id) => resources.get(id),
      channels,
      hub,
      onStaffChange: refresh,
      actorName: (actor, locale) => actorName(staffAccess, actor, locale),
      clientOf: createClientHasher(options.trustProxy, secret, dependencies.onProxyMismatch),
    }
    const site = createApp(effectiveShop, options, siteDependencies)
    return { day, loadedShop, shop: effectiveShop, offerName, desk, site }
  }

  const readChanges = async (): Promise<StaffChanges> => {
    const [closedDays, soldOut, pauses, dayPaces, extraPlaces, shifts] = await Promise.all([
      // Includes yesterday, whose last bookings may end after midnight.
      loadClosedDays(store.read, addDays(dateAt(now()), -1)),
      loadSoldOutOffers(store.read, now()),
      loadOnlinePauses(store.read, now()),
      loadDayPaces(store.read, addDays(dateAt(now()), -1)),
      loadExtraPlaces(store.read),
      loadDayShifts(store.read, addDays(dateAt(now()), -1)),
    ])
    return { closedDays, soldOut, pauses, dayPaces, extraPlaces, shifts }
  }
  let changes = await readChanges()
  let current = build(shop, changes)

  /** Before new content replaces the previous one, the cache is filled, so that no request is slower than before. */
  const warmed = async (built: typeof current) => {
    if (warmsUp) await warmUpCache(built.site, allWarmUpPaths, locales)
    return built
  }

  let desk: Handler | undefined
  const loadDesk = lazy(async () => {
    const { createDesk } = await import('../desk/desk.ts')
    let built = { options: current.desk, handler: createDesk(current.desk) }
    desk = delegateTo(() => {
      if (built.options !== current.desk) {
        built = { options: current.desk, handler: createDesk(current.desk) }
      }
      return built.handler
    })
    return desk
  })

  /** Serialized: a slow rebuild must not overwrite a newer one. */
  let lastTask = Promise.resolve()
  const runInOrder = (work: () => Promise<void>) => {
    lastTask = lastTask.catch(() => {}).then(work)
    return lastTask
  }

  function refresh(): Promise<void> {
    return runInOrder(reloadChanges)
  }

  async function reloadChanges(): Promise<void> {
    const next = await readChanges()
    const isUnchanged = JSON.stringify(next) === JSON.stringify(changes)
    if (isUnchanged && !hasOtherPrices(current.loadedShop, current.day, dateAt(now()))) return
    current = build(current.loadedShop, next)
    changes = next
    // Staff wait for this change, so the cache is filled after it.
    void warmed(current).catch(() => {})
  }

  return {
    site: delegateTo(() => current.site),
    desk: waitForHandler(() => desk, loadDesk),
    shop: () => current.shop,
    staffAccess,
    replace: (next) =>
      runInOrder(async () => {
        // The index of the previous content would keep the offers that it lists in memory.
        indexCache.clear()
        current = await warmed(build(next, changes))
      }),
    offerName: (id) => current.offerName(id),
    refresh,
    warm: () => warmUpCache(current.site, mainPaths, locales),
  }
}

/** Whether the resource is a person, who works in shifts. */
function isStaffed({ dutyOn }: Shop['booking'], resource: string): boolean {
  return dutyOn?.(resource, someDate) !== undefined
}

/** Any date. */
const someDate = '2026-01-01'

/** Whether prices, their announcements or the VAT rate may differ between two days. */
function hasOtherPrices(shop: Shop, day: string, other: string): boolean {
  if (day === other) return false
  return (
    shop.hasPriceChanges || vatPercentOn(shop.business, day) !== vatPercentOn(shop.business, other)
  )
}

const actors: Record<string, LocalizedText> = {
  web: { vi: 'Khách (trang web)', en: 'Guest (site)' },
  api: { vi: 'Khách (API)', en: 'Guest (API)' },
  mcp: { vi: 'Trợ lý của khách', en: 'Guest’s assistant' },
  clock: { vi: 'Hệ thống', en: 'System' },
  terminal: { vi: 'Dòng lệnh', en: 'Command line' },
  bank: { vi: 'Ngân hàng báo', en: 'Bank notification' },
  link: { vi: 'Liên kết trong tin báo', en: 'Link in a notification' },
}

/** The display name of an actor in the history. */
async function actorName(staffAccess: StaffAccess, actor: string, locale: Locale): Promise<string> {
  const [kind = '', id = ''] = actor.split(/[: ]/)
  if (kind === 'staff') return (await staffAccess.findMember(id))?.name ?? '?'
  const known = actors[kind]?.[locale] ?? actor
  return id === '' ? known : `${known} (${id})`
}
