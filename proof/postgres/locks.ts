/** R23 (a): another client of the database holds a lock while guests book. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { firstCell } from '../../src/domain/scheduling/cells.ts'
import { phoneOf } from '../support/clients.ts'
import { incrementCount } from '../support/count-by.ts'
import { needPostgres, readBookingCodes } from '../support/postgres.ts'
import { openDays, restaurantOfTwos, type Scratch } from '../support/scratch.ts'
import { type Server, startServer } from '../support/server.ts'

/** What the other client does in a transaction that stays open, and whether it blocks the bookings of a day. */
const holds = {
  table: { statement: 'LOCK TABLE cells', isBlocking: true },
  day: { statement: 'SELECT 1 FROM held_days WHERE day = $1 FOR UPDATE', isBlocking: true },
  idle: { statement: 'SELECT COUNT(*) FROM bookings', isBlocking: false },
  dump: { statement: 'LOCK TABLE bookings, cells, outbox IN ACCESS SHARE MODE', isBlocking: false },
  alter: { statement: 'ALTER TABLE bookings ADD COLUMN added BIGINT', isBlocking: true },
} as const

export type HoldKind = keyof typeof holds
export const holdKinds = Object.keys(holds) as HoldKind[]

export type LockTrial = { kind: HoldKind; seconds: number; callers: number; processes: number }

export type LockResult = {
  /** Number of responses by status, or "no response". */
  responses: Record<string, number>
  slowestMs: number
  /** Bookings in the database whose client got no success. */
  storedWithoutSuccess: number
  /** Slowest booking of another day while the row of one day was locked. */
  slowestOtherDayMs: number
  /** Trials in which a lock blocked and neither the log nor /readyz named its holder. */
  unnamedHolders: number
}

const clientName = 'nightly report'
const booking = { name: 'Nguyễn Thị Lan', consent: '1', party_size: 2 }
const times = ['17:00', '18:30', '20:00']

/**
 * Trials of different kinds run beside each other, in databases of their own, because most of their time is waiting. The
 * lock of one day is tried alone, because other days are timed meanwhile, and locks that block no one are tried last:
 * their callers use the whole processor.
 */
const phases: readonly HoldKind[][] = [['table', 'alter'], ['day'], ['idle', 'dump']]

export async function proveLocks(
  scratch: Scratch,
  trials: readonly LockTrial[],
  onTrial: () => void,
): Promise<LockResult> {
  const database = await needPostgres({ durable: false })
  const content = restaurantOfTwos(scratch, 400)
  const result: LockResult = {
    responses: {},
    slowestMs: 0,
    storedWithoutSuccess: 0,
    slowestOtherDayMs: 0,
    unnamedHolders: 0,
  }
  const runInDatabase = async (trial: LockTrial) => {
    const address = await database.newDatabase()
    const servers: Server[] = []
    const environment = { DATABASE_URL: address, CONTENT_DIR: content, LOG_LEVEL: 'warn' }
    for (let index = 0; index < trial.processes; index++) {
      servers.push(await startServer(environment, { connections: trial.callers + 8 }))
    }
    await runTrial(trial, servers, address, result).finally(async () => {
      for (const server of servers) await server.kill('SIGTERM')
    })
    onTrial()
  }
  const runInOrder = async (some: readonly LockTrial[]) => {
    for (const trial of some) await runInDatabase(trial)
  }
  try {
    for (const kinds of phases) {
      const some = trials.filter(({ kind }) => kinds.includes(kind))
      await Promise.all([...Map.groupBy(some, ({ kind }) => kind).values()].map(runInOrder))
    }
  } finally {
    await database.stop('SIGQUIT')
  }
  return result
}

async function runTrial(
  { kind, seconds, callers }: LockTrial,
  servers: readonly Server[],
  address: string,
  result: LockResult,
): Promise<void> {
  const [lockedDay = '', , otherDay = ''] = openDays()
  let sent = 0
  let accepted = 0
  const send = async (server: Server, date: string, time: string) => {
    const beganAtMs = performance.now()
    const response = await server
      .send('POST', '/api/booking', { ...booking, phone: phoneOf(sent++), date, time })
      .catch(() => undefined)
    const isComplete = response?.status !== 503 || response.headers['retry-after'] !== undefined
    incrementCount(
      result.responses,
      isComplete ? (response?.status ?? 'no response') : 'incomplete',
    )
    if (response?.status === 202) accepted++
    return Math.round(performance.now() - beganAtMs)
  }
  for (const date of [lockedDay, otherDay])
    for (const server of servers) await send(server, date, '17:00')

  const operator = new pg.Client({ connectionString: address, application_name: clientName })
  await operator.connect()
  const { statement, isBlocking } = holds[kind]
  await operator.query('BEGIN')
  await operator.query(statement, kind === 'day' ? [firstCell(lockedDay)] : [])
  const endsAtMs = performance.now() + seconds * 1000
  const isHeld = () => performance.now() < endsAtMs
  const bookLockedDay = async (server: Server) => {
    while (isHeld()) {
      const tookMs = await send(server, lockedDay, times[accepted % times.length] ?? '')
      result.slowestMs = Math.max(result.slowestMs, tookMs)
    }
  }
  const bookOtherDay = async (server: Server) => {
    while (isHeld()) {
      const tookMs = await send(server, otherDay, times[accepted % times.length] ?? '')
      if (kind === 'day') result.slowestOtherDayMs = Math.max(result.slowestOtherDayMs, tookMs)
      await pause(250)
    }
  }
  const loops = servers.flatMap((server) => [
    ...Array.from({ length: callers }, () => bookLockedDay(server)),
    bookOtherDay(server),
  ])
  while (isHeld()) await pause(20)
  const [first] = servers
  const ready = first && (await (await fetch(`${first.deskUrl}/readyz`)).text())
  const isLogged = first?.log.some(({ application }) => application === clientName)
  if (isBlocking && !(isLogged && ready?.includes(clientName))) result.unnamedHolders++
  await operator.query('ROLLBACK')
  await operator.end()
  await Promise.all(loops)
  // A write that was left in a queue would be stored now.
  await pause(1_500)
  result.storedWithoutSuccess += Math.abs((await readBookingCodes(address)).length - accepted)
}
