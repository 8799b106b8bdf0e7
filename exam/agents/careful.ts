/** Checks the time first, reads the preview to the guest, and sends once after a yes. */
import type { Tool } from '@modelcontextprotocol/client'
import type { Agent, AgentInput } from './agent.ts'
import { toArguments } from './arguments.ts'
import { findTool, findWriteTool } from './find-tools.ts'
import { answerQuestion } from './questions.ts'
import { type Arguments, type ShopClient, withShop } from './shop-client.ts'
import { correctByIntent, describeError, describeResult, sendAndCorrect } from './write.ts'

export const careful: Agent = {
  name: 'careful',
  run: (input) =>
    withShop(input.mcpUrl, async (shop) => {
      const tool = findWriteTool(shop, input.intent.goal)
      if (!tool) return answerQuestion(shop, input)
      if (input.intent.goal === 'book') return checkAndBook(shop, tool, input)
      return send(shop, tool, input)
    }),
}

async function checkAndBook(shop: ShopClient, tool: Tool, input: AgentInput): Promise<string> {
  const check = findTool(shop, 'check')
  const outcome = await shop.call(check.name, toArguments(check, input))
  if (outcome.type === 'error') return describeError(outcome.error)
  if (outcome.type === 'lost') return ''
  const { date, asked, free } = outcome.data as { date?: string; asked?: string; free?: string[] }
  const isFree = (free ?? []).length > 0
  const { otherTime } = input.intent
  if (!isFree && otherTime === undefined) return describeResult(outcome.data)
  return send(shop, tool, input, { date, time: isFree ? asked : otherTime })
}

function send(
  shop: ShopClient,
  tool: Tool,
  input: AgentInput,
  known: Arguments = {},
): Promise<string> {
  return sendAndCorrect(
    input,
    { ...toArguments(tool, input), ...known },
    (args) => shop.call(tool.name, args),
    (args, error) => correctByIntent(input, args, error),
  )
}
