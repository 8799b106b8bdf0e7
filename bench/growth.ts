/** Measures which costs grow with the size of a shop: its offers, tables, therapists, past bookings and open desks. */
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { joinAsOwner } from '../proof/support/desk.ts'
import { insertPastBookings } from '../proof/support/generated-history.ts'
import { megabytesOf } from '../proof/support/memory.ts'
import { openProber } from '../proof/support/prober.ts'
import { cpuMillisecondsOf } from '../proof/support/processor.ts'
import { makeScratch, openDays, restaurantOfTwos, type Scratch } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'
import { restaurantWithDishes, spaWithTherapists } from './growth-shops.ts'
import { generateLoad, median, type NextRequest } from './load.ts'
import { roundSignificant } from './measure.ts'
import { createSpreadBookings, get } from './requests.ts'
import { openWatchingDesks } from './watching-desks.ts'

/** Figures by size: CPU milliseconds of a request, unless the name of the row says otherwise. */
export type Growth = { of: string; sizes: number[]; rows: Record<string, number[]> }

type GrowthRequest = { name: string; next: NextRequest; status: number; desk?: boolean }

type Environment = Record<string, string>

type GrowthKind = {
  of: string
  sizes: readonly number[]
  /** Usual duration on a small machine, for the progress. */
  seconds: number
  /** The settings of a shop of this size. */
  prepare(scratch: Scratch, size: number): Environment
  /** Adds figures before the server is started. */
  fill?(growth: Growth, environment: Environment, size: number): Promise<void>
  requestsOf?(server: Server, environment: Environment): Promise<GrowthRequest[]>
  /** Adds figures that are not the cost of a request. */
  measure?(growth: Growth, server: Server, environment: Environment, size: number): Promise<void>
}

const loadOptions = { seconds: 1, connections: 8 }

/** After this time the warm-up of even the largest shop is over. */
const warmUpMs = 8_000

const bookingsWithWatchers = 30

export const growthKinds: readonly GrowthKind[] = [
  {
    of: 'offers',
    sizes: [100, 1_000, 10_000],
    seconds: 45,
    prepare: (scratch, size) => ({ CONTENT_DIR: restaurantWithDishes(scratch, size) }),
    requestsOf: async () => [
      { name: 'GET /api/offers, first 20', next: get('/api/offers?limit=20'), status: 200 },
      { name: 'GET /api/offers, search', next: createSearchRequests(), status: 200 },
      { name: 'GET /menu.md, all offers', next: get('/menu.md'), status: 200 },
    ],
  },
  {
    of: 'tables',
    sizes: [20, 100, 500],
    seconds: 50,
    prepare: (scratch, size) => ({ CONTENT_DIR: restaurantOfTwos(scratch, size) }),
    requestsOf: async (server, environment) => [
      ...restaurantAvailability(),
      ...(await deskRequests(server, environment, {
        Tonight: '/tonight',
        timeline: '/timeline',
      })),
      { name: 'accepted booking', next: createSpreadBookings(), status: 202 },
    ],
  },
  {
    of: 'therapists',
    sizes: [10, 20, 40],
    seconds: 45,
    prepare: (scratch, size) => ({ VARIANT: 'spa', CONTENT_DIR: spaWithTherapists(scratch, size) }),
    requestsOf: async () => {
      const treatment = 'offerId=goi-bo-ket'
      const [, , day = ''] = openDays()
      return [
        {
          name: 'availability of a day',
          next: get(`/api/availability?${treatment}&date=${day}`),
          status: 200,
        },
        {
          name: 'availability of a month',
          next: get(`/api/availability?${treatment}&month=${day.slice(0, 7)}`),
          status: 200,
        },
        {
          name: 'availability of a month, not cached',
          next: createMonthRequests(`${treatment}&month=${day.slice(0, 7)}`),
          status: 200,
        },
      ]
    },
  },
  {
    of: 'past bookings',
    sizes: [1_000, 10_000, 100_000, 1_000_000],
    seconds: 100,
    prepare: (scratch) => ({ CONTENT_DIR: restaurantOfTwos(scratch, 100) }),
    async fill(growth, environment, size) {
      const { DATABASE_URL: database = '' } = environment
      const first = await startServer(environment)
      await first.kill('SIGTERM')
      await insertPastBookings(database, size)
      add(growth, 'database, MB', statSync(database).size / 1e6)
    },
    requestsOf: async (server, environment) => [
      ...restaurantAvailability(),
      ...(await deskRequests(server, environment, {
        'inbox of the desk': '/',
        'search for a guest by name': '/search?q=khach+cu+77',
      })),
      // Last, because the inbox shows every new request.
      { name: 'accepted booking', next: createSpreadBookings(), status: 202 },
    ],
  },
  {
    of: 'desks watching',
    sizes: [1, 10, 100],
    seconds: 40,
    prepare: (scratch) => ({ CONTENT_DIR: restaurantOfTwos(scratch, 100) }),
    async measure(growth, server, environment, size) {
      const cookie = await joinAsDesk(server, environment)
      const desks = await openWatchingDesks(server.deskUrl, cookie, size)
      const nextBooking = createSpreadBookings()
      const prober = openProber(server.port)
      const delays: number[] = []
      const before = cpuMsOf(server)
      for (let booking = 0; booking < bookingsWithWatchers; booking++) {
        const sentAt = performance.now()
        const informed = desks.nextEventOfAll()
        const { status } = await prober.send(nextBooking())
        if (status !== 202) throw new Error(`A booking was answered with ${status}.`)
        await informed
        delays.push(performance.now() - sentAt)
      }
      add(growth, 'booking and its events', (cpuMsOf(server) - before) / bookingsWithWatchers)
      add(growth, 'last desk informed after, ms', median(delays))
      prober.close()
      desks.close()
    },
  },
]

