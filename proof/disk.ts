/**
 * R5. Under load the disk is full, refuses to write, or fails the calls that write and flush, and is
 * well again: whoever writes meanwhile is told to come back, whoever reads notices nothing, nothing
 * acknowledged is lost, and nobody has to start anything anew. Each life of the program goes through
 * all of it and ends with a power cut, so that what only seemed to be on the disk is missed.
 */
import { closeSync, openSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { checkDatabase } from './support/check-database.ts'
import { incrementCount } from './support/count-by.ts'
import { createFaultyDisk, type DiskFault } from './support/disk-faults.ts'
import { createGuests } from './support/guests.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, openDays, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'
import { startTraffic, type Traffic, type TrafficCounts } from './support/traffic.ts'

export type DiskFaultOptions = {
  lives: number
  writers: number
  /** How long each trouble lasts at least; it always lasts until it is noticed. */
  milliseconds: number
  seed: number
}

export type DiskFaultResult = DiskFaultOptions &
  TrafficCounts & {
    troubles: Record<string, number>
    untried: string[]
    acknowledged: number
    lost: number
    doubled: number
    broken: string[]
    /** From the end of each trouble to the next booking. */
    recoveryMilliseconds: number[]
    holds: boolean
  }

/** For what must happen, and is wrong if it does not. */
const timeoutMs = 15_000

export async function proveDiskFaults(options: DiskFaultOptions): Promise<DiskFaultResult> {
  const { lives, writers, milliseconds, seed } = options
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
  const troubles: Record<string, number> = {}
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
      await expectWithin('no write refused', began, () => traffic.rejectedAt() > began)
    }
    // A disk that only wants for room may still take what little a look needs.
    if (fault.isImmediate)
      await expectWithin('never unready', began, async () => !(await isReady()))
    await pause(Math.max(0, milliseconds - (performance.now() - began)))
    const written = statSync(log).size
    fault.end()
    const ended = performance.now()
    await expectWithin('no write accepted after it', ended, () => traffic.acceptedAt() > ended)
    recoveryMilliseconds.push(Math.round(performance.now() - ended))
    await expectWithin('not ready after it', ended, isReady)
    await expectWithin('silent after it', ended, () => statSync(log).size > written)
    incrementCount(troubles, fault.name)
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
    for (let life = 0; life < lives; life++) {
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
  const { lost, doubled } = guests.found
  const hasOnlyExpectedStatuses = Object.keys(counts.writes).every((status) =>
    /^(202|409|503)$/.test(status),
  )
  return {
    ...options,
    ...counts,
    troubles,
    untried: disk.skipped,
    acknowledged,
    lost,
    doubled,
    broken,
    recoveryMilliseconds,
    holds:
      acknowledged > recoveryMilliseconds.length &&
      lost + doubled + broken.length + Object.keys(counts.wrong).length === 0 &&
      hasOnlyExpectedStatuses,
  }
}

/** The log of SQLite begins anew, and so the next write needs room for it. */
function truncateWal(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: timeoutMs })
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
}

export const diskProof = defineProof({
  id: 'R5',
  name: 'disk',
  tried:
    'Under load the disk is full, refuses to write, or answers EIO to fsync and to write, and is well again.',
  promised:
    'Writes get 503 with Retry-After and nothing worse, reads go on, nothing acknowledged is lost, nothing has to be started anew.',
  short: { lives: 1, writers: 8, milliseconds: 300 },
  long: { lives: 10, writers: 16, milliseconds: 5_000 },
  run: (options, seed) => proveDiskFaults({ ...options, seed }),
  summarize: ({
    troubles,
    untried,
    acknowledged,
    lost,
    doubled,
    writes,
    reads,
    recoveryMilliseconds,
  }) =>
    [
      `${Object.entries(troubles)
        .map(([name, times]) => `${times} × ${name}`)
        .join(
          ', ',
        )}: ${formatCount(acknowledged)} bookings acknowledged, ${formatCount(writes[503] ?? 0)} refused for a while`,
      `${lost} lost, ${doubled} doubled; ${formatCount(reads[200] ?? 0)} reads served`,
      `back in ${Math.max(...recoveryMilliseconds)} ms at most`,
      ...untried.map((what) => `NOT TRIED HERE: ${what}`),
    ].join('; '),
})
