/** Many runs, distributed over several threads. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { needPostgres } from '../support/postgres.ts'
import type { ReportProgress } from '../support/proof.ts'
import { executeRun, type RunFailure, type RunKind, type RunResult, type RunSpec } from './run.ts'

export type RunOptions = {
  days: number
  operations: number
  engine: string
  /** Number of concurrent runs; with 1 they run in this thread. */
  cores: number
  seed: number
}

type RunTotals = RunResult & { operationsPerSecond: number }

export async function runAll(
  kind: RunKind,
  options: RunOptions,
  report: ReportProgress,
): Promise<RunTotals> {
  const { days, operations, seed, engine, cores } = options
  if (!['sqlite', 'postgres'].includes(engine)) {
    throw new Error(`There is no engine ${engine}. Use sqlite or postgres.`)
  }
  const postgres = engine === 'postgres' ? await needPostgres() : undefined
  const outcomeCounts: Record<string, number> = {}
  const wrong: RunFailure[] = []
  const began = performance.now()
  let next = 0
  let finished = 0
  const work = async (execute: (spec: RunSpec) => Promise<RunResult>) => {
    // The first mismatch ends the run.
    while (next < days && wrong.length === 0) {
      const spec = { kind, operations, seed: seed + next++ }
      const result = await execute({ ...spec, database: await postgres?.newDatabase() })
      report(++finished, days)
      wrong.push(...result.wrong)
      for (const [what, times] of Object.entries(result.outcomeCounts))
        outcomeCounts[what] = (outcomeCounts[what] ?? 0) + times
    }
  }
  try {
    if (cores <= 1) await work(executeRun)
    else await Promise.all(Array.from({ length: cores }, () => runInWorker(work)))
  } finally {
    await postgres?.stop('SIGINT')
  }
  const seconds = (performance.now() - began) / 1000
  return { outcomeCounts, wrong, operationsPerSecond: Math.round((days * operations) / seconds) }
}

async function runInWorker(
  work: (execute: (spec: RunSpec) => Promise<RunResult>) => Promise<void>,
): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  const execute = async (spec: RunSpec) => {
    worker.postMessage(spec)
    const [result] = await once(worker, 'message')
    return result as RunResult
  }
  try {
    await work(execute)
  } finally {
    await worker.terminate()
  }
}

/** The number of commands whose command and outcome match the pattern. */
export function countOutcomes(outcomeCounts: RunResult['outcomeCounts'], pattern: RegExp): number {
  return Object.entries(outcomeCounts).reduce(
    (sum, [what, count]) => sum + (pattern.test(what) ? count : 0),
    0,
  )
}
