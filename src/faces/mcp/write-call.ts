/**
 * A call of a tool that writes: the same operation as the API's, with the same limit and rules.
 * Without the guest's consent nothing is sent; a client that can ask the guest itself is let ask.
 */
import type { z } from 'zod'
import { canonical } from '../../kernel/canonical-json.ts'
import { checkInput } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import {
  type Attempt,
  checkRequest,
  type Gate,
  outcomeOf,
  type Performed,
} from '../../kernel/operation.ts'
import { type FieldFault, Problem } from '../../kernel/problem.ts'
import type { WriteTool } from '../../kernel/tool.ts'
import {
  type Answer,
  type Exchange,
  type JsonObject,
  ProtocolError,
  type Tool,
  type ToolResult,
} from '../../mcp/definition.ts'
import { localeOf, sourceOf, withoutNulls } from './caller.ts'
import { consentOf, consentQuestion, digestOf, mayAsk } from './consent.ts'
import { spoken } from './read-call.ts'
import { type Refusing, refusal, renamed, renameFaults } from './tool-error.ts'

export function writeCall(
  tool: WriteTool,
  schema: z.ZodObject,
  gate: Gate,
  refusing: Refusing,
): Tool['call'] {
  const { operation, names = {} } = tool

  /** Throws whatever the form, the rules and the tool itself find wrong with the arguments, all at once. */
  const readInput = async (given: JsonObject, tried: Attempt) => {
    const checked = checkInput(schema, given, 'inputSchema')
    const own = omit(checked.ok ? checked.value : checked.fine, ofEveryWrite)
    const faults = checked.ok ? [] : [...checked.faults]
    const add = (found: readonly FieldFault[]) => {
      const named = new Set(faults.map(({ name }) => name))
      faults.push(...found.filter(({ name }) => !named.has(name)))
    }
    const request = orFaults(() =>
      checkRequest(operation, { ...tool.request(own as never), consent: true }),
    )
    // What is missing was told by the tool's own schema, in its own names.
    if (Array.isArray(request)) {
      add(renameFaults(request, names).filter(({ name }) => checked.ok || name in given))
    }
    add(tool.check?.(own as never) ?? [])
    if (faults.length === 0 && !Array.isArray(request)) return { own, request }
    if (!Array.isArray(request)) {
      add(renameFaults(await faultsOf(operation.perform(request as never, tried)), names))
    }
    throw new Problem('invalid-fields', { fields: faults })
  }

  const attempt = async (given: JsonObject, exchange: Exchange, locale: Locale) => {
    // Whatever is not `true` is no consent, and asked for as such.
    const { consent, ...said } = given
    const first: Attempt = {
      locale,
      source: sourceOf(exchange),
      client: gate.clientOf(exchange.request),
      key: said.idempotency_key as string | undefined,
      body: canonical({ ...omit(said, ['idempotency_key', 'dry_run']), tool: tool.name }),
      dryRun: said.dry_run === true,
      formToken: undefined,
    }
    const tried = { ...first, key: undefined, dryRun: true }
    const { own, request } = await readInput(said, tried)
    const perform = async (how: Attempt): Promise<Performed> =>
      (await operation.recall(how)) ?? (await operation.perform(request as never, how))
    const readBack = (performed: Performed) =>
      tool.readBack(own as never, JSON.parse(performed.body) as never, performed.locale)
    const send = async (how: Attempt): Promise<ToolResult> => {
      const performed = await perform(how)
      gate.count('mcp', operation.name, outcomeOf(performed, how))
      const told = JSON.parse(performed.body) as never
      const answer = tool.tell(told, readBack(performed), performed.locale) as JsonObject
      if (how.dryRun) return triedOut(answer, performed.locale)
      return spoken(answer, tool.say(answer as never, performed.locale))
    }
    if (consent === true) return send(first)

    /** Tried out first: nobody should be asked to agree to what cannot be had. */
    const preview = async () => {
      const told = readBack(await perform(tried))
      if (operation.counted) await gate.checkQuota(first.client)
      return told
    }
    return ask(exchange, first, send, preview)
  }

  const ask = async (
    exchange: Exchange,
    first: Attempt,
    send: (how: Attempt) => Promise<ToolResult>,
    preview: () => Promise<string>,
  ): Promise<Answer<ToolResult>> => {
    const { round } = exchange
    const { locale } = first
    if (!mayAsk(exchange) || first.dryRun) {
      const readBack = await preview()
      const fields: FieldFault[] = [{ name: 'consent', code: 'not_given', message: askFirst }]
      const more = { read_back: readBack, consent_text: tool.consent[locale] }
      const problem = new Problem('invalid-fields', { fields, detail: noConsent })
      return refusal(problem, locale, exchange.request.id, refusing, more)
    }
    const said = round && consentOf(round.answers)
    if (round && said === 'no') {
      if (!(await gate.useUp(round.id))) throw usedUp
      return { isError: true, content: [{ type: 'text', text: declined[locale] }] }
    }
    if (round && said === 'yes') {
      // The question is good for one request: its id is used up with it, and a retry finds the answer.
      const how = { ...first, key: first.key ?? `consent-${round.id}`, formToken: round.id }
      const before = await operation.recall(how)
      const shown = before === undefined ? await preview() : undefined
      if (shown === undefined || digestOf(shown) === round.remembered) {
        return send(how).catch((error: unknown) => {
          if (error instanceof Problem && error.code === 'form-check-failed') throw usedUp
          throw error
        })
      }
      return consentQuestion(shown, tool.consent[locale], locale)
    }
    return consentQuestion(await preview(), tool.consent[locale], locale)
  }

  return async (sent, exchange) => {
    const given = withoutNulls(sent)
    const locale = localeOf(given, exchange)
    try {
      return await attempt(given, exchange, locale)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      gate.count('mcp', operation.name, error.code)
      return refusal(renamed(error, names), locale, exchange.request.id, refusing)
    }
  }
}

