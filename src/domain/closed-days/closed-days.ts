/** Days that staff close on the desk, in addition to the closed days of the content. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { enqueueEvent, recordAudit } from '../outbox/events.ts'

export type ClosedDay = { date: string; reason: LocalizedText }

type Row = { date: string; reason_vi: string; reason_en: string }

export type ClosedDays = {
  close(day: ClosedDay, actor: string): Promise<void>
  reopen(date: string, actor: string): Promise<void>
  /** From the current service day on. */
  list(): Promise<ClosedDay[]>
}

const maxDaysAhead = 400

const invalidDayText: LocalizedText = {
  vi: `Ngày đó đã qua, quá xa hoặc không có; hãy chọn từ hôm nay đến ${maxDaysAhead} ngày tới.`,
  en: `That day has passed, is too far ahead or does not exist. Choose a day within ${maxDaysAhead} days from today.`,
}

/** `today` is the service day: after midnight, the night of yesterday can still be closed. */
export function createClosedDays(
  store: Store,
  now: Clock,
  today = () => dateAt(now()),
): ClosedDays {
  return {
    close: ({ date, reason }, actor) =>
      store.write(async (sql) => {
        if (!isDate(date) || date < today() || date > addDays(today(), maxDaysAhead)) {
          throw new BookingActionError('not_possible', { reason: invalidDayText })
        }
        if (reason.vi === '' || reason.en === '') throw new BookingActionError('reason_missing')
        await sql.run(
          `INSERT INTO closed_days (date, reason_vi, reason_en, created_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (date) DO UPDATE SET reason_vi = excluded.reason_vi, reason_en = excluded.reason_en`,
          date,
          reason.vi,
          reason.en,
          now(),
        )
        await recordAudit(sql, now(), actor, 'closed', `day:${date}`)
        await enqueueEvent(sql, now(), 'day.closed', `day:${date}`)
      }),
    reopen: (date, actor) =>
      store.write(async (sql) => {
        if ((await sql.run('DELETE FROM closed_days WHERE date = ?', date)) === 0) {
          throw new BookingActionError('not_found')
        }
        await recordAudit(sql, now(), actor, 'reopened', `day:${date}`)
        await enqueueEvent(sql, now(), 'day.reopened', `day:${date}`)
      }),
    list: () => loadClosedDays(store.read, today()),
  }
}

/** Reads the database, because another process may have closed the day a moment ago. */
export async function findClosedReason(sql: Sql, date: string): Promise<LocalizedText | undefined> {
  const row = await sql.get<Row>('SELECT * FROM closed_days WHERE date = ?', date)
  return row && toDay(row).reason
}

export async function loadClosedDays(sql: Sql, from: string): Promise<ClosedDay[]> {
  const rows = await sql.all<Row>('SELECT * FROM closed_days WHERE date >= ? ORDER BY date', from)
  return rows.map(toDay)
}

function toDay({ date, reason_vi, reason_en }: Row): ClosedDay {
  return { date, reason: { vi: reason_vi, en: reason_en } }
}
