/**
 * R4. The power fails at random times under load: the process ends and all data that was not flushed to the disk is
 * lost. No acknowledged booking is lost. A control program that does not flush its commits goes through the same and
 * has to lose rows, which shows that the simulation would reveal a loss.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { checkDatabase } from './support/check-database.ts'
import { type Disk, needDisk } from './support/disk.ts'
import { createGuests } from './support/guests.ts'
import { defineProof, formatCount, type ReportProgress } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'

type PowerCutOptions = { rounds: number; writers: number; seed: number }

type PowerCutResult = PowerCutOptions & {
  acknowledged: number
  lost: number
  duplicated: number
  broken: string[]
  /** Rows of the control program, which does not flush its commits. */
  unflushed: { acknowledged: number; lost: number }
  holds: boolean
}

async function provePowerCut(
  options: PowerCutOptions,
  report: ReportProgress,
): Promise<PowerCutResult> {
  const { rounds, writers, seed } = options
  const random = randomFrom(seed)
  const guests = createGuests(random)
  const disk = await needDisk(64, { withCache: true })
  const scratch = makeScratch()
  const databaseFile = join(disk.folder, 'book.sqlite')
  const environment = { DATABASE_URL: databaseFile, CONTENT_DIR: restaurantOfTwos(scratch, 400) }
  const broken: string[] = []
  const secrets = new Set<string>()
  let server: Server | undefined
  try {
    const unflushed = await runUnflushedWriter(disk)
    server = await startServer(environment, { connections: writers })
    for (let round = 0; round < rounds; round++) {
      report(round, rounds)
      secrets.add(readSecret(databaseFile))
      const current = server
      let running = true
      const write = async () => {
        while (running) await guests.sendBooking(current, guests.newBookingKey())
      }
      const loops = Array.from({ length: writers }, write)
      await pause(30 + random.below(250))
      disk.cutPower()
      // Responses that are sent after the power cut count as well.
      await pause(50)
      running = false
      await server.kill('SIGKILL')
      await Promise.all(loops)
      disk.restorePower()
      server = await startServer(environment, { connections: writers })
      await guests.verifyBookings(server)
      broken.push(...(await checkDatabase(databaseFile, guests.countAcknowledged())))
    }
    if (secrets.size > 1) broken.push('the signing secret has changed')
    const acknowledged = guests.countAcknowledged()
    const { lost, duplicated } = guests.errors
    const holds =
      acknowledged > rounds && lost + duplicated + broken.length === 0 && unflushed.lost > 0
    return { ...options, acknowledged, lost, duplicated, broken, unflushed, holds }
  } finally {
    await server?.kill('SIGKILL')
    await disk.remove()
    scratch.remove()
  }
}

/** Commits rows and reports each of them without flushing, until it is killed. */
const unflushedWriter = `
  const { DatabaseSync } = require('node:sqlite')
  const database = new DatabaseSync(process.argv[1])
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE promises (id INTEGER)')
  database.exec('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA wal_autocheckpoint = 0')
  const insert = database.prepare('INSERT INTO promises VALUES (?)')
  let id = 0
  setInterval(() => {
    insert.run(++id)
    process.stdout.write('.')
  }, 1)`

async function runUnflushedWriter(disk: Disk): Promise<PowerCutResult['unflushed']> {
  const file = join(disk.folder, 'unflushed.sqlite')
  const child = spawn(process.execPath, ['-e', unflushedWriter, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let acknowledged = 0
  child.stdout.on('data', (dots: Buffer) => {
    acknowledged += dots.length
  })
  for (let tries = 0; acknowledged < 100 && tries < 6_000; tries++) await pause(10)
  // Rows that are reported after this point do not count.
  child.stdout.removeAllListeners('data')
  disk.cutPower()
  child.kill('SIGKILL')
  await ended
  disk.restorePower()
  const database = new DatabaseSync(file)
  const storedRows = Number(database.prepare('SELECT COUNT(*) AS rows FROM promises').get()?.rows)
  database.close()
  return { acknowledged, lost: acknowledged - storedRows }
}

/** The signing secret. If it changes, links that were sent before are no longer valid. */
function readSecret(databaseFile: string): string {
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const row = database.prepare("SELECT value FROM secrets WHERE name = 'signing'").get()
  database.close()
  return String(row?.value)
}

export const powerCutProof = defineProof({
  id: 'R4',
  name: 'power-cut',
  scenario: 'The power fails at random times under load: all data that was not flushed is lost.',
  guarantee: 'No acknowledged booking is lost or incomplete, and none is duplicated by a retry.',
  short: { rounds: 3, writers: 16 },
  long: { rounds: 30, writers: 16 },
  run: (options, seed, report) => provePowerCut({ ...options, seed }, report),
  summarize: ({ rounds, acknowledged, lost, duplicated, broken, unflushed }) =>
    [
      `${rounds} power cuts, ${formatCount(acknowledged)} bookings acknowledged: ${lost} lost`,
      `${duplicated} duplicated`,
      `${broken.length} incomplete; without flushing ${unflushed.lost} of ${unflushed.acknowledged} rows were lost`,
    ].join(', '),
})
