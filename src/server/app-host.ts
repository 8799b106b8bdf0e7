/**
 * The shop as it stands open now: its public face and its desk. What staff close is closed on every
 * face without a restart: the faces are built anew from the same content.
 */
import { type AppOptions, createApp, type Surroundings } from '../app.ts'
import type { DeskParts, NewContent } from '../desk/context.ts'
import type { DeskOptions } from '../desk/desk.ts'
import type { Hub } from '../desk/event-hub.ts'
import { createStaffDesk } from '../domain/booking/staff-actions.ts'
import { createCatalogue } from '../domain/catalogue/catalogue.ts'
import { type ClosedDay, createClosing, readClosedDays } from '../domain/closed-days/closed-days.ts'
import { createClientOf } from '../domain/guard/client.ts'
import { createSearch } from '../domain/search/search.ts'
import { createStaffRoom, type StaffRoom } from '../domain/staff/staff.ts'
import type { Shop } from '../domain/trade/trade.ts'
import { warm } from '../http/cache-warm-up.ts'
import { prepare } from '../http/encoded-response.ts'
import type { Handler } from '../http/server.ts'
import { type Locale, locales, type Words } from '../kernel/locale.ts'
import { lazily, onceFor } from '../kernel/memoize.ts'
import { readyForNumbers } from '../kernel/phone.ts'
import { addDays, dateAt } from '../kernel/time.ts'

export type House = {
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
  room: StaffRoom
  offerName(id: string): Words
  /** Makes what the first callers will ask for. */
  warm(): Promise<void>
  /** Looks whether days were closed or opened, by whichever process. */
  refresh(): Promise<void>
}

/** What is written once and then kept: the pages asked for most, the index, the list of tools. */
const firstAsked = [
  '/',
  '/api',
  '/api/offers',
  '/api/offers?q=a',
  '/openapi.json',
  '/mcp/server-card',
]

export type HouseOptions = AppOptions & { deskUrl: string }

export async function openHouse(
  shop: Shop,
  options: HouseOptions,
  {
    hub,
    channels,
    content,
    ...surroundings
  }: Surroundings & {
    hub: Hub
    channels: DeskParts['channels']
    content?: NewContent
  },
): Promise<House> {
  const { store, secret, now } = surroundings
  const room = createStaffRoom(store, secret, now)
  const closing = createClosing(store, now)
  const { hostname, origin } = new URL(options.deskUrl)

  const build = (written: Shop, closed: readonly ClosedDay[]) => {
    const open = closed.length === 0 ? written : written.closedOn(closed)
    const { nameOf: offerName } = createCatalogue(
      open.assortment,
      createSearch(() => []),
    )
    const book = { rules: open.booking, business: open.business }
    const desk: DeskOptions = {
      shop: open,
      store,
      secret,
      now,
      base: options.baseUrl,
      deskUrl: options.deskUrl,
      site: { id: hostname, name: open.business.name, origin },
      room,
      staffDesk: createStaffDesk(store, book, now),
      closing,
      content,
      offerName,
      channels,
      hub,
      closedDaysChanged: refresh,
      nameOf: (actor, locale) => nameOf(room, actor, locale),
      clientOf: createClientOf(options.trustProxy, secret),
    }
    const site = createApp(open, options, surroundings)
    return { written, shop: open, offerName, desk, site }
  }

  /** Yesterday's too, so that midnight changes nothing. */
  const readClosed = () => readClosedDays(store.read, addDays(dateAt(now()), -1))
  let closed = await readClosed()
  let current = build(shop, closed)

  /** A shop that takes the place of another is as quick from the first caller on. */
  const warmed = async (built: typeof current) => {
    await warm(built.site, firstAsked, locales)
    return built
  }

  let desk: Handler | undefined
  const setUpDesk = lazily(async () => {
    const { createDesk } = await import('../desk/desk.ts')
    const deskOf = onceFor(createDesk)
    desk = alwaysThe(() => deskOf(current.desk))
    return desk
  })

  /** One after the other: a shop that was slower to build must not replace a newer one. */
  let turn = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => {
    turn = turn.catch(() => {}).then(work)
    return turn
  }

  function refresh(): Promise<void> {
    return inTurn(look)
  }

  async function look(): Promise<void> {
    const next = await readClosed()
    if (JSON.stringify(next) === JSON.stringify(closed)) return
    current = await warmed(build(current.written, next))
    closed = next
  }

  return {
    site: alwaysThe(() => current.site),
    desk: onceThere(() => desk, setUpDesk),
    setUpDesk,
    shop: () => current.shop,
    room,
    replace: (next) =>
      inTurn(async () => {
        current = await warmed(build(next, closed))
      }),
    offerName: (id) => current.offerName(id),
    refresh,
    async warm() {
      await warm(current.site, firstAsked, locales)
      readyForNumbers()
    },
  }
}

/** A handler that is whichever is open at the moment of the request. */
function alwaysThe(current: () => Handler): Handler {
  return {
    answers: {
      find: (request) => current().answers.find(request),
      keep: (request, reply) => current().answers.keep(request, reply),
    },
    answer: (request) => current().answer(request),
    broken: (request, error) => current().broken(request, error),
    unreadable: (status, id) => current().unreadable(status, id),
  }
}

/** A handler that has still to be made: questions wait for it. */
function onceThere(made: () => Handler | undefined, make: () => Promise<Handler>): Handler {
  return {
    answers: {
      find: (request) => made()?.answers.find(request),
      keep: (request, reply) => made()?.answers.keep(request, reply) ?? prepare(reply),
    },
    answer: (request) =>
      made()?.answer(request) ?? make().then((handler) => handler.answer(request)),
    broken: (request, error) => made()?.broken(request, error) ?? { ...silent, status: 500 },
    unreadable: (status, id) => made()?.unreadable(status, id) ?? { ...silent, status },
  }
}

const silent = { headers: {}, body: '' }

const actors: Record<string, Words> = {
  web: { vi: 'Khách (trang web)', en: 'The guest (site)' },
  api: { vi: 'Khách (API)', en: 'The guest (API)' },
  mcp: { vi: 'Trợ lý của khách', en: 'The guest’s assistant' },
  clock: { vi: 'Đồng hồ', en: 'The clock' },
  terminal: { vi: 'Dòng lệnh', en: 'The terminal' },
  link: { vi: 'Liên kết trong tin báo', en: 'The link in a message' },
}

/** Who did something, as the history shows it. */
async function nameOf(room: StaffRoom, actor: string, locale: Locale): Promise<string> {
  const [kind = '', id = ''] = actor.split(/[: ]/)
  if (kind === 'staff') return (await room.member(id))?.name ?? '?'
  const known = actors[kind]?.[locale] ?? actor
  return id === '' ? known : `${known} (${id})`
}
