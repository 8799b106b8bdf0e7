/** A call of a tool that only reads. */
import type { z } from 'zod'
import { checkInput } from '../../kernel/input.ts'
import type { Locale } from '../../kernel/locale.ts'
import { remember } from '../../kernel/memoize.ts'
import { madeOf } from '../../kernel/object-cache.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Clock, minute } from '../../kernel/time.ts'
import type { ReadTool } from '../../kernel/tool.ts'
import { toBytes } from '../../mcp/binary-string.ts'
import type { JsonObject, Ready, Tool, ToolResult } from '../../mcp/definition.ts'
import { localeOf, withoutNulls } from './caller.ts'
import { type Refusing, refusal, renamed } from './tool-error.ts'

/** So much is kept of the answers of a tool, as the JSON they are sent as. */
const room = 2 * 1024 * 1024

/** About what an answer takes beside its letters. */
const each = 1_000

export function readCall(
  tool: ReadTool,
  input: z.ZodObject,
  refusing: Refusing,
  now: Clock,
): Tool['call'] {
  const kept = new Map<string, Ready>()
  let used = 0

  /** The same text for calls with the same answer; none where guests may change it. */
  const questionOf = (given: string, locale: Locale): string | undefined => {
    if (tool.changesWith === 'guest') return undefined
    const moment = tool.changesWith === 'time' ? Math.floor(now() / minute) : 0
    return `${locale} ${moment} ${given}`
  }

  /** What the tool is asked, from the arguments as they were sent. */
  const inputOf = remember((given) => {
    const checked = checkInput(input, withoutNulls(JSON.parse(given)), 'inputSchema')
    if (!checked.ok) throw new Problem('invalid-parameter', { fields: checked.faults })
    const { locale: _, ...own } = checked.value
    return Object.freeze(own)
  })

  const keep = (question: string, ready: Ready): Ready => {
    const cost = question.length + ready.json.length + each
    if (used + cost > room) {
      kept.clear()
      used = 0
    }
    used += cost
    kept.set(question, ready)
    return ready
  }

  return (given, exchange) => {
    const locale = localeOf(given, exchange)
    const asked = JSON.stringify(given)
    const question = questionOf(asked, locale)
    const before = question === undefined ? undefined : kept.get(question)
    if (before) return before
    const failed = (error: unknown): ToolResult => {
      if (!(error instanceof Problem)) throw error
      return refusal(renamed(error, tool.names ?? {}), locale, exchange.request.id, refusing)
    }
    const done = (answer: unknown): Ready => {
      const ready = madeOf(answer as JsonObject, `${tool.name} ${locale}`, () => ({
        json: toBytes(
          JSON.stringify(spoken(answer as JsonObject, tool.say(answer as never, locale))),
        ),
      }))
      return question === undefined ? ready : keep(question, ready)
    }
    try {
      const answer = tool.run(inputOf(asked) as never, { locale })
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
