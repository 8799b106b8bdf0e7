/**
 * R2. Guests who come, change their minds and are granted it, against a model that tries every way in
 * which a wish could be served: joined tables, lengths that overlap, two therapists and a room.
 */
import type { RunFailure } from './model/run.ts'
import { countOutcomes, type RunOptions, runAll } from './model/runs.ts'
import { defineProof, formatCount } from './support/proof.ts'

export type OverlapsResult = RunOptions & {
  accepted: number
  refused: number
  changed: number
  operationsPerSecond: number
  outcomeCounts: Record<string, number>
  wrong: RunFailure[]
  holds: boolean
}

export async function proveOverlaps(options: RunOptions): Promise<OverlapsResult> {
  const { outcomeCounts, wrong, operationsPerSecond } = await runAll('guests', options)
  const accepted = countOutcomes(outcomeCounts, /^request done/)
  const refused = countOutcomes(outcomeCounts, /^request taken/)
  const changed = countOutcomes(outcomeCounts, /^grant done/)
  const tried = [accepted, refused, changed].every((number) => number >= options.days)
  return {
    ...options,
    accepted,
    refused,
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
  tried:
    'Random requests, changes and cancellations of guests for joined tables, overlapping lengths, two therapists and a room, against a model that tries every way.',
  promised: 'No overlap, no wrong refusal.',
  short: { days: 4, operations: 250, engine: 'sqlite', cores: 1 },
  long: { days: 200, operations: 2_000, engine: 'sqlite', cores: 2 },
  run: (options, seed) => proveOverlaps({ ...options, seed }),
  summarize: ({ days, operations, accepted, refused, changed, wrong }) =>
    `${formatCount(days * operations)} operations in ${days} shops (${formatCount(accepted)} requests accepted, ${formatCount(refused)} refused as taken, ${formatCount(changed)} changes granted): ${wrong.length} wrong`,
})
