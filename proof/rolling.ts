/**
 * R16. Several processes share a port. Under load they are replaced one by one, several times; then one is killed, and
 * finally all are stopped. The clients use keep-alive connections and do not retry: no request fails except those in
 * progress in the killed process.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type CallStats, createCallStats, startCallers, sumCounts } from './support/callers.ts'
import { startCluster } from './support/cluster.ts'
import { needPostgres, readBookingCodes } from './support/postgres.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos } from './support/scratch.ts'

type RollingOptions = {
  processes: number
  restarts: number
  /** Number of connections with many requests a second. */
  busy: number
  /** Number of connections with pauses of up to three seconds between two requests. */
  slow: number
}

type RollingResult = RollingOptions &
  CallStats & {
    restartSeconds: number[]
    exitCode: number | null
    holds: boolean
  }

async function proveRolling(
  options: RollingOptions,
  seed: number,
  report: ReportProgress,
): Promise<RollingResult> {
  const database = await needPostgres()
  const address = await database.newDatabase()
  const scratch = makeScratch()
  const environment = { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 80) }
  const cluster = await startCluster(environment, options.processes)
  const result: RollingResult = {
    ...options,
    ...createCallStats(),
    restartSeconds: [],
    exitCode: null,
    holds: false,
  }
  const callers = startCallers(cluster.port, options, result, randomFrom(seed))
  try {
    await pause(500)
    for (let restart = 0; restart < options.restarts; restart++) {
      report(restart, options.restarts)
      const began = performance.now()
      await cluster.restart()
      result.restartSeconds.push(Math.round((performance.now() - began) / 100) / 10)
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
    result.lost + result.duplicated === 0 &&
    result.exitCode === 0
  return result
}

export const rollingProof = defineProof({
  id: 'R16',
  name: 'rolling',
  scenario:
    'Several processes on one port are replaced one by one under load, several times; then one ' +
    'is killed, then all are stopped. No client retries.',
  guarantee:
    'No request fails except those in progress in the killed process; no booking is lost or ' +
    'duplicated.',
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
    duplicated,
  }) =>
    [
      `${restarts} × ${processes} processes replaced: ${formatCount(requests)} requests`,
      `${sumCounts(failed)} failed (and ${failedByKill} in the killed process); ${formatCount(acknowledged)} bookings`,
      `${lost} lost, ${duplicated} duplicated`,
    ].join(', '),
})
