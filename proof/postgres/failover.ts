/** R23 (d): the primary is killed under load, a standby is promoted, and the former primary returns. */
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createGuests } from '../support/guests.ts'
import { needPostgres } from '../support/postgres.ts'
import type { Random } from '../support/random.ts'
import {
  promoteBest,
  queryServer,
  requireConfirmation,
  startStandby,
} from '../support/replication.ts'
import { restaurantOfTwos, type Scratch } from '../support/scratch.ts'
import { startServer } from '../support/server.ts'

export type FailoverResult = {
  acknowledged: number
  lost: number
  duplicated: number
  /** From the promotion to the first booking. */
  recoveryMs: number
  /** Bookings that were stored in the former primary after it had returned. */
  writtenToFormerPrimary: number
  /** Responses other than 202, 409 and 503. */
  otherResponses: number
}

const standbyNames = ['standby_1', 'standby_2']
const recoveryTimeoutMs = 60_000

export async function proveFailover(
  random: Random,
  scratch: Scratch,
  { isSynchronous, seconds }: { isSynchronous: boolean; seconds: number },
): Promise<FailoverResult> {
  const primary = await needPostgres()
  const database = new URL(await primary.newDatabase(undefined, 'shop')).pathname.slice(1)
  const standbys = []
  for (const name of standbyNames) standbys.push(await startStandby(primary, name))
  if (isSynchronous) await requireConfirmation(primary, standbyNames)
  const folders = [primary, ...standbys].map(({ socket }) => dirname(socket)).join(',')
  const server = await startServer({
    DATABASE_URL: `postgres://letan@localhost/${database}?host=${encodeURIComponent(folders)}`,
    CONTENT_DIR: restaurantOfTwos(scratch, 200),
  })
  const guests = createGuests(random)
  const countIn = async (one: typeof primary) => {
    const rows = await queryServer<{ count: string }>(
      one,
      'SELECT COUNT(*) FROM bookings',
      database,
    )
    return Number(rows[0]?.count)
  }
  let [isRunning, lastAcknowledgedMs, otherResponses] = [true, 0, 0]
  const write = async () => {
    while (isRunning) {
      const response = await guests.sendBooking(server, guests.newBookingKey())
      if (response?.status === 202) lastAcknowledgedMs = performance.now()
      else if (response?.status !== 409 && response?.status !== 503) otherResponses++
      else await pause(20)
    }
  }
  const writers = Array.from({ length: 4 }, write)
  try {
    await pause(seconds * 1000)
    await primary.stop('SIGKILL')
    const promoted = await promoteBest(standbys)
    const promotedAtMs = performance.now()
    const isLate = () => performance.now() - promotedAtMs > recoveryTimeoutMs
    while (lastAcknowledgedMs < promotedAtMs && !isLate()) await pause(5)
    const recoveryMs = Math.round(lastAcknowledgedMs - promotedAtMs)
    // Nothing prevents it from accepting writes.
    await primary.start()
    if (isSynchronous) {
      await queryServer(primary, 'ALTER SYSTEM RESET synchronous_standby_names')
      await queryServer(primary, 'SELECT pg_reload_conf()')
    }
    const before = await countIn(primary)
    // Longer than connections for reading stay open.
    await queryServer(
      promoted,
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'letan'",
    )
    await pause(seconds * 1000)
    isRunning = false
    await Promise.all(writers)
    const writtenToFormerPrimary = (await countIn(primary)) - before
    const acknowledged = guests.countAcknowledged()
    await guests.verifyBookings(server)
    return {
      acknowledged,
      lost: guests.errors.lost,
      duplicated: guests.errors.duplicated,
      recoveryMs: recoveryMs < 0 ? recoveryTimeoutMs : recoveryMs,
      writtenToFormerPrimary,
      otherResponses,
    }
  } finally {
    isRunning = false
    await Promise.allSettled(writers)
    await server.kill('SIGTERM')
    for (const one of [...standbys, primary]) await one.stop('SIGQUIT').catch(() => {})
  }
}
