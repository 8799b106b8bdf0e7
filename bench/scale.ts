/**
 * What one process holds with its book in a file, and what 1, 2 and 4 processes hold on one
 * PostgreSQL: requests a second, waiting times, and the milliseconds of processor each request costs
 * us and PostgreSQL. Everything shares this machine; the costs are what may be carried elsewhere.
 */
import { cpus } from 'node:os'
import { createBookingCall } from '../proof/support/clients.ts'
import { needPostgres } from '../proof/support/postgres.ts'
import { openProber } from '../proof/support/prober.ts'
import { cpuMillisecondsOf, processTreeOf } from '../proof/support/processor.ts'
import { makeScratch, openDays, restaurantOfTwos } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'
import { generateLoad, type NextRequest } from './load.ts'
import { createContendedBookings, createSpreadBookings, get } from './requests.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64)
const tables = 400
const days = openDays()

/** Every table is taken then. */
const full = { date: days.at(-1) as string, time: '19:00' }

type Measured = {
  case: string
  database: string
  processes: number
  perSecond: number
  p50: number
  p99: number
  ourMilliseconds: number
  postgresMilliseconds: number
}

const cases: [name: string, request: NextRequest, status: number][] = [
  ['a page', get('/menu'), 200],
  ['offers', get('/api/offers?limit=20'), 200],
  ['free times of a day', get(`/api/availability?date=${days[0]}&party_size=2`), 200],
  [
    'free days of a month',
    get(`/api/availability?month=${days[20]?.slice(0, 7)}&party_size=2`),
    200,
  ],
  ['accepted bookings', createSpreadBookings('http', days.slice(0, -1)), 202],
  ['refused bookings', createContendedBookings(full.date, full.time), 409],
]

async function measure(
  [name, request, expected]: (typeof cases)[number],
  database: string,
  servers: readonly Server[],
): Promise<Measured> {
  const ours = () => cpuMillisecondsOf(servers.map((server) => server.process.pid ?? 0))
  const theirs = () => (postmaster === 0 ? 0 : cpuMillisecondsOf(processTreeOf(postmaster)))
  const [ourStart, theirStart] = [ours(), theirs()]
  const ports = servers.map(({ port }) => port)
  const { requests, perSecond, p50, p99, unexpected } = await generateLoad(
    ports,
    request,
    expected,
    {
      seconds,
      connections,
    },
  )
  if (unexpected > 0) throw new Error(`${unexpected} of ${requests} were not ${expected}: ${name}`)
  return {
    case: name,
    database,
    processes: servers.length,
    perSecond: Math.round(perSecond),
    p50: round(p50),
    p99: round(p99),
    ourMilliseconds: round((ours() - ourStart) / requests),
    postgresMilliseconds: round((theirs() - theirStart) / requests),
  }
}

async function run(database: string, address: string, processes: number): Promise<Measured[]> {
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: address === '' ? scratch.database : address,
    CONTENT_DIR: restaurantOfTwos(scratch, tables),
    TRUST_PROXY: '1',
  }
  const servers: Server[] = []
  for (let index = 0; index < processes; index++) servers.push(await startServer(environment))
  const measured: Measured[] = []
  try {
    await fill(servers[0] as Server)
    for (const one of cases) measured.push(await measure(one, database, servers))
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    scratch.remove()
  }
  return measured
}

/** Takes every table of one hour, so that there is something to refuse. */
async function fill({ port }: Server): Promise<void> {
  const { request } = createBookingCall('http', full.date, full.time)
  let remaining = tables
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      const prober = openProber(port)
      while (remaining-- > 0) await prober.send(request)
      prober.close()
    }),
  )
}

let postmaster = 0

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

function table(all: readonly Measured[]): string {
  const head = ['', 'book', 'processes', 'requests/s', 'p50 ms', 'p99 ms', 'ours', 'PostgreSQL']
  const rows = all.map((one) => [
    one.case,
    one.database,
    one.processes,
    one.perSecond,
    one.p50.toFixed(1),
    one.p99.toFixed(1),
    one.ourMilliseconds.toFixed(2),
    one.postgresMilliseconds.toFixed(2),
  ])
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

const all = await run('SQLite', '', 1)
const server = await needPostgres()
postmaster = server.processId()
for (const processes of [1, 2, 4]) {
  all.push(...(await run('PostgreSQL', await server.newDatabase(), processes)))
}
await server.stop('SIGINT')
process.stdout.write(`${JSON.stringify({ cores: cpus().length, seconds, connections, all })}\n`)
process.stderr.write(`${table(all)}\n`)
