/**
 * A day's and a month's availability with no history, and with a million past bookings in the store,
 * in alternating rounds. Only the ratio means anything elsewhere.
 */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { dayAhead, makeScratch, openDays } from '../proof/support/scratch.ts'
import { type Server, startServer } from '../proof/support/server.ts'

const past = Number(process.env.BENCH_PAST ?? 1_000_000)
const rounds = Number(process.env.BENCH_ROUNDS ?? 7)
const requests = Number(process.env.BENCH_REQUESTS ?? 150)
const tables = 14
const cellsOfBooking = 7

function fillPast(file: string): void {
  const database = new DatabaseSync(file)
  const firstCell = Math.floor(Date.now() / 900_000) - 96
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
       INSERT INTO bookings SELECT 'old-' || i, 'OLD' || i, 'confirmed', NULL, 'finished', 'dat-ban-thuong',
         '2020-01-01', '18:30', i, i, 2, '{}', '{}', 0, 'api', 'vi', 1, i, i FROM n`,
    )
    .run(past)
  database
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)
       INSERT INTO cells SELECT CAST(? AS INTEGER) - (i / CAST(? AS INTEGER)),
         'table:t' || (i % CAST(? AS INTEGER)), 'booking:old-' || (i / CAST(? AS INTEGER)) FROM n`,
    )
    .run(past * cellsOfBooking, firstCell, tables, tables, cellsOfBooking)
  database.exec('COMMIT')
  database.close()
}

async function start(withPast: boolean) {
  const scratch = makeScratch()
  const environment = { DATABASE_URL: scratch.database }
  const first = await startServer(environment)
  await first.kill('SIGTERM')
  if (withPast) fillPast(scratch.database)
  const server = await startServer(environment, { connections: 8 })
  const date = openDays()[3] ?? dayAhead(5)
  for (const time of ['12:00', '18:00', '18:30', '19:00', '19:30', '20:00']) {
    const guest = { name: 'Lan', phone: '0912345678', consent: '1' }
    await server.send('POST', '/api/booking', { ...guest, date, time, party_size: 4 })
  }
  return { server, scratch, date, megabytes: Math.round(statSync(scratch.database).size / 1e6) }
}

async function timeOf(server: Server, path: string): Promise<number> {
  const started = performance.now()
  for (let sent = 0; sent < requests; sent++) {
    const { status } = await server.send('GET', path)
    if (status !== 200) throw new Error(`${status} to ${path}`)
  }
  return (performance.now() - started) / requests
}

const median = (values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

const [none, million] = [await start(false), await start(true)]
try {
  const lines = [
    `${past} past bookings (${million.megabytes} MB) against none, ${rounds} rounds of ${requests} requests`,
  ]
  for (const [name, path] of [
    ['day', `/api/availability?date=${none.date}&party_size=4`],
    ['month', `/api/availability?month=${none.date.slice(0, 7)}&party_size=4`],
  ] as const) {
    const times = { none: [] as number[], million: [] as number[] }
    for (let round = 0; round <= rounds; round++) {
      const [one, other] = [await timeOf(none.server, path), await timeOf(million.server, path)]
      if (round > 0) {
        times.none.push(one)
        times.million.push(other)
      }
    }
    const ratio = median(times.million.map((value, place) => value / (times.none[place] ?? 1)))
    lines.push(
      `${name.padEnd(6)} ${median(times.none).toFixed(2)} ms with none, ${median(times.million).toFixed(2)} ms with them, ratio ${ratio.toFixed(2)}`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  for (const { server, scratch } of [none, million]) {
    await server.kill('SIGTERM')
    scratch.remove()
  }
}
