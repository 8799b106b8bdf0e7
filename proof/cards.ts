/**
 * R24. Several desks sell cards, redeem, give back and adjust at the same time, often on the same cards, while processes
 * are killed: every balance is the sum of its ledger and was never negative, and nothing is lost or doubled.
 */
import { compareLedger, type Outcome } from './cards/compare-ledger.ts'
import { createDeskWork } from './cards/desk-work.ts'
import { incrementCount } from './support/count-by.ts'
import { type Engine, type EngineSetup, runOnEachEngine } from './support/engines.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { type Random, randomFrom } from './support/random.ts'
import { sampleFolder } from './support/scratch.ts'
import { freePorts, type Server, startServer } from './support/server.ts'
import { signInStaff } from './support/staff-sessions.ts'

type CardsOptions = {
  operations: number
  kills: number
  engine: Engine | 'both'
  seed: number
}

type CardsResult = CardsOptions & {
  outcomes: (EngineResult & { engine: Engine })[]
  holds: boolean
}

type EngineResult = {
  processes: number
  kills: number
  /** How many of each kind were done, and how many were refused. */
  counts: Record<string, number>
  wrong: string[]
  holds: boolean
}

async function proveCards(options: CardsOptions, report: ReportProgress): Promise<CardsResult> {
  const random = randomFrom(options.seed)
  const outcomes = await runOnEachEngine(options.engine, (engineSetup) =>
    runOnEngine(engineSetup, options, random, report),
  )
  return { ...options, outcomes, holds: outcomes.every(({ holds }) => holds) }
}

const names = ['Mai', 'Hoa', 'Nam', 'Vy']

async function runOnEngine(
  { database, processes }: EngineSetup,
  { operations, kills }: CardsOptions,
  random: Random,
  report: ReportProgress,
): Promise<Omit<EngineResult, 'engine'>> {
  const environment = { DATABASE_URL: database, CONTENT_DIR: sampleFolder('spa') }
  // The ports stay, so that a desk finds its process again after a kill.
  const ports = await freePorts(2 * processes)
  const startAt = (index: number) =>
    startServer({
      ...environment,
      PORT: String(ports[2 * index]),
      DESK_PORT: String(ports[2 * index + 1]),
    })
  const servers: Server[] = []
  while (servers.length < processes) servers.push(await startAt(servers.length))
  const outcomes: Outcome[] = []
  const wrong: string[] = []
  let started = 0
  let killed = 0
  try {
    const staff = await signInStaff(servers, names)
    const work = createDeskWork(random, (text) => wrong.push(text))
    const workAt = async (index: number) => {
      const member = staff[index % staff.length]
      if (!member) throw new Error('There is no staff member.')
      while (started < operations) {
        started++
        report(started, operations)
        const outcome = await work.next(member, index % staff.length === 0)
        if (outcome) outcomes.push(outcome)
      }
    }
    const killNow = async () => {
      const index = random.below(processes)
      await servers[index]?.kill('SIGKILL')
      servers[index] = await startAt(index)
      killed++
    }
    const killSometimes = async () => {
      while (killed < kills && started < operations) {
        const due = ((killed + 1) * operations) / (kills + 1)
        while (started < due) await new Promise((resolve) => setTimeout(resolve, 20))
        await killNow()
      }
    }
    const desks = Array.from({ length: 2 * names.length }, (_, index) => workAt(index))
    await Promise.all([...desks, killSometimes()])
  } finally {
    for (const server of servers) await server.kill('SIGTERM')
  }
  wrong.push(...(await compareLedger(database, outcomes)))
  const counts: Record<string, number> = {}
  for (const { kind, isDone } of outcomes) incrementCount(counts, isDone ? kind : 'refused')
  const holds = wrong.length === 0 && killed === kills && Object.keys(counts).length >= 4
  return { processes, kills: killed, counts, wrong, holds }
}

export const cardsProof = defineProof({
  id: 'R24',
  name: 'cards',
  scenario:
    'Four staff members, each with two windows, sell cards, redeem, give back and adjust at the same time, often on the ' +
    'same cards, while processes are killed and started again; SQLite, and PostgreSQL with two processes.',
  guarantee:
    'Every balance is the sum of its ledger and was never negative. What was acknowledged is in the ledger once, what ' +
    'was refused is not in it, and a retry after a kill changes nothing twice.',
  short: { operations: 120, kills: 1, engine: 'both' as CardsOptions['engine'] },
  long: { operations: 10_000, kills: 40, engine: 'both' as CardsOptions['engine'] },
  run: (options, seed, report) => proveCards({ ...options, seed }, report),
  summarize: ({ operations, outcomes }) =>
    outcomes
      .map(({ engine, processes, kills, counts, wrong }) => {
        const kinds = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`)
        const where = `${engine} (processes: ${processes}, killed ${kills} times)`
        return `${formatCount(operations)} operations on ${where}, ${kinds.join(', ')}: ${wrong.length} errors`
      })
      .join('; '),
})
