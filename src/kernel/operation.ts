/** One thing a caller can ask for, described once; each face draws its own door to it. */
import type { z } from 'zod'
import { checkInput } from './input.ts'
import type { Locale, LocalizedText } from './locale.ts'
import { type FieldError, Problem, type ProblemCode } from './problem.ts'
import type { Quota } from './quota.ts'

type Described = {
  /** camelCase and unique: OpenAPI's operationId. */
  name: string
  group: { name: string; description: string }
  summary: LocalizedText
  description: string
  /** Members named in the path are taken from there, the others from the query or the body. */
  input: z.ZodObject
  output: z.ZodType
  problems: readonly ProblemCode[]
  /** An answer as it may look, for the documentation. */
  example: Readonly<Record<string, unknown>>
}

export type Caller = { locale: Locale }

export type ReadOperation = Described & {
  kind: 'read'
  http: { method: 'GET'; path: `/api${string}` }
  /** What an answer depends on: the content alone, the time, or what a guest did. */
  changesWith: 'content' | 'time' | 'guest'
  run(input: never, caller: Caller): unknown
}

/** A try to write something: what a face knows of it before it looks into the body. */
export type WriteAttempt = Caller & {
  /** The face and, where it is known, the client: `api`, `web`, `mcp`. */
  source: string
  /** The caller, as a keyed hash. */
  client: string
  /** Where it is given, the same attempt is answered once and then repeated. */
  key: string | undefined
  /** The body as canonical JSON: what makes two attempts the same. */
  body: string
  /** Decides everything and keeps nothing. */
  dryRun: boolean
  /** The id of the form's token, to be used up with the write. */
  formToken: string | undefined
}

export type WriteResult = {
  status: number
  location: string | null
  /** The language of the body: a replay keeps that of the first answer. */
  locale: Locale
  body: string
  replayed: boolean
  /** What is left to the caller, where it was found out on the way. */
  quota?: Quota | undefined
}

export type WriteOperation = Described & {
  kind: 'write'
  http: { method: 'POST'; path: `/api${string}`; status: 201 | 202 }
  /** Whether it can be tried with dry_run=1. */
  dryRun: boolean
  /** Whether it counts toward the write limit. */
  isCounted: boolean
  /** What the rules find wrong with the fields that are well-formed, beside those that are not. */
  checkRules?(fields: Readonly<Record<string, unknown>>): FieldError[]
  /** What this very attempt was answered before. */
  findReplay(attempt: WriteAttempt): Promise<WriteResult | undefined>
  execute(input: never, attempt: WriteAttempt): Promise<WriteResult>
}

export type Operation = ReadOperation | WriteOperation

/** What is known of where a request came from. */
export type RequestOrigin = {
  remoteAddress: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What a face asks before it lets a write through. */
export type WriteAccess = {
  /** The caller behind an address, as a keyed hash. */
  clientOf(request: RequestOrigin): string
  /** A Problem if the client may not write any more. */
  checkQuota(client: string): Promise<void>
  quotaOf(client: string): Promise<Quota>
  /**
   * The id of the token that the site's own page gave this form; a Problem if it will not do. Whether
   * it was used before shows when it is used up with the write.
   */
  verifyFormToken(form: string, token: string | undefined, honeypot: string | undefined): string
  /** Uses up the id of a token, so that no write may use it any more; false if one has. */
  consumeToken(tokenId: string): Promise<boolean>
  /** Counts what became of a write. */
  count: CountWrite
}

/** What became of a write: kept, answered as before, only tried out, or refused with this code. */
export type WriteOutcome = 'accepted' | 'replayed' | 'tried' | ProblemCode

/** Words of ours only: whoever counts must not learn who wrote, or what. */
export type CountWrite = (
  face: 'site' | 'api' | 'mcp',
  operation: string,
  outcome: WriteOutcome,
) => void

export function outcomeOf({ replayed }: WriteResult, { dryRun }: WriteAttempt): WriteOutcome {
  if (replayed) return 'replayed'
  return dryRun ? 'tried' : 'accepted'
}

/** The input, or a Problem with whatever its form and the rules find wrong, all at once. */
export function checkRequest(
  { input, checkRules }: WriteOperation,
  values: Readonly<Record<string, unknown>>,
  knownErrors: readonly FieldError[] = [],
): Record<string, unknown> {
  const checked = checkInput(input, values)
  const errors = [...(checked.ok ? [] : checked.errors), ...knownErrors]
  if (checked.ok && errors.length === 0) return checked.value
  const validFields = checked.ok ? checked.value : checked.validFields
  const named = new Set(errors.map(({ name }) => name))
  errors.push(...(checkRules?.(validFields) ?? []).filter(({ name }) => !named.has(name)))
  throw new Problem('invalid-fields', { fields: errors })
}

/** Checks, when it is written, that `run` takes the input and gives the output it promises. */
export function readOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  described: Omit<ReadOperation, 'kind' | 'input' | 'output' | 'run'> & {
    input: Input
    output: Output
    run(input: z.output<Input>, caller: Caller): z.input<Output> | Promise<z.input<Output>>
  },
): ReadOperation {
  return { kind: 'read', ...described }
}
