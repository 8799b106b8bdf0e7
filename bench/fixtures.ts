/** Running shops with different data: as delivered, with a busy evening, with a long history, with many tables. */
import { setTimeout as delay } from 'node:timers/promises'
import { createBookingCall } from '../proof/support/clients.ts'
import { joinAsOwner, signInAsOwner } from '../proof/support/desk.ts'
import { insertPastBookings } from '../proof/support/generated-history.ts'
import { needPostgres } from '../proof/support/postgres.ts'
import { openProber } from '../proof/support/prober.ts'
import { cpuMillisecondsOf, processTreeOf } from '../proof/support/processor.ts'
import { ProofSkipped } from '../proof/support/proof.ts'
import { makeScratch, openDays, restaurantOfTwos } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'
import { warmUp } from './load.ts'
import { createMixedRequests } from './requests.ts'

export type EngineName = 'SQLite' | 'PostgreSQL'

/**
 * `sample`: the sample restaurant. `busy`: one full evening. `years`: past bookings. `large`: 400 tables.
 * `spa` and `salon`: the sample shops of these trades.
 */
export type FixtureKind = 'sample' | 'busy' | 'years' | 'large' | 'spa' | 'salon'

/** Values that requests to a shop need. */
export type Samples = {
  cardNumber: string
  offerId: string
  bookingCode: string
  orderCode: string | undefined
  /** Only of `sample`, whose routes are measured first. */
  waitlistCode: string | undefined
  resourceUri: string
  uriTemplate: string
  prompt: { name: string; arguments: Record<string, string> }
}

export type ShopFixture = {
  engine: EngineName
  port: number
  deskPort: number
  /** Session cookie of an owner. */
  cookie: string
  /** An open day in the future; in `busy` most of its evening is taken. */
  day: string
  /** The time at which `busy` has nothing free. */
  fullAt: string
  samples: Samples
  /** CPU time of the shop and, if there is one, of PostgreSQL. */
  cpuMs(): number
}

export type ShopFixtures = {
  /** Starts the shop with the first call. `undefined` if this machine does not have the engine. */
  open(kind: FixtureKind, engine: EngineName): Promise<ShopFixture | undefined>
  /** Signs the owners of all running shops in again, because some screens need a sign-in of the last ten minutes. */
  renewCookies(): Promise<void>
  /** Closes all shops; may be called again. */
  close(): Promise<void>
}

const [, , , day = '', ...laterDays] = openDays()
const fullAt = '19:00'
const manyTables = 400
const ownerName = 'Mai'

type FixtureOptions = { pastBookings: number; warmUpSeconds: number }

