/** Tables that read well as text and as Markdown. */
import { count } from '../proof/support/proof.ts'
import type { Compared } from './compare.ts'
import type { Growth } from './growth.ts'
import type { Started } from './start.ts'

export function drawCompared(all: readonly Compared[]): string {
  return table(
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
      one.rows.map((row, place) => [
        place === 0 ? one.case : '',
        row.server,
        count(Math.round(row.perSecond)),
        short(row.p50),
        short(row.p99),
        short(row.processor),
        place === 0 ? '' : row.ratio.toFixed(2),
        place === 0 ? '' : row.processorRatio.toFixed(2),
      ]),
    ),
  )
}

export function drawStarted(all: readonly Started[]): string {
  return table(
    ['shop', 'first answer after', 'memory when open', 'memory after load'],
    all.map(({ shop, milliseconds, megabytes, afterLoad }) => [
      shop,
      `${Math.round(milliseconds)} ms`,
      `${Math.round(megabytes)} MB`,
      `${Math.round(afterLoad)} MB`,
    ]),
  )
}

export function drawGrowth({ of, sizes, rows }: Growth): string {
  return table(
    [of, ...sizes.map(count)],
    Object.entries(rows).map(([name, values]) => [name, ...values.map(short)]),
  )
}

function short(value: number): string {
  return value >= 100 ? count(Math.round(value)) : value.toFixed(value < 1 ? 3 : 1)
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
