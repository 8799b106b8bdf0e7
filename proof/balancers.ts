/**
 * R17. Two machines behind a balancer, each played by a process, with one book in PostgreSQL. The
 * balancer is set up by the example of docs/deployment.md, to the letter. Under load each machine is
 * stopped and started in turn, as the same page says: no request fails.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Balancer, balancers, type Door, isHere, openDoor } from './support/balancer.ts'
import { type Calls, type Crowd, callWithoutEnd, noCalls, sum } from './support/callers.ts'
import { keptCodes, needPostgres } from './support/postgres.ts'
import { CannotTry, count, defineProof } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos, type Scratch } from './support/scratch.ts'
import { freePort, type Server, startServer } from './support/server.ts'

export type Balancers = Crowd & {
  rounds: number
  /** How many of them are tried, if there are more. */
  most: number
}

export type BalancersResult = {
  behind: Record<string, Calls>
  notTried: string[]
  holds: boolean
}

type Machine = { port: number; stop(): Promise<void>; start(): Promise<void>; end(): void }

/** What docs/deployment.md asks for, and how long it says to wait before the next machine. */
const drainSeconds = 5

export async function behindBalancers(given: Balancers, seed: number): Promise<BalancersResult> {
  const present = balancers.filter(isHere).slice(0, given.most)
  const notTried = balancers.filter((one) => !present.includes(one)).map(({ name }) => name)
  if (present.length === 0) throw new CannotTry(`no balancer on this machine (${notTried})`)
  const database = await needPostgres()
  const scratch = makeScratch()
  const behind: Record<string, Calls> = {}
  for (const balancer of present) {
    const address = await database.newDatabase()
    behind[balancer.name] = await behindOne(balancer, given, seed, scratch, address)
  }
  await database.stop('SIGINT')
  scratch.remove()
  const holds = Object.values(behind).every(
    ({ acknowledged, failed, lost, doubled }) =>
      acknowledged > 10 * given.rounds && sum(failed) + lost + doubled === 0,
  )
  return { behind, notTried, holds }
}

async function behindOne(
  balancer: Balancer,
  given: Balancers,
  seed: number,
  scratch: Scratch,
  address: string,
): Promise<Calls> {
  const environment = { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 80) }
  const machines = [await startMachine(environment), await startMachine(environment)] as const
  let door: Door | undefined
  try {
    door = await openDoor(balancer, scratch.folder, [machines[0].port, machines[1].port])
    const calls = noCalls()
    const crowd = { ...given, manner: balancer.mustBeTold ? 'anew' : 'kept' } as const
    const callers = callWithoutEnd(door.port, crowd, calls, randomFrom(seed))
    for (let round = 0; round < given.rounds; round++) {
      for (const machine of machines) await replace(machine, door)
    }
    callers.leave()
    await callers.ended
    callers.compare(await keptCodes(address))
    return calls
  } finally {
    await door?.close()
    for (const machine of machines) machine.end()
  }
}

async function replace(machine: Machine, door: Door): Promise<void> {
  await door.stopping(machine.port)
  await machine.stop()
  await machine.start()
  await door.stopping(undefined)
  await pause(drainSeconds * 1000)
}

async function startMachine(shop: Record<string, string>): Promise<Machine> {
  const port = await freePort()
  const environment = {
    ...shop,
    PORT: String(port),
    TRUST_PROXY: '1',
    DRAIN_SECONDS: String(drainSeconds),
  }
  let server: Server = await startServer(environment)
  return {
    port,
    stop: () => server.kill('SIGTERM'),
    async start() {
      server = await startServer(environment)
    },
    end: () => server.process.kill('SIGKILL'),
  }
}

export const balancersProof = defineProof({
  id: 'R17',
  name: 'balancers',
  tried:
    'Two machines behind Caddy, HAProxy and nginx, set up by the examples of running.md, are stopped and started in turn under load, again and again. No client tries anything twice.',
  promised: 'No request fails; no booking is lost or there twice.',
  short: { rounds: 1, busy: 6, slow: 3, most: 1 },
  long: { rounds: 5, busy: 12, slow: 6, most: 3 },
  run: behindBalancers,
  say: ({ behind, notTried }) => {
    const missing = notTried.length > 0 ? `; NOT TRIED: ${notTried.join(', ')}` : ''
    const each = Object.entries(behind).map(
      ([name, { requests, failed, acknowledged, lost, doubled }]) =>
        `${name}: ${count(requests)} requests, ${sum(failed)} failed, ${count(acknowledged)} bookings, ${lost} lost, ${doubled} doubled`,
    )
    return `${each.join('; ')}${missing}`
  },
})
