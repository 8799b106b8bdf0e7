/** One run with random commands. Everything in it follows from its seed, so that it can be repeated. */
import { randomFrom } from '../support/random.ts'
import { makeScratch, restaurantOfThree, type Scratch, sampleFolder } from '../support/scratch.ts'
import { allActors, type Command, guestsOnly } from './commands.ts'
import { createRestaurantModel } from './restaurant.ts'
import { type Mismatch, runCommands } from './run-commands.ts'
import { createSalonModel } from './salon.ts'
import { epochMinutes } from './shop-model.ts'
import { shrinkFailing } from './shrink.ts'
import { createSpaModel } from './spa.ts'
import type { TradeModel } from './trade.ts'

export type RunKind = 'guests' | 'all'

export type RunSpec = {
  kind: RunKind
  seed: number
  operations: number
  /** URL of an empty database; by default a new SQLite file. */
  database?: string | undefined
}

/** The mismatch, the options that repeat it, and the shortest list of commands that shows it. */
export type RunFailure = { mismatch: string; options: string; commands: string[] }

export type RunResult = { outcomeCounts: Record<string, number>; wrong: RunFailure[] }

type CreateTradeModel = (scratch: Scratch) => TradeModel

const samples: readonly CreateTradeModel[] = [
  () => createRestaurantModel(sampleFolder('restaurant')),
  () => createSpaModel(sampleFolder('spa')),
  () => createSalonModel(sampleFolder('salon')),
]

const tradeModels: Record<RunKind, readonly CreateTradeModel[]> = {
  guests: samples,
  all: [...samples, (scratch) => createRestaurantModel(restaurantOfThree(scratch))],
}

const generators = { guests: guestsOnly, all: allActors }

/** The sample content has special days from here until the lunar New Year. */
const firstDay = epochMinutes('2026-11-17', 0)
const daysToChooseFrom = 76

const shrinkTimeoutMs = 90_000

export async function executeRun({
  kind,
  seed,
  operations,
  database,
}: RunSpec): Promise<RunResult> {
  const random = randomFrom(seed)
  const now = firstDay + random.below(daysToChooseFrom) * 24 * 60 + random.below(15) * 60
  const commands = Array.from({ length: operations }, () => generators[kind](random))
  const createTrade = tradeModels[kind][seed % tradeModels[kind].length] as CreateTradeModel

  const attempt = async (
    commandSubset: readonly Command[],
    outcomeCounts: Record<string, number>,
    at?: string,
  ) => {
    const scratch = makeScratch()
    try {
      const trade = createTrade(scratch)
      return await runCommands(
        { trade, now, database: at ?? scratch.database },
        commandSubset,
        outcomeCounts,
      )
    } finally {
      scratch.remove()
    }
  }

  const outcomeCounts: Record<string, number> = {}
  const mismatch = await attempt(commands, outcomeCounts, database)
  if (!mismatch) return { outcomeCounts, wrong: [] }
  const shortest = await shrinkFailing(
    commands.slice(0, mismatch.index + 1),
    async (fewer) => (await attempt(fewer, {})) !== undefined,
    shrinkTimeoutMs,
  )
  const repeated = (await attempt(shortest, {})) ?? mismatch
  const options = `--seed ${seed} --days 1 --operations ${operations}`
  const wrong = {
    mismatch: formatMismatch(mismatch, repeated),
    options,
    commands: shortest.map((command) => JSON.stringify(command)),
  }
  return { outcomeCounts, wrong: [wrong] }
}

function formatMismatch(first: Mismatch, last: Mismatch): string {
  const [one, other] = [first.description, last.description]
  return one === other ? other : `${other} (in the full run: ${one})`
}
