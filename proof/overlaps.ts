/**
 * R2. Random requests and changes of guests, compared with a model that tries every assignment: joined tables,
 * overlapping durations, two therapists and a room.
 */
import type { RunFailure } from './model/run.ts'
import { countOutcomes, type RunOptions, runAll } from './model/runs.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'

type OverlapsResult = RunOptions & {
  accepted: number
  rejected: number
  changed: number
  operationsPerSecond: number
  outcomeCounts: Record<string, number>
  wrong: RunFailure[]
  holds: boolean
}

async function proveOverlaps(options: RunOptions, report: ReportProgress): Promise<OverlapsResult> {
  const { outcomeCounts, wrong, operationsPerSecond } = await runAll('guests', options, report)
  const accepted = countOutcomes(outcomeCounts, /^request done/)
  const rejected = countOutcomes(outcomeCounts, /^request taken/)
  const changed = countOutcomes(outcomeCounts, /^grant done/)
  const tried = [accepted, rejected, changed].every((number) => number >= options.days)
  return {
    ...options,
    accepted,
    rejected,
    changed,
    operationsPerSecond,
    outcomeCounts,
    wrong,
    holds: tried && wrong.length === 0,
  }
}

export const overlapsProof = defineProof({
  id: 'R2',
  name: 'overlaps',
  scenario:
    'Random requests, changes and cancellations of guests for joined tables, overlapping ' +
    'durations, two therapists and a room, compared with a model that tries every assignment.',
  guarantee: 'No booking overlaps another, and no request is rejected without need.',
  short: { days: 4, operations: 250, engine: 'sqlite', cores: 1 },
  long: { days: 200, operations: 2_000, engine: 'sqlite', cores: 2 },
  run: (options, seed, report) => proveOverlaps({ ...options, seed }, report),
  summarize: ({ days, operations, accepted, rejected, changed, wrong }) =>
    [
      `${formatCount(days * operations)} operations in ${days} shops (${formatCount(accepted)} requests accepted`,
      `${formatCount(rejected)} rejected as taken`,
      `${formatCount(changed)} changes granted): ${wrong.length} errors`,
    ].join(', '),
})
