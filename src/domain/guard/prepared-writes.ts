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
  /**
   * What the limits of the operation count. Of two decisions with one in common, only the first is verified by what is
   * stored before the batch.
   */
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
  /** The quota after the write; undefined if the key or a duplicate is stored, or no write is left. */
  verify(sql: Sql, write: Write): Promise<Quota | undefined>
  insertAll(sql: Sql, stored: readonly Prepared<unknown, unknown>[]): Promise<void>
  now(): number
}

export function createPreparedWrites<Decision, Output>(
  { verify, insertAll, now }: GuardSteps,
  { subjectsOf, verifyAll, persistAll }: EarlyDecisions<Decision>,
): (prepared: Prepared<Decision, Output>) => PreparedWrite<GuardedResult<Output>> {
  const storeAll = async (sql: Sql, parts: readonly Prepared<Decision, Output>[]) => {
    const decisions = parts.map(({ decision }) => decision)
    // Pipelined: no statement needs the result of another.
    const [holding, quotas] = await Promise.all([
      verifyAll(sql, decisions, now()),
      Promise.all(parts.map(({ write }) => verify(sql, write))),
    ])
    const taken = new Set<string>()
    const stored = parts.filter(({ write, decision }, index) => {
      const subjects = [...identitiesOf(write), ...subjectsOf(decision)]
      const isVerified = holding.has(decision) && quotas[index] !== undefined
      if (!isVerified || subjects.some((subject) => taken.has(subject))) return false
      for (const subject of subjects) taken.add(subject)
      return true
    })
    const isStored = new Set(stored)
    const others = parts.filter((part) => !isStored.has(part)).map(({ decision }) => decision)
    const verified = stored.map(({ decision }) => decision)
    await Promise.all([persistAll(sql, verified, others, now()), insertAll(sql, stored)])
    return parts.map((part, index) =>
      isStored.has(part)
        ? { response: part.response, replayed: false, quota: quotas[index] }
        : undefined,
    )
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
