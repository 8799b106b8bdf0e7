/** Tables that are readable as text and as Markdown. */
import { formatCount } from '../proof/support/proof.ts'
import type { ComparedCase } from './compare.ts'
import { exponentOf, type Growth } from './growth.ts'
import { findWorst, relativeSpeed, type Verdict, verdictOf } from './limits.ts'
import { ownPrefix } from './measure.ts'
import type { Started } from './start.ts'

/** One line for each case and engine, with the baseline in the same line if the cases have one. */
export function formatComparison(compared: readonly ComparedCase[]): string {
  const limited = new Set<string>(compared.flatMap(({ limit }) => limit?.of ?? []))
  const baseline = ['node:http', 'official SDK'].find((server) => limited.has(server))
  return formatTable(
    [
      'request',
      'encoding',
      'database',
      'bytes',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      ...(baseline ? [`${baseline}, CPU ms`, `of ${baseline}`] : []),
      'limit',
    ],
    hideSingleDatabase(compared.flatMap((one) => formatCase(one, baseline))),
  )
}

const databaseColumn = 2

function hideSingleDatabase(rows: string[][]): string[][] {
  const databases = new Set(rows.map((row) => row[databaseColumn]))
  return databases.size > 1 ? rows : rows.map((row) => row.with(databaseColumn, ''))
}

function formatCase(one: ComparedCase, baseline: string | undefined): string[][] {
  const { case: name, encoding, bytes, rows } = one
  const other = rows.find(({ server }) => server === baseline)
  const comparison = other ? [formatNumber(other.cpuMs), relativeSpeed(other).toFixed(2)] : ['', '']
  return rows
    .filter(({ server }) => server.startsWith(ownPrefix))
    .map(({ server, perSecond, p50, p99, cpuMs }, index) => [
      name,
      encoding,
      server.slice(ownPrefix.length),
      formatCount(bytes),
      formatCount(Math.round(perSecond)),
      formatNumber(p50),
      formatNumber(p99),
      formatNumber(cpuMs),
      ...(baseline ? (index === 0 ? comparison : ['', '']) : []),
      index === 0 ? formatLimit(verdictOf(one)) : '',
    ])
}

function formatLimit(verdict: Verdict | undefined): string {
  if (!verdict) return ''
  return `${limitOf(verdict)}: ${verdict.holds ? 'holds' : 'MISSED'}`
}

function limitOf({ limit, unit }: Verdict): string {
  return unit.startsWith('of') ? `≥ ${limit}` : `≤ ${limit} ${unit}`
}

/** Every limit with the figure that is closest to it, followed by each further figure that does not hold. */
export function formatVerdicts(verdicts: readonly Verdict[]): string {
  const rows = [...Map.groupBy(verdicts, ({ measurement }) => measurement)].flatMap(
    ([measurement, group]) => {
      const worst = findWorst(group)
      if (!worst) return []
      const held = group.filter(({ holds }) => holds).length
      const exceeded = group.filter((one) => !one.holds && one !== worst)
      return [
        [measurement, limitOf(worst), ...figureCells(worst), `${held} of ${group.length}`],
        ...exceeded.map((one) => ['', '', ...figureCells(one), '']),
      ]
    },
  )
  return formatTable(['measurement', 'limit', 'worst figure', 'measured at', 'within'], rows)
}

function figureCells({ value, unit, name }: Verdict): string[] {
  const digits = unit === 'ms' && value < 10 ? 3 : unit.startsWith('of') ? 2 : 0
  return [`${value.toFixed(digits)} ${unit}`, name]
}

export function formatStartTimes(started: readonly Started[]): string {
  return formatTable(
    ['shop', 'first start', 'second start', 'memory once serving', 'memory after load'],
    started.map(({ shop, firstStartMs, secondStartMs, servingMb, loadedMb }) => [
      shop,
      firstStartMs === undefined ? '' : `${Math.round(firstStartMs)} ms`,
      `${Math.round(secondStartMs)} ms`,
      `${Math.round(servingMb)} MB`,
      `${Math.round(loadedMb)} MB`,
    ]),
  )
}

export function formatGrowth({ of, sizes, rows }: Growth): string {
  return formatTable(
    [of, ...sizes.map(formatCount), 'exponent'],
    Object.entries(rows).map(([name, values]) => [
      name,
      ...values.map(formatNumber),
      exponentOf(sizes, values)?.toFixed(2) ?? '',
    ]),
  )
}

function formatNumber(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : value.toFixed(value < 1 ? 3 : 1)
}

const numeric = /^[\d.,]*( (ms|MB))?$/

/** Leaves out empty columns, and aligns numbers to the right and text to the left. */
function formatTable(names: readonly string[], cells: readonly (readonly string[])[]): string {
  const isUsed = names.map((_, column) => cells.some((row) => row[column] !== ''))
  const [head, ...rows] = [names, ...cells].map((row) => row.filter((_, column) => isUsed[column]))
  if (!head) return ''
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)))
  const isNumeric = head.map((_, column) => rows.every((row) => numeric.test(row[column] ?? '')))
  const formatRow = (row: readonly string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, isNumeric[column])).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`
  return [formatRow(head), rule, ...rows.map(formatRow)].join('\n')
}

function pad(cell: string, width: number, isNumeric = false): string {
  return isNumeric ? cell.padStart(width) : cell.padEnd(width)
}