/** What the work gives, or the faults that it throws. */
function orFaults<Value>(work: () => Value): Value | FieldFault[] {
  try {
    return work()
  } catch (error) {
    if (error instanceof Problem && error.details.fields) return [...error.details.fields]
    throw error
  }
}

/** What an attempt finds wrong with the fields; whatever else stands in its way is told once they are right. */
async function faultsOf(attempt: Promise<unknown>): Promise<readonly FieldFault[]> {
  try {
    await attempt
  } catch (error) {
    if (error instanceof Problem) return error.details.fields ?? []
    throw error
  }
  return []
}

const usedUp = new ProtocolError(-32602, 'Invalid params: requestState was used before')

/** The arguments of every write, which are not the operation's. */
const ofEveryWrite = ['idempotency_key', 'dry_run', 'locale']

function omit<Value>(
  from: Readonly<Record<string, Value>>,
  names: readonly string[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(from).filter(([name]) => !names.includes(name)))
}

/** Nothing of it will happen, and it has no page. */
function triedOut(answer: JsonObject, locale: Locale): ToolResult {
  const { status_url: _, ...rest } = answer
  return spoken({ ...rest, next_step: tried[locale] }, tried[locale])
}

const tried = {
  vi: 'Chạy thử: mọi thứ hợp lệ, chưa có gì được gửi.',
  en: 'A dry run: everything is in order, and nothing was sent.',
}

const noConsent = {
  vi: 'Chưa có gì được gửi: khách chưa đồng ý.',
  en: 'Nothing was sent: the guest has not agreed yet.',
}

const askFirst = {
  vi: 'Đọc “read_back” và “consent_text” cho khách, hỏi họ có đồng ý không, rồi gọi lại với consent: true.',
  en: 'Read “read_back” and “consent_text” to the guest, ask whether they agree, then call again with consent: true.',
}

const declined = {
  vi: 'Khách không đồng ý; chưa có gì được gửi. Đừng gửi lại trừ khi khách yêu cầu.',
  en: 'The guest did not agree; nothing was sent. Do not send it again unless they ask for it.',
}
