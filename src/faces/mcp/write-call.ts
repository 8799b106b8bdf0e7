/**
 * Calls a tool that writes: the same operation as the API's, with the same limit and rules. Without the guest's consent
 * the result is a preview; a client that supports elicitation is asked to obtain the consent.
 */
import type { z } from 'zod'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import type { Locale } from '../../kernel/locale.ts'
import {
  type AnyInput,
  checkRequest,
  outcomeOf,
  type WriteAccess,
  type WriteAttempt,
  type WriteResult,
} from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { type Clock, dateAt } from '../../kernel/time.ts'
import type { WriteTool } from '../../kernel/tool.ts'
import {
  type CallContext,
  type JsonObject,
  type McpTool,
  ProtocolError,
  type ToolAnswer,
  type ToolResult,
} from '../../mcp/definition.ts'
import { readUserId } from '../../mcp/user-id.ts'
import { describeErrors } from './argument-errors.ts'
import { callLocale, callSource } from './caller.ts'
import { canElicit, consentElicitation, parseConsent, previewDigest } from './consent.ts'
import {
  nonEmpty,
  outdatedText,
  type Preview,
  type PreviewCodes,
  toDeclinedResult,
  toDryRunResult,
  toPreviewResult,
} from './preview.ts'
import { prependReadings, readArguments } from './read-arguments.ts'
import { toToolResult } from './read-call.ts'
import { withStatusLink } from './status-resource.ts'
import {
  renameFieldErrors,
  type ToolErrorContext,
  toolError,
  withArgumentNames,
} from './tool-error.ts'

export type WriteDependencies = {
  writeAccess: WriteAccess
  previewCodes: PreviewCodes
  /** Whether a client that can show a form is asked to show one. */
  asksWithForm: boolean
}

