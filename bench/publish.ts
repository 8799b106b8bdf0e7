/** Keeps the results in docs/performance.json and puts the tables into docs/performance.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeCommit, describeMachine } from '../proof/support/environment.ts'
import { formatCount } from '../proof/support/proof.ts'
import type { ComparedCase } from './compare.ts'
import type { Growth } from './growth.ts'
import type { MeasureOptions } from './measure.ts'
import type { Started } from './start.ts'
import { formatComparison, formatGrowth, formatStartTimes } from './tables.ts'

export type Results = {
  manner: MeasureOptions
  /** Small writes that the disk flushes in a second, one after the other. */
  fsyncs: number
  compared: ComparedCase[]
  started?: Started[]
  growth?: Growth[]
}

const folder = join(import.meta.dirname, '../docs')
const resultsFile = join(folder, 'performance.json')
const page = join(folder, 'performance.md')

export function publish(results: Results): void {
  const published = {
    ...readPublishedResults(),
    ...results,
    circumstances: describeEnvironment(results),
  }
  writeFileSync(resultsFile, `${JSON.stringify(published, undefined, 2)}\n`)
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), tablesOf(published)))
}

type PublishedResults = Results & { circumstances: string }

export function readPublishedResults(): PublishedResults {
  const none = { manner: { rounds: 0, seconds: 0, connections: 0 }, fsyncs: 0, compared: [] }
  if (!existsSync(resultsFile)) return { ...none, circumstances: '' }
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as PublishedResults
}

/** By the name that the page calls them. */
export function tablesOf({
  circumstances,
  compared,
  started,
  growth,
}: PublishedResults): Map<string, string> {
  const groups = Map.groupBy(compared, ({ group }) => group)
  return new Map([
    ...(circumstances === '' ? [] : [['circumstances', circumstances] as const]),
    ...[...groups].map(([group, rows]) => [group, formatComparison(rows)] as const),
    ...(started ? [['Start', formatStartTimes(started)] as const] : []),
    ...(growth ?? []).map((one) => [`Growth of ${one.of}`, formatGrowth(one)] as const),
  ])
}

/** What stands between `<!-- Bookings -->` and `<!-- end -->` is the table of that name. */
export function withTables(text: string, tables: ReadonlyMap<string, string>): string {
  return text.replace(/<!-- (.+?) -->\n.*?<!-- end -->/gs, (before, name: string) => {
    const table = tables.get(name)
    return table === undefined ? before : `<!-- ${name} -->\n${table}\n<!-- end -->`
  })
}

function describeEnvironment({ manner, fsyncs }: Results): string {
  const { rounds, seconds, connections } = manner
  const date = new Date().toISOString().slice(0, 10)
  return `Machine: ${describeMachine()}. ${date}, commit ${describeCommit()}. ${connections} connections, medians of
${rounds} rounds of ${seconds} s after one to warm up. The disk flushes ${formatCount(fsyncs)} small writes a second.`
}
