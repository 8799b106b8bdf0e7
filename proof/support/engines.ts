/** Runs a proof on SQLite with one process and on PostgreSQL with several processes. */
import { needPostgres } from './postgres.ts'
import { ProofSkipped } from './proof.ts'
import { makeScratch, type Scratch } from './scratch.ts'

const engines = ['sqlite', 'postgres'] as const

export type Engine = (typeof engines)[number]

export type EngineSetup = {
  engine: Engine
  scratch: Scratch
  database: string
  /** Creates another database, on PostgreSQL only. */
  newDatabase: (() => Promise<string>) | undefined
  processes: number
}

/** Without PostgreSQL the proof is skipped after the run on SQLite. */
export async function runOnEachEngine<Result extends { holds: boolean }>(
  requested: string,
  run: (engineSetup: EngineSetup) => Promise<Result>,
  /** Whether PostgreSQL flushes its commits, as in production. */
  { durable = true } = {},
): Promise<(Result & { engine: Engine })[]> {
  const chosen = engines.filter((one) => requested === 'both' || requested === one)
  if (chosen.length === 0)
    throw new Error(`There is no engine ${requested}. Use sqlite, postgres or both.`)
  const results: (Result & { engine: Engine })[] = []
  for (const engine of chosen) {
    const server = engine === 'postgres' ? await startPostgresOrSkip(results, durable) : undefined
    const scratch = makeScratch()
    try {
      const database = (await server?.newDatabase()) ?? scratch.database
      const processes = server ? 2 : 1
      const newDatabase = server && (() => server.newDatabase())
      results.push({
        engine,
        ...(await run({ engine, scratch, database, newDatabase, processes })),
      })
    } finally {
      // An immediate shutdown is enough, because the database is not opened again.
      await server?.stop('SIGQUIT')
      scratch.remove()
    }
  }
  return results
}

async function startPostgresOrSkip(
  previousResults: readonly { engine: Engine; holds: boolean }[],
  durable: boolean,
) {
  return needPostgres({ durable }).catch((error: unknown) => {
    const failed = previousResults.some(({ holds }) => !holds)
    if (!(error instanceof ProofSkipped) || previousResults.length === 0) throw error
    throw failed
      ? new Error('The guarantee does not hold on SQLite.')
      : new ProofSkipped(`it holds on SQLite; ${error.message}`)
  })
}
