/**
 * Two offers to one request: the guest accepts the first on the page, one desk confirms the request as it is, another
 * enters that the guest has accepted the second by phone, and their time is up, all at the same time. One of them decides.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { createStaffActions, type StaffActions } from '../../src/domain/booking/staff-actions.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'
import { findTrade } from '../../src/variants/index.ts'
import { formsOf } from '../../test/support/screen.ts'
import type { Random } from '../support/random.ts'
import { openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'

type Desk = { post(path: string, fields: Record<string, string>): Promise<Response> }

type BookingOfferRaces = {
  server: Server
  desks: readonly [Desk, Desk]
  database: string
  content: string
  /** Sends a request and returns its code. */
  requestBooking(): Promise<string>
}

type Offered = {
  store: Store
  actions: StaffActions
  /** The same with a clock after the deadline. */
  late: StaffActions
}

/** Longer than the offers are held. */
const lateMs = 13 * 3_600_000

export async function raceForBookingOffers(
  races: BookingOfferRaces,
  rounds: number,
  random: Random,
  wrong: string[],
): Promise<void> {
  const store = await openStore(races.database, Date.now)
  try {
    const context = createBookingContext(findTrade('restaurant').open(races.content))
    const offered: Offered = {
      store,
      actions: createStaffActions(store, context, Date.now),
      late: createStaffActions(store, context, () => Date.now() + lateMs),
    }
    const tokens = await collectTokens(races, offered, rounds)
    for (const [round, token] of tokens.entries()) {
      const request = await offerToGuest(races, offered, round + 1)
      wrong.push(...(await raceOnce(races, offered, { ...request, token }, random)))
    }
  } finally {
    await store.close()
  }
}

/** A token is accepted two seconds after its page was opened, so all pages are opened first. */
async function collectTokens(
  races: BookingOfferRaces,
  offered: Offered,
  rounds: number,
): Promise<string[]> {
  const { code, version } = await offerToGuest(races, offered, 0)
  const tokens = await Promise.all(
    Array.from({ length: rounds }, async () => {
      const { text } = await races.server.send('GET', `/booking/${code}`)
      const found = formsOf(text).find(({ action }) => action.endsWith('/offers'))
      if (!found?.fields.form_token) throw new Error(`The page of ${code} offers nothing.`)
      return found.fields.form_token
    }),
  )
  await offered.actions.withdrawOffers({ code, version, actor: 'staff:1' })
  await pause(2_100)
  return tokens
}

type OfferedRequest = {
  code: string
  version: number
  /** In the order of their start. */
  offers: readonly { id: string; date: string; time: string }[]
}

async function offerToGuest(
  { requestBooking }: BookingOfferRaces,
  { store: { read }, actions }: Offered,
  round: number,
): Promise<OfferedRequest> {
  const code = await requestBooking()
  const stored = code.replaceAll('-', '')
  await actions.offer({ code, version: 1, actor: 'staff:1', targets: targetsOf(round) })
  const offers = await read.all<{ id: string; date: string; time: string }>(
    `SELECT place_offers.id, place_offers.date, place_offers.time FROM place_offers
     JOIN bookings ON owner = 'booking:' || bookings.id WHERE code = ?
     ORDER BY place_offers.starts_at`,
    stored,
  )
  const row = await read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    stored,
  )
  return { code, version: row?.version ?? 0, offers }
}

async function raceOnce(
  { server, desks: [one, other] }: BookingOfferRaces,
  { store, late }: Offered,
  { code, version, offers: [first, second], token }: OfferedRequest & { token: string },
  random: Random,
): Promise<string[]> {
  if (!first || !second) throw new Error(`${code} has not got two offers.`)
  const isDone = async (response: Promise<Response>) => (await response).status === 303
  const seen = { version: String(version) }
  const contenders = [
    {
      name: 'guest',
      place: first,
      async act() {
        const headers = { origin: `http://127.0.0.1:${server.port}` }
        const answer = { answer: 'accept', offer: first.id }
        const body = new URLSearchParams({ ...answer, form_token: token })
        const response = await server.send('POST', `/booking/${code}/offers`, body, headers)
        const location = String(response.headers.location ?? 'late=')
        return response.status === 303 && !location.includes('late=')
      },
    },
    { name: 'desk', act: () => isDone(one.post(`/bookings/${code}/confirm`, seen)) },
    {
      name: 'phone',
      place: second,
      act: () =>
        isDone(other.post(`/bookings/${code}/accept_offer`, { ...seen, offer: second.id })),
    },
    { name: 'clock', status: 'pending', act: async () => (await late.expireOffers()) > 0 },
  ]
  const shuffled = contenders
    .map((contender) => ({ contender, key: random.next() }))
    .sort((before, after) => before.key - after.key)
    .map(({ contender }) => contender)
  const results = await Promise.all(
    shuffled.map(async (contender) => ({ contender, won: await contender.act() })),
  )
  const winners = results.filter(({ won }) => won).map(({ contender }) => contender)
  const [winner] = winners
  const names = winners.map(({ name }) => name).join(' and ') || 'no one'
  if (!winner || winners.length !== 1) return [`${code}: the offers were decided by ${names}`]
  const { place, status = 'confirmed' } = winner
  return checkOutcome(store, { code, status, place })
}

/** The booking is where the winner has put it, and nothing else is held. */
async function checkOutcome(
  { read }: Store,
  {
    code,
    status,
    place,
  }: { code: string; status: string; place?: { date: string; time: string } | undefined },
): Promise<string[]> {
  const booking = await read.get<{ id: string; status: string; date: string; time: string }>(
    'SELECT id, status, date, time FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const held = await read.all(
    `SELECT cell FROM cells JOIN place_offers ON holder = 'offer:' || place_offers.id WHERE owner = ?`,
    `booking:${booking?.id}`,
  )
  const own = await read.all('SELECT cell FROM cells WHERE holder = ?', `booking:${booking?.id}`)
  const isThere = !place || (place.date === booking?.date && place.time === booking.time)
  return [
    ...(booking?.status === status ? [] : [`${code} is ${booking?.status} instead of ${status}`]),
    ...(isThere ? [] : [`${code} is at ${booking?.date} ${booking?.time}`]),
    ...(held.length === 0 ? [] : [`${code}: the offers still hold a place`]),
    ...(own.length > 0 ? [] : [`${code} holds no place`]),
  ]
}

/** Late in the calendar, where no request of this proof is; two starts that share time. */
function targetsOf(round: number): { date: string; time: string }[] {
  const hours = ['11', '17', '19']
  const slot = Math.floor(round / 15)
  const days = openDays().toReversed().slice(2)
  const date = days[Math.floor(slot / hours.length) % days.length] ?? ''
  return ['30', '45'].map((minutes) => ({ date, time: `${hours[slot % hours.length]}:${minutes}` }))
}
