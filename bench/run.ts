/**
 * `npm run bench`: measures every kind of route, the start and the growth, and compares with bare node:http and the
 * official MCP SDK in alternating rounds. Prints a table for each group, and then all limits on one screen.
 *
 * `npm run bench -- Writes MCP`: only these groups; `--case "GET /menu"`: only these cases.
 * `--limits`: the exit code is 1 if a limit does not hold. `--list`: only prints the cases. `--json`: prints the
 * results as one line of JSON instead of tables.
 * `--publish`: writes everything to docs/performance.md; `Growth --publish` writes the growth only, to docs/scale.md.
 * `--rounds 5 --seconds 0.2 --connections 32 --warm-up 1.5 --warm-up-rounds 3 --past 1000000 --engine SQLite`
 */
import { parseArgs } from 'node:util'
import { type Progress, withProgress } from '../src/commands/progress.ts'
import { readTradeRoutes } from './app-routes.ts'
import { createBaselines } from './baselines.ts'
import { type Case, caseGroups, fixedCases } from './cases.ts'
import { type ComparedCase, compareCase } from './compare.ts'
import { createDeskCases } from './desk-cases.ts'
import { openFixtures, type ShopFixtures } from './fixtures.ts'
import { measureFsync } from './fsync.ts'
import { growthKinds, measureGrowth } from './growth.ts'
import { listVerdicts, verdictOf } from './limits.ts'
import { createMcpCases } from './mcp-cases.ts'
import type { MeasureOptions } from './measure.ts'
import { publish, publishGrowth, type Results } from './publish.ts'
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
    'warm-up-rounds': { type: 'string', default: '3' },
    engine: { type: 'string', multiple: true, default: ['SQLite', 'PostgreSQL'] },
    case: { type: 'string', multiple: true, default: [] },
    json: { type: 'boolean', default: false },
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
const warmUpRounds = Number(values['warm-up-rounds'])
/** A result beyond its limit is measured again with this many times the rounds, and the longer measurement counts. */
const repeatFactor = 5
/** Usual durations on a small machine, for the progress. */
const startSeconds = 8
const groups: readonly string[] = [...caseGroups, 'Start', 'Growth']
const isSelected = (group: string) => positionals.length === 0 || positionals.includes(group)

const mistake = findMistake()
if (mistake === undefined) await run()
else {
  process.stderr.write(`${mistake}\n`)
  process.exitCode = 2
}

function findMistake(): string | undefined {
  const unknown = positionals.filter((word) => !groups.includes(word))
  if (unknown.length > 0) {
    return `There is no group ${unknown.join(', ')}. The groups are ${groups.join(', ')}.`
  }
  const isGrowthOnly = positionals.length === 1 && isSelected('Growth')
  if (values.publish && positionals.length + caseNames.length > 0 && !isGrowthOnly) {
    return 'Run all groups to publish, so that all figures are of the same run, or Growth alone.'
  }
  return undefined
}

async function run(): Promise<void> {
  const fixtures = openFixtures({ pastBookings: Number(values.past), warmUpSeconds })
  const results: Results = { options, fsyncs: measureFsync(1), compared: [] }
  try {
    const cases = await selectCases(fixtures)
    if (values.list) {
      const lines = cases.map(({ group, name, encoding }) => `${group}: ${name} (${encoding})\n`)
      process.stdout.write(lines.join(''))
      return
    }
    const plan = planSteps(cases)
    const progressOptions = { stream: process.stderr, environment: process.env }
    await withProgress(Object.values(plan).flat(), progressOptions, async (progress) => {
      results.compared = await compareAll(plan, fixtures, progress)
      await fixtures.close()
      await measureStarts(results, plan, progress)
      await measureAllGrowth(results, plan, progress)
    })
  } finally {
    await fixtures.close()
  }
  const verdicts = listVerdicts(results.compared, results.started)
  if (values.json) process.stdout.write(`${JSON.stringify(results)}\n`)
  else print(formatVerdicts(verdicts))
  if (values.publish && isSelected('Growth') && positionals.length > 0) publishGrowth(results)
  else if (values.publish) publish(results)
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

type Plan = ReturnType<typeof planSteps>

/** The weight of a step is its expected duration in seconds. */
function planSteps(cases: readonly Case[]) {
  const stepOf = (one: Case, label: string, rounds: number) => {
    const servers = one.engines.length + (one.baseline ? 1 : 0)
    return { one, label, weight: servers * (rounds + 1) * options.seconds }
  }
  const hasAll = (group: string) => isSelected(group) && caseNames.length === 0
  return {
    warmUps: cases
      .filter(({ limit }) => limit && warmUpRounds > 0)
      .map((one) => stepOf(one, `warm-up: ${one.name}`, warmUpRounds)),
    cases: cases.map((one) =>
      stepOf(one, `${one.group}: ${one.name}, ${one.encoding}`, options.rounds),
    ),
    starts: (hasAll('Start') ? (['restaurant', 'spa'] as const) : []).map((shop) => ({
      shop,
      label: `start of the ${shop}`,
      weight: startSeconds * (starts + 1),
    })),
    growth: (hasAll('Growth') ? growthKinds : []).map((kind) => ({
      kind,
      label: `growth of ${kind.of}`,
      weight: kind.seconds,
    })),
  }
}

async function compareAll(
  plan: Plan,
  fixtures: ShopFixtures,
  { run, clear }: Progress,
): Promise<ComparedCase[]> {
  const baselines = createBaselines(warmUpSeconds)
  const compared: ComparedCase[] = []
  const compare = (one: Case, measureOptions: MeasureOptions) =>
    compareCase(one, { fixtures, baselines, engines: values.engine, options: measureOptions })
  const compareWithRepeat = async (one: Case) => {
    const result = await compare(one, options)
    const isBeyondLimit = result && verdictOf(result)?.holds === false
    return isBeyondLimit
      ? compare(one, { ...options, rounds: repeatFactor * options.rounds })
      : result
  }
  try {
    // V8 compiles code for the types that it has seen, and compiles it again when it sees others. All servers first
    // send every kind of response, so that the first rows do not compare one that has sent many kinds with one that
    // has sent few.
    for (const step of plan.warmUps)
      await run(step, () => compare(step.one, { ...options, rounds: warmUpRounds }))
    for (const [group, steps] of Map.groupBy(plan.cases, ({ one }) => one.group)) {
      const results: ComparedCase[] = []
      if (group === 'Desk') await fixtures.renewCookies()
      for (const step of steps) {
        const result = await run(step, () => compareWithRepeat(step.one))
        if (result) results.push(result)
      }
      clear()
      print(`${group}\n\n${formatComparison(results)}`)
      compared.push(...results)
    }
  } finally {
    baselines.stop()
  }
  return compared
}

async function measureStarts(
  results: Results,
  plan: Plan,
  { run, clear }: Progress,
): Promise<void> {
  if (plan.starts.length === 0) return
  results.started = []
  for (const step of plan.starts)
    results.started.push(await run(step, () => measureStart(step.shop, starts)))
  clear()
  print(formatStartTimes(results.started))
}

async function measureAllGrowth(
  results: Results,
  plan: Plan,
  { run, clear }: Progress,
): Promise<void> {
  if (plan.growth.length === 0) return
  results.growth = []
  for (const step of plan.growth)
    results.growth.push(await run(step, () => measureGrowth(step.kind)))
  clear()
  for (const growth of results.growth) print(formatGrowth(growth))
}

/** A table for a reader; with `--json` stdout has only the JSON. */
function print(text: string): void {
  if (!values.json) process.stdout.write(`${text}\n\n`)
}
