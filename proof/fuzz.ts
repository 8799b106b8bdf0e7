/**
 * R9. Random and malformed input to every route of every listener: each response matches its description, no process
 * crashes, no input is logged, and memory does not grow.
 */
import type { TradeName } from '../test/support/shop.ts'
import { type FuzzShopResult, fuzzShop } from './fuzz/fuzz-shop.ts'
import { needPostgres } from './support/postgres.ts'
import { defineProof, formatCount, ProofSkipped, type ReportProgress } from './support/proof.ts'
import { copySample, makeScratch } from './support/scratch.ts'

type FuzzOptions = {
  /** Shops separated by commas, for example `restaurant,spa@postgres`; each gets the same share of the inputs. */
  shops: string
  inputs: number
  connections: number
  /** Maximum growth from half of the run to its end: of the objects in use, and of the resident memory. */
  maxGrowthPercent: number
  maxResidentGrowthPercent: number
  /** The number of the only input to send and print; 0 sends all. */
  only: number
}

type FuzzResult = {
  sent: number
  perSecond: number
  routes: number
  /** Memory of the objects in use, and resident memory, of each process at half of the run and at its end. */
  inUse: Record<string, MemoryGrowth>
  megabytes: Record<string, MemoryGrowth>
  failures: number
  shops: Record<string, FuzzShopResult>
  skipped: string[]
  holds: boolean
}

type MemoryGrowth = { half: number; end: number }

async function proveFuzz(
  options: FuzzOptions,
  seed: number,
  report: ReportProgress,
): Promise<FuzzResult> {
  const names = options.shops.split(',')
  const inputs = Math.ceil(options.inputs / names.length)
  const shops: Record<string, FuzzShopResult> = {}
  const skipped: string[] = []
  for (const [index, name] of names.entries()) {
    const onSample = (sent: number) => report(index * inputs + sent, names.length * inputs)
    const [trade, engine] = name.split('@') as [TradeName, string?]
    const scratch = makeScratch()
    try {
      const database = engine ? await createPostgresDatabase() : scratch.database
      const content = copySample(scratch, trade)
      const shopOptions = { ...options, name, trade, content, database, inputs, seed, onSample }
      shops[name] = await fuzzShop(shopOptions)
    } catch (error) {
      if (!(error instanceof ProofSkipped)) throw error
      skipped.push(`${name}: ${error.message}`)
    } finally {
      scratch.remove()
    }
  }
  const found = Object.values(shops)
  const sum = (of: (one: FuzzShopResult) => number) =>
    found.reduce((total, one) => total + of(one), 0)
  const growthOf = (sizesOf: (one: FuzzShopResult) => readonly number[]) =>
    Object.fromEntries(
      Object.entries(shops).map(([name, one]) => [name, minSizes(sizesOf(one))] as const),
    )
  const inUse = growthOf(({ heapMegabytes }) => heapMegabytes)
  const megabytes = growthOf((one) => one.megabytes)
  return {
    sent: sum(({ sent }) => sent),
    perSecond: Math.round(sum(({ sent }) => sent) / sum(({ seconds }) => seconds)),
    routes: sum(({ routes }) => routes),
    inUse,
    megabytes,
    failures: sum(({ failures, logged }) => failures + logged.length),
    shops,
    skipped,
    holds:
      found.length > 0 &&
      found.every(({ failures, logged }) => failures + logged.length === 0) &&
      found.every(({ neverAccepted }) => inputs < 100_000 || neverAccepted.length === 0) &&
      Object.values(inUse).every((one) => growthPercent(one) <= options.maxGrowthPercent) &&
      Object.values(megabytes).every((one) =>
        isResidentStable(one, options.maxResidentGrowthPercent),
      ),
  }
}

async function createPostgresDatabase(): Promise<string> {
  return (await needPostgres()).newDatabase()
}

/** The minimum over a period: requests in progress are above it. */
function minSizes(sizes: readonly number[]): MemoryGrowth {
  const minSize = (from: number, to: number) =>
    Math.round(
      Math.min(...sizes.slice(Math.floor(sizes.length * from), Math.ceil(sizes.length * to))),
    )
  return { half: minSize(0.4, 0.5), end: minSize(0.9, 1) }
}

function growthPercent({ half, end }: MemoryGrowth): number {
  return (100 * (end - half)) / half
}

/** Node reserves memory in large steps, and keeps it. */
function isResidentStable({ half, end }: MemoryGrowth, percent: number): boolean {
  return end - half <= Math.max(40, (half * percent) / 100)
}

export const fuzzProof = defineProof({
  id: 'R9',
  name: 'fuzz',
  scenario:
    'Random input to every route and every MCP method: almost valid, invalid, huge, deeply ' +
    'nested, truncated, and bytes that are not HTTP.',
  guarantee:
    'No 5xx and no crash, every response matches its description, no input appears in the ' +
    'logs, and memory in use grows by at most 10 % in the second half.',
  short: {
    shops: 'restaurant,spa',
    inputs: 2_000,
    connections: 24,
    maxGrowthPercent: 20,
    maxResidentGrowthPercent: 100,
    only: 0,
  },
  long: {
    shops: 'restaurant,spa,salon,restaurant@postgres',
    inputs: 1_000_000,
    connections: 24,
    maxGrowthPercent: 10,
    maxResidentGrowthPercent: 20,
    only: 0,
  },
  run: proveFuzz,
  summarize: ({ sent, routes, perSecond, failures, inUse, megabytes, skipped }) => {
    const format = (sizes: Record<string, MemoryGrowth>) =>
      Object.values(sizes)
        .map(({ half, end }) => `${half} → ${end}`)
        .join(', ')
    const missing = skipped.length > 0 ? `; SKIPPED: ${skipped.join(', ')}` : ''
    return [
      `${formatCount(sent)} inputs to ${routes} routes (${formatCount(perSecond)}/s)`,
      `: ${failures} invalid responses or log lines`,
      `; MB in use at half of the run and at its end: ${format(inUse)}`,
      ` (resident: ${format(megabytes)})${missing}`,
    ].join('')
  },
})
