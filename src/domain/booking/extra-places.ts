/** Stores the tables, chairs and beds that staff add for some days. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { newId } from '../../kernel/id.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import type { ExtraPlace } from '../scheduling/extra-place.ts'
import { findHolder } from './placement.ts'

export type ExtraPlaces = {
  /** Returns its id. */
  add(place: Omit<ExtraPlace, 'id'>, actor: string): Promise<string>
  /** Only if no booking and no block is or was on it; `resource` is its resource id. */
  remove(id: string, resource: string, actor: string): Promise<void>
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
  return {
    add: (place, actor) =>
      store.write(async (sql) => {
        const { name, kind, seats, from, to } = place
        const isValidDay = isDate(from) && isDate(to) && today() <= from && from <= to
        const isValidSize = Number.isInteger(seats) && seats >= 1 && seats <= maxSeats
        const isNear = isValidDay && to <= addDays(today(), maxDaysAhead)
        if (name === '' || !isNear || !isValidSize)
          throw new BookingActionError('not_possible', { reason: invalidPlaceText })
        const id = `extra-${newId(now()).toLowerCase()}`
        await sql.run(
          `INSERT INTO extra_places (id, name, kind, seats, first_date, last_date, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
          ...[id, name, kind, seats, from, to, now()],
        )
        await recordAudit(sql, now(), actor, 'added', `place:${id}`, { name, seats, from, to })
        await enqueueEvent(sql, now(), 'place.added', `place:${id}`, { date: from })
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
        if ((await sql.run('DELETE FROM extra_places WHERE id = ?', id)) === 0)
          throw new BookingActionError('not_found')
        await recordAudit(sql, now(), actor, 'removed', `place:${id}`)
        await enqueueEvent(sql, now(), 'place.removed', `place:${id}`)
      }),
  }
}

const maxPlaces = 500

/** Also those of past days: bookings on them keep their names. */
export async function loadExtraPlaces(sql: Sql): Promise<ExtraPlace[]> {
  return sql.all<ExtraPlace>(
    `SELECT id, name, kind, seats, first_date AS "from", last_date AS "to" FROM extra_places
     ORDER BY last_date DESC, id LIMIT ${maxPlaces}`,
  )
}
