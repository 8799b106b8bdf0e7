/** Makes an operation of a piece of work that writes, with the guard before it. */
import type { z } from 'zod'
import type { WriteAttempt, WriteOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/time.ts'
import { type Sql, type Store, StoreUnavailable } from '../../store/sql.ts'
import type { Guard, Write } from './guard.ts'

export type WriteContext = { store: Store; guard: Guard; secret: string; now: Clock }

/** Where the work happens: in a transaction, or in a dry run on what can only be read. */
export type ExecutionContext = { sql: Sql; now: number; attempt: WriteAttempt }

export function writeOperation<Input extends z.ZodObject, Output extends z.ZodType, Decision>(
  { store, guard, now }: WriteContext,
  described: Omit<WriteOperation, 'kind' | 'input' | 'output' | 'findReplay' | 'execute'> & {
    input: Input
    output: Output
    /** Finds out what would be kept; throws a Problem if it may not be. */
    evaluate(input: z.output<Input>, context: ExecutionContext): Promise<Decision>
    persist(decision: Decision, context: ExecutionContext): Promise<void>
    toResponse(decision: Decision, context: ExecutionContext): z.input<Output>
    /** True where the input carries a secret, such as digits of a phone. */
    hasSecret?: boolean
    /** True where many may want the same at once. */
    isContended?: boolean
    /** The address of what was made. */
    location?(decision: Decision): string
  },
): WriteOperation {
  const { evaluate, persist, toResponse, location, ...operation } = described
  const writeOf = ({ key, body, client, formToken }: WriteAttempt): Write => ({
    scope: described.name,
    key,
    body,
    client,
    isCounted: described.isCounted,
    formToken,
  })

  const buildResponse = (decision: Decision, context: ExecutionContext) => ({
    status: described.http.status,
    location: context.attempt.dryRun ? null : (location?.(decision) ?? null),
    locale: context.attempt.locale,
    body: JSON.stringify({
      ...(toResponse(decision, context) as object),
      ...(context.attempt.dryRun && { test: true }),
    }),
  })

  /** Where a secret could be guessed, a dry run is limited and a wrong guess counted like any other. */
  const executeDryRun = async (input: z.output<Input>, attempt: WriteAttempt) => {
    const context = { sql: store.read, now: now(), attempt }
    if (described.hasSecret) await guard.checkQuota(attempt.client)
    try {
      return { ...buildResponse(await evaluate(input, context), context), replayed: false }
    } catch (error) {
      if (error instanceof Problem && error.details.isCounted)
        await guard.countGuess(attempt.client)
      throw error
    }
  }

  /**
   * In a crowd most are refused by what is kept already: they need not wait for the writer. The same
   * attempt may have been kept a moment before; then it is answered as it was.
   */
  const rejectEarly = async (input: z.output<Input>, attempt: WriteAttempt) => {
    try {
      await evaluate(input, { sql: store.read, now: now(), attempt })
      return undefined
    } catch (error) {
      if (!(error instanceof Problem) || error instanceof StoreUnavailable) throw error
      const before = await guard.findReplay(writeOf(attempt))
      if (before) return { ...before, replayed: true }
      if (!described.isCounted) throw error
      throw error.with({ quota: await guard.checkQuota(attempt.client) })
    }
  }

  return {
    kind: 'write',
    ...operation,
    async findReplay(attempt) {
      const found = attempt.dryRun ? undefined : await guard.findReplay(writeOf(attempt))
      return found && { ...found, replayed: true }
    },
    async execute(input, attempt) {
      if (attempt.dryRun) return executeDryRun(input, attempt)
      const before = described.isContended && (await rejectEarly(input, attempt))
      if (before) return before
      const { response, ...result } = await guard.execute(writeOf(attempt), async (sql) => {
        const context = { sql, now: now(), attempt }
        const decision = await evaluate(input, context)
        await persist(decision, context)
        return buildResponse(decision, context)
      })
      return { ...response, ...result }
    },
  }
}
