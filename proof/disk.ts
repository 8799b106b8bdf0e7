/**
 * R5. Under load the disk is full, rejects writes, or fails write and fsync calls, and then recovers. Writes get 503 in the
 * meantime, reads are not affected, no acknowledged booking is lost, and no restart is needed. Each run of the program
 * goes through all faults and ends with a power cut, which reveals data that was not flushed.
 */
import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { checkDatabase } from './support/check-database.ts'
import { incrementCount } from './support/count-by.ts'
import { createFaultyDisk, type DiskFault } from './support/disk-faults.ts'
import { createGuests } from './support/guests.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'
import { startTraffic, type Traffic, type TrafficCounts } from './support/traffic.ts'

type DiskFaultOptions = {
  runs: number
  writers: number
  /** Minimum duration of each fault; a fault always lasts until its effect is visible. */
  milliseconds: number
  seed: number
}

type DiskFaultResult = DiskFaultOptions &
  TrafficCounts & {
    faultCounts: Record<string, number>
    skipped: string[]
    acknowledged: number
    lost: number
    duplicated: number
    broken: string[]
    /** Time from the end of each fault to the next accepted booking. */
    recoveryMilliseconds: number[]
    holds: boolean
  }

/** An expected effect that takes longer than this is an error. */
const timeoutMs = 60_000

async function proveDiskFaults(
  options: DiskFaultOptions,
  report: ReportProgress,
): Promise<DiskFaultResult> {
  const { runs, writers, milliseconds, seed } = options
  const random = randomFrom(seed)
  const guests = createGuests(random)
  const scratch = makeScratch()
  const disk = await createFaultyDisk(scratch)
  const databaseFile = join(disk.folder, 'book.sqlite')
  const log = join(disk.folder, 'log')
  const environment = {
    ...disk.environment,
    DATABASE_URL: databaseFile,
    CONTENT_DIR: restaurantOfTwos(scratch, 400),
    LOG_LEVEL: 'info',
  }
  const counts: TrafficCounts = { writes: {}, reads: {}, wrong: {} }
  const faultCounts: Record<string, number> = {}
  const broken: string[] = []
  const recoveryMilliseconds: number[] = []

  const start = async () => {
    const output = openSync(log, 'a')
    const started = await startServer(environment, { connections: writers + 16, output })
    closeSync(output)
    return started
  }

  const applyFault = async (fault: DiskFault, server: Server, traffic: Traffic) => {
    const isReady = async () => (await server.send('GET', '/readyz')).status === 200
    const expectWithin = async (
      what: string,
      sinceMs: number,
      holds: () => boolean | Promise<boolean>,
    ) => {
      while (!(await holds()) && performance.now() - sinceMs < timeoutMs) await pause(5)
      if (!(await holds())) incrementCount(counts.wrong, `${fault.name}: ${what}`)
    }
    const isImmediate = fault.isImmediate || random.below(2) === 0
    if (isImmediate && !fault.isImmediate) truncateWal(databaseFile)
    fault.begin()
    const began = performance.now()
    if (isImmediate) {
      await expectWithin('no write was rejected', began, () => traffic.rejectedAt() > began)
    }
    // On a full disk the small write of a readiness check may still succeed.
    if (fault.isImmediate)
      await expectWithin('/readyz was never 503', began, async () => !(await isReady()))
    await pause(Math.max(0, milliseconds - (performance.now() - began)))
    const written = statSync(log).size
    fault.end()
    const ended = performance.now()
    await expectWithin(
      'no write was accepted afterwards',
      ended,
      () => traffic.acceptedAt() > ended,
    )
    recoveryMilliseconds.push(Math.round(performance.now() - ended))
    await expectWithin('/readyz was not 200 afterwards', ended, isReady)
    await expectWithin('nothing was logged afterwards', ended, () => statSync(log).size > written)
    incrementCount(faultCounts, fault.name)
  }

  let server: Server | undefined
  try {
    server = await start()
    const first = guests.newBookingKey()
    await guests.sendBooking(server, first)
    const paths = [
      ...['/', '/en/menu', '/menu.md', '/llms.txt', '/openapi.json', '/healthz'],
      ...['/api/offers?limit=3', `/api/availability?date=${openDays()[0]}&party_size=2`],
      ...[`/api/booking/${guests.codeOf(first)}`, `/booking/${guests.codeOf(first)}`],
    ]
    for (let run = 0; run < runs; run++) {
      report(run, runs)
      const traffic = startTraffic(server, guests, { writers, paths }, counts)
      for (const fault of random.shuffle(disk.faults)) {
        await pause(random.below(300))
        await applyFault(fault, server, traffic)
      }
      await traffic.stop()
      if (server.process.exitCode !== null) incrementCount(counts.wrong, 'ended')
      disk.power?.cutPower()
      await server.kill('SIGKILL')
      disk.power?.restorePower()
      server = await start()
      await guests.verifyBookings(server)
      broken.push(...(await checkDatabase(databaseFile, guests.countAcknowledged())))
    }
  } finally {
    await server?.kill('SIGKILL')
    await disk.remove()
    scratch.remove()
  }
  const acknowledged = guests.countAcknowledged()
  const { lost, duplicated } = guests.errors
  const hasOnlyExpectedStatuses = Object.keys(counts.writes).every((status) =>
    /^(202|409|503)$/.test(status),
  )
  return {
    ...options,
    ...counts,
    faultCounts,
    skipped: disk.skipped,
    acknowledged,
    lost,
    duplicated,
    broken,
    recoveryMilliseconds,
    holds:
      acknowledged > recoveryMilliseconds.length &&
      lost + duplicated + broken.length + Object.keys(counts.wrong).length === 0 &&
      hasOnlyExpectedStatuses,
  }
}

/** Truncates the WAL, so that the next write has to allocate space. */
function truncateWal(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: timeoutMs })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

export const diskProof = defineProof({
  id: 'R5',
  name: 'disk',
  scenario:
    'Under load the disk is full, rejects writes, or returns EIO from fsync and write, and then ' +
    'recovers.',
  guarantee:
    'Writes get 503 with Retry-After, reads are served, no acknowledged booking is lost, and ' +
    'no restart is needed.',
  short: { runs: 1, writers: 8, milliseconds: 300 },
  long: { runs: 10, writers: 16, milliseconds: 5_000 },
  run: (options, seed, report) => proveDiskFaults({ ...options, seed }, report),
  summarize: ({
    faultCounts,
    skipped,
    acknowledged,
    lost,
    duplicated,
    writes,
    reads,
    recoveryMilliseconds,
  }) =>
    [
      `${Object.entries(faultCounts)
        .map(([name, times]) => `${times} × ${name}`)
        .join(
          ', ',
        )}: ${formatCount(acknowledged)} bookings acknowledged, ${formatCount(writes[503] ?? 0)} rejected with 503`,
      `${lost} lost, ${duplicated} duplicated; ${formatCount(reads[200] ?? 0)} reads served`,
      `recovered within ${Math.max(...recoveryMilliseconds)} ms`,
      ...skipped.map((fault) => `SKIPPED: ${fault}`),
    ].join('; '),
})
