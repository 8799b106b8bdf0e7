/** The results of an exam as tables, and the published ones in docs/assistants.md. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withTables } from '../bench/publish.ts'
import { describeCommit } from '../proof/support/environment.ts'
import { formatCount } from '../proof/support/proof.ts'
import type { AgentResults } from './exam.ts'
import { isPassed, type Summary, summarize, type TaskResult } from './score.ts'

const page = join(import.meta.dirname, '../docs/assistants.md')

/** One row for each agent and trade. */
export function formatScores(exams: readonly AgentResults[]): string {
  const rows = exams.flatMap(({ agent, results }) => [
    ...[...Map.groupBy(results, ({ trade }) => trade)].map(([trade, own]) => [
      ...[agent, trade],
      ...summaryCells(summarize(own)),
    ]),
  ])
  return formatTable(['Agent', 'Trade', ...summaryColumns], rows)
}

/** One row for each kind of task. */
export function formatKinds(results: readonly TaskResult[]): string {
  const rows = [...Map.groupBy(results, ({ kind }) => kind)].map(([kind, own]) => {
    const optimal = Math.max(...own.map(({ optimalCalls }) => optimalCalls))
    return [kind, String(optimal), ...summaryCells(summarize(own))]
  })
  return formatTable(['Task', 'Fewest calls', ...summaryColumns], rows)
}

const summaryColumns = [
  ...[
    'Tasks',
    'Right state',
    'Right answer',
    'Wrong writes',
    'Calls above the fewest',
    'Tokens a task',
  ],
  'Results above the limit',
]

function summaryCells(summary: Summary): string[] {
  const { tasks, rightStates, rightAnswers, wrongWrites, longResults } = summary
  const share = (count: number) => `${Math.floor((100 * count) / tasks)} %`
  return [
    ...[String(tasks), share(rightStates), share(rightAnswers), String(wrongWrites)],
    `${summary.meanExcessCalls.toFixed(1)}, at most ${summary.maxExcessCalls}`,
    formatCount(Math.round(summary.meanTokens)),
    String(longResults),
  ]
}

function formatTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [toLine(columns), toLine(columns.map(() => '---')), ...rows.map(toLine)].join('\n')
}

/** Everything about the tasks that were not passed. */
export function formatFailures(exams: readonly AgentResults[]): string {
  return exams
    .flatMap(({ agent, results }) =>
      results
        .filter((result) => !isPassed(result))
        .map((result) => {
          const { trade, kind, words, calls, optimalCalls, tools, answer, faults } = result
          return [
            `${agent}, ${trade}, ${kind}: ${words}`,
            `  calls: ${calls} (fewest: ${optimalCalls}): ${tools.join(', ')}`,
            `  answer: ${answer}`,
            ...faults.map((fault) => `  ${fault}`),
          ].join('\n')
        }),
    )
    .join('\n')
}

export function publish(exams: readonly AgentResults[], seed: number): void {
  const date = new Date().toISOString().slice(0, 10)
  const careful = exams.find(({ agent }) => agent === 'careful')
  const tables = new Map([
    ['Exam', `Seed ${seed}, ${date}, commit ${describeCommit()}.\n\n${formatScores(exams)}`],
    ['Exam by kind', formatKinds(careful?.results ?? [])],
  ])
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), tables))
}
