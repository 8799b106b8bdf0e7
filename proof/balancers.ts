/**
 * R17. Two machines behind a balancer, each played by a process, with one book in PostgreSQL. The
 * balancer is set up by the example of docs/deployment.md, to the letter. Under load each machine is
 * stopped and started in turn, as the same page says: no request fails.
 */
import { setTimeout as pause } from 'node:timers/promises'
import {
  type Balancer,
  balancers,
  isInstalled,
  type RunningBalancer,
  startBalancer,
} from './support/balancer.ts'
import {
  type CallerLoad,
  type CallStats,
  createCallStats,
  startCallers,
  sumCounts,
} from './support/callers.ts'
import { needPostgres, readBookingCodes } from './support/postgres.ts'
import { defineProof, formatCount, ProofSkipped } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos, type Scratch } from './support/scratch.ts'
import { freePort, type Server, startServer } from './support/server.ts'

export type BalancersOptions = CallerLoad & {
  rounds: number
  /** How many of them are tried, if there are more. */
  maxBalancers: number
}

export type BalancersResult = {
  behind: Record<string, CallStats>
  notTried: string[]
  holds: boolean
}

type Machine = { port: number; stop(): Promise<void>; start(): Promise<void>; end(): void }

/** What docs/deployment.md asks for, and how long it says to wait before the next machine. */
const drainSeconds = 5

export async function proveBalancers(
  options: BalancersOptions,
  seed: number,
): Promise<BalancersResult> {
  const installed = balancers.filter(isInstalled).slice(0, options.maxBalancers)
  const notTried = balancers.filter((one) => !installed.includes(one)).map(({ name }) => name)
  if (installed.length === 0) throw new ProofSkipped(`no balancer on this machine (${notTried})`)
  const database = await needPostgres()
  const scratch = makeScratch()
  const behind: Record<string, CallStats> = {}
  for (const balancer of installed) {
    const address = await database.newDatabase()
    behind[balancer.name] = await runBehindBalancer(balancer, options, seed, scratch, address)
  }
  await database.stop('SIGINT')
  scratch.remove()
  const holds = Object.values(behind).every(
    ({ acknowledged, failed, lost, doubled }) =>
      acknowledged > 10 * options.rounds && sumCounts(failed) + lost + doubled === 0,
  )
  return { behind, notTried, holds }
}

async function runBehindBalancer(
  balancer: Balancer,
  options: BalancersOptions,
  seed: number,
  scratch: Scratch,
  address: string,
): Promise<CallStats> {
  const environment = { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 80) }
  const machines = [await startMachine(environment), await startMachine(environment)] as const
  let proxy: RunningBalancer | undefined
  try {
    proxy = await startBalancer(balancer, scratch.folder, [machines[0].port, machines[1].port])
    const calls = createCallStats()
    const callerLoad = {
      ...options,
      connectionMode: balancer.shouldAnnounceStop ? 'anew' : 'kept',
    } as const
    const callers = startCallers(proxy.port, callerLoad, calls, randomFrom(seed))
    for (let round = 0; round < options.rounds; round++) {
      for (const machine of machines) await replace(machine, proxy)
    }
    callers.stop()
    await callers.ended
    callers.compare(await readBookingCodes(address))
    return calls
  } finally {
    await proxy?.close()
    for (const machine of machines) machine.end()
  }
}

async function replace(machine: Machine, proxy: RunningBalancer): Promise<void> {
  await proxy.announceStop(machine.port)
  await machine.stop()
  await machine.start()
  await proxy.announceStop(undefined)
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
  short: { rounds: 1, busy: 6, slow: 3, maxBalancers: 1 },
  long: { rounds: 5, busy: 12, slow: 6, maxBalancers: 3 },
  run: proveBalancers,
  summarize: ({ behind, notTried }) => {
    const missing = notTried.length > 0 ? `; NOT TRIED: ${notTried.join(', ')}` : ''
    const each = Object.entries(behind).map(
      ([name, { requests, failed, acknowledged, lost, doubled }]) =>
        `${name}: ${formatCount(requests)} requests, ${sumCounts(failed)} failed, ${formatCount(acknowledged)} bookings, ${lost} lost, ${doubled} doubled`,
    )
    return `${each.join('; ')}${missing}`
  },
})
