/**
 * R2. Guests who come, change their minds and are granted it, against a model that tries every way in
 * which a wish could be served: joined tables, lengths that overlap, two therapists and a room.
 */
import type { Wronged } from './model/run.ts'
import { type Runs, runAll, times } from './model/runs.ts'
import { count, defineProof } from './support/proof.ts'

export type OverlapsResult = Runs & {
  accepted: number
  refused: number
  changed: number
  operationsPerSecond: number
  told: Record<string, number>
  wrong: Wronged[]
  holds: boolean
}

export async function overlaps(given: Runs): Promise<OverlapsResult> {
  const { told, wrong, operationsPerSecond } = await runAll('guests', given)
  const accepted = times(told, /^request done/)
  const refused = times(told, /^request taken/)
  const changed = times(told, /^grant done/)
  const tried = [accepted, refused, changed].every((number) => number >= given.days)
  return {
    ...given,
    accepted,
    refused,
    changed,
    operationsPerSecond,
    told,
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
  run: (given, seed) => overlaps({ ...given, seed }),
  say: ({ days, operations, accepted, refused, changed, wrong }) =>
    `${count(days * operations)} operations in ${days} shops (${count(accepted)} requests accepted, ${count(refused)} refused as taken, ${count(changed)} changes granted): ${wrong.length} wrong`,
})
