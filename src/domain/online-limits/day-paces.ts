/** Paces that staff have set for one day, in place of the pace of the content. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { type Clock, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'
import type { Pace } from '../scheduling/pace.ts'

/** Without both limits, the day has no pace. */
export type DayPace = { date: string; pace: Pace }

export type DayPaces = {
  set(dayPace: DayPace, actor: string): Promise<void>
  /** Returns to the pace of the content. */
  reset(date: string, actor: string): Promise<void>
  /** Undefined if the day has the pace of the content. */
  find(date: string): Promise<Pace | undefined>
}

const maxLimit = 999

export function createDayPaces(store: Store, now: Clock): DayPaces {
  return {
    set: ({ date, pace }, actor) =>
      store.write(async (sql) => {
        const { everyMinutes, guests, bookings } = pace
        const limits = [guests, bookings].filter((limit) => limit !== undefined)
        const isValid = limits.every(
          (limit) => Number.isInteger(limit) && limit >= 1 && limit <= maxLimit,
        )
        requireDate(date)
        if (!isValid || ![15, 30].includes(everyMinutes)) {
          throw new BookingActionError('not_possible', { reason: invalidPaceText })
        }
        await sql.run(
          `INSERT INTO day_paces (date, every_minutes, guests, bookings, created_at) VALUES (?, ?, ?, ?, ?)
           ON CONFLICT (date) DO UPDATE SET every_minutes = excluded.every_minutes,
             guests = excluded.guests, bookings = excluded.bookings, created_at = excluded.created_at`,
          date,
          everyMinutes,
          guests ?? null,
          bookings ?? null,
          now(),
        )
        const facts = { minutes: everyMinutes, guests: guests ?? null, bookings: bookings ?? null }
        await recordAudit(sql, now(), actor, 'pace_set', `day:${date}`, facts)
        await enqueueEvent(sql, now(), 'day.pace_set', `day:${date}`)
      }),
    reset: (date, actor) =>
      store.write(async (sql) => {
        requireDate(date)
        const count = await sql.run('DELETE FROM day_paces WHERE date = ?', date)
        // Another desk may have done so already.
        if (count === 0) return
        await recordAudit(sql, now(), actor, 'pace_reset', `day:${date}`)
        await enqueueEvent(sql, now(), 'day.pace_reset', `day:${date}`)
      }),
    async find(date) {
      const row = await store.read.get<Row>('SELECT * FROM day_paces WHERE date = ?', date)
      return row && toDayPace(row).pace
    },
  }
}

function requireDate(date: string): void {
  if (!isDate(date)) throw new BookingActionError('not_possible', { reason: invalidDateText })
}

const invalidDateText = {
  vi: 'Xin chọn một ngày.',
  en: 'Choose a day.',
}

const invalidPaceText = {
  vi: `Giới hạn phải là số từ 1 đến ${maxLimit}, hoặc để trống.`,
  en: `A limit must be a number from 1 to ${maxLimit}, or empty.`,
}

type Row = { date: string; every_minutes: number; guests: number | null; bookings: number | null }

export async function loadDayPaces(sql: Sql, fromDate: string): Promise<DayPace[]> {
  const rows = await sql.all<Row>('SELECT * FROM day_paces WHERE date >= ? ORDER BY date', fromDate)
  return rows.map(toDayPace)
}

function toDayPace({ date, every_minutes, guests, bookings }: Row): DayPace {
  return {
    date,
    pace: {
      everyMinutes: every_minutes,
      guests: guests ?? undefined,
      bookings: bookings ?? undefined,
    },
  }
}
