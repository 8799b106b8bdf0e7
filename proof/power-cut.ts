/**
 * R4. The power goes at a random moment under load: what was not flushed to the disk is gone, and so
 * is the process. No acknowledged booking is lost. So that a loss would be seen, somebody who does
 * not wait for the disk is tried the same way first, and must lose something.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { checkDatabase } from './support/check-database.ts'
import { type Disk, needDisk } from './support/disk.ts'
import { createGuests } from './support/guests.ts'
import { defineProof, formatCount } from './support/proof.ts'
import { randomFrom } from './support/random.ts'
import { makeScratch, restaurantOfTwos } from './support/scratch.ts'
import { type Server, startServer } from './support/server.ts'

export type PowerCutOptions = { rounds: number; writers: number; seed: number }

export type PowerCutResult = PowerCutOptions & {
  acknowledged: number
  lost: number
  doubled: number
  broken: string[]
  /** What is lost where a commit does not wait for the disk. */
  careless: { acknowledged: number; lost: number }
  holds: boolean
}

export async function provePowerCut(options: PowerCutOptions): Promise<PowerCutResult> {
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
    const careless = await testCarelessWriter(disk)
    server = await startServer(environment, { connections: writers })
    for (let round = 0; round < rounds; round++) {
      secrets.add(readSecret(databaseFile))
      const current = server
      let running = true
      const write = async () => {
        while (running) await guests.sendBooking(current, guests.newBookingKey())
      }
      const loops = Array.from({ length: writers }, write)
      await pause(30 + random.below(250))
      disk.cutPower()
      // Whoever is still told something now is told it by somebody without a disk: it counts too.
      await pause(50)
      running = false
      await server.kill('SIGKILL')
      await Promise.all(loops)
      disk.restorePower()
      server = await startServer(environment, { connections: writers })
      await guests.verifyBookings(server)
      broken.push(...(await checkDatabase(databaseFile, guests.countAcknowledged())))
    }
    if (secrets.size > 1) broken.push('what signs links is another')
    const acknowledged = guests.countAcknowledged()
    const { lost, doubled } = guests.found
    const holds = acknowledged > rounds && lost + doubled + broken.length === 0 && careless.lost > 0
    return { ...options, acknowledged, lost, doubled, broken, careless, holds }
  } finally {
    await server?.kill('SIGKILL')
    await disk.remove()
    scratch.remove()
  }
}

/** Commits one row after the other and says so, as long as it lives; never does it flush them. */
const carelessWriter = `
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

async function testCarelessWriter(disk: Disk): Promise<PowerCutResult['careless']> {
  const file = join(disk.folder, 'careless.sqlite')
  const child = spawn(process.execPath, ['-e', carelessWriter, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let acknowledged = 0
  child.stdout.on('data', (dots: Buffer) => {
    acknowledged += dots.length
  })
  for (let tries = 0; acknowledged < 100 && tries < 1_000; tries++) await pause(10)
  // Not what it says from now on.
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

/** What the shop signs its links with: the same as before, or links that were sent no longer work. */
function readSecret(databaseFile: string): string {
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const row = database.prepare("SELECT value FROM secrets WHERE name = 'signing'").get()
  database.close()
  return String(row?.value)
}

export const powerCutProof = defineProof({
  id: 'R4',
  name: 'power-cut',
  tried:
    'The power goes at random moments under load: what the disk was not told to flush is gone.',
  promised:
    'No acknowledged booking is lost, none is half there, none is there twice after a retry.',
  short: { rounds: 3, writers: 16 },
  long: { rounds: 30, writers: 16 },
  run: (options, seed) => provePowerCut({ ...options, seed }),
  summarize: ({ rounds, acknowledged, lost, doubled, broken, careless }) =>
    `${rounds} power cuts, ${formatCount(acknowledged)} bookings acknowledged: ${lost} lost, ${doubled} doubled, ${broken.length} half there; without waiting for the disk ${careless.lost} of ${careless.acknowledged} rows were lost`,
})
