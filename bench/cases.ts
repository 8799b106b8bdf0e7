/** What is asked, of which shop, and whom it is compared with. */

import type { EngineName, FixtureKind, ShopFixture } from './fixtures.ts'
import type { ExpectedResponse, NextRequest } from './load.ts'
import {
  createContendedBookings,
  createMcpRequest,
  createSpreadBookings,
  get,
  post,
} from './requests.ts'

export type Case = {
  group: string
  name: string
  at: FixtureKind
  next(fixture: ShopFixture): NextRequest
  expected: ExpectedResponse
  /** How many ask at the same time, where that is the question. */
  connections?: number
  /** Asked of the desk's listener. */
  desk?: boolean
  /** What is the same every time can be served by others as well. */
  hasNodeHttpBaseline?: boolean
  nginx?: string
  /** The tool with which the official SDK is compared, alone and among all of ours. */
  sdk?: string
  engines: readonly EngineName[]
}

const file: readonly EngineName[] = ['SQLite']
const both: readonly EngineName[] = ['SQLite', 'PostgreSQL']

const content = 'What changes with the content alone'
const times = 'Free times'
const bookings = 'Bookings'
const assistants = 'Assistants'
const desk = 'The desk'

const page = (name: string, path: string): Case => ({
  group: content,
  name,
  at: 'sample',
  next: () => get(path),
  expected: 200,
  hasNodeHttpBaseline: true,
  nginx: path.split('?')[0] as string,
  engines: file,
})

const free = (name: string, at: FixtureKind, query: (fixture: ShopFixture) => string): Case => ({
  group: times,
  name,
  at,
  next: (fixture) => get(`/api/availability?${query(fixture)}&party_size=4`),
  expected: 200,
  hasNodeHttpBaseline: true,
  engines: both,
})

const dayOf = ({ day }: ShopFixture) => `date=${day}`
const monthOf = ({ day }: ShopFixture) => `month=${day.slice(0, 7)}`

export const cases: readonly Case[] = [
  page('GET /api/offers, 20 of them', '/api/offers?limit=20'),
  page('GET /api/offers, filtered', '/api/offers?category=khoi-vi&limit=20'),
  page('GET /api/offers, searched', '/api/offers?q=ca%20kho&limit=20'),
  page('GET /menu', '/menu'),
  page('GET /menu.md', '/menu.md'),
  free('a day, nothing booked', 'sample', dayOf),
  free('a day, a busy evening', 'busy', dayOf),
  free('a day, years behind it', 'years', dayOf),
  free('a month, nothing booked', 'sample', monthOf),
  free('a month, a busy evening', 'busy', monthOf),
  free('a month, years behind it', 'years', monthOf),
  {
    group: bookings,
    name: 'accepted',
    at: 'large',
    next: () => createSpreadBookings(),
    expected: 202,
    engines: both,
  },
  {
    group: bookings,
    name: 'accepted, one after the other',
    at: 'large',
    next: () => createSpreadBookings(),
    expected: 202,
    connections: 1,
    engines: both,
  },
  {
    group: bookings,
    name: 'refused (409)',
    at: 'busy',
    next: ({ day, fullAt }) => createContendedBookings(day, fullAt),
    expected: 409,
    engines: both,
  },
  {
    group: bookings,
    name: 'a dry run',
    at: 'sample',
    next: ({ day }) => post('/api/booking?dry_run=1', { ...guest, date: day, consent: '1' }),
    expected: 202,
    engines: both,
  },
  {
    group: bookings,
    name: 'sent again with its key',
    at: 'sample',
    next: ({ day }) =>
      post(
        '/api/booking',
        { ...guest, date: day, consent: '1' },
        { 'idempotency-key': 'the-same-request-again' },
      ),
    expected: 202,
    engines: both,
  },
  {
    group: assistants,
    name: 'tools/list',
    at: 'sample',
    next: () => createMcpRequest('tools/list'),
    expected: 200,
    hasNodeHttpBaseline: true,
    sdk: 'get_menu',
    engines: file,
  },
  {
    group: assistants,
    name: 'get_menu',
    at: 'sample',
    next: () => createMcpRequest('tools/call', 'get_menu', {}),
    expected: 200,
    hasNodeHttpBaseline: true,
    sdk: 'get_menu',
    engines: file,
  },
  {
    group: assistants,
    name: 'check_table_availability',
    at: 'sample',
    next: ({ day }) =>
      createMcpRequest('tools/call', 'check_table_availability', { date: day, party_size: 4 }),
    expected: 200,
    hasNodeHttpBaseline: true,
    sdk: 'check_table_availability',
    engines: both,
  },
  {
    group: assistants,
    name: 'request_reservation',
    at: 'large',
    next: () => createSpreadBookings('mcp'),
    expected: ({ status, text }) => status === 200 && !text().includes('"isError":true'),
    engines: both,
  },
  {
    group: desk,
    name: 'the inbox',
    at: 'busy',
    next: ({ cookie }) => get('/', { cookie }),
    expected: 200,
    desk: true,
    engines: both,
  },
]

const guest = { name: 'Nguyễn Thị Lan', phone: '0912345678', time: '18:30', party_size: 4 }
