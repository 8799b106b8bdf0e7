/** Keeps the results in docs/performance.json and puts the tables into docs/performance.md. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, machine } from '../proof/support/environment.ts'
import { count } from '../proof/support/proof.ts'
import type { Compared } from './compare.ts'
import type { Growth } from './growth.ts'
import type { Manner } from './measure.ts'
import type { Started } from './start.ts'
import { drawCompared, drawGrowth, drawStarted } from './tables.ts'

export type Results = {
  manner: Manner
  /** Small writes that the disk flushes in a second, one after the other. */
  fsyncs: number
  compared: Compared[]
  started?: Started[]
  growth?: Growth[]
}

const folder = join(import.meta.dirname, '../docs')
const keptFile = join(folder, 'performance.json')
const page = join(folder, 'performance.md')

export function publish(results: Results): void {
  const kept = { ...readKept(), ...results, circumstances: circumstances(results) }
  writeFileSync(keptFile, `${JSON.stringify(kept, undefined, 2)}\n`)
  writeFileSync(page, withTables(readFileSync(page, 'utf8'), tablesOf(kept)))
}

type Kept = Results & { circumstances: string }

export function readKept(): Kept {
  const none = { manner: { rounds: 0, seconds: 0, connections: 0 }, fsyncs: 0, compared: [] }
  if (!existsSync(keptFile)) return { ...none, circumstances: '' }
  return JSON.parse(readFileSync(keptFile, 'utf8')) as Kept
}

/** By the name that the page calls them. */
export function tablesOf({ circumstances, compared, started, growth }: Kept): Map<string, string> {
  const groups = Map.groupBy(compared, ({ group }) => group)
  return new Map([
    ...(circumstances === '' ? [] : [['circumstances', circumstances] as const]),
    ...[...groups].map(([group, rows]) => [group, drawCompared(rows)] as const),
    ...(started ? [['Start', drawStarted(started)] as const] : []),
    ...(growth ?? []).map((one) => [`Growth of ${one.of}`, drawGrowth(one)] as const),
  ])
}

/** What stands between `<!-- Bookings -->` and `<!-- end -->` is the table of that name. */
export function withTables(text: string, tables: ReadonlyMap<string, string>): string {
  return text.replace(/<!-- (.+?) -->\n.*?<!-- end -->/gs, (before, name: string) => {
    const table = tables.get(name)
    return table === undefined ? before : `<!-- ${name} -->\n${table}\n<!-- end -->`
  })
}

function circumstances({ manner, fsyncs }: Results): string {
  const { rounds, seconds, connections } = manner
  const date = new Date().toISOString().slice(0, 10)
  return `Machine: ${machine()}. ${date}, commit ${commit()}. ${connections} connections, medians of
${rounds} rounds of ${seconds} s after one to warm up. The disk flushes ${count(fsyncs)} small writes a second.`
}
