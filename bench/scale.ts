/**
 * What one process holds with its book in a file, and what 1, 2 and 4 processes hold on one
 * PostgreSQL: requests a second, waiting times, and the milliseconds of processor each request costs
 * us and PostgreSQL. Everything shares this machine; the costs are what may be carried elsewhere.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { bookingOf } from '../proof/support/doors.ts'
import { openKnocker } from '../proof/support/knocker.ts'
import { needPostgres } from '../proof/support/postgres.ts'
import { makeScratch, openDays, restaurantOfTwos } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = Number(process.env.BENCH_CONNECTIONS ?? 64)
const tables = 400
const times = ['11:00', '12:45', '14:30', '17:00', '18:45', '20:30', '22:00']
const days = openDays()

/** Every table is taken then. */
const full = { date: days.at(-1) as string, time: '19:00' }

type Measured = {
  case: string
  book: string
  processes: number
  perSecond: number
  p50: number
  p99: number
  ourMilliseconds: number
  postgresMilliseconds: number
  others: number
}

/** Every request is another table, day or hour until all are taken. */
function spread(): () => Buffer {
  let turn = 0
  return () => {
    const place = turn++
    const date = days[place % days.length] as string
    const time = times[Math.floor(place / days.length) % times.length] as string
    return bookingOf('http', date, time, place).request
  }
}

/** A thousand callers in turn want the hour that is full. */
function crowd(): () => Buffer {
  const all = Array.from({ length: 1_000 }, (_, caller) => {
    return bookingOf('http', full.date, full.time, caller).request
  })
  let turn = 0
  return () => all[turn++ % all.length] as Buffer
}

function get(path: string): () => Buffer {
  const request = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  return () => request
}

const cases: [name: string, request: () => Buffer, status: number][] = [
  ['a page', get('/menu'), 200],
  ['offers', get('/api/offers?limit=20'), 200],
  ['free times of a day', get(`/api/availability?date=${days[0]}&party_size=2`), 200],
  [
    'free days of a month',
    get(`/api/availability?month=${days[20]?.slice(0, 7)}&party_size=2`),
    200,
  ],
  ['accepted bookings', spread(), 202],
  ['refused bookings', crowd(), 409],
]

async function measure(
  [name, request, expected]: (typeof cases)[number],
  book: string,
  servers: readonly Server[],
): Promise<Measured> {
  const knockers = Array.from({ length: connections }, (_, place) =>
    openKnocker((servers[place % servers.length] as Server).port),
  )
  const ours = () => processorOf(servers.map((server) => server.process.pid ?? 0))
  const theirs = () => processorOf(postgresProcesses())
  const [ourStart, theirStart] = [ours(), theirs()]
  const waits: number[] = []
  let others = 0
  const started = performance.now()
  await Promise.all(
    knockers.map(async (knocker) => {
      while (performance.now() - started < seconds * 1000) {
        const asked = performance.now()
        const { status } = await knocker.send(request())
        waits.push(performance.now() - asked)
        if (status !== expected) others++
      }
    }),
  )
  const took = (performance.now() - started) / 1000
  for (const knocker of knockers) knocker.close()
  waits.sort((one, other) => one - other)
  const at = (share: number) => round(waits[Math.floor(waits.length * share)] ?? 0)
  return {
    case: name,
    book,
    processes: servers.length,
    perSecond: Math.round(waits.length / took),
    p50: at(0.5),
    p99: at(0.99),
    ourMilliseconds: round((ours() - ourStart) / waits.length),
    postgresMilliseconds: round((theirs() - theirStart) / waits.length),
    others,
  }
}

async function run(book: string, address: string, processes: number): Promise<Measured[]> {
  const scratch = makeScratch()
  const environment = {
    DATABASE_URL: address === '' ? scratch.database : address,
    CONTENT_DIR: restaurantOfTwos(scratch, tables),
    TRUST_PROXY: '1',
  }
  const servers: Server[] = []
  for (let place = 0; place < processes; place++) servers.push(await startServer(environment))
  const measured: Measured[] = []
  try {
    await fill(servers[0] as Server)
    for (const one of cases) measured.push(await measure(one, book, servers))
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
    scratch.remove()
  }
  return measured
}

/** Takes every table of one hour, so that there is something to refuse. */
async function fill({ port }: Server): Promise<void> {
  const { request } = bookingOf('http', full.date, full.time)
  let left = tables
  await Promise.all(
    Array.from({ length: 32 }, async () => {
      const knocker = openKnocker(port)
      while (left-- > 0) await knocker.send(request)
      knocker.close()
    }),
  )
}

/** Milliseconds of processor that these have used. */
function processorOf(ids: readonly number[]): number {
  return ids.reduce((sum, id) => {
    const fields = statOf(id)
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10
  }, 0)
}

function statOf(id: number | string): string[] {
  try {
    return readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  } catch {
    return []
  }
}

let postmaster = 0

function postgresProcesses(): number[] {
  if (postmaster === 0) return []
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && Number(statOf(name)[1]) === postmaster,
  )
  return [postmaster, ...children.map(Number)]
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 1000) / 1000
}

function table(all: readonly Measured[]): string {
  const head = ['', 'book', 'processes', 'requests/s', 'p50 ms', 'p99 ms', 'ours', 'PostgreSQL']
  const rows = all.map((one) => [
    one.case,
    one.book,
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
