/**
 * One offered place of the waitlist: the guest accepts it on the page, one desk withdraws it, another enters that the
 * guest has accepted by phone, and its time is up, all at the same time. One of them decides.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { createWaitlistActions, type WaitlistActions } from '../../src/domain/waitlist/staff.ts'
import { openStore } from '../../src/store/open.ts'
import type { Store } from '../../src/store/sql.ts'
import { findTrade } from '../../src/variants/index.ts'
import { formsOf } from '../../test/support/screen.ts'
import type { Random } from '../support/random.ts'
import { openDays } from '../support/scratch.ts'
import type { Server } from '../support/server.ts'

type Desk = { post(path: string, fields: Record<string, string>): Promise<Response> }

type Offers = {
  store: Store
  actions: WaitlistActions
  /** The same with a clock after the deadline. */
  late: WaitlistActions
  details: Parameters<WaitlistActions['enter']>[0]['details']
}

type Contender = { name: string; outcome: string; act(): Promise<boolean> }

const hour = 3_600_000

export async function raceForOffers(
  { server, desks, database, content }: OfferRaces,
  rounds: number,
  random: Random,
  wrong: string[],
): Promise<void> {
  const store = await openStore(database, Date.now)
  try {
    const shop = findTrade('restaurant').open(content)
    const context = createBookingContext(shop)
    const [details] = shop.booking.parseDetails({ party_size: 2 }, 'request').details ?? []
    if (!details) throw new Error('A party of two cannot be booked.')
    const offers: Offers = {
      store,
      details,
      actions: createWaitlistActions(store, context, Date.now),
      late: createWaitlistActions(store, context, () => Date.now() + hour),
    }
    const forms = await collectForms(offers, server, rounds)
    for (const [round, form] of forms.entries())
      wrong.push(...(await raceOnce(offers, { server, desks, form }, round, random)))
  } finally {
    await store.close()
  }
}

type OfferRaces = {
  server: Server
  desks: readonly [Desk, Desk]
  database: string
  content: string
}

/** The hidden fields of the page, with a token that works once. */
type AnswerForm = Record<string, string>

/** A token is accepted two seconds after its page was opened, so all pages are opened first. */
async function collectForms(
  { actions, details }: Offers,
  server: Server,
  rounds: number,
): Promise<AnswerForm[]> {
  const code = await enterGuest(actions, details, placeOf(0))
  const forms = await Promise.all(
    Array.from({ length: rounds }, async () => {
      const { text } = await server.send('GET', `/waitlist/${code}`)
      const found = formsOf(text).find(({ action }) => action.endsWith('/answer'))
      if (!found) throw new Error(`The page of ${code} has no form.`)
      return found.fields
    }),
  )
  await actions.remove(code, 'staff:1')
  await pause(2_100)
  return forms
}

function enterGuest(
  actions: WaitlistActions,
  details: Offers['details'],
  { date, time }: { date: string; time: string },
): Promise<string> {
  const guest = { name: 'Phạm Minh Tuấn', phone: '+84912345679', email: null }
  const wanted = { date, from: time, to: time }
  const consent = { version: 'spoken', text: 'by phone' }
  return actions.enter({ details, guest, consent, wanted }, 'staff:1')
}

type Round = { server: Server; desks: readonly [Desk, Desk]; form: AnswerForm }

async function raceOnce(
  { store, actions, late, details }: Offers,
  { server, desks: [one, other], form }: Round,
  round: number,
  random: Random,
): Promise<string[]> {
  const { date, time } = placeOf(round)
  const code = await enterGuest(actions, details, { date, time })
  const { id } = await actions.offer({ code, date, time }, 'staff:1')
  const isDone = async (response: Promise<Response>) => (await response).status === 303
  const contenders: Contender[] = [
    {
      name: 'guest',
      outcome: 'accepted',
      async act() {
        const body = new URLSearchParams({ ...form, answer: 'accept', offer: id })
        const headers = { origin: `http://127.0.0.1:${server.port}` }
        const answer = await server.send('POST', `/waitlist/${code}/answer`, body, headers)
        const location = String(answer.headers.location ?? 'late=')
        return answer.status === 303 && !location.includes('late=')
      },
    },
    {
      name: 'desk',
      outcome: 'withdrawn',
      act: () => isDone(one.post(`/waitlist/offers/${id}/withdraw`, {})),
    },
    {
      name: 'phone',
      outcome: 'accepted',
      act: () => isDone(other.post(`/waitlist/offers/${id}/accept`, {})),
    },
    { name: 'clock', outcome: 'expired', act: async () => (await late.expire()) > 0 },
  ]
  const shuffled = contenders
    .map((contender) => ({ contender, key: random.next() }))
    .sort((first, second) => first.key - second.key)
    .map(({ contender }) => contender)
  const results = await Promise.all(
    shuffled.map(async ({ name, outcome, act }) => ({ name, outcome, won: await act() })),
  )
  const winners = results.filter(({ won }) => won)
  const names = winners.map(({ name }) => name).join(' and ') || 'no one'
  if (winners.length !== 1) return [`${code}: the offer was decided by ${names}`]
  return checkOutcome(store, { code, id, outcome: winners[0]?.outcome ?? '' })
}

/** The offer, the entry, the booking and the cells agree with the one who decided. */
async function checkOutcome(
  { read }: Store,
  { code, id, outcome }: { code: string; id: string; outcome: string },
): Promise<string[]> {
  const offer = await read.get<{ status: string }>(
    'SELECT status FROM place_offers WHERE id = ?',
    id,
  )
  const entry = await read.get<{ status: string; booking_id: string | null }>(
    'SELECT status, booking_id FROM waitlist WHERE code = ?',
    code.replaceAll('-', ''),
  )
  const cells = await read.all('SELECT cell FROM cells WHERE holder = ?', `offer:${id}`)
  const booked = await read.all(
    'SELECT cell FROM cells WHERE holder = ?',
    `booking:${entry?.booking_id}`,
  )
  const isBooked = outcome === 'accepted'
  return [
    ...(offer?.status === outcome ? [] : [`${code}: the offer is ${offer?.status}`]),
    ...(entry?.status === (isBooked ? 'booked' : 'waiting')
      ? []
      : [`${code}: the entry is ${entry?.status} after ${outcome}`]),
    ...(cells.length === 0 ? [] : [`${code}: the offer still holds its place`]),
    ...(booked.length > 0 === isBooked ? [] : [`${code}: ${booked.length} cells are booked`]),
  ]
}

/** Late in the calendar, where no request of this proof is; a new start after as many rounds as there are tables. */
function placeOf(round: number): { date: string; time: string } {
  const starts = ['11:00', '13:00', '17:00', '19:00', '21:00']
  const days = openDays().toReversed()
  const slot = Math.floor(round / 40)
  return {
    date: days[Math.floor(slot / starts.length)] ?? '',
    time: starts[slot % starts.length] ?? '',
  }
}
