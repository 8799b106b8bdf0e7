/**
 * R23. PostgreSQL with what happens around it: locks of other clients, processes with wrong clocks, migrations beside a
 * running shop, and a failover.
 */
import { proveClocks } from './postgres/clocks.ts'
import { type FailoverResult, proveFailover } from './postgres/failover.ts'
import { type HoldKind, holdKinds, type LockTrial, proveLocks } from './postgres/locks.ts'
import { proveMigration } from './postgres/migration.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, type Scratch } from './support/scratch.ts'

type PostgresFaultOptions = {
  /** The letters of the parts, for example `ab`. */
  parts: string
  /** Lists separated by spaces. */
  lockKinds: string
  holdSeconds: string
  callers: string
  processes: string
  eventsOfEach: number
  migrationSeconds: number
  failoverSeconds: number
  /** For bookings of other days, and during a migration. This and the next two are longer beside other tests. */
  maxDelayMs: number
  /** For every caller. */
  maxResponseMs: number
  /** From a promotion to the next accepted booking. */
  maxRecoveryMs: number
}

type PostgresFaultResult = {
  locks?: Awaited<ReturnType<typeof proveLocks>>
  clocks?: Awaited<ReturnType<typeof proveClocks>>
  migration?: Awaited<ReturnType<typeof proveMigration>>
  synchronousFailover?: FailoverResult
  /** Its loss is counted and not limited. */
  asynchronousFailover?: FailoverResult
  holds: boolean
}

const clockOffsetsMs = [0, 20_000, -20_000]

async function provePostgresFaults(
  options: PostgresFaultOptions,
  seed: number,
  report: ReportProgress,
): Promise<PostgresFaultResult> {
  const random = randomFrom(seed)
  const has = (part: string) => options.parts.includes(part)
  const trials = has('a') ? listTrials(options) : []
  const otherParts = options.parts.replace('a', '').length
  let finished = 0
  const reportOne = () => report(++finished, trials.length + otherParts)
  const failover = (isSynchronous: boolean) =>
    withScratch((scratch) =>
      proveFailover(random, scratch, { isSynchronous, seconds: options.failoverSeconds }),
    ).finally(reportOne)
  const result: PostgresFaultResult = {
    ...(has('a') && { locks: await withScratch((one) => proveLocks(one, trials, reportOne)) }),
    ...(has('b') && {
      clocks: await proveClocks(clockOffsetsMs, options.eventsOfEach).finally(reportOne),
    }),
    ...(has('c') && {
      migration: await withScratch((one) =>
        proveMigration(random, one, options.migrationSeconds),
      ).finally(reportOne),
    }),
    ...(has('d') && { synchronousFailover: await failover(true) }),
    ...(has('e') && { asynchronousFailover: await failover(false) }),
    holds: false,
  }
  return { ...result, holds: doesHold(result, options) }
}

function doesHold(
  result: PostgresFaultResult,
  { maxDelayMs, maxResponseMs, maxRecoveryMs }: PostgresFaultOptions,
): boolean {
  const { locks, clocks, migration, synchronousFailover, asynchronousFailover } = result
  const hasOnly = (statuses: Record<string, number>, ...allowed: string[]) =>
    Object.keys(statuses).every((status) => allowed.includes(status))
  const isLocksHeld =
    !locks ||
    (hasOnly(locks.responses, '202', '409', '503') &&
      locks.slowestMs < maxResponseMs &&
      locks.slowestOtherDayMs < maxDelayMs &&
      locks.storedWithoutSuccess === 0 &&
      locks.unnamedHolders === 0)
  const isOrderHeld =
    !clocks ||
    (clocks.events > 0 &&
      clocks.missed + clocks.duplicated + clocks.outOfOrder + clocks.missingWarnings === 0)
  const isMigrationHeld =
    !migration ||
    (hasOnly(migration.responses, '200', '202', '409') &&
      migration.slowestMs < maxDelayMs &&
      migration.isBlockerNamed &&
      !migration.isWronglyApplied)
  const isRecovered = (one: FailoverResult | undefined) =>
    !one ||
    (one.acknowledged > 0 &&
      one.recoveryMs < maxRecoveryMs &&
      one.writtenToFormerPrimary === 0 &&
      one.otherResponses === 0)
  return (
    isLocksHeld &&
    isOrderHeld &&
    isMigrationHeld &&
    isRecovered(synchronousFailover) &&
    isRecovered(asynchronousFailover) &&
    (synchronousFailover?.lost ?? 0) === 0 &&
    (synchronousFailover?.duplicated ?? 0) === 0
  )
}

