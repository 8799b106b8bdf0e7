/** Tables that read well as text and as Markdown. */
import { formatCount } from '../proof/support/proof.ts'
import type { ComparedCase } from './compare.ts'
import type { Growth } from './growth.ts'
import type { Started } from './start.ts'

export function formatComparison(all: readonly ComparedCase[]): string {
  return formatTable(
    [
      '',
      'server',
      'requests/s',
      'p50 ms',
      'p99 ms',
      'CPU ms',
      'ours : theirs',
      'CPU, ours : theirs',
    ],
    all.flatMap((one) =>
      one.rows.map((row, index) => [
        index === 0 ? one.case : '',
        row.server,
        formatCount(Math.round(row.perSecond)),
        formatNumber(row.p50),
        formatNumber(row.p99),
        formatNumber(row.processor),
        index === 0 ? '' : row.ratio.toFixed(2),
        index === 0 ? '' : row.processorRatio.toFixed(2),
      ]),
    ),
  )
}

export function formatStartTimes(all: readonly Started[]): string {
  return formatTable(
    ['shop', 'first answer after', 'memory when open', 'memory after load'],
    all.map(({ shop, milliseconds, megabytes, afterLoad }) => [
      shop,
      `${Math.round(milliseconds)} ms`,
      `${Math.round(megabytes)} MB`,
      `${Math.round(afterLoad)} MB`,
    ]),
  )
}

export function formatGrowth({ of, sizes, rows }: Growth): string {
  return formatTable(
    [of, ...sizes.map(formatCount)],
    Object.entries(rows).map(([name, values]) => [name, ...values.map(formatNumber)]),
  )
}

function formatNumber(value: number): string {
  return value >= 100 ? formatCount(Math.round(value)) : value.toFixed(value < 1 ? 3 : 1)
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column)).join(' | ')} |`
  const rule = `| ${widths.map((width) => '-'.repeat(Math.max(3, width))).join(' | ')} |`
  return [line(head), rule, ...rows.map(line)].join('\n')
}

/** Names to the left, numbers to the right. */
function pad(cell: string, width: number, column: number): string {
  return column < 2 ? cell.padEnd(width) : cell.padStart(width)
}