export function openFixtures({ pastBookings, warmUpSeconds }: FixtureOptions): ShopFixtures {
  const opened = new Map<string, Promise<ShopFixture | undefined>>()
  const closers: (() => Promise<unknown>)[] = []
  let postgres: ReturnType<typeof needPostgres> | undefined

  const openDatabase = async (engine: EngineName, file: string) => {
    if (engine === 'SQLite') return { url: file, processIds: (): number[] => [] }
    postgres ??= startPostgres()
    const server = await postgres
    return { url: await server.newDatabase(), processIds: () => processTreeOf(server.processId()) }
  }

  const startPostgres = async () => {
    const server = await needPostgres()
    // Before the shops that use it, because the last one is closed first.
    closers.unshift(() => server.stop('SIGINT'))
    return server
  }

  const openFixture = async (kind: FixtureKind, engine: EngineName): Promise<ShopFixture> => {
    const scratch = makeScratch()
    const database = await openDatabase(engine, scratch.database)
    const environment = {
      DATABASE_URL: database.url,
      TRUST_PROXY: '1',
      ...((kind === 'spa' || kind === 'salon') && { VARIANT: kind }),
      ...(kind === 'large' && { CONTENT_DIR: restaurantOfTwos(scratch, manyTables) }),
    }
    let server = await startServer(environment)
    closers.push(async () => {
      await server.kill('SIGTERM')
      scratch.remove()
    })
    if (kind === 'years') {
      await server.kill('SIGTERM')
      await insertPastBookings(database.url, pastBookings)
      server = await startServer(environment)
    }
    const deskPort = Number(new URL(server.deskUrl).port)
    const cookie = await joinAsOwner({ ...environment, DESK_PORT: String(deskPort) }, ownerName)
    const samples = await createSamples(server, kind, await sellCard(server.deskUrl, cookie))
    if (kind === 'busy') await fillEvening(server)
    // The app fills its caches in the background after the start.
    await delay(warmUpSeconds * 2_000)
    await warmUp(server.port, createMixedRequests(), warmUpSeconds)
    return {
      engine,
      port: server.port,
      deskPort,
      cookie,
      day,
      fullAt,
      samples,
      cpuMs: () => cpuMillisecondsOf([server.process.pid ?? 0, ...database.processIds()]),
    }
  }

  return {
    open(kind, engine) {
      const name = `${kind} ${engine}`
      const fixture =
        opened.get(name) ??
        openFixture(kind, engine).catch((error: unknown) => {
          if (error instanceof ProofSkipped) return undefined
          throw error
        })
      opened.set(name, fixture)
      return fixture
    },
    async renewCookies() {
      for (const opening of opened.values()) {
        const fixture = await opening
        if (fixture) fixture.cookie = await signInAsOwner(fixture.deskPort, ownerName)
      }
    },
    async close() {
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}

const bookedOffers: Readonly<Record<string, object>> = {
  spa: { offerId: 'co-vai-gay' },
  salon: { offerId: 'cat-nu' },
}

type McpLists = {
  resources: { uri: string }[]
  resourceTemplates: { uriTemplate: string }[]
  prompts: { name: string; arguments: { name: string; required: boolean }[] }[]
}

/**
 * Stores a booking, an order where the trade has orders, and a guest on the waitlist of the restaurant, and reads values
 * from the lists of the shop.
 */
export async function createSamples(
  { send }: Pick<Server, 'send'>,
  kind: FixtureKind,
  cardNumber: string,
): Promise<Samples> {
  const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
  const booking = {
    ...guest,
    date: day,
    time: '12:30',
    ...(bookedOffers[kind] ?? { party_size: 2 }),
  }
  const order = { ...guest, kind: 'gift_card', amount: 500_000, delivery: 'zalo' }
  const read = async (method: string, path: string, body?: object) => {
    const { status, text } = await send(method, path, body)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`)
    return JSON.parse(text)
  }
  const list = async (method: string) =>
    (await read('POST', '/mcp', { jsonrpc: '2.0', id: 1, method })).result as McpLists
  const { code } = (await read('POST', '/api/booking', booking)) as { code: string }
  const { offers } = (await read('GET', '/api/offers?limit=1')) as { offers: { id: string }[] }
  const [resource] = (await list('resources/list')).resources
  const [template] = (await list('resources/templates/list')).resourceTemplates
  const [prompt] = (await list('prompts/list')).prompts
  const required = prompt?.arguments.filter((argument) => argument.required) ?? []
  return {
    cardNumber,
    offerId: offers[0]?.id ?? '',
    bookingCode: code,
    orderCode: kind === 'spa' ? (await read('POST', '/api/order', order)).code : undefined,
    waitlistCode: kind === 'sample' ? await joinWaitlist(send, guest) : undefined,
    resourceUri: resource?.uri ?? '',
    uriTemplate: template?.uriTemplate ?? '',
    prompt: {
      name: prompt?.name ?? '',
      arguments: Object.fromEntries(required.map(({ name }) => [name, '4'])),
    },
  }
}

/** Sells a card at the desk and returns its number. Its holder has the phone number of the samples. */
export async function sellCard(deskUrl: string, cookie: string): Promise<string> {
  const fields = { name: 'Nguyễn Thị Lan', phone: '0912345678', months: '12', amount: '500000' }
  const response = await fetch(`${deskUrl}/cards/new`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: deskUrl, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ ...fields, key: 'sample-card' }),
  })
  const number = response.headers.get('location')?.split('/').at(-1)
  if (number === undefined) throw new Error(`POST /cards/new: ${response.status}`)
  return number
}

/** In `sample` nothing is free then for a large party. */
export const fullWindow = {
  ...{ date: openDays()[5] ?? '', from: '18:00', to: '18:00', party_size: 8 },
} as const

/** Books for large parties until nothing is free, and lets another one wait. */
async function joinWaitlist(send: Server['send'], guest: object): Promise<string | undefined> {
  const { from: time, to: _, ...party } = { ...guest, ...fullWindow }
  for (let number = 0; number < 100; number++) {
    const phone = `09${String(20_000_000 + number)}`
    const { status } = await send('POST', '/api/booking', { ...party, phone, time })
    if (status === 409) break
  }
  const { status, text } = await send('POST', '/api/waitlist', { ...guest, ...fullWindow })
  if (status !== 202) throw new Error(`POST /api/waitlist: ${status} ${text}`)
  return JSON.parse(text).code
}

const requestsInInbox = 60
const eveningTimes = [fullAt, '17:30', '20:30']
const maxAtOtherTimes = 9

/** Books until one time is full, some tables before and after it, and later days until the inbox is full. */
async function fillEvening({ port }: Server): Promise<void> {
  const prober = openProber(port)
  let accepted = 0
  const bookUpTo = async (max: number, date: string, time: string) => {
    for (let count = 0; count < max; count++) {
      const call = createBookingCall('http', date, time, accepted)
      const { status } = await prober.send(call.request)
      if (status === 409) return
      if (status !== 202) throw new Error(`A booking got the status ${status}.`)
      accepted++
    }
  }
  for (const time of eveningTimes)
    await bookUpTo(time === fullAt ? requestsInInbox : maxAtOtherTimes, day, time)
  for (const date of laterDays)
    for (const time of eveningTimes)
      await bookUpTo(Math.min(maxAtOtherTimes, requestsInInbox - accepted), date, time)
  prober.close()
}
