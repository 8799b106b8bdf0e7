/** One run of a few days: everything in it follows from its seed, so that it can be lived through again. */
import { randomFrom } from '../support/random.ts'
import { makeScratch, restaurantOfThree, type Scratch, sample } from '../support/scratch.ts'
import { type Command, everybody, guestsAlone } from './commands.ts'
import { restaurant } from './restaurant.ts'
import { type Fault, liveThrough } from './run-commands.ts'
import { salon } from './salon.ts'
import { moment } from './shop-model.ts'
import { shortest } from './shrink.ts'
import { spa } from './spa.ts'
import type { Trade } from './trade.ts'

export type Kind = 'guests' | 'everybody'

export type Run = {
  kind: Kind
  seed: number
  operations: number
  /** The address of an empty book; otherwise a new file. */
  database?: string | undefined
}

/** What is wrong, how to see it again, and the fewest commands that were found to show it. */
export type Wronged = { found: string; again: string; trace: string[] }

export type Ran = { told: Record<string, number>; wrong: Wronged[] }

type Shop = (scratch: Scratch) => Trade

const samples: readonly Shop[] = [
  () => restaurant(sample('restaurant')),
  () => spa(sample('spa')),
  () => salon(sample('salon')),
]

const shops: Record<Kind, readonly Shop[]> = {
  guests: samples,
  everybody: [...samples, (scratch) => restaurant(restaurantOfThree(scratch))],
}

const commanders = { guests: guestsAlone, everybody }

/** From the first day of which the samples know, until their New Year. */
const firstDay = moment('2026-11-17', 0)
const daysToChooseFrom = 76

const shrinkFor = 90_000

export async function run({ kind, seed, operations, database }: Run): Promise<Ran> {
  const random = randomFrom(seed)
  const now = firstDay + random.below(daysToChooseFrom) * 24 * 60 + random.below(15) * 60
  const commands = Array.from({ length: operations }, () => commanders[kind](random))
  const openShop = shops[kind][seed % shops[kind].length] as Shop

  const attempt = async (some: readonly Command[], told: Record<string, number>, at?: string) => {
    const scratch = makeScratch()
    try {
      const trade = openShop(scratch)
      return await liveThrough({ trade, now, database: at ?? scratch.database }, some, told)
    } finally {
      scratch.remove()
    }
  }

  const told: Record<string, number> = {}
  const fault = await attempt(commands, told, database)
  if (!fault) return { told, wrong: [] }
  const trace = await shortest(
    commands.slice(0, fault.place + 1),
    async (fewer) => (await attempt(fewer, {})) !== undefined,
    shrinkFor,
  )
  const again = (await attempt(trace, {})) ?? fault
  const how = `--seed ${seed} --days 1 --operations ${operations}`
  const wrong = { found: sayFault(fault, again), again: how, trace: trace.map(say) }
  return { told, wrong: [wrong] }
}

function sayFault(first: Fault, last: Fault): string {
  return first.found === last.found ? last.found : `${last.found} (at first: ${first.found})`
}

const say = (command: Command) => JSON.stringify(command)
