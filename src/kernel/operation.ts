/**
 * An operation: one thing that clients can do, described once. Each face derives its interface from it. `Schema` is the
 * type of its input schema, `Output` that of its output; only a list of operations (`Operation`) does not know them.
 */
import type { z } from 'zod'
import { checkInput } from './input.ts'
import type { Locale, LocalizedText } from './locale.ts'
import { type FieldError, Problem, type ProblemCode } from './problem.ts'
import type { Quota } from './quota.ts'
import type { ResultCache } from './result-cache.ts'

/** The validated input of an operation whose type is not known. */
export type AnyInput = Readonly<Record<string, unknown>>

type Described<Schema extends z.ZodObject> = {
  /** camelCase and unique: OpenAPI's operationId. */
  name: string
  group: { name: string; description: string }
  summary: LocalizedText
  description: string
  /** Members named in the path come from there, the others from the query or the body. */
  input: Schema
  output: z.ZodType
  problems: readonly ProblemCode[]
  /** An example response for the documentation. */
  example: Readonly<Record<string, unknown>>
}

export type Caller = {
  locale: Locale
  /** The language that the call itself names; undefined if `locale` follows from something else. */
  namedLocale?: Locale | undefined
  /** Who calls, for a read that limits guesses. */
  sender?: () => ClientIdentity
}

export type ReadOperation<
  Schema extends z.ZodObject = z.ZodObject,
  Output = unknown,
> = Described<Schema> & {
  kind: 'read'
  http: { method: 'GET'; path: `/api${string}` }
  /** What a response depends on: the content alone, the bookings and the minute, or the data of one guest. */
  changesWith: 'content' | 'bookings' | 'guest'
  run(input: z.output<Schema>, caller: Caller): Output | Promise<Output>
  /** For reads that are slow to compute: loads what the output depends on, without computing it. */
  prepare?(input: z.output<Schema>, caller: Caller): Promise<PreparedRead<Output>>
}

type PreparedReadOperation<Schema extends z.ZodObject, Output> = ReadOperation<Schema, Output> &
  Required<Pick<ReadOperation<Schema, Output>, 'prepare'>>

export type PreparedRead<Output> = {
  /** Names the loaded data: equal keys mean equal outputs for one input and language. Undefined: not cacheable. */
  cacheKey: string | undefined
  compute(): Output
}

/** Many clients may share a network; its limits are those of one client, multiplied by the factor. */
export type SharedNetwork = { id: string; factor: number }

/** Who sends a request, as keyed hashes. */
export type ClientIdentity = {
  /** The address, or a user that a hosted assistant names behind its address. */
  client: string
  /** The address of a hosted assistant that names its user. */
  sharedAddress: SharedNetwork | undefined
  /** All networks that contain the client. */
  networks: readonly SharedNetwork[]
}

/** An attempt to write: what a face knows before it validates the body. */
export type WriteAttempt = Caller &
  ClientIdentity & {
    /** The face and, if it is known, the name of the client program: `api`, `web`, `mcp …`. */
    source: string
    /** Idempotency key: an attempt with the same key gets the stored response. */
    key: string | undefined
    /** False if the client chose the key, so that an equal request with another key is meant as a second one. */
    detectsDuplicate: boolean
    /** The body as canonical JSON; attempts with the same key must have the same body. */
    body: string
    /** Checks everything and stores nothing. */
    dryRun: boolean
    /** Id of the form token that the write consumes. */
    formToken: string | undefined
  }

export type WriteResult<Output = unknown> = {
  status: number
  location: string | null
  /** Language of the output; a replay has the language of the first response. */
  locale: Locale
  output: Output
  /** The output as JSON, if it is known. */
  text?: string | undefined
  replayed: boolean
  /** Remaining writes of the client, if the write already loaded them. */
  quota?: Quota | undefined
}

export type WriteOperation<
  Schema extends z.ZodObject = z.ZodObject,
  Output = unknown,
> = Described<Schema> & {
  kind: 'write'
  http: { method: 'POST'; path: `/api${string}`; status: 200 | 201 | 202 }
  /** An example body needs these fields besides the required ones, or instead of their examples. */
  requestExample?: Readonly<Record<string, unknown>>
  /** Whether it supports dry_run=1. */
  dryRun: boolean
  /** Whether an Idempotency-Key has an effect: it has none if nothing is stored. */
  takesKey: boolean
  /** The limit that it counts toward. */
  limit: WriteLimit | undefined
  /** Whether what it creates has a URL, which the response names in `Location`. */
  hasLocation: boolean
  /** Errors that the rules find in the valid fields, to be reported together with the invalid ones. */
  checkRules?(fields: Readonly<Record<string, unknown>>): FieldError[]
  /** The stored response of an earlier attempt with the same key, or with the input also that of a duplicate. */
  findReplay(
    attempt: WriteAttempt,
    input?: z.output<Schema>,
  ): Promise<WriteResult<Output> | undefined>
  execute(input: z.output<Schema>, attempt: WriteAttempt): Promise<WriteResult<Output>>
}

export type Operation = ReadOperation | WriteOperation

