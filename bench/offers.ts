/**
 * GET /api/offers against bare node:http that serves the same bytes and headers, in alternating
 * rounds on this machine. Only the ratio means anything elsewhere.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const rounds = Number(process.env.BENCH_ROUNDS ?? 5)
const seconds = Number(process.env.BENCH_SECONDS ?? 4)
const connections = 32
const path = '/api/offers'
const root = join(import.meta.dirname, '..')
const [ourPort, barePort] = [3190, 3191]

const folder = mkdtempSync(join(tmpdir(), 'letan-bench-'))

type Round = { perSecond: number; p50: number; p99: number }

function startOurs() {
  const DATABASE_URL = join(folder, 'book.sqlite')
  const env = { ...process.env, DATABASE_URL, PORT: String(ourPort), HOST: '127.0.0.1' }
  return spawn(process.execPath, [join(root, 'bin/letan.js')], { env, stdio: 'ignore' })
}

function startBare(file: string) {
  const words = [join(root, 'bench/bare.ts'), file, String(barePort)]
  return spawn(process.execPath, words, { stdio: 'ignore' })
}

async function answering(port: number): Promise<Response> {
  for (let tries = 0; tries < 100; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { 'accept-encoding': 'identity' },
    }).catch(() => undefined)
    if (response) return response
    await pause(50)
  }
  throw new Error(`nothing answers on port ${port}`)
}

/** Headers that node:http adds by itself. */
const automatic = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

async function load(port: number): Promise<Round> {
  const generator = join(root, 'node_modules/autocannon/autocannon.js')
  const address = `http://127.0.0.1:${port}${path}`
  const words = [generator, '-j', '-c', String(connections), '-d', String(seconds), address]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  const result = JSON.parse(stdout) as {
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`failed requests on port ${port}`)
  const { p50, p99 } = result.latency
  return { perSecond: result.requests.average, p50, p99 }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

const file = join(folder, 'answer.json')
const ours = startOurs()
const answer = await answering(ourPort)
const headers = [...answer.headers].filter(([name]) => !automatic.has(name)).flat()
const body = await answer.text()
writeFileSync(file, JSON.stringify({ headers, body }))
const bare = startBare(file)
await answering(barePort)

const results: { ours: Round; bare: Round; ratio: number }[] = []
try {
  await load(ourPort)
  await load(barePort)
  for (let round = 1; round <= rounds; round++) {
    const first = await load(ourPort)
    const second = await load(barePort)
    results.push({ ours: first, bare: second, ratio: first.perSecond / second.perSecond })
  }
} finally {
  ours.kill()
  bare.kill()
  rmSync(folder, { recursive: true, force: true })
}

const row = (name: string, of: (one: (typeof results)[number]) => Round) => {
  const each = results.map(of)
  const shown = [
    each.map((one) => one.perSecond),
    each.map((one) => one.p50),
    each.map((one) => one.p99),
  ]
  return `${name.padEnd(12)} ${shown.map((values) => median(values).toFixed(0).padStart(9)).join('')}`
}
const ratio = median(results.map((one) => one.ratio))
process.stdout.write(`GET ${path}, ${body.length} characters, ${connections} connections, ${rounds} rounds of ${seconds} s, ${cpus().length} cores

                 req/s   p50 ms   p99 ms
${row('letan', (one) => one.ours)}
${row('node:http', (one) => one.bare)}

ratio ${ratio.toFixed(2)} (${results.map((one) => one.ratio.toFixed(2)).join(' ')})
`)
