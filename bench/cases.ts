/** A case: one kind of request with the server that receives it and the server it is compared with. */
import type { RawResponse } from '../proof/support/prober.ts'
import type { EngineName, FixtureKind, ShopFixture } from './fixtures.ts'
import type { NextRequest } from './load.ts'
import {
  createContendedBookings,
  createSpreadBookings,
  createVariedDays,
  get,
  type Headers,
  post,
} from './requests.ts'

export const caseGroups = [
  'Content',
  'Per request',
  'Availability',
  'Writes',
  'MCP',
  'Desk',
] as const

export type Encoding = 'identity' | 'br'

export type Baseline = 'node:http' | 'official SDK'

/** The capability that the compared server of the official SDK has. */
export type SdkCapability = 'tools' | 'resources' | 'prompts'

export type Limit = {
  /** What the limit is about, in the summary of all limits. */
  measurement: string
  /** `cpuMs`: at most this CPU time for a request. A baseline: at least this many times as fast as that server. */
  of: Baseline | 'cpuMs'
  limit: number
}

export type Case = {
  group: (typeof caseGroups)[number]
  name: string
  encoding: Encoding
  fixture: FixtureKind
  createRequests(fixture: ShopFixture, headers: Headers): NextRequest
  expectedStatus: number
  /** Whether a response with the expected status is a success. */
  isSuccess?(response: RawResponse): boolean
  /** If it differs from the number of connections of the run. */
  connections?: number
  /** The listener that receives the request, if it is not the public one. */
  listener?: 'desk'
  baseline?: Baseline
  /** With the official SDK as the baseline. */
  capability?: SdkCapability
  limit?: Limit
  engines: readonly EngineName[]
  /** The kind of route that the case measures: an operation, a kind of page, a file, a tool. */
  routeKind: string
}

export const sqliteOnly: readonly EngineName[] = ['SQLite']
const bothEngines: readonly EngineName[] = ['SQLite', 'PostgreSQL']

const dayLimit: Limit = { measurement: 'availability of a day', of: 'cpuMs', limit: 0.3 }
const monthLimit: Limit = { measurement: 'availability of a month', of: 'cpuMs', limit: 0.5 }

/** The same case without and with compression. */
export function inBothEncodings(measured: Omit<Case, 'encoding'>): Case[] {
  return (['identity', 'br'] as const).map((encoding) => ({ ...measured, encoding }))
}

const availability = { group: 'Availability', expectedStatus: 200, engines: bothEngines } as const

function availabilityCases(name: string, fixture: FixtureKind): Case[] {
  const request =
    (period: (fixture: ShopFixture) => string): Case['createRequests'] =>
    (shop, headers) =>
      get(`/api/availability?${period(shop)}&party_size=4`, headers)
  return [
    {
      ...availability,
      name: `a day, ${name}`,
      encoding: 'identity',
      fixture,
      createRequests: request(({ day }) => `date=${day}`),
      limit: dayLimit,
      routeKind: 'GET /api/availability',
    },
    {
      ...availability,
      name: `a month, ${name}`,
      encoding: 'identity',
      fixture,
      createRequests: request(({ day }) => `month=${day.slice(0, 7)}`),
      limit: monthLimit,
      routeKind: 'GET /api/availability',
    },
  ]
}

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', consent: '1' }
const booking = { ...guest, time: '18:30', party_size: 4 }

const write = { group: 'Writes', encoding: 'identity', engines: bothEngines } as const

/** A write that is checked completely and not stored. */
function dryRun(
  route: string,
  expectedStatus: number,
  body: (fixture: ShopFixture) => object,
  fixture: FixtureKind = 'sample',
): Case {
  return {
    ...write,
    name: `POST ${route}, dry run`,
    fixture,
    createRequests(shop, headers) {
      const path = route.replace('{code}', shop.samples.bookingCode)
      return post(`${path}?dry_run=1`, body(shop), headers)
    },
    expectedStatus,
    engines: sqliteOnly,
    routeKind: `POST ${route}`,
  }
}

/** The cases that no route alone describes: a state of the database, an outcome, a repeated key. */
export const fixedCases: readonly Case[] = [
  ...availabilityCases('no bookings', 'sample'),
  ...availabilityCases('busy evening', 'busy'),
  ...availabilityCases('a million past bookings', 'years'),
  {
    ...availability,
    name: 'a day, each open day and party size in turn',
    encoding: 'identity',
    fixture: 'busy',
    createRequests: (_shop, headers) => createVariedDays(headers),
    routeKind: 'GET /api/availability',
  },
  {
    ...availability,
    name: 'a month, no bookings',
    encoding: 'br',
    fixture: 'sample',
    createRequests: ({ day }, headers) =>
      get(`/api/availability?month=${day.slice(0, 7)}&party_size=4`, headers),
    routeKind: 'GET /api/availability',
  },
  {
    ...write,
    name: 'POST /api/booking, accepted',
    fixture: 'large',
    createRequests: () => createSpreadBookings(),
    expectedStatus: 202,
    routeKind: 'POST /api/booking',
  },
  {
    ...write,
    name: 'POST /api/booking, accepted, one connection',
    fixture: 'large',
    createRequests: () => createSpreadBookings(),
    expectedStatus: 202,
    connections: 1,
    routeKind: 'POST /api/booking',
  },
  {
    ...write,
    name: 'POST /api/booking, slot taken (409)',
    fixture: 'busy',
    createRequests: ({ day, fullAt }) => createContendedBookings(day, fullAt),
    expectedStatus: 409,
    routeKind: 'POST /api/booking',
  },
  {
    ...write,
    name: 'POST /api/booking, repeated Idempotency-Key',
    fixture: 'sample',
    createRequests: ({ day }) =>
      post(
        '/api/booking',
        { ...booking, date: day },
        { 'idempotency-key': 'the-same-request-again' },
      ),
    expectedStatus: 202,
    routeKind: 'POST /api/booking',
  },
  {
    ...dryRun('/api/booking', 202, ({ day }) => ({ ...booking, date: day })),
    engines: bothEngines,
  },
  dryRun('/api/booking/{code}/change', 202, () => ({
    kind: 'cancel',
    phone_last4: '5678',
    consent: '1',
  })),
  dryRun('/api/waitlist', 409, ({ day }) => ({
    ...guest,
    ...{ date: day, from: '12:30', to: '13:30', party_size: 2 },
  })),
  dryRun('/api/data-request', 202, () => ({ kind: 'see', phone: '0912 345 678', consent: '1' })),
  {
    ...write,
    name: 'POST /api/card/balance',
    fixture: 'sample',
    createRequests: ({ samples: { cardNumber: number } }) =>
      post('/api/card/balance', { number, phone_last4: '5678' }),
    expectedStatus: 200,
    engines: sqliteOnly,
    routeKind: 'POST /api/card/balance',
  },
  dryRun('/api/lead', 201, () => ({ ...guest, message: 'Xin gọi lại' })),
  dryRun(
    '/api/order',
    202,
    () => ({ ...guest, kind: 'gift_card', amount: 500_000, delivery: 'zalo' }),
    'spa',
  ),
  {
    ...write,
    name: 'POST /api/subscribe',
    fixture: 'sample',
    createRequests: () => post('/api/subscribe', { email: 'lan@example.com', consent: '1' }),
    expectedStatus: 202,
    engines: sqliteOnly,
    routeKind: 'POST /api/subscribe',
  },
]
