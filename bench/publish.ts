/** Stores the results in docs/performance.json and writes the tables of docs/performance.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeCommit, describeMachine } from '../proof/support/environment.ts'
import { formatCount } from '../proof/support/proof.ts'
import type { ComparedCase } from './compare.ts'
import type { Growth } from './growth.ts'
import { renderGrowthChart } from './growth-chart.ts'
import { listVerdicts } from './limits.ts'
import type { MeasureOptions } from './measure.ts'
import type { Started } from './start.ts'
import { formatComparison, formatGrowth, formatStartTimes, formatVerdicts } from './tables.ts'

export type Results = {
  options: MeasureOptions
  /** Small writes that the disk flushes in a second, one after the other. */
  fsyncs: number
  compared: ComparedCase[]
  started?: Started[]
  growth?: Growth[]
}

type PublishedResults = Results & { environment: string }

const folder = join(import.meta.dirname, '../docs')
const resultsFile = join(folder, 'performance.json')
const page = join(folder, 'performance.md')
const scalePage = join(folder, 'scale.md')
const growthChart = join(folder, 'growth.svg')

export function publish(results: Results): void {
  const published = {
    ...readPublishedResults(),
    ...results,
    environment: describeEnvironment(results),
  }
  storeResults(published)
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), tablesOf(published)))
  writeGrowth(published)
}

/** The growth does not depend on the other figures, so it can be published alone. */
export function publishGrowth({ growth }: Results): void {
  const published = { ...readPublishedResults(), ...(growth && { growth }) }
  storeResults(published)
  writeGrowth(published)
}

function storeResults(published: PublishedResults): void {
  writeFileSync(resultsFile, `${JSON.stringify(published, undefined, 2)}\n`)
}

function writeGrowth({ growth = [] }: PublishedResults): void {
  const date = new Date().toISOString().slice(0, 10)
  const measured = `Machine: ${describeMachine()}. ${date}, commit ${describeCommit()}.`
  const tables = new Map([
    ['Growth environment', measured],
    ...growth.map((one) => [`Growth of ${one.of}`, formatGrowth(one)] as const),
  ])
  writeFileSync(scalePage, withTables(readFileSync(scalePage, 'utf8'), tables))
  writeFileSync(growthChart, renderGrowthChart(growth))
}

export function readPublishedResults(): PublishedResults {
  const none = { options: { rounds: 0, seconds: 0, connections: 0 }, fsyncs: 0, compared: [] }
  if (!existsSync(resultsFile)) return { ...none, environment: '' }
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as PublishedResults
}

/** The tables by the names that the page uses. */
export function tablesOf({
  environment,
  compared,
  started,
}: PublishedResults): Map<string, string> {
  const groups = Map.groupBy(compared, ({ group }) => group)
  return new Map([
    ...(environment === '' ? [] : [['Environment', environment] as const]),
    ['Limits', formatVerdicts(listVerdicts(compared, started))],
    ...[...groups].map(([group, rows]) => [group, formatComparison(rows)] as const),
    ...(started ? [['Start', formatStartTimes(started)] as const] : []),
  ])
}

/** Replaces the text between `<!-- Writes -->` and `<!-- end -->` by the table of that name. */
export function withTables(text: string, tables: ReadonlyMap<string, string>): string {
  return text.replace(/<!-- (.+?) -->\n.*?<!-- end -->/gs, (before, name: string) => {
    const table = tables.get(name)
    return table === undefined ? before : `<!-- ${name} -->\n${table}\n<!-- end -->`
  })
}

function describeEnvironment({ options, fsyncs }: Results): string {
  const { rounds, seconds, connections } = options
  const date = new Date().toISOString().slice(0, 10)
  return `Machine: ${describeMachine()}. ${date}, commit ${describeCommit()}. ${connections} connections, medians of
${rounds} rounds of ${seconds} s after one to warm up. The disk flushes ${formatCount(fsyncs)} small writes a second.`
}