/** The type of the output of an operation. */
export type OutputOf<Of> =
  Of extends ReadOperation<infer _Schema, infer Output>
    ? Output
    : Of extends WriteOperation<infer _Schema, infer Output>
      ? Output
      : never

/** Where a request came from. */
type RequestOrigin = {
  remoteAddress: string
  headers: Readonly<Record<string, string | string[] | undefined>>
}

/** A form whose token is verified. */
type SubmittedForm = {
  /** Name of the operation. */
  form: string
  token: string | undefined
  client: string
  /** Creates a signal that is aborted when the client disconnects. */
  disconnectSignal: (() => AbortSignal) | undefined
}

/** What a face checks before a write. */
export type WriteAccess = {
  /** `user` is the id by which a hosted assistant names its user. */
  identify(request: RequestOrigin, user?: string): ClientIdentity
  /** Throws a Problem if the client has no writes left. */
  checkQuota(client: string): Promise<void>
  quotaOf(client: string): Promise<Quota>
  /**
   * Returns the id of the token that the site issued for this form. Throws a Problem if the token is not valid. A
   * request that comes too early for a person is held until its token has the minimum age. Whether the token was used
   * before is checked when the write consumes it.
   */
  verifyFormToken(submitted: SubmittedForm): Promise<string>
  /** Marks a token as used. Returns false if it was used before. */
  consumeToken(tokenId: string): Promise<boolean>
  count: CountWrite
}

/**
 * `writes`: requests to the shop. `changes`: requests about the client's own booking, with a higher limit, so that a
 * guest who has used up the first one can still cancel.
 */
export type WriteLimit = 'writes' | 'changes'

/** How many changes a client can request for each write that it may send. */
export const changesPerWrite = 4

/** The result of a write, for metrics. */
export type WriteOutcome = 'accepted' | 'replayed' | 'dry_run' | ProblemCode

/** Contains no data of the guest. */
export type CountWrite = (
  face: 'site' | 'api' | 'mcp',
  operation: string,
  outcome: WriteOutcome,
) => void

export function outcomeOf({ replayed }: WriteResult, { dryRun }: WriteAttempt): WriteOutcome {
  if (replayed) return 'replayed'
  return dryRun ? 'dry_run' : 'accepted'
}

/** Returns the validated input. Throws a Problem with all errors of the schema and of the rules. */
export function checkRequest<Schema extends z.ZodObject, Output>(
  { input, checkRules }: WriteOperation<Schema, Output>,
  values: Readonly<Record<string, unknown>>,
  knownErrors: readonly FieldError[] = [],
): z.output<Schema> {
  const checked = checkInput(input, values)
  const errors = [...(checked.ok ? [] : checked.errors), ...knownErrors]
  if (checked.ok && errors.length === 0) return checked.value
  const validFields = checked.ok ? checked.value : checked.validFields
  const named = new Set(errors.map(({ name }) => name))
  errors.push(...(checkRules?.(validFields) ?? []).filter(({ name }) => !named.has(name)))
  throw new Problem('invalid-fields', { fields: errors })
}

/** The stored response of the same attempt, or the result of the write with these values. */
export async function performWrite<Schema extends z.ZodObject, Output>(
  operation: WriteOperation<Schema, Output>,
  values: Readonly<Record<string, unknown>>,
  attempt: WriteAttempt,
  knownErrors: readonly FieldError[] = [],
): Promise<WriteResult<Output>> {
  const replay = await operation.findReplay(attempt)
  return replay ?? operation.execute(checkRequest(operation, values, knownErrors), attempt)
}

/** Makes the compiler check that `run` fits the input and output schemas. */
export function readOperation<Input extends z.ZodObject, Output extends z.ZodType>(
  described: Omit<ReadOperation, 'kind' | 'input' | 'output' | 'run' | 'prepare'> & {
    input: Input
    output: Output
    run(input: z.output<Input>, caller: Caller): z.input<Output> | Promise<z.input<Output>>
  },
): ReadOperation<Input, z.input<Output>> {
  return { kind: 'read', ...described }
}

/** A read operation whose outputs are cached by the key of their data. */
export function preparedReadOperation<
  Input extends z.ZodObject,
  Output extends z.ZodType,
  Prepared extends z.input<Output> & object,
>(
  resultCache: ResultCache,
  described: Omit<ReadOperation, 'kind' | 'input' | 'output' | 'run' | 'prepare'> & {
    input: Input
    output: Output
    prepare(input: z.output<Input>, caller: Caller): Promise<PreparedRead<Prepared>>
  },
): PreparedReadOperation<Input, Prepared> {
  const prepare = async (input: z.output<Input>, caller: Caller) => {
    const { cacheKey, compute } = await described.prepare(input, caller)
    if (cacheKey === undefined) return { cacheKey, compute }
    const key = `${described.name} ${caller.locale} ${JSON.stringify(input)} ${cacheKey}`
    return { cacheKey, compute: () => resultCache.get(key, compute) }
  }
  return {
    kind: 'read',
    ...described,
    prepare,
    run: async (input, caller) => (await prepare(input, caller)).compute(),
  }
}
