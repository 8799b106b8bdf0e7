/** Repeats every write: with its key after a lost response, and once more without a key. */
import { randomUUID } from 'node:crypto'
import type { Agent } from './agent.ts'
import { toArguments } from './arguments.ts'
import { findWriteTool } from './find-tools.ts'
import { answerQuestion } from './questions.ts'
import { type Arguments, type Outcome, type ShopClient, withShop } from './shop-client.ts'
import { correctByIntent, sendAndCorrect } from './write.ts'

export const retrying: Agent = {
  name: 'retrying',
  losesResponses: true,
  run: (input) =>
    withShop(input.mcpUrl, async (shop) => {
      const { goal, hasAgreed } = input.intent
      const tool = findWriteTool(shop, goal)
      if (!tool) return answerQuestion(shop, input)
      return sendAndCorrect(
        input,
        { ...toArguments(tool, input), ...(hasAgreed && { consent: true }) },
        (args) => sendWithRetries(shop, tool.name, args),
        (args, error) => correctByIntent(input, args, error),
      )
    }),
}

async function sendWithRetries(shop: ShopClient, tool: string, args: Arguments): Promise<Outcome> {
  if (args.consent !== true) return shop.call(tool, args)
  const withKey = { ...args, idempotency_key: randomUUID() }
  const first = await shop.call(tool, withKey)
  const second = first.type === 'lost' ? await shop.call(tool, withKey) : first
  const isStored = second.type === 'data' && second.data.preview !== true
  // The agent is not sure that the key was enough.
  return isStored ? shop.call(tool, args) : second
}
