/**
 * Writes whose decision was made before their transaction: all of a batch are verified together and stored together.
 * What cannot be verified is decided again in the transaction, one write after the other.
 */
import type { Quota } from '../../kernel/quota.ts'
import type { PreparedWrite, Sql } from '../../store/sql.ts'
import type { StoredResponse } from './rows.ts'
import type { Write } from './stored-responses.ts'

/** How the decisions of one operation are made early, verified and stored. */
export type EarlyDecisions<Decision> = {
  /** What the limits of the operation count. Of two decisions with one in common, only the first is verified. */
  subjectsOf(decision: Decision): readonly string[]
  /** Reads everything that `evaluate` reads, and takes what only one can have. Returns the decisions that hold. */
  verifyAll(sql: Sql, decisions: readonly Decision[], now: number): Promise<ReadonlySet<Decision>>
  /** Stores the verified decisions, and gives back what the others have taken. */
  persistAll(
    sql: Sql,
    verified: readonly Decision[],
    others: readonly Decision[],
    now: number,
  ): Promise<void>
}

export type GuardedResult<Output> = {
  response: StoredResponse<Output>
  replayed: boolean
  quota: Quota | undefined
}

export type Prepared<Decision, Output> = {
  write: Write
  decision: Decision
  response: StoredResponse<Output>
}

type GuardSteps = {
  /** The quota after each write; undefined if its key or a duplicate is stored, or no write is left. */
  verifyAll(sql: Sql, writes: readonly Write[]): Promise<readonly (Quota | undefined)[]>
  insertAll(sql: Sql, stored: readonly Prepared<unknown, unknown>[]): Promise<void>
  now(): number
}

export function createPreparedWrites<Decision, Output>(
  guard: GuardSteps,
  { subjectsOf, verifyAll, persistAll }: EarlyDecisions<Decision>,
): (prepared: Prepared<Decision, Output>) => PreparedWrite<GuardedResult<Output>> {
  type Part = Prepared<Decision, Output>

  /** Of the parts that have a subject in common the first: what it stores decides about the others. */
  const chooseIndependent = (parts: readonly Part[]): Part[] => {
    const taken = new Set<string>()
    return parts.filter(({ write, decision }) => {
      const subjects = [...identitiesOf(write), ...subjectsOf(decision)]
      if (subjects.some((subject) => taken.has(subject))) return false
      for (const subject of subjects) taken.add(subject)
      return true
    })
  }

  const storeAll = async (sql: Sql, parts: readonly Part[]) => {
    const independent = chooseIndependent(parts)
    const decisions = independent.map(({ decision }) => decision)
    // Pipelined: no statement needs the result of another.
    const [holding, quotas] = await Promise.all([
      verifyAll(sql, decisions, guard.now()),
      guard.verifyAll(
        sql,
        independent.map(({ write }) => write),
      ),
    ])
    const results = new Map<Part, GuardedResult<Output>>()
    for (const [index, part] of independent.entries()) {
      const quota = quotas[index]
      if (quota && holding.has(part.decision))
        results.set(part, { response: part.response, replayed: false, quota })
    }
    const stored = [...results.keys()]
    const verified = new Set(stored.map(({ decision }) => decision))
    const others = decisions.filter((decision) => !verified.has(decision))
    await Promise.all([
      persistAll(sql, [...verified], others, guard.now()),
      guard.insertAll(sql, stored),
    ])
    return parts.map((part) => results.get(part))
  }
  // The same function for all writes of the operation: by it the store finds those that belong together.
  const storeParts = storeAll as (
    sql: Sql,
    parts: readonly unknown[],
  ) => ReturnType<typeof storeAll>
  return (prepared) => ({ part: prepared, storeAll: storeParts })
}

/** What the guard counts or stores only once. */
function identitiesOf({ client, sharedAddress, key, duplicate }: Write): string[] {
  return [
    `client ${client}`,
    ...(sharedAddress ? [`client ${sharedAddress.id}`] : []),
    ...(key === undefined ? [] : [`key ${key}`]),
    ...(duplicate ? [`key ${duplicate.key}`] : []),
  ]
}
