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
import { type ComparedCase, compareCase } from './compare.ts'
import { openFixtures } from './fixtures.ts'
import { measureFsync } from './fsync.ts'
import { measureBookingGrowth, measureOfferGrowth } from './growth.ts'
import type { MeasureOptions } from './measure.ts'
import { publish, type Results } from './publish.ts'
import { measureStart } from './start.ts'
import { formatComparison, formatGrowth, formatStartTimes } from './tables.ts'

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
const manner: MeasureOptions = {
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
const { case: caseNames } = values
const missing = caseNames.filter((name) => !cases.some((one) => one.name === name))
if (missing.length > 0) {
  process.stderr.write(`There is no case ${missing.join(', ')}.\n`)
  process.exit(2)
}
const isSelected = (group: string) => positionals.length === 0 || positionals.includes(group)

const results: Results = { manner, fsyncs: measureFsync(2), compared: await compareAll() }
if (isSelected('Start')) {
  results.started = [
    await measureStart('restaurant', manner.rounds),
    await measureStart('spa', manner.rounds),
  ]
  show(formatStartTimes(results.started))
}
if (isSelected('Growth')) {
  results.growth = [
    await measureOfferGrowth([100, 1_000, 10_000], manner.seconds),
    await measureBookingGrowth([1_000, 10_000, 100_000, 1_000_000], manner.seconds),
  ]
  for (const one of results.growth) show(formatGrowth(one))
}
process.stdout.write(`${JSON.stringify(results)}\n`)
if (values.publish) publish(results)

async function compareAll(): Promise<ComparedCase[]> {
  const fixtures = openFixtures(Number(values.past))
  const compared: ComparedCase[] = []
  try {
    const selectedCases = cases.filter(
      ({ group, name }) =>
        isSelected(group) && (caseNames.length === 0 || caseNames.includes(name)),
    )
    for (const one of selectedCases) {
      const result = await compareCase(one, fixtures, values.engine, manner)
      compared.push(result)
      show(formatComparison([result]))
    }
  } finally {
    await fixtures.close()
  }
  return compared
}

function show(table: string): void {
  process.stderr.write(`${table}\n\n`)
}
