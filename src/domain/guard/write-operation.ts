/** Makes an operation of a piece of work that writes, with the guard before it. */
import type { z } from 'zod'
import type { Attempt, WriteOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/time.ts'
import { type Sql, type Store, StoreUnavailable } from '../../store/sql.ts'
import type { Guard, Write } from './guard.ts'

export type WriteContext = { store: Store; guard: Guard; secret: string; now: Clock }

/** Where the work happens: in a transaction, or in a dry run on what can only be read. */
export type Moment = { sql: Sql; now: number; attempt: Attempt }

export function writeOperation<Input extends z.ZodObject, Output extends z.ZodType, Decision>(
  { store, guard, now }: WriteContext,
  described: Omit<WriteOperation, 'kind' | 'input' | 'output' | 'recall' | 'perform'> & {
    input: Input
    output: Output
    /** Finds out what would be kept; throws a Problem if it may not be. */
    decide(input: z.output<Input>, moment: Moment): Promise<Decision>
    keep(decision: Decision, moment: Moment): Promise<void>
    tell(decision: Decision, moment: Moment): z.input<Output>
    /** True where the input carries a secret, such as digits of a phone. */
    guessable?: boolean
    /** True where many may want the same at once. */
    crowded?: boolean
    /** The address of what was made. */
    location?(decision: Decision): string
  },
): WriteOperation {
  const { decide, keep, tell, location, ...rest } = described
  const writeOf = ({ key, body, client, formToken }: Attempt): Write => ({
    scope: described.name,
    key,
    body,
    client,
    counted: described.counted,
    formToken,
  })

  const answer = (decision: Decision, moment: Moment) => ({
    status: described.http.status,
    location: moment.attempt.dryRun ? null : (location?.(decision) ?? null),
    locale: moment.attempt.locale,
    body: JSON.stringify({
      ...(tell(decision, moment) as object),
      ...(moment.attempt.dryRun && { test: true }),
    }),
  })

  /** Where a secret could be guessed, a dry run is limited and a wrong guess counted like any other. */
  const tryOut = async (input: z.output<Input>, attempt: Attempt) => {
    const moment = { sql: store.read, now: now(), attempt }
    if (described.guessable) await guard.checkQuota(attempt.client)
    try {
      return { ...answer(await decide(input, moment), moment), replayed: false }
    } catch (error) {
      if (error instanceof Problem && error.details.counted) await guard.countGuess(attempt.client)
      throw error
    }
  }

  /**
   * In a crowd most are refused by what is kept already: they need not wait for the writer. The same
   * attempt may have been kept a moment before; then it is answered as it was.
   */
  const refuseEarly = async (input: z.output<Input>, attempt: Attempt) => {
    try {
      await decide(input, { sql: store.read, now: now(), attempt })
      return undefined
    } catch (error) {
      if (!(error instanceof Problem) || error instanceof StoreUnavailable) throw error
      const before = await guard.recall(writeOf(attempt))
      if (before) return { ...before, replayed: true }
      if (!described.counted) throw error
      throw error.with({ quota: await guard.checkQuota(attempt.client) })
    }
  }

  return {
    kind: 'write',
    ...rest,
    async recall(attempt) {
      const found = attempt.dryRun ? undefined : await guard.recall(writeOf(attempt))
      return found && { ...found, replayed: true }
    },
    async perform(input, attempt) {
      if (attempt.dryRun) return tryOut(input, attempt)
      const before = described.crowded && (await refuseEarly(input, attempt))
      if (before) return before
      const { answer: given, ...rest } = await guard.perform(writeOf(attempt), async (sql) => {
        const moment = { sql, now: now(), attempt }
        const decision = await decide(input, moment)
        await keep(decision, moment)
        return answer(decision, moment)
      })
      return { ...given, ...rest }
    },
  }
}
