/** Stores the tables, chairs and beds that staff add for some days. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'
import type { ExtraPlace } from '../scheduling/extra-place.ts'
import { findHolder } from './placement.ts'

export type ExtraPlaces = {
  /** Returns its id. */
  add(place: Omit<ExtraPlace, 'id'>, actor: string): Promise<string>
  /** Only if no booking and no block is or was on it; `resource` is its resource id. */
  remove(id: string, resource: string, actor: string): Promise<void>
  /** A place that staff have removed and can take back. */
  findRemoved(id: string): Promise<ExtraPlace | undefined>
  /** Undoes `remove`. */
  restore(id: string, actor: string): Promise<void>
}

const maxDaysAhead = 400
const maxSeats = 100

const invalidPlaceText: LocalizedText = {
  vi: `Cần tên, số chỗ từ 1 đến ${maxSeats}, và một ngày từ hôm nay đến ${maxDaysAhead} ngày tới.`,
  en: `Enter a name, 1 to ${maxSeats} seats, and a day within ${maxDaysAhead} days from today.`,
}

export function createExtraPlaces(
  store: Store,
  now: Clock,
  today = () => dateAt(now()),
): ExtraPlaces {
  const insert = async (sql: Sql, place: ExtraPlace, actor: string) => {
    const { id, name, kind, seats, from, to } = place
    const isValidDay = isDate(from) && isDate(to) && today() <= from && from <= to
    const isValidSize = Number.isInteger(seats) && seats >= 1 && seats <= maxSeats
    const isNear = isValidDay && to <= addDays(today(), maxDaysAhead)
    if (name === '' || !isNear || !isValidSize)
      throw new BookingActionError('not_possible', { reason: invalidPlaceText })
    await sql.run(
      `INSERT INTO extra_places (id, name, kind, seats, first_date, last_date, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      ...[id, name, kind, seats, from, to, now()],
    )
    await record(sql, 'added', place, actor, now())
  }
  return {
    add: (place, actor) =>
      store.write(async (sql) => {
        const id = `extra-${newId(now()).toLowerCase()}`
        await insert(sql, { ...place, id }, actor)
        return id
      }),
    remove: (id, resource, actor) =>
      store.write(async (sql) => {
        const cell = await sql.get<{ cell: number }>(
          'SELECT cell FROM cells WHERE resource = ? ORDER BY cell DESC LIMIT 1',
          resource,
        )
        const taken = cell && (await findHolder(sql, [{ ...cell, resource }]))
        if (taken) throw new BookingActionError('not_free', taken)
        const place = await sql.get<ExtraPlace>(
          `SELECT ${placeColumns} FROM extra_places WHERE id = ?`,
          id,
        )
        if (!place) throw new BookingActionError('not_found')
        await sql.run('DELETE FROM extra_places WHERE id = ?', id)
        await record(sql, 'removed', place, actor, now())
      }),
    findRemoved: (id) => findRemoved(store.read, id),
    restore: (id, actor) =>
      store.write(async (sql) => {
        const place = await findRemoved(sql, id)
        if (!place) throw new BookingActionError('wrong_state')
        await insert(sql, place, actor)
      }),
  }
}

/** With everything that an undo needs. */
async function record(
  sql: Sql,
  action: 'added' | 'removed',
  { id, name, kind, seats, from, to }: ExtraPlace,
  actor: string,
  now: number,
): Promise<void> {
  const facts = { name, kind, seats, from, to }
  await recordAudit(sql, now, actor, action, `place:${id}`, facts)
  await enqueueEvent(sql, now, `place.${action}`, `place:${id}`, { date: from })
}

async function findRemoved(sql: Sql, id: string): Promise<ExtraPlace | undefined> {
  const last = await sql.get<{ action: string; facts: string }>(
    'SELECT action, facts FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
    `place:${id}`,
  )
  if (last?.action !== 'removed') return undefined
  const { name, kind, seats, from, to } = withFacts(last).facts
  // An entry of an earlier version has nothing to restore.
  if (seats === undefined) return undefined
  return {
    ...{ id, name: String(name), kind: String(kind), seats: Number(seats) },
    ...{ from: String(from), to: String(to) },
  }
}

const placeColumns = 'id, name, kind, seats, first_date AS "from", last_date AS "to"'

const maxPlaces = 500

/** Also those of past days: bookings on them keep their names. */
export async function loadExtraPlaces(sql: Sql): Promise<ExtraPlace[]> {
  return sql.all<ExtraPlace>(
    `SELECT ${placeColumns} FROM extra_places
     ORDER BY last_date DESC, id LIMIT ${maxPlaces}`,
  )
}
