/** One thing a caller can ask for, described once; each face draws its own door to it. */
import type { z } from 'zod'
import { checkInput } from './input.ts'
import type { Locale, Words } from './locale.ts'
import { type FieldFault, Problem, type ProblemCode } from './problem.ts'
import type { Quota } from './quota.ts'

type Described = {
  /** camelCase and unique: OpenAPI's operationId. */
  name: string
  group: { name: string; description: string }
  summary: Words
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
export type Attempt = Caller & {
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

export type Performed = {
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
  counted: boolean
  /** What the rules find wrong with the fields that are well-formed, beside those that are not. */
  alsoWrong?(fields: Readonly<Record<string, unknown>>): FieldFault[]
  /** What this very attempt was answered before. */
  recall(attempt: Attempt): Promise<Performed | undefined>
  perform(input: never, attempt: Attempt): Promise<Performed>
}

export type Operation = ReadOperation | WriteOperation

/** What is known of where a request came from. */
export type Sender = {
  remoteAddress: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** What a face asks before it lets a write through. */
export type Gate = {
  /** The caller behind an address, as a keyed hash. */
  clientOf(request: Sender): string
  /** A Problem if the client may not write any more. */
  checkQuota(client: string): Promise<void>
  quotaOf(client: string): Promise<Quota>
  /**
   * The id of the token that the site's own page gave this form; a Problem if it will not do. Whether
   * it was used before shows when it is used up with the write.
   */
  checkForm(form: string, token: string | undefined, bait: string | undefined): string
  /** Uses up the id of a token, so that no write may use it any more; false if one has. */
  useUp(tokenId: string): Promise<boolean>
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

export function outcomeOf({ replayed }: Performed, { dryRun }: Attempt): WriteOutcome {
  if (replayed) return 'replayed'
  return dryRun ? 'tried' : 'accepted'
}

/** The input, or a Problem with whatever its form and the rules find wrong, all at once. */
export function checkRequest(
  { input, alsoWrong }: WriteOperation,
  given: Readonly<Record<string, unknown>>,
  before: readonly FieldFault[] = [],
): Record<string, unknown> {
  const checked = checkInput(input, given)
  const faults = [...(checked.ok ? [] : checked.faults), ...before]
  if (checked.ok && faults.length === 0) return checked.value
  const fine = checked.ok ? checked.value : checked.fine
  const named = new Set(faults.map(({ name }) => name))
  faults.push(...(alsoWrong?.(fine) ?? []).filter(({ name }) => !named.has(name)))
  throw new Problem('invalid-fields', { fields: faults })
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
