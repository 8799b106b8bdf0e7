/** Sends at the first call with consent and the words of the guest, and asks only what the shop adds. */
import type { Agent } from './agent.ts'
import { toArguments } from './arguments.ts'
import { findWriteTool } from './find-tools.ts'
import { answerQuestion } from './questions.ts'
import { withShop } from './shop-client.ts'
import { correctByIntent, sendAndCorrect } from './write.ts'

export const hasty: Agent = {
  name: 'hasty',
  run: (input) =>
    withShop(input.mcpUrl, async (shop) => {
      const tool = findWriteTool(shop, input.intent.goal)
      if (!tool) return answerQuestion(shop, input)
      return sendAndCorrect(
        input,
        { ...toArguments(tool, input), consent: true },
        (args) => shop.call(tool.name, args),
        (args, error) => correctByIntent(input, args, error),
      )
    }),
}
