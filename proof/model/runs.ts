/** Many runs, on as many cores as are given. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { needPostgres } from '../support/postgres.ts'
import { type Kind, type Ran, type Run, run, type Wronged } from './run.ts'

export type Runs = {
  days: number
  operations: number
  engine: string
  /** How many runs at a time; one is lived through right here. */
  cores: number
  seed: number
}

export type Total = Ran & { operationsPerSecond: number }

export async function runAll(kind: Kind, given: Runs): Promise<Total> {
  const { days, operations, seed, engine, cores } = given
  if (!['sqlite', 'postgres'].includes(engine)) {
    throw new Error(`There is no engine ${engine}: sqlite or postgres.`)
  }
  const postgres = engine === 'postgres' ? await needPostgres() : undefined
  const told: Record<string, number> = {}
  const wrong: Wronged[] = []
  const began = performance.now()
  let next = 0
  const work = async (live: (one: Run) => Promise<Ran>) => {
    // One that is wrong is enough to look at.
    while (next < days && wrong.length === 0) {
      const one = { kind, operations, seed: seed + next++ }
      const ran = await live({ ...one, database: await postgres?.newDatabase() })
      wrong.push(...ran.wrong)
      for (const [what, times] of Object.entries(ran.told)) told[what] = (told[what] ?? 0) + times
    }
  }
  try {
    if (cores <= 1) await work(run)
    else await Promise.all(Array.from({ length: cores }, () => onCore(work)))
  } finally {
    await postgres?.stop('SIGINT')
  }
  const seconds = (performance.now() - began) / 1000
  return { told, wrong, operationsPerSecond: Math.round((days * operations) / seconds) }
}

async function onCore(work: (live: (one: Run) => Promise<Ran>) => Promise<void>): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  const live = async (one: Run) => {
    worker.postMessage(one)
    const [ran] = await once(worker, 'message')
    return ran as Ran
  }
  try {
    await work(live)
  } finally {
    await worker.terminate()
  }
}

/** How often something was told: what was asked, and how it was answered. */
export function times(told: Ran['told'], asked: RegExp): number {
  return Object.entries(told).reduce(
    (sum, [what, count]) => sum + (asked.test(what) ? count : 0),
    0,
  )
}
