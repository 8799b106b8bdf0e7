/** The working hours of a person on one day that staff have set at the desk. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { type Clock, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import type { DayShift } from '../scheduling/duty.ts'

export type DayShifts = {
  /** Replaces the shift that staff have set for that day before. */
  set(shift: DayShift, actor: string): Promise<void>
  /** Returns to the hours of the content. */
  reset(date: string, resource: string, actor: string): Promise<void>
}

const maxMinutes = 30 * 60

const invalidShiftText: LocalizedText = {
  vi: 'Ca phải bắt đầu trước khi kết thúc, theo từng mười lăm phút.',
  en: 'A shift must begin before it ends, at quarter hours.',
}

export function createDayShifts(
  store: Store,
  now: Clock,
  isPerson: (resource: string) => boolean,
): DayShifts {
  return {
    set: ({ date, resource, from, to, isOnline }, actor) =>
      store.write(async (sql) => {
        const inQuarters = [from, to].every((at) => Number.isInteger(at / 15) && at >= 0)
        if (!isDate(date) || !inQuarters || from >= to || to > maxMinutes || !isPerson(resource))
          throw new BookingActionError('not_possible', { reason: invalidShiftText })
        await sql.run(
          `INSERT INTO day_shifts (date, resource, from_minute, to_minute, is_online, created_at)
           VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (date, resource) DO UPDATE SET
             from_minute = excluded.from_minute, to_minute = excluded.to_minute,
             is_online = excluded.is_online, created_at = excluded.created_at`,
          ...[date, resource, from, to, Number(isOnline), now()],
        )
        const facts = { shift_from: from, shift_to: to, online: isOnline }
        await recordAudit(sql, now(), actor, 'shift_set', `shift:${date} ${resource}`, facts)
        await enqueueEvent(sql, now(), 'shift.set', `shift:${date} ${resource}`)
      }),
    reset: (date, resource, actor) =>
      store.write(async (sql) => {
        const count = await sql.run(
          'DELETE FROM day_shifts WHERE date = ? AND resource = ?',
          ...[date, resource],
        )
        // Another desk may have done so already.
        if (count === 0) return
        await recordAudit(sql, now(), actor, 'shift_reset', `shift:${date} ${resource}`)
        await enqueueEvent(sql, now(), 'shift.reset', `shift:${date} ${resource}`)
      }),
  }
}

type Row = {
  date: string
  resource: string
  from_minute: number
  to_minute: number
  is_online: number
}

export async function loadDayShifts(sql: Sql, fromDate: string): Promise<DayShift[]> {
  const rows = await sql.all<Row>(
    `SELECT date, resource, from_minute, to_minute, is_online FROM day_shifts
     WHERE date >= ? ORDER BY date, resource`,
    fromDate,
  )
  return rows.map(({ date, resource, from_minute, to_minute, is_online }) => ({
    ...{ date, resource, from: from_minute, to: to_minute, isOnline: is_online === 1 },
  }))
}