export function writeCall(
  tool: WriteTool,
  schema: z.ZodObject,
  { writeAccess, previewCodes, asksWithForm }: WriteDependencies,
  errorContext: ToolErrorContext,
  now: Clock,
): McpTool['call'] {
  const { operation, names = {} } = tool
  const { calendar } = errorContext
  const readSent = (sent: JsonObject, today: string) =>
    readArguments(schema, sent, { today, calendar })
  type Read = ReturnType<typeof readSent>

  /** Throws one Problem with all errors of the schema, the rules and the tool's own checks. */
  const readInput = async (read: Read, dryRunAttempt: WriteAttempt) => {
    const { args } = read
    const sent = omit(read.value, commonWriteArguments)
    const own = tool.interpret?.(sent) ?? sent
    const errors = [...read.errors]
    const isValid = errors.length === 0
    const add = (fieldErrors: readonly FieldError[]) => {
      const named = new Set(errors.map(({ name }) => name))
      errors.push(...fieldErrors.filter(({ name }) => !named.has(name)))
    }
    const request = valueOrFieldErrors(() =>
      checkRequest(operation, { ...tool.request(own), consent: true }),
    )
    // Missing arguments were reported by the tool's own schema.
    if (Array.isArray(request)) {
      add(renameFieldErrors(request, names).filter(({ name }) => isValid || name in args))
    }
    add(tool.check?.(own) ?? [])
    if (errors.length === 0 && !Array.isArray(request)) return { own, request }
    if (!Array.isArray(request)) {
      add(
        renameFieldErrors(
          await collectFieldErrors(operation.execute(request, dryRunAttempt)),
          names,
        ),
      )
    }
    throw new Problem('invalid-fields', { fields: errors })
  }

  const toPreview = (own: AnyInput, { output, locale }: WriteResult): Preview => ({
    readBack: tool.readBack(own, output, locale),
    consentText: tool.consent(own)[locale],
    added: tool.added?.(own, output, locale) ?? [],
    warnings: tool.warnings?.(own, output, locale) ?? [],
  })

  const execute = async (
    read: Read,
    consent: unknown,
    exchange: CallContext,
    locale: Locale,
  ): Promise<ToolAnswer<ToolResult>> => {
    const { preview_code: previewCode, ...input } = read.args
    const attempt: WriteAttempt = {
      locale,
      source: callSource(exchange),
      ...writeAccess.identify(exchange.request, readUserId(exchange.meta)),
      key: input.idempotency_key as string | undefined,
      detectsDuplicate: input.idempotency_key === undefined,
      body: canonicalJson({ ...omit(input, ['idempotency_key', 'dry_run']), tool: tool.name }),
      dryRun: input.dry_run === true,
      formToken: undefined,
    }
    const dryRunAttempt = { ...attempt, key: undefined, dryRun: true }
    const { own, request } = await readInput(read, dryRunAttempt)

    const toOutput = (result: WriteResult, { readBack }: Preview) =>
      tool.toOutput(result.output, readBack, result.locale)
    const toSentResult = (result: WriteResult): ToolResult => {
      writeAccess.count('mcp', operation.name, outcomeOf(result, attempt))
      const preview = toPreview(own, result)
      const output = toOutput(result, preview)
      const sent = toToolResult(
        { ...output, ...nonEmpty({ warnings: preview.warnings }) },
        tool.summarize(output, result.locale),
      )
      return withStatusLink(sent, result.locale)
    }
    const send = async (how: WriteAttempt): Promise<ToolResult> =>
      toSentResult((await operation.findReplay(how)) ?? (await operation.execute(request, how)))
    /** A dry run, so that the guest is not asked to agree to something unavailable. */
    const preview = async () => toPreview(own, await operation.execute(request, dryRunAttempt))
    /** The same if it is to be sent: a guest is not asked to agree to what the write limit would reject. */
    const previewToSend = async () => {
      if (operation.limit === 'writes') await writeAccess.checkQuota(attempt.client)
      return preview()
    }
    // The same request in other words, or in another language, is the same.
    const requestText = canonicalJson({ ...request, locale: undefined, tool: tool.name })
    const showPreview = (shown: Preview, changes: readonly string[] = []) =>
      toPreviewResult(
        { ...shown, added: [...shown.added, ...changes] },
        previewCodes.create(requestText, shown),
        { consent, locale },
      )

    if (attempt.dryRun) {
      const result = await operation.execute(request, attempt)
      writeAccess.count('mcp', operation.name, 'dry_run')
      const shown = toPreview(own, result)
      return toDryRunResult(toOutput(result, shown), shown, locale)
    }
    if (asksWithForm && canElicit(exchange)) {
      return askWithForm(exchange, attempt, send, previewToSend)
    }
    if (consent !== true) return showPreview(await preview())
    const replay = await operation.findReplay(attempt, request)
    if (replay) return toSentResult(replay)
    if (!tool.added && previewCode === undefined) return send(attempt)
    const shown = await previewToSend()
    if (previewCode === undefined) {
      return shown.added.length === 0 ? send(attempt) : showPreview(shown)
    }
    const match = previewCodes.compare(previewCode, requestText, shown)
    if (match === 'unrelated') throw unknownPreviewCode
    return match === 'same' ? send(attempt) : showPreview(shown, [outdatedText[locale]])
  }

  const askWithForm = async (
    exchange: CallContext,
    attempt: WriteAttempt,
    send: (how: WriteAttempt) => Promise<ToolResult>,
    preview: () => Promise<Preview>,
  ): Promise<ToolAnswer<ToolResult>> => {
    const { inputRound: round } = exchange
    const { locale } = attempt
    const consentAnswer = round && parseConsent(round.answers)
    if (round && consentAnswer === 'no') {
      if (!(await writeAccess.consumeToken(round.id))) throw stateReusedError
      return toDeclinedResult(locale)
    }
    if (round && consentAnswer === 'yes') {
      // The question is valid for one request: its id is consumed with it, and a retry finds the stored response.
      const how = { ...attempt, key: attempt.key ?? `consent-${round.id}`, formToken: round.id }
      const replay = await operation.findReplay(how)
      const current = replay === undefined ? await preview() : undefined
      if (current === undefined || previewDigest(current) === round.state) {
        return send(how).catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'form-check-failed') throw stateReusedError
          throw error
        })
      }
      return consentElicitation(current, locale)
    }
    return consentElicitation(await preview(), locale)
  }

  return async ({ consent, ...sent }, exchange) => {
    const today = dateAt(now())
    const read = readSent(sent, today)
    const locale = callLocale(errorContext.languages, read.args.locale, exchange)
    try {
      const answer = await execute(read, consent ?? undefined, exchange, locale)
      return prependReadings(answer, read.readings, locale)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      writeAccess.count('mcp', operation.name, error.code)
      const problem = withArgumentNames(error, names)
      const described = describeErrors(problem, schema, { today, calendar }, read.args)
      return toolError(described, locale, { ...errorContext, ifFull: tool.ifFull })
    }
  }
}

/** The result, or the field errors that were thrown. */
function valueOrFieldErrors<Value>(work: () => Value): Value | FieldError[] {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem && error.details.fields) return [...error.details.fields]
    throw error
  }
}

/** The field errors of an attempt; other problems are reported once the fields are valid. */
async function collectFieldErrors(attempt: Promise<unknown>): Promise<readonly FieldError[]> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof Problem) return error.details.fields ?? []
    throw error
  }
  return []
}

const unknownPreviewCode = new Problem('invalid-fields', {
  fields: [
    {
      name: 'preview_code',
      code: 'not_one_of',
      who: 'model',
      message: {
        vi: 'Mã này không thuộc về một bản xem trước của các đối số này. Gọi lại không có consent để có bản xem trước mới.',
        en: 'This code belongs to no preview of these arguments. A call without consent returns a new preview.',
      },
    },
  ],
})

const stateReusedError = new ProtocolError(-32602, 'Invalid params: requestState was used before')

/** Arguments that every write tool has in addition to the operation's fields. */
const commonWriteArguments = ['idempotency_key', 'dry_run', 'locale', 'preview_code']

function omit<Value>(
  from: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}
