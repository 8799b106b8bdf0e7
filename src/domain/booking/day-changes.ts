/**
 * The last changes of a day, stored beside its version: a process that knows the day at an earlier version applies them
 * instead of reading all cells again. A line is the version before, the version after, how the cells changed, and runs
 * of cells: resource, first cell within the day, number of cells.
 */
import { type Cell, cellsOfDay, type Occupancy, withCells } from '../scheduling/cells.ts'

type DayChange = { before: string; after: string; kind: string; runs: readonly string[] }

const kinds = { held: '+', released: '-', unknown: '?' } as const

/**
 * A row is written again with every change, so it keeps only the last of them, up to this length. The first line may be
 * incomplete: it names no version that is known.
 */
const maxLength = 400

const [fieldEnd, lineEnd] = ['\t', '\n']

/** For SQLite, a start before the first character counts from the end. */
const lastChanges = `CASE WHEN length(held_days.changes) <= ${maxLength} THEN held_days.changes
  ELSE substr(held_days.changes, length(held_days.changes) - ${maxLength - 1}) END`

/** SQL: the changes of a row of `held_days` with a further one. Only SQL knows the version before. */
export const addedChange = `${lastChanges} || held_days.version || excluded.changes`

/** A change without the version before. `day` is the first cell of the day. */
export function formatChange(
  after: string,
  day: number,
  cells: readonly Cell[],
  isHeld: boolean,
): string {
  const runs: { resource: string; first: number; count: number }[] = []
  for (const { cell, resource } of cells) {
    const first = cell - day
    if (first < 0 || first >= cellsOfDay) continue
    const last = runs.at(-1)
    if (last?.resource === resource && last.first + last.count === first) last.count++
    else runs.push({ resource, first, count: 1 })
  }
  const fields = runs.flatMap(({ resource, first, count }) => [resource, first, count])
  const text = ['', after, isHeld ? kinds.held : kinds.released, ...fields].join(fieldEnd)
  if (text.length <= maxLength) return `${text}${lineEnd}`
  return formatUnknownChange(after)
}

/** After it, every process reads all cells. */
export function formatUnknownChange(after: string): string {
  return ['', after, kinds.unknown].join(fieldEnd) + lineEnd
}

/** The occupancy at a version; undefined if the changes do not lead there from a version that is known. */
export function applyChanges(
  changes: string,
  { day, version }: { day: number; version: string },
  find: (version: string) => Occupancy | undefined,
): Occupancy | undefined {
  const missing: DayChange[] = []
  let wanted = version
  for (const change of changes.split(lineEnd).slice(0, -1).map(parseChange).toReversed()) {
    // A change by an earlier release has no line.
    if (change.after !== wanted || change.kind === kinds.unknown) return undefined
    missing.unshift(change)
    wanted = change.before
    const known = find(wanted)
    if (known) return missing.reduce((occupancy, one) => applyChange(occupancy, day, one), known)
  }
  return undefined
}

function parseChange(line: string): DayChange {
  const [before = '', after = '', kind = '', ...runs] = line.split(fieldEnd)
  return { before, after, kind, runs }
}

function applyChange(occupancy: Occupancy, day: number, { kind, runs }: DayChange): Occupancy {
  const cells: Cell[] = []
  for (let index = 0; index < runs.length; index += 3) {
    const [resource = '', first, count] = runs.slice(index, index + 3)
    for (let offset = 0; offset < Number(count); offset++)
      cells.push({ cell: day + Number(first) + offset, resource })
  }
  return withCells(occupancy, day, cells, kind === kinds.held)
}
