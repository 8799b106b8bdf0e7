/** Where a figure keeps its book: in a file with one process, or in PostgreSQL with several. */
import { needPostgres } from './postgres.ts'
import { CannotTry } from './proof.ts'
import { makeScratch, type Scratch } from './scratch.ts'

export const engines = ['sqlite', 'postgres'] as const

export type Engine = (typeof engines)[number]

export type Ground = { engine: Engine; scratch: Scratch; database: string; processes: number }

/**
 * Tries the same on each engine that was asked for. Where there is no PostgreSQL, that is said once
 * the file has held.
 */
export async function onEach<Found extends { holds: boolean }>(
  asked: string,
  run: (ground: Ground) => Promise<Found>,
  /** Whether PostgreSQL waits for the disk, as it does in a shop. */
  { durable = true } = {},
): Promise<(Found & { engine: Engine })[]> {
  const chosen = engines.filter((one) => asked === 'both' || asked === one)
  if (chosen.length === 0) throw new Error(`There is no engine ${asked}: sqlite, postgres or both.`)
  const found: (Found & { engine: Engine })[] = []
  for (const engine of chosen) {
    const server = engine === 'postgres' ? await orSayWhatHeld(found, durable) : undefined
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

async function orSayWhatHeld(
  before: readonly { engine: Engine; holds: boolean }[],
  durable: boolean,
) {
  return needPostgres({ durable }).catch((error: unknown) => {
    const failed = before.some(({ holds }) => !holds)
    if (!(error instanceof CannotTry) || before.length === 0) throw error
    throw failed
      ? new Error('It did not hold with SQLite.')
      : new CannotTry(`it held with SQLite; ${error.message}`)
  })
}
