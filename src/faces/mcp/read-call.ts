/** Calls a tool that only reads. */
import type { z } from 'zod'
import { contentLanguage } from '../../kernel/content-language.ts'
import { isLocale, type Locale, type LocalizedText } from '../../kernel/locale.ts'
import { memoize } from '../../kernel/memoize.ts'
import type { WriteAccess } from '../../kernel/operation.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ResultCache } from '../../kernel/result-cache.ts'
import { type Clock, dateAt, minute } from '../../kernel/time.ts'
import type { ReadTool, ToolOutput } from '../../kernel/tool.ts'
import { type BinaryString, toBinaryString } from '../../mcp/binary-string.ts'
import type { CallContext, McpTool, SerializedResult, ToolResult } from '../../mcp/definition.ts'
import { readUserId } from '../../mcp/user-id.ts'
import { describeErrors } from './argument-errors.ts'
import { callLocale } from './caller.ts'
import { readArguments, withReadings } from './read-arguments.ts'
import { type ToolErrorContext, toolError, withArgumentNames } from './tool-error.ts'

export function readCall(
  tool: ReadTool,
  schema: z.ZodObject,
  errorContext: ToolErrorContext,
  resultCache: ResultCache,
  now: Clock,
  identify: WriteAccess['identify'],
): McpTool['call'] {
  const { calendar } = errorContext
  /** The key is the day and the arguments: the same words mean another date on another day. */
  const read = memoize((key) => {
    const [today, argumentsJson] = [key.slice(0, 10), key.slice(11)]
    const { value, readings, errors } = readArguments(schema, JSON.parse(argumentsJson), {
      today,
      calendar,
    })
    const { locale, ...input } = value
    const namedLocale = isLocale(String(locale)) ? (locale as Locale) : undefined
    return { namedLocale, input, readings, errors, query: JSON.stringify([input, readings]) }
  })
  type Read = ReturnType<typeof read>

  const serialize = (output: ToolOutput, { readings }: Read, locale: Locale): BinaryString => {
    const summary = withReadings(readings, tool.summarize(output, locale), locale)
    const language = contentLanguage(output, locale, errorContext.untranslated)
    const text = language === locale ? summary : `${summary} ${otherLanguageText[locale]}`
    return toBinaryString(JSON.stringify(toToolResult(output, text)))
  }

  const run = (
    args: Read,
    locale: Locale,
    { request, meta }: CallContext,
  ): SerializedResult | Promise<SerializedResult> => {
    const { input, errors } = args
    if (errors.length > 0) throw new Problem('invalid-parameter', { fields: errors })
    const { namedLocale } = args
    const sender = () => identify(request, readUserId(meta))
    const caller = { locale, namedLocale, sender }
    const query = `${tool.name} ${locale} ${namedLocale} ${args.query}`
    if (tool.changesWith === 'bookings') {
      return tool.prepare(input, caller).then(({ cacheKey, compute }) => {
        const key = cacheKey === undefined ? undefined : `${query} ${cacheKey}`
        return { json: resultCache.get(key, () => serialize(compute(), args, locale)) }
      })
    }
    const key = tool.changesWith === 'minute' ? `${query} ${Math.floor(now() / minute)}` : query
    const compute = () => serialize(tool.run(input, caller), args, locale)
    return { json: resultCache.get(key, compute) }
  }

  return (sent, context) => {
    const today = dateAt(now())
    const args = read(`${today} ${JSON.stringify(sent)}`)
    const locale = callLocale(errorContext.languages, args.namedLocale, context)
    const toErrorResult = (error: unknown): ToolResult => {
      if (!(error instanceof Problem)) throw error
      const problem = withArgumentNames(error, tool.names ?? {})
      const described = describeErrors(problem, schema, { today, calendar }, args.input)
      return toolError(described, locale, errorContext)
    }
    try {
      const result = run(args, locale, context)
      return result instanceof Promise ? result.catch(toErrorResult) : result
    } catch (error) {
      return toErrorResult(error)
    }
  }
}

const otherLanguageText: LocalizedText = {
  vi: 'Một số lời chỉ có bằng tiếng Anh.',
  en: 'Some of these texts exist in Vietnamese only.',
}

/**
 * The summary comes first. Clients that read only `content` get everything as one text, and those that pass on only
 * the data get the summary too.
 */
export function toToolResult(output: ToolOutput, summary: string): ToolResult {
  const structuredContent = { summary, ...output }
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  }
}
