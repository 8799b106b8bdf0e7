/**
 * Sign-in throttle: repeated failures for one name, or from one address, require a growing wait. A browser in which the
 * member has signed in before has a count of its own, so that others cannot lock the member out.
 */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import { day, maxClockSkewMs, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import { readDeviceToken } from './known-device.ts'
import { keyedHash } from './tokens.ts'

/** An attempt counts as failed until it succeeds, so that concurrent attempts are counted too. */
type SignInAttempt = {
  ids: readonly string[]
  /** What a success resets: the failures of the name, or of the known browser. */
  reset: string
}

/** Failures that are counted together. */
type Counter = { who: string; free: number }

type Throttle = {
  /** Throws while one has to wait; that is not counted. */
  beginAttempt(client: string, name: string, deviceToken?: string): Promise<SignInAttempt>
  /** Deletes the failures of the name or the known browser, and this attempt from those of the address. */
  recordSuccess(sql: Sql, attempt: SignInAttempt): Promise<void>
}

/** Colleagues share an address, and behind an undeclared proxy all clients have the same one. */
const freeAttempts = { name: 5, address: 25 }
const streakResetMs = 15 * minute
const maxWaitMs = 15 * minute

export const failureRetentionMs = day

export function createThrottle({ store, secret, now }: StaffContext): Throttle {
  /** The last one is reset by a success. */
  const countersOf = (client: string, name: string, deviceToken?: string): Counter[] => {
    const device = readDeviceToken(secret, name, deviceToken)
    if (device !== undefined) {
      return [{ who: keyedHash(secret, 'failed on', device), free: freeAttempts.name }]
    }
    return [
      { who: keyedHash(secret, 'failed from', client), free: freeAttempts.address },
      { who: keyedHash(secret, 'failed as', foldDiacritics(name)), free: freeAttempts.name },
    ]
  }

  return {
    beginAttempt: (client, name, deviceToken) =>
      store.write(async (sql) => {
        const nowMs = now()
        const counters = countersOf(client, name, deviceToken)
        for (const { who, free } of counters) {
          const wait = computeWaitEnd(await loadFailures(sql, who, nowMs), free) - nowMs
          if (wait > 0) throw new StaffAccessError('wait', Math.ceil(wait / 1000))
        }
        const ids = counters.map(() => newId(nowMs))
        for (const [index, { who }] of counters.entries()) {
          await recordFailure(sql, ids[index] ?? '', who, nowMs)
        }
        return { ids, reset: counters.at(-1)?.who ?? '' }
      }),
    async recordSuccess(sql, { ids, reset }) {
      await sql.run('DELETE FROM failures WHERE who = ?', reset)
      for (const id of ids) await sql.run('DELETE FROM failures WHERE id = ?', id)
    },
  }
}

/**
 * When the next attempt is allowed after failures at these times. The last free failure of a streak costs a
 * minute, each further one twice as much. A streak ends after 15 minutes without a failure.
 */
export function computeWaitEnd(failures: readonly number[], free = freeAttempts.name): number {
  let streak = 0
  let end = Number.NEGATIVE_INFINITY
  for (const at of failures) {
    streak = at - end < streakResetMs ? streak + 1 : 1
    const wait = streak < free ? 0 : 2 ** (streak - free) * minute
    end = at + Math.min(wait, maxWaitMs)
  }
  return end
}

async function loadFailures(sql: Sql, who: string, nowMs: number): Promise<number[]> {
  const rows = await sql.all<{ at: number }>(
    'SELECT at FROM failures WHERE who = ? AND at > ? AND at <= ? ORDER BY at',
    who,
    nowMs - failureRetentionMs,
    nowMs + maxClockSkewMs,
  )
  return rows.map(({ at }) => at)
}

async function recordFailure(sql: Sql, id: string, who: string, nowMs: number): Promise<void> {
  await sql.run('INSERT INTO failures (id, who, at) VALUES (?, ?, ?)', id, who, nowMs)
}
