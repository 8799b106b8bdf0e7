/**
 * Makes a mistake at first: a wrong tool, wrong names, wrong types or contradictory arguments. It corrects itself only
 * with what the error says.
 */
import type { Agent, AgentInput } from './agent.ts'
import { toArguments } from './arguments.ts'
import { findWriteTool } from './find-tools.ts'
import { answerQuestion } from './questions.ts'
import {
  type Arguments,
  type Outcome,
  type ShopClient,
  type ToolError,
  withShop,
} from './shop-client.ts'
import { correctByIntent, type Send, sendAndCorrect } from './write.ts'

export const confused: Agent = {
  name: 'confused',
  isMistaken: true,
  run: (input) =>
    withShop(input.mcpUrl, async (shop) => {
      const mistake = chooseMistake(input)
      const tool = findWriteTool(shop, input.intent.goal)
      if (!tool)
        return answerQuestion(shop, input, (name, args) =>
          askWithMistake(shop, mistake, name, args),
        )
      const call = callWithWrongName(shop, mistake.rename(tool.name))
      const right = toArguments(tool, input)
      return sendAndCorrect(
        input,
        mistake.change(right),
        call,
        (sent, error) => correctByIntent(input, sent, error) ?? correctField(sent, right, error),
      )
    }),
}

/** Calls a tool by a name that may be wrong, and then by the name that the error proposes. */
function callWithWrongName(shop: ShopClient, wrongName: string): Send {
  let name = wrongName
  return async (args) => {
    const outcome = await shop.call(name, args)
    if (outcome.type !== 'error' || outcome.error.code !== 'protocol') return outcome
    const { message } = outcome.error
    const proposed = shop.tools.find((tool) => tool.name !== name && message.includes(tool.name))
    if (!proposed) return outcome
    name = proposed.name
    return shop.call(name, args)
  }
}

async function askWithMistake(
  shop: ShopClient,
  mistake: Mistake,
  tool: string,
  right: Arguments,
): Promise<Outcome> {
  const call = callWithWrongName(shop, mistake.rename(tool))
  let args = mistake.change(right)
  for (let corrections = 0; ; corrections++) {
    const outcome = await call(args)
    if (outcome.type !== 'error' || corrections === maxCorrections) return outcome
    const corrected = correctField(args, right, outcome.error)
    if (!corrected) return outcome
    args = corrected
  }
}

const maxCorrections = 4

/** Corrects the argument that the error names, or omits it if it is not one of the tool. */
function correctField(sent: Arguments, right: Arguments, error: ToolError): Arguments | undefined {
  const { field = '', nearest } = error
  const { [field]: wrong, ...others } = sent
  if (nearest !== undefined && nearest in right) return { ...others, [nearest]: right[nearest] }
  if (field in right && wrong !== right[field]) return { ...sent, [field]: right[field] }
  // Two readings of a date come from a weekday that does not fit.
  if ('weekday' in sent && error.choices) return omit(sent, 'weekday')
  return field in sent && !(field in right) ? others : undefined
}

function omit(args: Arguments, omitted: string): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([name]) => name !== omitted))
}

type Mistake = {
  rename(tool: string): string
  change(args: Arguments): Arguments
}

const sameTool = (tool: string) => tool
const sameArguments = (args: Arguments) => args

/** Renames the arguments that are there. */
function renameArguments(args: Arguments, names: Readonly<Record<string, string>>): Arguments {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [names[name] ?? name, value]),
  )
}

const mistakes: readonly Mistake[] = [
  { rename: (tool) => tool.replace(/^(request|get|list|check)_/, ''), change: sameArguments },
  {
    rename: (tool) => tool.replace('request_', 'make_').replace('get_', 'show_'),
    change: sameArguments,
  },
  {
    rename: sameTool,
    change: (args) =>
      renameArguments(args, {
        ...{
          party_size: 'guests',
          table_type: 'area',
          service_id: 'service',
          phone: 'phone_number',
        },
        ...{ note: 'special_requests', date: 'day', code: 'booking_code', query: 'search' },
      }),
  },
  {
    rename: sameTool,
    change: (args) =>
      Object.fromEntries(
        Object.entries(args).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : String(value),
        ]),
      ),
  },
  { rename: sameTool, change: (args) => ({ ...args, consent: 'yes' }) },
  {
    rename: sameTool,
    change: (args) =>
      'date' in args ? { ...args, weekday: 'monday' } : { ...args, month: '2026-12' },
  },
]

/** The same for a task in every run. */
function chooseMistake({ words }: AgentInput): Mistake {
  const sum = [...words].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return mistakes[sum % mistakes.length] as Mistake
}
