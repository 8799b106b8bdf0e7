/** Creates a write operation from its evaluation and persistence, protected by the guard. */
import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import type { Locale, LocalizedText } from '../../kernel/locale.ts'
import type { WriteAttempt, WriteOperation } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Clock } from '../../kernel/time.ts'
import { type Sql, type Store, StoreUnavailable } from '../../store/sql.ts'
import type { Guard } from './guard.ts'
import type { EarlyDecisions } from './prepared-writes.ts'
import type { Write } from './stored-responses.ts'

export type WriteContext = { store: Store; guard: Guard; secret: string; now: Clock }

/** `sql` is the transaction of the write, or read-only in a dry run. */
type ExecutionContext = { sql: Sql; now: number; attempt: WriteAttempt }

export function writeOperation<Input extends z.ZodObject, Output extends z.ZodObject, Decision>(
  { store, guard, now }: WriteContext,
  described: Omit<
    WriteOperation,
    'kind' | 'input' | 'output' | 'takesKey' | 'hasLocation' | 'findReplay' | 'execute'
  > & {
    input: Input
    output: Output
    /** Decides what would be stored. Throws a Problem if the input is rejected. */
    evaluate(input: z.output<Input>, context: ExecutionContext): Promise<Decision>
    /**
     * Throws a Problem if the client has too many open requests. A dry run must not tell about the requests of
     * others.
     */
    assertWithinLimits?(decision: Decision, context: ExecutionContext): Promise<void>
    persist(decision: Decision, context: ExecutionContext): Promise<void>
    /** For many writes at the same time: what is decided before the transaction, and verified in it. */
    early?: EarlyDecisions<Decision> & {
      /** Decides like `evaluate`, on committed data. Undefined if it cannot: then the transaction decides. */
      decide(input: z.output<Input>, context: ExecutionContext): Promise<Decision | undefined>
      /** Called when the write has ended, whether the decision was stored or not. */
      release(decision: Decision): void
    }
    /** A name for the row that all writes of the same inventory change. */
    rowOf?(input: z.output<Input>): string
    toResponse(decision: Decision, context: ExecutionContext): z.input<Output>
    /** True if the input contains a secret, such as digits of a phone number. */
    hasSecret?: boolean
    /** True if many clients may compete for the same resource. */
    isContended?: boolean
    /** URL of the created resource. */
    location?(decision: Decision): string
    /**
     * Whether what an earlier request created still stands. An operation with it returns the first response to a
     * duplicate: the same fields from the same client within half an hour, without a key. Its output has
     * `already_requested`.
     */
    isStillOpen?(sql: Sql, output: z.input<Output>, input: z.output<Input>): Promise<boolean>
  },
): WriteOperation<Input, z.input<Output>> {
  const { evaluate, assertWithinLimits, persist, toResponse, location, ...remaining } = described
  const { isStillOpen, early, rowOf, ...operation } = remaining
  const toPrepared = early && guard.prepareWith<Decision, z.input<Output>>(early)
  /** Without the input, which is not parsed yet, duplicates are not found. */
  const writeOf = (attempt: WriteAttempt, input?: z.output<Input>): Write => {
    const { key, body, client, sharedAddress, formToken } = attempt
    const duplicate =
      input && isStillOpen
        ? {
            key: duplicateKey(client, input),
            isSearched: attempt.detectsDuplicate,
            isStillOpen: (sql: Sql, output: unknown) =>
              isStillOpen(sql, output as z.input<Output>, input),
          }
        : undefined
    const { name: scope, limit, hasSecret = false } = described
    return { scope, key, duplicate, body, client, sharedAddress, limit, hasSecret, formToken }
  }

  const buildResponse = (decision: Decision, context: ExecutionContext) => {
    const { dryRun, locale } = context.attempt
    const output = toResponse(decision, context)
    return {
      status: described.http.status,
      location: dryRun ? null : (location?.(decision) ?? null),
      locale,
      ...(dryRun
        ? { output: toDryRunOutput(output, locale) }
        : { output, text: JSON.stringify(output) }),
    }
  }

  /** With a secret in the input, wrong guesses are counted and limited. */
  const executeDryRun = async (input: z.output<Input>, attempt: WriteAttempt) => {
    const before = await findOwnRequest(input, attempt)
    const sent = before && {
      ...before,
      output: toDryRunOutput(before.output, before.locale),
      location: null,
      replayed: false,
    }
    // In another language, a preview in that language helps more.
    if (sent?.locale === attempt.locale) return sent
    const context = { sql: store.read, now: now(), attempt }
    const takeBackGuess = described.hasSecret ? await guard.countGuess(attempt) : undefined
    try {
      const accepted = await evaluate(input, context)
      await assertWithinLimits?.(accepted, context)
      const response = buildResponse(accepted, context)
      await takeBackGuess?.()
      return { ...response, replayed: false }
    } catch (error) {
      const isWrongGuess = error instanceof Problem && error.details.isCounted
      if (!isWrongGuess) await takeBackGuess?.()
      const isRejected = error instanceof Problem && !(error instanceof StoreUnavailable)
      if (sent && isRejected) return sent
      throw error
    }
  }

  /** What the client has requested with the same fields: sent again, it gets that response. */
  const findOwnRequest = (input: z.output<Input>, attempt: WriteAttempt) =>
    guard.findReplay<z.input<Output>>(writeOf({ ...attempt, key: undefined }, input))

  const decideEarly = async (input: z.output<Input>, attempt: WriteAttempt) => {
    const context = { sql: store.read, now: now(), attempt }
    const decision = await early?.decide(input, context)
    if (!early || !decision) return undefined
    try {
      return { decision, response: buildResponse(decision, context) }
    } catch (error) {
      early.release(decision)
      throw error
    }
  }

  /**
   * Rejects most competing requests with a read, before they queue for a write transaction. A repeated request
   * that has succeeded meanwhile gets its stored response.
   */
  const rejectEarly = async (input: z.output<Input>, attempt: WriteAttempt) => {
    try {
      await evaluate(input, { sql: store.read, now: now(), attempt })
      return undefined
    } catch (error) {
      if (!(error instanceof Problem) || error instanceof StoreUnavailable) throw error
      const { replay, quota } = await guard.checkRejected<z.input<Output>>(writeOf(attempt, input))
      if (replay) return { ...replay, replayed: true }
      throw quota ? error.add({ quota }) : error
    }
  }

  return {
    kind: 'write',
    ...operation,
    takesKey: true,
    hasLocation: location !== undefined,
    async findReplay(attempt, input) {
      if (attempt.dryRun) return undefined
      const found = await guard.findReplay<z.input<Output>>(writeOf(attempt, input))
      return found && { ...found, replayed: true }
    },
    async execute(input, attempt) {
      if (attempt.dryRun) return executeDryRun(input, attempt)
      // A form token is consumed one by one.
      const decided =
        attempt.formToken === undefined ? await decideEarly(input, attempt) : undefined
      try {
        const before = !decided && described.isContended && (await rejectEarly(input, attempt))
        if (before) return before
        const write = writeOf(attempt, input)
        const decideInside = async (sql: Sql) => {
          const context = { sql, now: now(), attempt }
          const decision = await evaluate(input, context)
          await assertWithinLimits?.(decision, context)
          await persist(decision, context)
          return buildResponse(decision, context)
        }
        const row = rowOf?.(input)
        const prepared = {
          ...(decided && toPrepared?.({ write, ...decided })),
          ...(row !== undefined && { row }),
        }
        const { response, ...result } = await guard.execute(write, decideInside, prepared)
        return { ...response, ...result }
      } finally {
        if (decided) early?.release(decided.decision)
      }
    },
  }
}

