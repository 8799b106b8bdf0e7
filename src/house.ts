/**
 * The shop as it stands open now: its public face and its desk. What staff close is closed on every
 * face without a restart: the faces are built anew from the same content.
 */
import { type AppOptions, createApp, type Surroundings } from './app.ts'
import { createDesk } from './desk/desk.ts'
import type { Hub } from './desk/live.ts'
import type { DeskParts } from './desk/parts.ts'
import { createStaffDesk } from './domain/booking/staff.ts'
import { createCatalogue } from './domain/catalogue/catalogue.ts'
import { type ClosedDay, createClosing, readClosedDays } from './domain/closing/closed-days.ts'
import { createClientOf } from './domain/guard/client.ts'
import { createSearch } from './domain/search/search.ts'
import { createStaffRoom, type StaffRoom } from './domain/staff/room.ts'
import type { Shop } from './domain/trade.ts'
import type { Handler } from './http/server.ts'
import type { Locale, Words } from './kernel/locale.ts'
import { addDays, dateAt } from './kernel/time.ts'

export type House = {
  /** The public face. */
  site: Handler
  desk: Handler
  /** With the days that staff have closed. */
  shop(): Shop
  room: StaffRoom
  offerName(id: string): Words
  /** Looks whether days were closed or opened, by whichever process. */
  refresh(): Promise<void>
}

export type HouseOptions = AppOptions & { deskUrl: string }

export async function openHouse(
  shop: Shop,
  options: HouseOptions,
  {
    hub,
    channels,
    ...surroundings
  }: Surroundings & {
    hub: Hub
    channels: DeskParts['channels']
  },
): Promise<House> {
  const { store, secret, now } = surroundings
  const room = createStaffRoom(store, secret, now)
  const closing = createClosing(store, now)
  const { hostname, origin } = new URL(options.deskUrl)
  const { nameOf: offerName } = createCatalogue(shop.assortment, createSearch([]))

  const build = async (closed: readonly ClosedDay[]) => {
    const open = closed.length === 0 ? shop : shop.closedOn(closed)
    const book = { rules: open.booking, business: open.business }
    const desk = createDesk({
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
      offerName,
      channels,
      hub,
      closedDaysChanged: refresh,
      nameOf: (actor, locale) => nameOf(room, actor, locale),
      clientOf: createClientOf(options.trustProxy, secret),
    })
    return { shop: open, desk, site: await createApp(open, options, surroundings) }
  }

  /** Yesterday's too, so that midnight changes nothing. */
  const readClosed = () => readClosedDays(store.read, addDays(dateAt(now()), -1))
  let closed = await readClosed()
  let current = await build(closed)

  /** One after the other: a shop that was slower to build must not replace a newer one. */
  let turn = Promise.resolve()
  function refresh(): Promise<void> {
    turn = turn.catch(() => {}).then(look)
    return turn
  }

  async function look(): Promise<void> {
    const next = await readClosed()
    if (JSON.stringify(next) === JSON.stringify(closed)) return
    current = await build(next)
    closed = next
  }

  return {
    site: alwaysThe(() => current.site),
    desk: alwaysThe(() => current.desk),
    shop: () => current.shop,
    room,
    offerName,
    refresh,
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
