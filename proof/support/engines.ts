/** Where a figure keeps its book: in a file with one process, or in PostgreSQL with several. */
import { needPostgres } from './postgres.ts'
import { ProofSkipped } from './proof.ts'
import { makeScratch, type Scratch } from './scratch.ts'

export const engines = ['sqlite', 'postgres'] as const

export type Engine = (typeof engines)[number]

export type EngineSetup = { engine: Engine; scratch: Scratch; database: string; processes: number }

/**
 * Tries the same on each engine that was asked for. Where there is no PostgreSQL, that is said once
 * the file has held.
 */
export async function runOnEachEngine<Found extends { holds: boolean }>(
  requested: string,
  run: (engineSetup: EngineSetup) => Promise<Found>,
  /** Whether PostgreSQL waits for the disk, as it does in a shop. */
  { durable = true } = {},
): Promise<(Found & { engine: Engine })[]> {
  const chosen = engines.filter((one) => requested === 'both' || requested === one)
  if (chosen.length === 0)
    throw new Error(`There is no engine ${requested}: sqlite, postgres or both.`)
  const found: (Found & { engine: Engine })[] = []
  for (const engine of chosen) {
    const server = engine === 'postgres' ? await startPostgresOrSkip(found, durable) : undefined
    const scratch = makeScratch()
    try {
      const database = (await server?.newDatabase()) ?? scratch.database
      const processes = server ? 2 : 1
      found.push({ engine, ...(await run({ engine, scratch, database, processes })) })
    } finally {
      // At once: nobody opens it again.
      await server?.stop('SIGQUIT')
      scratch.remove()
    }
  }
  return found
}

async function startPostgresOrSkip(
  previousResults: readonly { engine: Engine; holds: boolean }[],
  durable: boolean,
) {
  return needPostgres({ durable }).catch((error: unknown) => {
    const failed = previousResults.some(({ holds }) => !holds)
    if (!(error instanceof ProofSkipped) || previousResults.length === 0) throw error
    throw failed
      ? new Error('It did not hold with SQLite.')
      : new ProofSkipped(`it held with SQLite; ${error.message}`)
  })
}
