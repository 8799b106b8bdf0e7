/** Times at which staff accept no online bookings. The desk is not bound by them, and each ends by itself. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { recordAudit } from '../outbox/events.ts'

/** Guests cannot book a start from `from` on and before `until`, in milliseconds. */
export type OnlinePause = { id: string; from: number; until: number; message: LocalizedText }

export type OnlinePauses = {
  /** Replaces the pauses that it overlaps. */
  pause(pause: Omit<OnlinePause, 'id'>, actor: string): Promise<void>
  resume(id: string, actor: string): Promise<void>
  /** Without those that have ended. */
  list(): Promise<OnlinePause[]>
}

export function createOnlinePauses(store: Store, now: Clock): OnlinePauses {
  return {
    pause: ({ from, until, message }, actor) =>
      store.write(async (sql) => {
        if (until <= now() || until <= from) throw new BookingActionError('not_possible')
        const id = newId(now())
        await sql.run(
          'DELETE FROM online_pauses WHERE until_at <= ? OR (from_at < ? AND until_at > ?)',
          now(),
          until,
          from,
        )
        await sql.run(
          `INSERT INTO online_pauses (id, from_at, until_at, message_vi, message_en, created_at)
           VALUES (?, ?, ?, ?, ?, ?)`,
          id,
          from,
          until,
          message.vi,
          message.en,
          now(),
        )
        await recordAudit(sql, now(), actor, 'paused', `online:${id}`, { from, until })
      }),
    resume: (id, actor) =>
      store.write(async (sql) => {
        const count = await sql.run('DELETE FROM online_pauses WHERE id = ?', id)
        // Another desk may have ended it already.
        if (count > 0) await recordAudit(sql, now(), actor, 'resumed', `online:${id}`)
      }),
    list: () => loadOnlinePauses(store.read, now()),
  }
}

type Row = {
  id: string
  from_at: number
  until_at: number
  message_vi: string
  message_en: string
}

export async function loadOnlinePauses(sql: Sql, now: number): Promise<OnlinePause[]> {
  const rows = await sql.all<Row>(
    'SELECT * FROM online_pauses WHERE until_at > ? ORDER BY from_at, id',
    now,
  )
  return rows.map(toPause)
}

/** Reads the database, because another process may have paused a moment ago. */
export async function findPauseAt(sql: Sql, startsAt: number): Promise<OnlinePause | undefined> {
  const row = await sql.get<Row>(
    'SELECT * FROM online_pauses WHERE from_at <= ? AND until_at > ?',
    startsAt,
    startsAt,
  )
  return row && toPause(row)
}

function toPause({ id, from_at, until_at, message_vi, message_en }: Row): OnlinePause {
  return { id, from: from_at, until: until_at, message: { vi: message_vi, en: message_en } }
}
