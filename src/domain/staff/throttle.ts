/** Sign-in throttle: repeated failures for one name, or from one address, require a growing wait. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import { day, maxClockSkewMs, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import { keyedHash } from './tokens.ts'

/** An attempt counts as failed until it succeeds, so that concurrent attempts are counted too. */
type SignInAttempt = { id: string; name: string }

type Throttle = {
  /** Throws while the name or the address has to wait; that is not counted. */
  beginAttempt(client: string, name: string): Promise<SignInAttempt>
  /** Deletes the failures of the name, and this attempt from those of the address. */
  recordSuccess(sql: Sql, attempt: SignInAttempt): Promise<void>
}

/** Colleagues share an address, and behind an undeclared proxy all clients have the same one. */
const freeAttempts = { name: 5, address: 25 }
const streakResetMs = 15 * minute
const maxWaitMs = 15 * minute

export const failureRetentionMs = day

export function createThrottle({ store, secret, now }: StaffContext): Throttle {
  return {
    beginAttempt: (client, typedName) =>
      store.write(async (sql) => {
        const nowMs = now()
        const from = keyedHash(secret, 'failed from', client)
        const name = keyedHash(secret, 'failed as', foldDiacritics(typedName))
        const addressFailures = await loadFailures(sql, from, nowMs)
        const nameFailures = await loadFailures(sql, name, nowMs)
        const waitEnd = Math.max(
          computeWaitEnd(addressFailures, freeAttempts.address),
          computeWaitEnd(nameFailures, freeAttempts.name),
        )
        const wait = waitEnd - nowMs
        if (wait > 0) throw new StaffAccessError('wait', Math.ceil(wait / 1000))
        const id = newId(nowMs)
        await recordFailure(sql, id, from, nowMs)
        await recordFailure(sql, newId(nowMs), name, nowMs)
        return { id, name }
      }),
    async recordSuccess(sql, { id, name }) {
      await sql.run('DELETE FROM failures WHERE who = ? OR id = ?', name, id)
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
