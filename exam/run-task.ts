/** Runs one task: a new shop, a guest, an agent behind the recording proxy, and the score of what is stored. */
import { dateAt } from '../src/kernel/time.ts'
import { monday, runShop } from '../test/support/shop.ts'
import type { Agent } from './agents/agent.ts'
import { answerQuestion } from './guest.ts'
import { openRecordingProxy } from './recording-proxy.ts'
import { scoreTask, type TaskResult } from './score.ts'
import { openInjectedShop } from './shop-content.ts'
import { readStoredRows } from './stored-state.ts'
import { type PlannedTask, prepareTask } from './tasks/generate.ts'

const dayMs = 86_400_000

/** An agent that asks more often has lost track. */
const maxQuestions = 20

/**
 * Each task has its own shop with an empty database, so that no task depends on what an agent did before. The clock
 * stands still on one of fourteen days, so that a seed gives the same task on every day.
 */
export async function runTask(agent: Agent, planned: PlannedTask): Promise<TaskResult> {
  const now = monday + (planned.seed % 14) * dayMs
  const app = await runShop(planned.trade, {
    ...{ now, writeLimit: 1000, trustProxy: 1, logLevel: 'silent' },
    ...(planned.kind.usesInjectedShop && { shop: openInjectedShop(planned.trade) }),
  })
  const proxy = await openRecordingProxy(app.port, {
    address: '198.51.100.7',
    losesResponses: agent.losesResponses ?? false,
  })
  try {
    const today = dateAt(now)
    const task = await prepareTask(planned, app, today)
    const before = await readStoredRows(app.store)
    let questions = 0
    const ask = async (question: string) => {
      if (++questions > maxQuestions) throw new Error('The agent asked the guest too often.')
      return answerQuestion(task, question)
    }
    const { words, locale, intent } = task
    const input = { words, locale, intent, today, mcpUrl: proxy.url, ask }
    const answer = await agent.run(input).catch((error: unknown) => `The agent failed: ${error}`)
    const after = await readStoredRows(app.store)
    return scoreTask(task, { before, after, answer, calls: proxy.calls })
  } finally {
    await proxy.close()
    await app.stop()
  }
}
