/**
 * `npm run exam`: gives tasks of guests to the scripted agents and prints their scores.
 * `npm run exam -- --model-command 'node exam/model-example.ts'`: to a model of your own; docs/assistants.md describes
 * what the command reads and writes. Nothing is sent anywhere but to the command.
 *
 * `--agent careful`: only this scripted agent; may be repeated. `--trade spa`: only this trade; may be repeated.
 * `--kind move`: only this kind of task. `--count 10`: tasks for each trade. `--seed 7` repeats the tasks of a run.
 * `--timeout 300`: seconds that the model command has for a task. `--json`: all results as one line of JSON.
 * `--publish`: writes the scores of the scripted agents to docs/assistants.md.
 */
import { parseArgs } from 'node:util'
import { type TradeName, trades } from '../test/support/shop.ts'
import { createModelAgent } from './agents/model-command.ts'
import { scriptedAgents } from './agents/scripted.ts'
import { runExam } from './exam.ts'
import { isPassed } from './score.ts'
import { formatFailures, formatKinds, formatScores, publish } from './tables.ts'
import { kindsOf } from './tasks/generate.ts'

const { values } = parseArgs({
  options: {
    'model-command': { type: 'string' },
    agent: { type: 'string', multiple: true },
    trade: { type: 'string', multiple: true },
    kind: { type: 'string' },
    count: { type: 'string' },
    seed: { type: 'string' },
    timeout: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
    publish: { type: 'boolean', default: false },
  },
})
const command = values['model-command']
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const agentNames = values.agent ?? scriptedAgents.map(({ name }) => name)
const tradeNames = values.trade ?? trades

const mistake = findMistake()
if (mistake === undefined) await run()
else {
  process.stderr.write(`${mistake}\n`)
  process.exitCode = 2
}

function findMistake(): string | undefined {
  const known = scriptedAgents.map(({ name }) => name)
  const unknownAgents = agentNames.filter((name) => !known.includes(name))
  if (unknownAgents.length > 0)
    return `There is no agent ${unknownAgents.join(', ')}. The agents are ${known.join(', ')}.`
  const unknownTrades = tradeNames.filter((name) => !trades.includes(name as TradeName))
  if (unknownTrades.length > 0)
    return `There is no trade ${unknownTrades.join(', ')}. The trades are ${trades.join(', ')}.`
  const kinds = new Set(trades.flatMap((trade) => kindsOf(trade).map(({ name }) => name)))
  if (values.kind !== undefined && !kinds.has(values.kind))
    return `There is no kind of task “${values.kind}”. The kinds are: ${[...kinds].join('; ')}.`
  const isPartial = command ?? values.agent ?? values.trade ?? values.kind ?? values.count
  if (values.publish && isPartial !== undefined)
    return 'Run all scripted agents with all tasks to publish, so that all figures are of the same run.'
  return undefined
}

async function run(): Promise<void> {
  const agents =
    command === undefined
      ? scriptedAgents.filter(({ name }) => agentNames.includes(name))
      : [createModelAgent(command, Number(values.timeout) * 1_000)]
  const exams = await runExam({
    ...{ agents, trades: tradeNames as TradeName[], seed },
    ...{ count: values.count === undefined ? undefined : Number(values.count), kind: values.kind },
  })
  const results = exams.flatMap((exam) => exam.results)
  if (values.json) process.stdout.write(`${JSON.stringify({ seed, exams })}\n`)
  else {
    const parts = [`Seed ${seed}`, formatScores(exams), formatKinds(results), formatFailures(exams)]
    process.stdout.write(`${parts.filter((part) => part !== '').join('\n\n')}\n`)
  }
  if (values.publish) publish(exams, seed)
  const isFailed = exams.some((exam) =>
    exam.results.some((result) =>
      isMistaken(exam.agent) ? result.wrongWrites > 0 : !isPassed(result),
    ),
  )
  if (command === undefined && isFailed) process.exitCode = 1
}

function isMistaken(name: string): boolean {
  return scriptedAgents.some((agent) => agent.name === name && agent.isMistaken === true)
}