/** A dry run creates nothing: its response has no URL of a status, and promises no call. */
function toDryRunOutput<Output extends object>(output: Output, locale: Locale): Output {
  const { status_url: _, ...remaining } = output as Output & { status_url?: string }
  const text = 'already_requested' in output ? sentBeforeText : dryRunText
  return {
    ...(remaining as Output),
    ...('next_step' in output && { next_step: text[locale] }),
    test: true,
  }
}

const sentBeforeText: LocalizedText = {
  vi: 'Chạy thử: chính yêu cầu này đã được gửi trong nửa giờ qua. Gửi lại thì nhận câu trả lời ấy, không lưu thêm gì.',
  en: 'Dry run: the same request was sent within the last half hour. Sent again, it gets that response, and nothing more is stored.',
}

const dryRunText: LocalizedText = {
  vi: 'Chạy thử: mọi thứ hợp lệ. Chưa có gì được lưu và sẽ không có ai liên hệ.',
  en: 'Dry run: everything is valid. Nothing was stored, and no one will be in touch.',
}

/** A key of a client contains no space, so that it is never one of these. The language is no part of the request. */
function duplicateKey(client: string, input: object): string {
  const fields = canonicalJson({ ...input, locale: undefined })
  return `same ${createHash('sha256').update(`${client} ${fields}`).digest('base64url')}`
}
