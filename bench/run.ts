/**
 * `npm run bench`: ours beside bare node:http, the official MCP SDK and nginx where it is, in
 * alternating rounds; the start, and what grows. Tables as text, then one line of JSON. Everything
 * shares this machine, so only the ratios mean anything elsewhere.
 *
 * `npm run bench -- Bookings Assistants`: some groups only; `--case accepted` one case of them.
 * `--publish` writes all of it to docs/performance.md.
 * `--rounds 5 --seconds 3 --connections 32 --past 1000000 --engine SQLite`
 */
import { parseArgs } from 'node:util'
import { cases } from './cases.ts'
import { type Compared, compare } from './compare.ts'
import { openPlaces } from './fixtures.ts'
import { measureFsync } from './fsync.ts'
import { growBookings, growOffers } from './growth.ts'
import type { Manner } from './measure.ts'
import { publish, type Results } from './publish.ts'
import { measureStart } from './start.ts'
import { drawCompared, drawGrowth, drawStarted } from './tables.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    past: { type: 'string', default: '1000000' },
    engine: { type: 'string', multiple: true, default: ['SQLite', 'PostgreSQL'] },
    case: { type: 'string', multiple: true, default: [] },
    publish: { type: 'boolean', default: false },
  },
})
const manner: Manner = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
}
const groups = [...new Set(cases.map(({ group }) => group)), 'Start', 'Growth']
const unknown = positionals.filter((word) => !groups.includes(word))
if (unknown.length > 0) {
  process.stderr.write(`There is no ${unknown.join(', ')}; there are: ${groups.join(', ')}.\n`)
  process.exit(2)
}
if (values.publish && positionals.length + values.case.length > 0) {
  process.stderr.write('Only the whole of it is published, so that one table fits the other.\n')
  process.exit(2)
}
const { case: named } = values
const missing = named.filter((name) => !cases.some((one) => one.name === name))
if (missing.length > 0) {
  process.stderr.write(`There is no case ${missing.join(', ')}.\n`)
  process.exit(2)
}
const isAsked = (group: string) => positionals.length === 0 || positionals.includes(group)

const results: Results = { manner, fsyncs: measureFsync(2), compared: await compareAll() }
if (isAsked('Start')) {
  results.started = [
    await measureStart('restaurant', manner.rounds),
    await measureStart('spa', manner.rounds),
  ]
  show(drawStarted(results.started))
}
if (isAsked('Growth')) {
  results.growth = [
    await growOffers([100, 1_000, 10_000], manner.seconds),
    await growBookings([1_000, 10_000, 100_000, 1_000_000], manner.seconds),
  ]
  for (const one of results.growth) show(drawGrowth(one))
}
process.stdout.write(`${JSON.stringify(results)}\n`)
if (values.publish) publish(results)

async function compareAll(): Promise<Compared[]> {
  const places = openPlaces(Number(values.past))
  const compared: Compared[] = []
  try {
    const wanted = cases.filter(
      ({ group, name }) => isAsked(group) && (named.length === 0 || named.includes(name)),
    )
    for (const one of wanted) {
      const result = await compare(one, places, values.engine, manner)
      compared.push(result)
      show(drawCompared([result]))
    }
  } finally {
    await places.close()
  }
  return compared
}

function show(table: string): void {
  process.stderr.write(`${table}\n\n`)
}
