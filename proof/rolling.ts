/**
 * R16. Several processes share a port. Under load they are replaced one after the other, again and
 * again; then one is killed, and at last all are stopped. The clients keep their connections and try
 * nothing twice: no request fails but those that were under way in the process that was killed.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type CallStats, createCallStats, startCallers, sumCounts } from './support/callers.ts'
import { startCluster } from './support/cluster.ts'
import { needPostgres, readBookingCodes } from './support/postgres.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos } from './support/scratch.ts'

export type RollingOptions = {
  processes: number
  restarts: number
  /** Connections on which something is asked many times a second. */
  busy: number
  /** Connections that are silent for up to three seconds between two requests. */
  slow: number
}

export type RollingResult = RollingOptions &
  CallStats & {
    secondsOfRestart: number[]
    exitCode: number | null
    holds: boolean
  }

export async function proveRolling(options: RollingOptions, seed: number): Promise<RollingResult> {
  const database = await needPostgres()
  const address = await database.newDatabase()
  const scratch = makeScratch()
  const environment = { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 80) }
  const cluster = await startCluster(environment, options.processes)
  const result: RollingResult = {
    ...options,
    ...createCallStats(),
    secondsOfRestart: [],
    exitCode: null,
    holds: false,
  }
  const callers = startCallers(cluster.port, options, result, randomFrom(seed))
  try {
    await pause(500)
    for (let restart = 0; restart < options.restarts; restart++) {
      const began = performance.now()
      await cluster.restart()
      result.secondsOfRestart.push(Math.round((performance.now() - began) / 100) / 10)
    }
    const starts = cluster.log.filter(({ event }) => event === 'started').length
    callers.kill(cluster.workerPids().at(-1) ?? 0)
    await cluster.waitForEvent('started', starts + 1)
    await pause(500)
    await callers.sendAgain()
    callers.expectShutdown()
    await cluster.kill('SIGTERM')
    result.exitCode = cluster.process.exitCode
  } finally {
    callers.expectShutdown()
    cluster.process.kill('SIGKILL')
    await callers.ended
  }

  callers.compare(await readBookingCodes(address))
  await database.stop('SIGINT')
  scratch.remove()
  result.holds =
    result.acknowledged > 10 * options.restarts &&
    Object.keys(result.failed).length === 0 &&
    result.failedByKill <= options.busy + options.slow &&
    result.lost + result.doubled === 0 &&
    result.exitCode === 0
  return result
}

export const rollingProof = defineProof({
  id: 'R16',
  name: 'rolling',
  tried:
    'Several processes on one port are replaced one after the other under load, again and again; then one is killed, then all are stopped. No client tries anything twice.',
  promised:
    'No request fails but those under way in the process that was killed; no booking is lost or there twice.',
  short: { processes: 2, restarts: 1, busy: 8, slow: 4 },
  long: { processes: 3, restarts: 10, busy: 12, slow: 6 },
  run: proveRolling,
  summarize: ({
    restarts,
    processes,
    requests,
    acknowledged,
    failed,
    failedByKill,
    lost,
    doubled,
  }) =>
    `${restarts} × ${processes} processes replaced: ${formatCount(requests)} requests, ${sumCounts(failed)} failed (and ${failedByKill} with the process that was killed); ${formatCount(acknowledged)} bookings, ${lost} lost, ${doubled} doubled`,
})
