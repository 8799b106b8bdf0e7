/** R23 (c): a newer version migrates while another client has read the tables in an open transaction. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { incrementCount } from '../support/count-by.ts'
import { createGuests } from '../support/guests.ts'
import { needPostgres } from '../support/postgres.ts'
import type { Random } from '../support/random.ts'
import { openDays, restaurantOfTwos, type Scratch } from '../support/scratch.ts'
import { startServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

export type MigrationResult = {
  responses: Record<string, number>
  slowestMs: number
  isBlockerNamed: boolean
  /** Whether it was applied early or in part, or not at all in the end. */
  isWronglyApplied: boolean
}

const startSeconds = 15
const startPauseMs = 1_000

const migrationName = '9999-newer.sql'
const migration =
  'ALTER TABLE bookings ADD COLUMN newer BIGINT;\nALTER TABLE cells ADD COLUMN newer BIGINT;\n'

/** A copy of the program with one more migration. */
function copyProgram({ folder }: Scratch): string {
  const root = join(import.meta.dirname, '../..')
  const copy = join(folder, 'newer')
  for (const name of ['bin', 'src', 'content', 'package.json']) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(realpathSync(join(root, 'node_modules')), join(copy, 'node_modules'))
  writeFileSync(join(copy, 'src/store/migrations', migrationName), migration)
  return join(copy, 'bin/letan.js')
}

export async function proveMigration(
  random: Random,
  scratch: Scratch,
  seconds: number,
): Promise<MigrationResult> {
  const newerProgram = copyProgram(scratch)
  const database = await needPostgres({ durable: false })
  const address = await database.newDatabase()
  const environment = { DATABASE_URL: address, CONTENT_DIR: restaurantOfTwos(scratch, 200) }
  const server = await startServer(environment)
  const operator = new pg.Client({ connectionString: address, application_name: 'pg_dump' })
  await operator.connect()
  const guests = createGuests(random)
  const responses: Record<string, number> = {}
  let slowestMs = 0
  let isRunning = true

  const measure = async (send: () => Promise<{ status: number } | undefined>) => {
    while (isRunning) {
      const beganAtMs = performance.now()
      const response = await send().catch(() => undefined)
      incrementCount(responses, response?.status ?? 'no response')
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - beganAtMs))
      await pause(20)
    }
  }
  /** Columns and entries of the migration. */
  const countApplied = async () => {
    const { rows } = await operator.query<{ count: string }>(
      `SELECT (SELECT COUNT(*) FROM migrations WHERE name = $1)
         + (SELECT COUNT(*) FROM pg_attribute WHERE attname = 'newer') AS count`,
      [migrationName],
    )
    return Number(rows[0]?.count)
  }

  let loops: Promise<void>[] = []
  try {
    const key = guests.newBookingKey()
    await guests.sendBooking(server, key)
    const statusPath = `/api/booking/${guests.codeOf(key)}`
    const availabilityPath = `/api/availability?date=${openDays()[3]}`
    await operator.query('BEGIN')
    await operator.query('LOCK TABLE cells IN ACCESS SHARE MODE')
    loops = [
      measure(() => server.send('GET', statusPath)),
      measure(() => server.send('GET', availabilityPath)),
      measure(() => guests.sendBooking(server, guests.newBookingKey())),
    ]
    const newer = spawn(process.execPath, [newerProgram, 'bookings'], {
      env: { ...process.env, ...environment },
    })
    let errorText = ''
    newer.stderr.on('data', (part) => {
      errorText += part
    })
    newer.stdout.resume()
    const ended = once(newer, 'exit')
    // The program needs some time to start.
    const namesBlocker = () => /application pg_dump/.test(errorText)
    await waitUntil(() => namesBlocker() || newer.exitCode !== null, startSeconds).catch(() => {})
    // The start itself uses the processor; from here on the program only waits and tries again.
    await pause(startPauseMs)
    slowestMs = 0
    await pause(seconds * 1000)
    const isEarly = newer.exitCode !== null || (await countApplied()) > 0
    await operator.query('ROLLBACK')
    const [code] = await ended
    await pause(200)
    isRunning = false
    await Promise.all(loops)
    return {
      responses,
      slowestMs,
      isBlockerNamed: namesBlocker(),
      isWronglyApplied: isEarly || code !== 0 || (await countApplied()) !== 3,
    }
  } finally {
    isRunning = false
    await Promise.allSettled(loops)
    await operator.end()
    await server.kill('SIGTERM')
    await database.stop('SIGQUIT')
  }
}
