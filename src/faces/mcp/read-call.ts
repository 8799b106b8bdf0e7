/** A call of a tool that only reads. */
import type { z } from 'zod'
import { checkInput } from '../../kernel/input.ts'
import { Problem } from '../../kernel/problem.ts'
import type { ReadTool } from '../../kernel/tool.ts'
import type { JsonObject, Tool, ToolResult } from '../../mcp/definition.ts'
import { localeOf } from './caller.ts'
import { type Refusing, refusal, renamed } from './refusal.ts'

export function readCall(tool: ReadTool, input: z.ZodObject, refusing: Refusing): Tool['call'] {
  return (given, exchange) => {
    const locale = localeOf(given, exchange)
    const failed = (error: unknown): ToolResult => {
      if (!(error instanceof Problem)) throw error
      return refusal(renamed(error, tool.names ?? {}), locale, exchange.request.id, refusing)
    }
    const done = (answer: unknown): ToolResult =>
      spoken(answer as JsonObject, tool.say(answer as never, locale))
    try {
      const checked = checkInput(input, given)
      if (!checked.ok) throw new Problem('invalid-parameter', { fields: checked.faults })
      const { locale: _, ...own } = checked.value
      const answer = tool.run(own as never, { locale })
      return answer instanceof Promise ? answer.then(done).catch(failed) : done(answer)
    } catch (error) {
      return failed(error)
    }
  }
}

/** For clients that read only the text it is there twice: to be said, and to be worked with. */
export function spoken(answer: JsonObject, say: string): ToolResult {
  return {
    content: [
      { type: 'text', text: say },
      { type: 'text', text: JSON.stringify(answer) },
    ],
    structuredContent: answer,
  }
}