export async function measureGrowth({ of, sizes, ...kind }: GrowthKind): Promise<Growth> {
  const growth: Growth = { of, sizes: [...sizes], rows: {} }
  for (const size of sizes) {
    const scratch = makeScratch()
    const environment = {
      DATABASE_URL: scratch.database,
      TRUST_PROXY: '1',
      ...kind.prepare(scratch, size),
    }
    await kind.fill?.(growth, environment, size)
    const began = performance.now()
    const server = await startServer(environment)
    add(growth, 'start, ms', performance.now() - began)
    await delay(warmUpMs)
    for (const request of (await kind.requestsOf?.(server, environment)) ?? [])
      await measureRequest(growth, server, request)
    await kind.measure?.(growth, server, environment, size)
    add(growth, 'memory, MB', megabytesOf(server.process.pid))
    await server.kill('SIGTERM')
    scratch.remove()
  }
  return growth
}

/**
 * The exponent of the power law that fits the figures best: 0 is a cost that does not depend on the size, 1 one that is
 * proportional to it. Rounded to two decimals; undefined for a single size.
 */
export function exponentOf(
  sizes: readonly number[],
  values: readonly number[],
): number | undefined {
  if (sizes.length < 2) return undefined
  const points = sizes.map((size, index) => [Math.log(size), Math.log(values[index] ?? 1)] as const)
  const meanOf = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / sizes.length
  const [meanSize, meanValue] = [meanOf(0), meanOf(1)]
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanSize) * (y - meanValue), 0)
  const exponent = covariance / points.reduce((sum, [x]) => sum + (x - meanSize) ** 2, 0)
  // Without a negative zero.
  return Math.round(exponent * 100) / 100 || 0
}

async function measureRequest(
  growth: Growth,
  server: Server,
  { name, next, status, desk }: GrowthRequest,
): Promise<void> {
  const port = desk ? Number(new URL(server.deskUrl).port) : server.port
  await generateLoad([port], next, status, { ...loadOptions, seconds: loadOptions.seconds / 2 })
  const before = cpuMsOf(server)
  const { requests, unexpected } = await generateLoad([port], next, status, loadOptions)
  if (unexpected > 0) {
    throw new Error(`${name}: ${unexpected} of ${requests} responses were not ${status}.`)
  }
  add(growth, name, (cpuMsOf(server) - before) / requests)
}

function restaurantAvailability(): GrowthRequest[] {
  const [day = ''] = openDays()
  const month = day.slice(0, 7)
  return [
    { name: 'availability of a day', next: get(`/api/availability?date=${day}`), status: 200 },
    { name: 'availability of a month', next: get(`/api/availability?month=${month}`), status: 200 },
  ]
}

async function deskRequests(
  server: Server,
  environment: Environment,
  paths: Readonly<Record<string, string>>,
): Promise<GrowthRequest[]> {
  const cookie = await joinAsDesk(server, environment)
  return Object.entries(paths).map(([name, path]) => ({
    ...{ name, next: get(path, { cookie }), status: 200, desk: true },
  }))
}

function joinAsDesk({ deskUrl }: Server, environment: Environment): Promise<string> {
  return joinAsOwner({ ...environment, DESK_PORT: new URL(deskUrl).port }, 'Mai')
}

function cpuMsOf(server: Server): number {
  return cpuMillisecondsOf([server.process.pid ?? 0])
}

function add({ rows }: Growth, name: string, value: number): void {
  rows[name] = [...(rows[name] ?? []), roundSignificant(value)]
}

/** Different words each time, so that no response is cached. */
function createSearchRequests(): NextRequest {
  let sent = 0
  return () => get(`/api/offers?limit=20&q=ca+${sent++}`)()
}

/** Another time range in each request, so that the month is computed again. */
function createMonthRequests(query: string): NextRequest {
  let sent = 0
  const timeAt = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
  return () => {
    const [from, to] = [sent % 60, Math.floor(sent / 60) % 60]
    sent++
    return get(
      `/api/availability?${query}&from=${timeAt(8 * 60 + from)}&to=${timeAt(20 * 60 + to)}`,
    )()
  }
}
