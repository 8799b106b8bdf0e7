/** Calls a tool that only reads. */
import type { z } from 'zod'
import { checkInput } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import { memoize } from '../../kernel/memoize.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ResultCache } from '../../kernel/result-cache.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import type { ReadTool, ToolOutput } from '../../kernel/tool.ts'
import { type BinaryString, toBinaryString } from '../../mcp/binary-string.ts'
import type { JsonObject, McpTool, SerializedResult, ToolResult } from '../../mcp/definition.ts'
import { callLocale, withoutNulls } from './caller.ts'
import { type ToolErrorContext, toolError, withArgumentNames } from './tool-error.ts'

export function readCall(
  tool: ReadTool,
  schema: z.ZodObject,
  errorContext: ToolErrorContext,
  resultCache: ResultCache,
  now: Clock,
): McpTool['call'] {
  const parseInput = memoize((argumentsJson) => {
    const checked = checkInput(schema, withoutNulls(JSON.parse(argumentsJson)), 'inputSchema')
    if (!checked.ok) throw new Problem('invalid-parameter', { fields: checked.errors })
    const { locale: _, ...own } = checked.value
    return own
  })

  const serialize = (output: ToolOutput, locale: Locale): BinaryString => {
    const result = toToolResult(output, tool.summarize(output, locale))
    return toBinaryString(JSON.stringify(result))
  }

  const run = (args: JsonObject, locale: Locale): SerializedResult | Promise<SerializedResult> => {
    const argumentsJson = JSON.stringify(args)
    const query = `${tool.name} ${locale} ${argumentsJson}`
    if (tool.changesWith === 'bookings') {
      return tool.prepare(parseInput(argumentsJson), { locale }).then(({ cacheKey, compute }) => {
        const key = cacheKey === undefined ? undefined : `${query} ${cacheKey}`
        return { json: resultCache.get(key, () => serialize(compute(), locale)) }
      })
    }
    const key = tool.changesWith === 'minute' ? `${query} ${Math.floor(now() / minute)}` : query
    const compute = () => serialize(tool.run(parseInput(argumentsJson), { locale }), locale)
    return { json: resultCache.get(key, compute) }
  }

  return (args, context) => {
    const locale = callLocale(args, context)
    const toErrorResult = (error: unknown): ToolResult => {
      if (!(error instanceof Problem)) throw error
      const problem = withArgumentNames(error, tool.names ?? {})
      return toolError(problem, locale, context.request.id, errorContext)
    }
    try {
      const result = run(args, locale)
      return result instanceof Promise ? result.catch(toErrorResult) : result
    } catch (error) {
      return toErrorResult(error)
    }
  }
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
