/** Makes an operation of a piece of work that writes, with the guard before it. */
import type { z } from 'zod'
import type { Attempt, WriteOperation } from '../../kernel/operation.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import type { Guard, Write } from './guard.ts'

export type WriteContext = { store: Store; guard: Guard; now: Clock }

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
    /** The address of what was made. */
    location?(decision: Decision): string
  },
): WriteOperation {
  const { decide, keep, tell, location, ...rest } = described
  const writeOf = ({ source, key, body, client, formToken }: Attempt): Write => ({
    scope: `${source.split(' ')[0]} ${described.name}`,
    key,
    body,
    client,
    counted: described.counted,
    formToken,
  })

  const answer = (decision: Decision, moment: Moment) => ({
    status: described.http.status,
    location: moment.attempt.dryRun ? null : (location?.(decision) ?? null),
    body: JSON.stringify({
      ...(tell(decision, moment) as object),
      ...(moment.attempt.dryRun && { test: true }),
    }),
  })

  return {
    kind: 'write',
    ...rest,
    async recall(attempt) {
      const found = attempt.dryRun ? undefined : await guard.recall(writeOf(attempt))
      return found && { ...found, replayed: true }
    },
    async perform(input, attempt) {
      if (attempt.dryRun) {
        const moment = { sql: store.read, now: now(), attempt }
        return { ...answer(await decide(input, moment), moment), replayed: false }
      }
      const { answer: given, replayed } = await guard.perform(writeOf(attempt), async (sql) => {
        const moment = { sql, now: now(), attempt }
        const decision = await decide(input, moment)
        await keep(decision, moment)
        return answer(decision, moment)
      })
      return { ...given, replayed }
    },
  }
}
