/**
 * `npm run bench`: measures every kind of route, the start and the growth, and compares with bare node:http and the
 * official MCP SDK in alternating rounds. Prints tables with the limits, then one line of JSON.
 *
 * `npm run bench -- Writes MCP`: only these groups; `--case "GET /menu"`: only these cases.
 * `--limits`: the exit code is 1 if a limit does not hold. `--list`: only prints the cases.
 * `--publish`: writes everything to docs/performance.md.
 * `--rounds 5 --seconds 0.2 --connections 32 --warm-up 1.5 --past 1000000 --engine SQLite`
 */
import { parseArgs } from 'node:util'
import { readTradeRoutes } from './app-routes.ts'
import { createBaselines } from './baselines.ts'
import { type Case, caseGroups, fixedCases } from './cases.ts'
import { type ComparedCase, compareCase } from './compare.ts'
import { createDeskCases } from './desk-cases.ts'
import { openFixtures, type ShopFixtures } from './fixtures.ts'
import { measureFsync } from './fsync.ts'
import { measureBookingGrowth, measureOfferGrowth } from './growth.ts'
import { listVerdicts } from './limits.ts'
import { createMcpCases } from './mcp-cases.ts'
import type { MeasureOptions } from './measure.ts'
import { publish, type Results } from './publish.ts'
import { createRouteCases } from './route-cases.ts'
import { measureStart } from './start.ts'
import { formatComparison, formatGrowth, formatStartTimes, formatVerdicts } from './tables.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '0.2' },
    connections: { type: 'string', default: '32' },
    past: { type: 'string', default: '1000000' },
    'warm-up': { type: 'string', default: '1.5' },
    engine: { type: 'string', multiple: true, default: ['SQLite', 'PostgreSQL'] },
    case: { type: 'string', multiple: true, default: [] },
    limits: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
})
const options: MeasureOptions = {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  connections: Number(values.connections),
}
const { case: caseNames } = values
const warmUpSeconds = Number(values['warm-up'])
/** A start takes ten seconds, so there are fewer of them than rounds. */
const starts = Math.min(options.rounds, 3)
const groups: readonly string[] = [...caseGroups, 'Start', 'Growth']
const isSelected = (group: string) => positionals.length === 0 || positionals.includes(group)

const mistake = findMistake()
if (mistake === undefined) await run()
else {
  print(mistake)
  process.exitCode = 2
}

function findMistake(): string | undefined {
  const unknown = positionals.filter((word) => !groups.includes(word))
  if (unknown.length > 0) {
    return `There is no group ${unknown.join(', ')}. The groups are ${groups.join(', ')}.`
  }
  if (values.publish && positionals.length + caseNames.length > 0) {
    return 'Run all groups to publish, so that all figures are of the same run.'
  }
  return undefined
}

async function run(): Promise<void> {
  const fixtures = openFixtures({ pastBookings: Number(values.past), warmUpSeconds })
  const results: Results = { options, fsyncs: measureFsync(1), compared: [] }
  try {
    const cases = await selectCases(fixtures)
    if (values.list) {
      for (const { group, name, encoding } of cases) print(`${group}: ${name} (${encoding})`)
      return
    }
    results.compared = await compareAll(cases, fixtures)
  } finally {
    await fixtures.close()
  }
  await measureStarts(results)
  await measureGrowth(results)
  const verdicts = listVerdicts(results.compared, results.started)
  print(formatVerdicts(verdicts))
  process.stdout.write(`${JSON.stringify(results)}\n`)
  if (values.publish) publish(results)
  if (values.limits && verdicts.some(({ holds }) => !holds)) process.exitCode = 1
}

async function selectCases(fixtures: ShopFixtures): Promise<Case[]> {
  const trades = await readTradeRoutes()
  const busy = isSelected('Desk') ? await fixtures.open('busy', 'SQLite') : undefined
  const cases = [
    ...createRouteCases(trades),
    ...fixedCases,
    ...createMcpCases(trades),
    ...(busy ? await createDeskCases(busy, warmUpSeconds) : []),
  ].filter(({ group }) => isSelected(group))
  const missing = caseNames.filter((name) => !cases.some((one) => one.name === name))
  if (missing.length > 0) throw new Error(`There is no case ${missing.join(', ')}. See --list.`)
  return cases.filter(({ name }) => caseNames.length === 0 || caseNames.includes(name))
}

async function compareAll(cases: readonly Case[], fixtures: ShopFixtures): Promise<ComparedCase[]> {
  const baselines = createBaselines(warmUpSeconds)
  const compared: ComparedCase[] = []
  const compare = (one: Case, measureOptions: MeasureOptions) =>
    compareCase(one, { fixtures, baselines, engines: values.engine, options: measureOptions })
  try {
    // V8 compiles code for the types that it has seen, and compiles it again when it sees others. All servers first
    // send every kind of response, so that the first rows do not compare one that has sent many kinds with one that
    // has sent few.
    for (const one of cases) if (one.limit) await compare(one, { ...options, rounds: 3 })
    for (const [group, groupCases] of Map.groupBy(cases, ({ group }) => group)) {
      const results: ComparedCase[] = []
      for (const one of groupCases) {
        const result = await compare(one, options)
        if (result) results.push(result)
      }
      print(`${group}\n\n${formatComparison(results)}`)
      compared.push(...results)
    }
  } finally {
    baselines.stop()
  }
  return compared
}

async function measureStarts(results: Results): Promise<void> {
  if (!isSelected('Start') || caseNames.length > 0) return
  results.started = [await measureStart('restaurant', starts), await measureStart('spa', starts)]
  print(formatStartTimes(results.started))
}

async function measureGrowth(results: Results): Promise<void> {
  if (!isSelected('Growth') || caseNames.length > 0) return
  results.growth = [
    await measureOfferGrowth([100, 1_000, 10_000]),
    await measureBookingGrowth([1_000, 10_000, 100_000, 1_000_000]),
  ]
  for (const growth of results.growth) print(formatGrowth(growth))
}

function print(text: string): void {
  process.stderr.write(`${text}\n\n`)
}
