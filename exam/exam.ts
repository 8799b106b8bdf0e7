/** Runs the tasks of an exam one after the other, with the progress of the other long commands. */
import { type Progress, withProgress } from '../src/commands/progress.ts'
import type { TradeName } from '../test/support/shop.ts'
import type { Agent } from './agents/agent.ts'
import { runTask } from './run-task.ts'
import type { TaskResult } from './score.ts'
import { planTasks } from './tasks/generate.ts'

export type ExamOptions = {
  agents: readonly Agent[]
  trades: readonly TradeName[]
  seed: number
  /** Tasks for each trade; by default each kind in both languages. */
  count?: number | undefined
  /** Only this kind of task. */
  kind?: string | undefined
}

export type AgentResults = { agent: string; results: readonly TaskResult[] }

export async function runExam(options: ExamOptions): Promise<AgentResults[]> {
  const steps = options.agents.flatMap((agent) =>
    options.trades.map((trade) => {
      const tasks = planTasks(trade, options.seed, options.count).filter(
        ({ kind }) => options.kind === undefined || kind.name === options.kind,
      )
      return { agent, tasks, label: `${agent.name}, ${trade}`, weight: tasks.length }
    }),
  )
  const progressOptions = { stream: process.stderr, environment: process.env }
  return withProgress(steps, progressOptions, async ({ run }: Progress) => {
    const byAgent = new Map<string, TaskResult[]>()
    for (const step of steps) {
      const { agent, tasks } = step
      const results = await run(step, async (report) => {
        const done: TaskResult[] = []
        for (const task of tasks) {
          done.push(await runTask(agent, task))
          report(done.length, tasks.length)
        }
        return done
      })
      byAgent.set(agent.name, [...(byAgent.get(agent.name) ?? []), ...results])
    }
    return [...byAgent].map(([agent, results]) => ({ agent, results }))
  })
}
