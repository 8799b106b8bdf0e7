/** Guessing costs time: who fails again and again at one name, or from one address, has to wait. */
import { foldDiacritics } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import { day, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { StaffContext } from './context.ts'
import { StaffAccessError } from './errors.ts'
import { keyedHash } from './tokens.ts'

/** A try counts as failed until it has succeeded, so that many at once gain nothing. */
export type SignInAttempt = { id: string; name: string }

export type Throttle = {
  /** A refusal while the name or the address has to wait; that is not counted. */
  beginAttempt(client: string, name: string): Promise<SignInAttempt>
  /** Forgets the failures at the name, and that this try came from the address. */
  recordSuccess(sql: Sql, attempt: SignInAttempt): Promise<void>
}

/** Colleagues share an address, and a proxy that we were not told of gives all the same one. */
const freeAttempts = { name: 5, address: 25 }
const streakResetMs = 15 * minute
const maxWaitMs = 15 * minute

/** How long failures are kept. */
export const failureRetentionMs = day

export function createThrottle({ store, secret, now }: StaffContext): Throttle {
  return {
    beginAttempt: (client, typed) =>
      store.write(async (sql) => {
        const nowMs = now()
        const from = keyedHash(secret, 'failed from', client)
        const name = keyedHash(secret, 'failed as', foldDiacritics(typed))
        const ends: number[] = []
        for (const [who, free] of [
          [from, freeAttempts.address],
          [name, freeAttempts.name],
        ] as const) {
          ends.push(computeWaitEnd(await loadFailures(sql, who, nowMs), free))
        }
        const wait = Math.max(...ends) - nowMs
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
 * When the next try is let through after failures at these moments: the last free one in a row costs a
 * minute, each further one twice as much. A row ends with a quarter of an hour without a failure.
 */
export function computeWaitEnd(failures: readonly number[], free = freeAttempts.name): number {
  let inRow = 0
  let end = Number.NEGATIVE_INFINITY
  for (const at of failures) {
    inRow = at - end < streakResetMs ? inRow + 1 : 1
    const wait = inRow < free ? 0 : 2 ** (inRow - free) * minute
    end = at + Math.min(wait, maxWaitMs)
  }
  return end
}

async function loadFailures(sql: Sql, who: string, nowMs: number): Promise<number[]> {
  const rows = await sql.all<{ at: number }>(
    'SELECT at FROM failures WHERE who = ? AND at > ? ORDER BY at',
    who,
    nowMs - failureRetentionMs,
  )
  return rows.map(({ at }) => at)
}

async function recordFailure(sql: Sql, id: string, who: string, nowMs: number): Promise<void> {
  await sql.run('INSERT INTO failures (id, who, at) VALUES (?, ?, ?)', id, who, nowMs)
}
