/** A running shop with a signed-in owner, and everything that can be called in it. */
import { join } from 'node:path'
import type { OpenApi } from '../support/contract.ts'
import { joinAsOwner } from '../support/desk.ts'
import { dayAhead, openDays } from '../support/scratch.ts'
import { type ClientResponse, freePort, type Server, startServer } from '../support/server.ts'
import { type CrawlResult, crawl } from './crawl.ts'
import { phone } from './odd-text.ts'
import type { KnownValues, Schema } from './schema.ts'

export type ListedTool = { name: string; inputSchema: Schema; outputSchema?: object }

type Listing = {
  methods: string[]
  tools: ListedTool[]
  prompts: { name: string }[]
  uris: string[]
}

export type FuzzTarget = {
  server: Server
  ports: { site: number; desk: number }
  document: OpenApi
  listing: Listing
  knownValues: KnownValues
  site: CrawlResult
  desk: CrawlResult
  /** Session cookie of the owner. */
  cookie: string
  /** The output since the last call. */
  takeOutput(): string
  /** Memory used by JavaScript objects after a garbage collection, from the metrics of the process. */
  readHeapMegabytes(): Promise<number>
  /** Creates a new session after an input has ended the current one. */
  signIn(): Promise<void>
}

/** The C library returns freed memory immediately; otherwise fragmentation would hide the memory of the program. */
const mallocSettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_MMAP_THRESHOLD_: '131072',
}

export async function openFuzzTarget({
  trade,
  content,
  database,
}: {
  trade: string
  content: string
  database: string
}): Promise<FuzzTarget> {
  const deskPort = await freePort()
  const environment = {
    CONTENT_DIR: content,
    DATABASE_URL: database,
    LOG_LEVEL: 'debug',
    DESK_PORT: String(deskPort),
    DESK_URL: `http://127.0.0.1:${deskPort}`,
    NODE_OPTIONS: `--expose-gc --import=${join(import.meta.dirname, 'collect-garbage.js')}`,
    ...mallocSettings,
  }
  let output = ''
  const server = await startServer(environment, {
    connections: 8,
    onOutput(text) {
      output += text
    },
  })
  try {
    let owners = 0
    const createOwnerSession = () => joinAsOwner(environment, `Zqx ${++owners}`)
    const cookie = await createOwnerSession()
    const { knownValues, ...found } = await discover(server, trade)
    const fetchDeskPage = (path: string) => fetchPage(`${environment.DESK_URL}${path}`, { cookie })
    const fuzzTarget: FuzzTarget = {
      server,
      ports: { site: server.port, desk: deskPort },
      ...found,
      knownValues,
      site: await crawl((path) => server.send('GET', path), siteStarts(knownValues), 700),
      desk: await crawl(fetchDeskPage, ['/', '/more', '/account', '/sign-in'], 200),
      cookie,
      takeOutput() {
        const text = output
        output = ''
        return text
      },
      async readHeapMegabytes() {
        const { text } = await fetchPage(`${environment.DESK_URL}/metrics`, {})
        return Number(/^letan_heap_used_bytes(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]) / 2 ** 20
      },
      async signIn() {
        fuzzTarget.cookie = await createOwnerSession()
      },
    }
    // The startup banner is not checked.
    fuzzTarget.takeOutput()
    return fuzzTarget
  } catch (error) {
    await server.kill('SIGTERM')
    throw error
  }
}

async function discover(
  server: Server,
  trade: string,
): Promise<Pick<FuzzTarget, 'document' | 'listing' | 'knownValues'>> {
  const json = async (path: string) => JSON.parse((await server.send('GET', path)).text)
  const { offers } = (await json('/api/offers?limit=100')) as { offers: { id: string }[] }
  const listing = await readListing(server)
  const days = [...openDays(2, 40), dayAhead(0), dayAhead(1)]
  const times = ['10:00', '11:00', '12:30', '14:00', '17:00', '18:30', '19:30', '20:00']
  const codes = await createBookings(server, days, times, trade)
  return {
    document: (await json('/openapi.json')) as OpenApi,
    listing,
    knownValues: {
      days,
      times,
      codes,
      offers: offers.map(({ id }) => id),
      pageAddresses: listing.uris,
    },
  }
}

async function fetchPage(
  address: string,
  headers: Record<string, string>,
): Promise<ClientResponse> {
  const response = await fetch(address, { headers, redirect: 'manual' })
  const { status } = response
  return { status, headers: Object.fromEntries(response.headers), text: await response.text() }
}

type Lists = { tools?: ListedTool[]; prompts?: { name: string }[]; resources?: { uri: string }[] }

async function readListing(server: Server): Promise<Listing> {
  const call = async (method: string) => {
    const { text } = await server.send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method })
    return (JSON.parse(text) as { result: Lists }).result
  }
  const { tools = [] } = await call('tools/list')
  const { prompts = [] } = await call('prompts/list')
  const { resources = [] } = await call('resources/list')
  return {
    methods: [
      'initialize',
      'ping',
      'server/discover',
      'tools/list',
      'tools/call',
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'prompts/list',
      'prompts/get',
      'completion/complete',
      'logging/setLevel',
      'notifications/initialized',
      'notifications/cancelled',
    ],
    tools,
    prompts,
    uris: resources.map(({ uri }) => uri),
  }
}

const detailsByTrade: Record<string, object> = {
  spa: { offerId: 'co-vai-gay' },
  salon: { offerId: 'cat-nu' },
}

/** Creates bookings, a callback request and a subscriber, so that routes have data. */
async function createBookings(
  server: Server,
  days: readonly string[],
  times: readonly string[],
  trade: string,
): Promise<string[]> {
  const guest = { name: 'Zqx Thị Lan', phone, consent: '1' }
  const codes: string[] = []
  for (const [index, date] of days.slice(0, 12).entries()) {
    const details = detailsByTrade[trade] ?? { party_size: 2 }
    const time = times[1 + (index % 3)]
    const { status, text } = await server.send('POST', '/api/booking', {
      ...guest,
      date,
      time,
      ...details,
    })
    if (status === 202) codes.push((JSON.parse(text) as { code: string }).code)
  }
  if (codes.length < 4) throw new Error('Too few bookings were accepted.')
  await server.send('POST', '/api/lead', { ...guest, message: 'Zqx' })
  await server.send('POST', '/api/subscribe', { email: 'zqx@zqx.example', consent: '1' })
  return codes
}

function siteStarts({ codes, days }: KnownValues): string[] {
  return [
    '/',
    '/en',
    '/index.md',
    '/llms.txt',
    '/llms-full.txt',
    '/robots.txt',
    '/sitemap.xml',
    '/AGENTS.md',
    '/auth.md',
    '/openapi.json',
    '/healthz',
    '/readyz',
    '/mcp/server-card',
    '/.well-known/mcp/server-card.json',
    '/.well-known/ai-catalog.json',
    '/.well-known/api-catalog',
    '/.well-known/agent-skills/index.json',
    '/.well-known/security.txt',
    '/manifest.webmanifest',
    '/booking',
    '/my-booking',
    '/newsletter',
    '/contact/call-back',
    '/privacy/request',
    '/gift-cards/order',
    '/memberships/order',
    `/booking?date=${days[0]}`,
    `/booking?date=${days[0]}&time=19:00&party_size=2`,
    `/booking/${codes[0]}`,
    `/en/booking/${codes[0]}/change`,
    `/booking/${codes[0]}/calendar.ics`,
  ]
}
