/**
 * Calls a tool that writes: the same operation as the API's, with the same limit and rules. Without the guest's consent
 * nothing is stored; a client that supports elicitation is asked to obtain it.
 */
import type { z } from 'zod'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import type { Locale } from '../../kernel/locale.ts'
import {
  checkRequest,
  outcomeOf,
  type WriteAccess,
  type WriteAttempt,
  type WriteResult,
} from '../../kernel/operation.ts'
import { type FieldError, Problem } from '../../kernel/problem.ts'
import { type Clock, dateAt } from '../../kernel/time.ts'
import type { ToolOutput, WriteTool } from '../../kernel/tool.ts'
import {
  type CallContext,
  type JsonObject,
  type McpTool,
  ProtocolError,
  type ToolAnswer,
  type ToolResult,
} from '../../mcp/definition.ts'
import { readUserId } from '../../mcp/user-id.ts'
import { callLocale, callSource } from './caller.ts'
import { canElicit, consentElicitation, parseConsent, readBackDigest } from './consent.ts'
import { describeErrors, prependReadings, readArguments } from './read-arguments.ts'
import { toToolResult } from './read-call.ts'
import { withStatusLink } from './status-resource.ts'
import {
  renameFieldErrors,
  type ToolErrorContext,
  toolError,
  withArgumentNames,
} from './tool-error.ts'

export function writeCall(
  tool: WriteTool,
  schema: z.ZodObject,
  writeAccess: WriteAccess,
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
    const own = omit(read.value, commonWriteArguments)
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

  const execute = async (read: Read, consent: unknown, exchange: CallContext, locale: Locale) => {
    const input = read.args
    const first: WriteAttempt = {
      locale,
      source: callSource(exchange),
      ...writeAccess.identify(exchange.request, readUserId(exchange.meta)),
      key: input.idempotency_key as string | undefined,
      detectsDuplicate: input.idempotency_key === undefined,
      body: canonicalJson({ ...omit(input, ['idempotency_key', 'dry_run']), tool: tool.name }),
      dryRun: input.dry_run === true,
      formToken: undefined,
    }
    const dryRunAttempt = { ...first, key: undefined, dryRun: true }
    const { own, request } = await readInput(read, dryRunAttempt)
    const executeOrReplay = async (how: WriteAttempt): Promise<WriteResult> =>
      (await operation.findReplay(how)) ?? (await operation.execute(request, how))
    const readBack = ({ output, locale }: WriteResult) => tool.readBack(own, output, locale)
    const send = async (how: WriteAttempt): Promise<ToolResult> => {
      const result = await executeOrReplay(how)
      writeAccess.count('mcp', operation.name, outcomeOf(result, how))
      const output = tool.toOutput(result.output, readBack(result), result.locale)
      if (how.dryRun) return toDryRunResult(output, result.locale)
      return withStatusLink(
        toToolResult(output, tool.summarize(output, result.locale)),
        result.locale,
      )
    }
    // Any value other than `true` is missing consent.
    if (consent === true) return send(first)

    /** A dry run first, so that the guest is not asked to agree to something unavailable. */
    const preview = async () => {
      const readBackText = readBack(await executeOrReplay(dryRunAttempt))
      if (operation.isCounted) await writeAccess.checkQuota(first.client)
      return readBackText
    }
    return askForConsent(exchange, first, send, preview)
  }

  const askForConsent = async (
    exchange: CallContext,
    first: WriteAttempt,
    send: (how: WriteAttempt) => Promise<ToolResult>,
    preview: () => Promise<string>,
  ): Promise<ToolAnswer<ToolResult>> => {
    const { inputRound: round } = exchange
    const { locale } = first
    if (!canElicit(exchange) || first.dryRun) {
      const readBack = await preview()
      const fields: FieldError[] = [{ name: 'consent', code: 'not_given', message: consentMissing }]
      const more = { read_back: readBack, consent_text: tool.consent[locale] }
      const problem = new Problem('invalid-fields', { fields, detail: noConsent })
      return toolError(problem, locale, errorContext, more)
    }
    const consentAnswer = round && parseConsent(round.answers)
    if (round && consentAnswer === 'no') {
      if (!(await writeAccess.consumeToken(round.id))) throw stateReusedError
      return { isError: true, content: [{ type: 'text', text: declined[locale] }] }
    }
    if (round && consentAnswer === 'yes') {
      // The question is valid for one request: its id is consumed with it, and a retry finds the stored response.
      const how = { ...first, key: first.key ?? `consent-${round.id}`, formToken: round.id }
      const replay = await operation.findReplay(how)
      const currentReadBack = replay === undefined ? await preview() : undefined
      if (currentReadBack === undefined || readBackDigest(currentReadBack) === round.state) {
        return send(how).catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'form-check-failed') throw stateReusedError
          throw error
        })
      }
      return consentElicitation(currentReadBack, tool.consent[locale], locale)
    }
    return consentElicitation(await preview(), tool.consent[locale], locale)
  }

  return async ({ consent, ...sent }, exchange) => {
    const today = dateAt(now())
    const read = readSent(sent, today)
    const locale = callLocale(read.args.locale, exchange)
    try {
      const answer = await execute(read, consent, exchange, locale)
      return prependReadings(answer, read.readings, locale)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      writeAccess.count('mcp', operation.name, error.code)
      const problem = withArgumentNames(error, names)
      return toolError(describeErrors(problem, schema, { today, calendar }), locale, errorContext)
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

const stateReusedError = new ProtocolError(-32602, 'Invalid params: requestState was used before')

/** Arguments that every write tool has in addition to the operation's fields. */
const commonWriteArguments = ['idempotency_key', 'dry_run', 'locale']

function omit<Value>(
  from: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}

/** Fields that make no sense in the read-back of a dry run. */
function toDryRunResult(output: ToolOutput, locale: Locale): ToolResult {
  const { status_url: _, ...remaining } = output
  return toToolResult({ ...remaining, next_step: dryRunText[locale] }, dryRunText[locale])
}

const dryRunText = {
  vi: 'Chạy thử: mọi thứ hợp lệ, chưa có gì được gửi.',
  en: 'Dry run: all checks passed, nothing was sent.',
}

const noConsent = {
  vi: 'Chưa có gì được gửi: khách chưa đồng ý.',
  en: 'Nothing was sent: the guest has not agreed yet.',
}

const consentMissing = {
  vi: 'Đọc “read_back” và “consent_text” cho khách, hỏi họ có đồng ý không, rồi gọi lại với consent: true.',
  en: 'Read “read_back” and “consent_text” to the guest, ask whether they agree, then call again with consent: true.',
}

const declined = {
  vi: 'Khách không đồng ý; chưa có gì được gửi. Đừng gửi lại trừ khi khách yêu cầu.',
  en: 'The guest did not agree; nothing was sent. Do not send it again unless they ask for it.',
}
