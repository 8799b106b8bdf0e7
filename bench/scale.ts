/**
 * `npm run bench:scale`: measures one process on SQLite, 1, 2 and 4 processes of one shop on PostgreSQL, and accepted
 * bookings of 1 to 8 shops that share a PostgreSQL database: requests per second, response times and the CPU time of
 * each request in Letan and in PostgreSQL. All processes and the load generator share this machine, so only the CPU
 * times apply to other machines. `--json`: one line of JSON instead of the table.
 */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { createBookingCall } from '../proof/support/clients.ts'
import { needPostgres } from '../proof/support/postgres.ts'
import { openProber } from '../proof/support/prober.ts'
import { cpuMillisecondsOf, processTreeOf } from '../proof/support/processor.ts'
import { makeScratch, openDays, restaurantOfTwos } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'
import { type Progress, withProgress } from '../src/commands/progress.ts'
import { generateLoad, type NextRequest } from './load.ts'
import { createContendedBookings, createSpreadBookings, get } from './requests.ts'
import { asRole, createSchemas } from './shop-schemas.ts'

const { json } = parseArgs({ options: { json: { type: 'boolean', default: false } } }).values
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64)
const tables = 400
const days = openDays()

/** The slot in which every table is taken. */
const full = { date: days.at(-1) as string, time: '19:00' }

type Measured = {
  case: string
  database: string
  shops: number
  processes: number
  perSecond: number
  p50: number
  p99: number
  ownCpuMs: number
  postgresCpuMs: number
}

type Case = [name: string, request: NextRequest, status: number]

const acceptedBookings: Case = [
  'accepted bookings',
  createSpreadBookings('http', days.slice(0, -1)),
  202,
]

const cases: Case[] = [
  ['page', get('/menu'), 200],
  ['offers', get('/api/offers?limit=20'), 200],
  ['availability of a day', get(`/api/availability?date=${days[0]}&party_size=2`), 200],
  [
    'availability of a month',
    get(`/api/availability?month=${days[20]?.slice(0, 7)}&party_size=2`),
    200,
  ],
  acceptedBookings,
  ['rejected bookings', createContendedBookings(full.date, full.time), 409],
]

/** Several shops have a process each. */
type Setup = {
  database: 'SQLite' | 'PostgreSQL'
  shops: number
  processes: number
  cases: readonly Case[]
}

const setups: readonly Setup[] = [
  { database: 'SQLite', shops: 1, processes: 1, cases },
  ...[1, 2, 4].map(
    (processes) => ({ database: 'PostgreSQL', shops: 1, processes, cases }) as const,
  ),
  ...[1, 2, 4, 8].map(
    (shops) =>
      ({ database: 'PostgreSQL', shops, processes: shops, cases: [acceptedBookings] }) as const,
  ),
]

/** One for the start of the processes, and one for each case. All take about as long. */
const plan = setups.map((setup) => {
  const where = `${setup.database}, shops: ${setup.shops}, processes: ${setup.processes}`
  return {
    setup,
    start: { label: `${where}: start` },
    cases: setup.cases.map((one) => ({ one, label: `${where}: ${one[0]}` })),
  }
})
type PlannedSetup = (typeof plan)[number]

let postmaster = 0

const measured = await withProgress(
  plan.flatMap(({ start, cases }) => [start, ...cases]),
  { stream: process.stderr, environment: process.env },
  async (progress) => {
    const [sqlite, ...others] = plan
    const found = sqlite ? await run(sqlite, () => undefined, progress) : []
    const postgres = await needPostgres()
    postmaster = postgres.processId()
    for (const one of others) {
      const address = await postgres.newDatabase()
      if (one.setup.shops > 1) await createSchemas(address, one.setup.shops)
      const urlOf = (shop: number) => (one.setup.shops > 1 ? asRole(address, shop) : address)
      found.push(...(await run(one, urlOf, progress)))
    }
    await postgres.stop('SIGINT')
    return found
  },
)
const result = { cores: cpus().length, seconds, connections, measured }
process.stdout.write(json ? `${JSON.stringify(result)}\n` : `${formatTable(measured)}\n`)

async function run(
  { setup, start, cases: steps }: PlannedSetup,
  urlOf: (shop: number) => string | undefined,
  progress: Progress,
): Promise<Measured[]> {
  const scratch = makeScratch()
  const content = restaurantOfTwos(scratch, tables)
  const environmentOf = (shop: number) => ({
    DATABASE_URL: urlOf(shop) ?? scratch.database,
    CONTENT_DIR: content,
    TRUST_PROXY: '1',
  })
  const servers: Server[] = []
  const results: Measured[] = []
  try {
    await progress.run(start, async () => {
      while (servers.length < setup.processes)
        servers.push(await startServer(environmentOf(servers.length)))
      if (setup.cases === cases) await fillSlot(servers[0] as Server)
    })
    for (const step of steps)
      results.push(await progress.run(step, () => measure(step.one, setup, servers)))
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    scratch.remove()
  }
  return results
}

/** Takes every table of one slot, so that further bookings are rejected. */
async function fillSlot({ port }: Server): Promise<void> {
  let remaining = tables
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      const prober = openProber(port)
      while (remaining-- > 0) {
        await prober.send(createBookingCall('http', full.date, full.time, remaining).request)
      }
      prober.close()
    }),
  )
}

async function measure(
  [name, request, expected]: Case,
  { database, shops }: Setup,
  servers: readonly Server[],
): Promise<Measured> {
  const ownCpuMs = () => cpuMillisecondsOf(servers.map((server) => server.process.pid ?? 0))
  const postgresCpuMs = () => (postmaster === 0 ? 0 : cpuMillisecondsOf(processTreeOf(postmaster)))
  const ports = servers.map(({ port }) => port)
  // Until V8 has compiled what the request runs.
  await generateLoad(ports, request, expected, { seconds: seconds / 2, connections })
  const before = { own: ownCpuMs(), postgres: postgresCpuMs() }
  const load = await generateLoad(ports, request, expected, { seconds, connections })
  const { requests, perSecond, p50, p99, unexpected } = load
  if (unexpected > 0) {
    throw new Error(`${name}: ${unexpected} of ${requests} responses were not ${expected}.`)
  }
  return {
    case: name,
    database,
    shops,
    processes: servers.length,
    perSecond: Math.round(perSecond),
    p50: roundMs(p50),
    p99: roundMs(p99),
    ownCpuMs: roundMs((ownCpuMs() - before.own) / requests),
    postgresCpuMs: roundMs((postgresCpuMs() - before.postgres) / requests),
  }
}

function roundMs(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

function formatTable(results: readonly Measured[]): string {
  const head = [
    'request',
    'database',
    'shops',
    'processes',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU ms, Letan',
    'CPU ms, PostgreSQL',
  ]
  const rows = results.map((one) => [
    one.case,
    one.database,
    one.shops,
    one.processes,
    one.perSecond,
    one.p50.toFixed(1),
    one.p99.toFixed(1),
    one.ownCpuMs.toFixed(2),
    one.postgresCpuMs.toFixed(2),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}
