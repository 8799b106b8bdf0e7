/**
 * R17. Two machines, each simulated by a process, results a load balancer and on one PostgreSQL database. The balancer
 * uses the configuration of docs/deployment.md without changes. Under load each machine is stopped and started in turn,
 * as that page describes: no request fails.
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
import { defineProof, formatCount, ProofSkipped, type ReportProgress } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos, type Scratch } from './support/scratch.ts'
import { freePort, type Server, startServer } from './support/server.ts'

type BalancersOptions = CallerLoad & {
  rounds: number
  /** At most this many balancers are tested. */
  maxBalancers: number
}

type BalancersResult = {
  results: Record<string, CallStats>
  skipped: string[]
  holds: boolean
}

type Machine = { port: number; stop(): Promise<void>; start(): Promise<void>; end(): void }

/** DRAIN_SECONDS of docs/deployment.md, and the time between two machines. */
const drainSeconds = 5

async function proveBalancers(
  options: BalancersOptions,
  seed: number,
  report: ReportProgress,
): Promise<BalancersResult> {
  const installed = balancers.filter(isInstalled).slice(0, options.maxBalancers)
  const skipped = balancers.filter((one) => !installed.includes(one)).map(({ name }) => name)
  if (installed.length === 0) throw new ProofSkipped(`no load balancer is installed (${skipped})`)
  const database = await needPostgres()
  const scratch = makeScratch()
  const results: Record<string, CallStats> = {}
  for (const [index, balancer] of installed.entries()) {
    report(index, installed.length)
    const address = await database.newDatabase()
    results[balancer.name] = await runBehindBalancer(balancer, options, seed, scratch, address)
  }
  await database.stop('SIGINT')
  scratch.remove()
  const holds = Object.values(results).every(
    ({ acknowledged, failed, lost, duplicated }) =>
      acknowledged > 10 * options.rounds && sumCounts(failed) + lost + duplicated === 0,
  )
  return { results, skipped, holds }
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
      connectionMode: balancer.shouldAnnounceStop ? 'new' : 'keep-alive',
    } as const
    const callers = startCallers(proxy.port, callerLoad, calls, randomFrom(seed))
    for (let round = 0; round < options.rounds; round++) {
      for (const machine of machines) await restartMachine(machine, proxy)
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

async function restartMachine(machine: Machine, proxy: RunningBalancer): Promise<void> {
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
  scenario:
    'Two machines behind Caddy, HAProxy and nginx, configured as in deployment.md, are stopped ' +
    'and started in turn under load, several times. No client retries.',
  guarantee: 'No request fails, and no booking is lost or duplicated.',
  short: { rounds: 1, busy: 6, slow: 3, maxBalancers: 1 },
  long: { rounds: 5, busy: 12, slow: 6, maxBalancers: 3 },
  run: proveBalancers,
  summarize: ({ results, skipped }) => {
    const missing = skipped.length > 0 ? `; SKIPPED: ${skipped.join(', ')}` : ''
    const each = Object.entries(results).map(
      ([name, { requests, failed, acknowledged, lost, duplicated }]) =>
        [
          `${name}: ${formatCount(requests)} requests, ${sumCounts(failed)} failed`,
          `${formatCount(acknowledged)} bookings, ${lost} lost, ${duplicated} duplicated`,
        ].join(', '),
    )
    return `${each.join('; ')}${missing}`
  },
})
