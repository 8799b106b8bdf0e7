/** Guessing costs time: who fails again and again at one name, or from one address, has to wait. */
import { fold } from '../../kernel/fold-diacritics.ts'
import { newId } from '../../kernel/id.ts'
import { day, minute } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import type { Ground } from './context.ts'
import { StaffRefusal } from './errors.ts'
import { keyedHash } from './tokens.ts'

/** A try counts as failed until it has succeeded, so that many at once gain nothing. */
export type Try = { id: string; name: string }

export type Throttle = {
  /** A refusal while the name or the address has to wait; that is not counted. */
  begin(client: string, name: string): Promise<Try>
  /** Forgets the failures at the name, and that this try came from the address. */
  succeed(sql: Sql, tried: Try): Promise<void>
}

/** Colleagues share an address, and a proxy that we were not told of gives all the same one. */
const freeTries = { name: 5, address: 25 }
const quiet = 15 * minute
const longestWait = 15 * minute

/** How long failures are kept. */
export const failuresLast = day

export function createThrottle({ store, secret, now }: Ground): Throttle {
  return {
    begin: (client, typed) =>
      store.write(async (sql) => {
        const moment = now()
        const from = keyedHash(secret, 'failed from', client)
        const name = keyedHash(secret, 'failed as', fold(typed))
        const ends: number[] = []
        for (const [who, free] of [
          [from, freeTries.address],
          [name, freeTries.name],
        ] as const) {
          ends.push(endOfWait(await failuresOf(sql, who, moment), free))
        }
        const wait = Math.max(...ends) - moment
        if (wait > 0) throw new StaffRefusal('wait', Math.ceil(wait / 1000))
        const id = newId(moment)
        await count(sql, id, from, moment)
        await count(sql, newId(moment), name, moment)
        return { id, name }
      }),
    async succeed(sql, { id, name }) {
      await sql.run('DELETE FROM failures WHERE who = ? OR id = ?', name, id)
    },
  }
}

/**
 * When the next try is let through after failures at these moments: the last free one in a row costs a
 * minute, each further one twice as much. A row ends with a quarter of an hour without a failure.
 */
export function endOfWait(failures: readonly number[], free = freeTries.name): number {
  let inRow = 0
  let end = Number.NEGATIVE_INFINITY
  for (const at of failures) {
    inRow = at - end < quiet ? inRow + 1 : 1
    const wait = inRow < free ? 0 : 2 ** (inRow - free) * minute
    end = at + Math.min(wait, longestWait)
  }
  return end
}

async function failuresOf(sql: Sql, who: string, moment: number): Promise<number[]> {
  const rows = await sql.all<{ at: number }>(
    'SELECT at FROM failures WHERE who = ? AND at > ? ORDER BY at',
    who,
    moment - failuresLast,
  )
  return rows.map(({ at }) => at)
}

async function count(sql: Sql, id: string, who: string, moment: number): Promise<void> {
  await sql.run('INSERT INTO failures (id, who, at) VALUES (?, ?, ?)', id, who, moment)
}