/** Every combination of the lists. */
function listTrials({
  lockKinds,
  holdSeconds,
  callers,
  processes,
}: PostgresFaultOptions): LockTrial[] {
  const numbers = (list: string | number) => String(list).split(' ').map(Number)
  return numbers(processes).flatMap((processCount) =>
    numbers(callers).flatMap((callerCount) =>
      numbers(holdSeconds).flatMap((seconds) =>
        lockKinds.split(' ').map((kind) => ({
          kind: kind as HoldKind,
          seconds,
          callers: callerCount,
          processes: processCount,
        })),
      ),
    ),
  )
}

async function withScratch<Result>(work: (scratch: Scratch) => Promise<Result>): Promise<Result> {
  const scratch = makeScratch()
  return work(scratch).finally(scratch.remove)
}

function summarizeFailover(name: string, result: FailoverResult | undefined): string[] {
  if (!result) return []
  const { acknowledged, lost, recoveryMs, writtenToFormerPrimary } = result
  return [
    `${name} failover: ${formatCount(acknowledged)} bookings acknowledged, ${lost} lost, ` +
      `accepted again after ${formatCount(recoveryMs)} ms, ` +
      `${writtenToFormerPrimary} written to the former primary`,
  ]
}

export const postgresFaultsProof = defineProof({
  id: 'R23',
  name: 'postgres-faults',
  scenario:
    'Another client locks a table or the row of a day, leaves a transaction open or alters a table, for up to 60 s ' +
    'with up to 64 callers and 3 processes; three processes have clocks that differ by 20 s; a newer version ' +
    'migrates while pg_dump has read the tables; the primary is killed under load, one of two standbys is promoted, ' +
    'and the former primary returns.',
  guarantee:
    'Every caller gets a response within 10 s, and what was refused is not stored; other days stay under 1 s, and the ' +
    'holder is named. Every desk receives every event once and in order. Guests do not wait for a migration. With ' +
    'synchronous replication nothing acknowledged is lost, and bookings are accepted again within 10 s.',
  short: {
    parts: 'abcd',
    lockKinds: 'table day',
    holdSeconds: '3',
    callers: '16',
    processes: '1',
    eventsOfEach: 8,
    migrationSeconds: 3,
    failoverSeconds: 2,
    maxDelayMs: 8_000,
    maxResponseMs: 30_000,
    maxRecoveryMs: 40_000,
  },
  long: {
    parts: 'abcde',
    lockKinds: holdKinds.join(' '),
    holdSeconds: '5 15 60',
    callers: '1 4 64',
    processes: '1 3',
    eventsOfEach: 200,
    migrationSeconds: 20,
    failoverSeconds: 15,
    maxDelayMs: 1_000,
    maxResponseMs: 10_000,
    maxRecoveryMs: 10_000,
  },
  run: provePostgresFaults,
  summarize: ({ locks, clocks, migration, synchronousFailover, asynchronousFailover }) =>
    [
      ...(locks
        ? [
            `locks: slowest response ${formatCount(locks.slowestMs)} ms, of another day ` +
              `${formatCount(locks.slowestOtherDayMs)} ms, ${locks.storedWithoutSuccess} stored without success`,
          ]
        : []),
      ...(clocks
        ? [
            `clocks: ${formatCount(clocks.events)} events on ${clocks.desks} desks, ${clocks.missed} missed, ` +
              `${clocks.duplicated} duplicated, ${clocks.outOfOrder} out of order`,
          ]
        : []),
      ...(migration ? [`migration: slowest response ${formatCount(migration.slowestMs)} ms`] : []),
      ...summarizeFailover('synchronous', synchronousFailover),
      ...summarizeFailover('asynchronous', asynchronousFailover),
    ].join('; '),
})
