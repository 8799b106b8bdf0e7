/**
 * R9. Inputs that nobody foresaw, to every route of every listener: whatever comes in, the answer is
 * one that is described, nothing breaks, nothing that was typed is logged, and memory does not grow.
 */
import { type FuzzShopResult, fuzzShop } from './fuzz/fuzz-shop.ts'
import { needPostgres } from './support/postgres.ts'
import { defineProof, formatCount, ProofSkipped } from './support/proof.ts'
import { makeScratch } from './support/scratch.ts'

export type FuzzOptions = {
  /** Which shops, by commas, such as `spa@postgres`; the inputs are shared out among them. */
  shops: string
  inputs: number
  connections: number
  /** How much larger a process may be in the end than half-way, in percent. */
  maxGrowthPercent: number
  /** Sends this input alone and shows it with its answer; 0 sends all. */
  only: number
}

export type FuzzResult = {
  sent: number
  perSecond: number
  routes: number
  /** How large each process was half-way and in the end, in megabytes. */
  megabytes: Record<string, { halfWay: number; inTheEnd: number }>
  faults: number
  shops: Record<string, FuzzShopResult>
  notTried: string[]
  holds: boolean
}

export async function proveFuzz(options: FuzzOptions, seed: number): Promise<FuzzResult> {
  const names = options.shops.split(',')
  const inputs = Math.ceil(options.inputs / names.length)
  const shops: Record<string, FuzzShopResult> = {}
  const notTried: string[] = []
  for (const name of names) {
    const [variant = '', engine] = name.split('@')
    const scratch = makeScratch()
    try {
      const database = engine ? await createPostgresDatabase() : scratch.database
      shops[name] = await fuzzShop({ ...options, name, variant, database, inputs, seed })
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      notTried.push(`${name}: ${error.message}`)
    } finally {
      scratch.remove()
    }
  }
  const found = Object.values(shops)
  const sum = (of: (one: FuzzShopResult) => number) =>
    found.reduce((total, one) => total + of(one), 0)
  const megabytes = Object.fromEntries(
    Object.entries(shops).map(([name, found]) => [name, minSizes(found.megabytes)]),
  )
  return {
    sent: sum(({ sent }) => sent),
    perSecond: Math.round(sum(({ sent }) => sent) / sum(({ seconds }) => seconds)),
    routes: sum(({ routes }) => routes),
    megabytes,
    faults: sum(({ faults, logged }) => faults + logged.length),
    shops,
    notTried,
    holds:
      found.length > 0 &&
      found.every(({ faults, logged }) => faults + logged.length === 0) &&
      found.every(({ neverAccepted }) => inputs < 100_000 || neverAccepted.length === 0) &&
      Object.values(megabytes).every((one) => isMemoryStable(one, options.maxGrowthPercent)),
  }
}

async function createPostgresDatabase(): Promise<string> {
  return (await needPostgres()).newDatabase()
}

/** The least of some while: what is more is only not yet cleared away. */
function minSizes(sizes: readonly number[]): { halfWay: number; inTheEnd: number } {
  const minSize = (from: number, to: number) =>
    Math.min(...sizes.slice(Math.floor(sizes.length * from), Math.ceil(sizes.length * to)))
  return { halfWay: minSize(0.4, 0.5), inTheEnd: minSize(0.9, 1) }
}

function isMemoryStable(
  { halfWay, inTheEnd }: ReturnType<typeof minSizes>,
  percent: number,
): boolean {
  return inTheEnd - halfWay <= Math.max(40, (halfWay * percent) / 100)
}

export const fuzzProof = defineProof({
  id: 'R9',
  name: 'fuzz',
  tried:
    'Inputs that nobody foresaw, to every route and every MCP method: nearly right, wrong, huge, deep, broken, no HTTP at all.',
  promised:
    'No 5xx, no crash, every answer as it is described, nothing that was typed in the logs; from half-way to the end memory grows by no more than a fifth.',
  short: {
    shops: 'restaurant,spa',
    inputs: 2_000,
    connections: 24,
    maxGrowthPercent: 100,
    only: 0,
  },
  long: {
    shops: 'restaurant,spa,salon,restaurant@postgres',
    inputs: 1_000_000,
    connections: 24,
    maxGrowthPercent: 20,
    only: 0,
  },
  run: proveFuzz,
  summarize: ({ sent, routes, perSecond, faults, megabytes, notTried }) => {
    const sizes = Object.values(megabytes).map((one) => `${one.halfWay} → ${one.inTheEnd}`)
    const missing = notTried.length > 0 ? `; NOT TRIED: ${notTried.join(', ')}` : ''
    return `${formatCount(sent)} inputs to ${routes} routes (${formatCount(perSecond)}/s): ${faults} wrong answers or lines in the log; MB half-way and in the end: ${sizes.join(', ')}${missing}`
  },
})
