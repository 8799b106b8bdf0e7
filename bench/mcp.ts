/**
 * tools/list and tools/call of 2026-07-28: ours, the official SDK's smallest server, and bare
 * node:http that serves our bytes and headers without reading anything, in alternating rounds on
 * this machine. Only the ratios mean anything elsewhere. The SDK lists one tool; we list them all.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const seconds = Number(process.env.BENCH_SECONDS ?? 3)
const connections = 32
const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'letan-bench-'))

const version = '2026-07-28'
const tool = 'get_business_info'

type Case = { method: string; name?: string; params: object }

const cases: readonly Case[] = [
  { method: 'tools/list', params: {} },
  { method: 'tools/call', name: tool, params: { name: tool, arguments: {} } },
]

type Round = { perSecond: number; p99: number }

const headersOf = ({ method, name }: Case): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': version,
  'mcp-method': method,
  ...(name && { 'mcp-name': name }),
})

const bodyOf = ({ method, params }: Case): string => {
  const prefix = 'io.modelcontextprotocol'
  const _meta = { [`${prefix}/protocolVersion`]: version, [`${prefix}/clientCapabilities`]: {} }
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } })
}

const children: ChildProcess[] = []

function start(program: string, words: string[], env: Record<string, string> = {}): void {
  const options = { env: { ...process.env, ...env }, stdio: 'ignore' as const }
  children.push(spawn(process.execPath, [join(root, program), ...words], options))
}

function save(name: string, value: unknown): string {
  const file = join(folder, name)
  writeFileSync(file, JSON.stringify(value))
  return file
}

async function answering(port: number, asked: Case): Promise<Response> {
  for (let tries = 0; tries < 200; tries++) {
    const response = await fetch(`http://127.0.0.1:${port}/mcp`, {
      method: 'POST',
      headers: headersOf(asked),
      body: bodyOf(asked),
    }).catch(() => undefined)
    if (response?.status === 200) return response
    if (response) throw new Error(`${response.status} on port ${port}: ${await response.text()}`)
    await pause(50)
  }
  throw new Error(`nothing answers on port ${port}`)
}

/** Headers that node:http adds by itself. */
const automatic = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

async function load(port: number, asked: Case): Promise<Round> {
  const generator = join(root, 'node_modules/autocannon/autocannon.js')
  const headers = Object.entries(headersOf(asked)).flatMap(([name, value]) => [
    '-H',
    `${name}=${value}`,
  ])
  const how = ['-j', '-m', 'POST', '-c', String(connections), '-d', String(seconds)]
  const words = [generator, ...how, ...headers, '-b', bodyOf(asked), `http://127.0.0.1:${port}/mcp`]
  const { stdout } = await promisify(execFile)(process.execPath, words)
  const result = JSON.parse(stdout) as {
    requests: { average: number }
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`failed requests on port ${port}`)
  return { perSecond: result.requests.average, p99: result.latency.p99 }
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Every server once a round, so that a slow moment of the machine falls on all of them. */
async function measure(asked: Case, ports: Readonly<Record<string, number>>): Promise<string> {
  const results = new Map<string, Round[]>(Object.keys(ports).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const [name, port] of Object.entries(ports)) {
      const result = await load(port, asked)
      if (round > 0) results.get(name)?.push(result)
    }
  }
  const rates = (name: string) => (results.get(name) ?? []).map(({ perSecond }) => perSecond)
  const bare = rates('node:http')
  const ratios = (name: string) =>
    rates(name).map((rate, place) => rate / (bare[place] ?? Number.NaN))
  const rows = [...results].map(([name, measured]) => {
    const shown = [
      median(rates(name)).toFixed(0),
      median(measured.map(({ p99 }) => p99)).toFixed(0),
      median(ratios(name)).toFixed(2),
    ]
    const each = ratios(name).map((ratio) => ratio.toFixed(2))
    return `${name.padEnd(12)}${shown.map((text) => text.padStart(10)).join('')}   (${each.join(' ')})`
  })
  const head = ['req/s', 'p99 ms', 'to bare'].map((text) => text.padStart(10)).join('')
  return [asked.method.padEnd(12) + head, ...rows].join('\n')
}

try {
  const [ours, sdk, firstBare] = [3192, 3193, 3194]
  start('bin/letan.js', [], {
    DATABASE_URL: join(folder, 'book.sqlite'),
    PORT: String(ours),
    HOST: '127.0.0.1',
  })
  const bytes: string[] = []
  for (const [place, asked] of cases.entries()) {
    const answer = await answering(ours, asked)
    const headers = [...answer.headers].filter(([name]) => !automatic.has(name)).flat()
    const body = await answer.text()
    const port = firstBare + place
    start('bench/bare.ts', [save(`bare-${place}.json`, { headers, body }), String(port)])
    await answering(port, asked)
    bytes.push(`${asked.method} ${Buffer.byteLength(body)} bytes`)
    if (asked.name) {
      const { result } = JSON.parse(body) as { result: unknown }
      start('bench/mcp-sdk.ts', [save('result.json', result), String(sdk)])
    }
  }
  const tables: string[] = []
  for (const [place, asked] of cases.entries()) {
    await answering(sdk, asked)
    const ports = { letan: ours, 'node:http': firstBare + place, 'official SDK': sdk }
    tables.push(await measure(asked, ports))
  }
  const setting = `${connections} connections, ${rounds} rounds of ${seconds} s, ${cpus().length} cores`
  process.stdout.write(`${bytes.join(', ')}, ${setting}\n\n${tables.join('\n\n')}\n`)
} finally {
  for (const child of children) child.kill()
  rmSync(folder, { recursive: true, force: true })
}
