/** Times at which staff accept no online bookings. The desk is not bound by them, and each ends by itself. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import type { Clock } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'

/** Guests cannot book a start from `from` on and before `until`, in milliseconds. */
export type OnlinePause = { id: string; from: number; until: number; message: LocalizedText }

export type OnlinePauses = {
  /** Replaces the pauses that it overlaps. */
  pause(pause: Omit<OnlinePause, 'id'>, actor: string): Promise<void>
  resume(id: string, actor: string): Promise<void>
  /** A pause that staff have ended and can take up again, because its time is still to come and no other pauses it. */
  findEnded(id: string): Promise<OnlinePause | undefined>
  /** Undoes `resume`. */
  restore(id: string, actor: string): Promise<void>
  /** Without those that have ended. */
  list(): Promise<OnlinePause[]>
}

export function createOnlinePauses(store: Store, now: Clock): OnlinePauses {
  const start = async (sql: Sql, pause: OnlinePause, actor: string) => {
    const { id, from, until, message } = pause
    await sql.run(
      `INSERT INTO online_pauses (id, from_at, until_at, message_vi, message_en, created_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      ...[id, from, until, message.vi, message.en, now()],
    )
    await record(sql, 'paused', pause, actor, now())
  }
  return {
    pause: ({ from, until, message }, actor) =>
      store.write(async (sql) => {
        if (until <= now() || until <= from) throw new BookingActionError('not_possible')
        await sql.run(
          'DELETE FROM online_pauses WHERE until_at <= ? OR (from_at < ? AND until_at > ?)',
          ...[now(), until, from],
        )
        await start(sql, { id: newId(now()), from, until, message }, actor)
      }),
    resume: (id, actor) =>
      store.write(async (sql) => {
        const row = await sql.get<Row>('SELECT * FROM online_pauses WHERE id = ?', id)
        // Another desk may have ended it already.
        if (!row) return
        await sql.run('DELETE FROM online_pauses WHERE id = ?', id)
        await record(sql, 'resumed', toPause(row), actor, now())
      }),
    findEnded: (id) => findEnded(store.read, id, now()),
    restore: (id, actor) =>
      store.write(async (sql) => {
        const ended = await findEnded(sql, id, now())
        if (!ended) throw new BookingActionError('wrong_state')
        await start(sql, ended, actor)
      }),
    list: () => loadOnlinePauses(store.read, now()),
  }
}

/** With everything that an undo needs. */
async function record(
  sql: Sql,
  action: 'paused' | 'resumed',
  { id, from, until, message }: OnlinePause,
  actor: string,
  now: number,
): Promise<void> {
  const facts = { from, until, message_vi: message.vi, message_en: message.en }
  await recordAudit(sql, now, actor, action, `online:${id}`, facts)
  await enqueueEvent(sql, now, `online.${action}`, `online:${id}`)
}

async function findEnded(sql: Sql, id: string, now: number): Promise<OnlinePause | undefined> {
  const last = await sql.get<{ action: string; facts: string }>(
    'SELECT action, facts FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
    `online:${id}`,
  )
  if (last?.action !== 'resumed') return undefined
  const { from, until, message_vi, message_en } = withFacts(last).facts
  // An entry of an earlier version has nothing to restore.
  if (typeof from !== 'number' || typeof until !== 'number') return undefined
  const pause = { id, from, until, message: { vi: String(message_vi), en: String(message_en) } }
  const other = await sql.get(
    'SELECT id FROM online_pauses WHERE from_at < ? AND until_at > ?',
    ...[pause.until, pause.from],
  )
  return pause.until > now && !other ? pause : undefined
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
