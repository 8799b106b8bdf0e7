/** A call of a tool that only reads. */
import type { z } from 'zod'
import { checkInput } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import { memoize } from '../../kernel/memoize.ts'
import { deriveOnce } from '../../kernel/object-cache.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import type { ReadTool } from '../../kernel/tool.ts'
import { toBinaryString } from '../../mcp/binary-string.ts'
import type { JsonObject, McpTool, SerializedResult, ToolResult } from '../../mcp/definition.ts'
import { callLocale, withoutNulls } from './caller.ts'
import { type ToolErrorContext, toolError, withArgumentNames } from './tool-error.ts'

/** So much is kept of the answers of a tool, as the JSON they are sent as. */
const maxCacheBytes = 2 * 1024 * 1024

/** About what an answer takes beside its letters. */
const entryOverheadBytes = 1_000

export function readCall(
  tool: ReadTool,
  input: z.ZodObject,
  errorContext: ToolErrorContext,
  now: Clock,
): McpTool['call'] {
  const cache = new Map<string, SerializedResult>()
  let cacheBytes = 0

  /** The same text for calls with the same answer; none where guests may change it. */
  const cacheKeyOf = (argumentsJson: string, locale: Locale): string | undefined => {
    if (tool.changesWith === 'guest') return undefined
    const currentMinute = tool.changesWith === 'time' ? Math.floor(now() / minute) : 0
    return `${locale} ${currentMinute} ${argumentsJson}`
  }

  /** What the tool is asked, from the arguments as they were sent. */
  const parseInput = memoize((argumentsJson) => {
    const checked = checkInput(input, withoutNulls(JSON.parse(argumentsJson)), 'inputSchema')
    if (!checked.ok) throw new Problem('invalid-parameter', { fields: checked.errors })
    const { locale: _, ...own } = checked.value
    return Object.freeze(own)
  })

  const storeResult = (cacheKey: string, result: SerializedResult): SerializedResult => {
    const cost = cacheKey.length + result.json.length + entryOverheadBytes
    if (cacheBytes + cost > maxCacheBytes) {
      cache.clear()
      cacheBytes = 0
    }
    cacheBytes += cost
    cache.set(cacheKey, result)
    return result
  }

  return (args, exchange) => {
    const locale = callLocale(args, exchange)
    const argumentsJson = JSON.stringify(args)
    const cacheKey = cacheKeyOf(argumentsJson, locale)
    const cached = cacheKey === undefined ? undefined : cache.get(cacheKey)
    if (cached) return cached
    const toErrorResult = (error: unknown): ToolResult => {
      if (!(error instanceof Problem)) throw error
      return toolError(
        withArgumentNames(error, tool.names ?? {}),
        locale,
        exchange.request.id,
        errorContext,
      )
    }
    const toResult = (output: unknown): SerializedResult => {
      const result = deriveOnce(output as JsonObject, `${tool.name} ${locale}`, () => ({
        json: toBinaryString(
          JSON.stringify(
            toToolResult(output as JsonObject, tool.summarize(output as never, locale)),
          ),
        ),
      }))
      return cacheKey === undefined ? result : storeResult(cacheKey, result)
    }
    try {
      const output = tool.run(parseInput(argumentsJson) as never, { locale })
      return output instanceof Promise
        ? output.then(toResult).catch(toErrorResult)
        : toResult(output)
    } catch (error) {
      return toErrorResult(error)
    }
  }
}

/** For clients that read only the text it is there twice: to be said, and to be worked with. */
export function toToolResult(output: JsonObject, text: string): ToolResult {
  return {
    content: [
      { type: 'text', text },
      { type: 'text', text: JSON.stringify(output) },
    ],
    structuredContent: output,
  }
}
