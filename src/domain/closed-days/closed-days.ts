/** Days that staff close beside those in the content: a funeral, a flood, a party for one. */

import { StaffObstacle } from '../../kernel/action-errors.ts'
import type { Words } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { announce, record } from '../outbox/events.ts'

export type ClosedDay = { date: string; reason: Words }

type Row = { date: string; reason_vi: string; reason_en: string }

export type Closing = {
  close(day: ClosedDay, actor: string): Promise<void>
  reopen(date: string, actor: string): Promise<void>
  /** Today's and later ones. */
  days(): Promise<ClosedDay[]>
}

const farthest = 400

const notThatDay: Words = {
  vi: `Ngày đó đã qua, quá xa hoặc không có; hãy chọn từ hôm nay đến ${farthest} ngày tới.`,
  en: `That day is past, too far or none; choose one from today to ${farthest} days ahead.`,
}

export function createClosing(store: Store, now: Clock): Closing {
  return {
    close: ({ date, reason }, actor) =>
      store.write(async (sql) => {
        const today = dateAt(now())
        if (!isDate(date) || date < today || date > addDays(today, farthest)) {
          throw new StaffObstacle('not_possible', { why: notThatDay })
        }
        if (reason.vi === '' || reason.en === '') throw new StaffObstacle('reason_missing')
        await sql.run(
          `INSERT INTO closed_days (date, reason_vi, reason_en, created_at) VALUES (?, ?, ?, ?)
           ON CONFLICT (date) DO UPDATE SET reason_vi = excluded.reason_vi, reason_en = excluded.reason_en`,
          date,
          reason.vi,
          reason.en,
          now(),
        )
        await record(sql, now(), actor, 'closed', `day:${date}`)
        await announce(sql, now(), 'day.closed', `day:${date}`)
      }),
    reopen: (date, actor) =>
      store.write(async (sql) => {
        if ((await sql.run('DELETE FROM closed_days WHERE date = ?', date)) === 0) {
          throw new StaffObstacle('not_found')
        }
        await record(sql, now(), actor, 'reopened', `day:${date}`)
        await announce(sql, now(), 'day.reopened', `day:${date}`)
      }),
    days: () => readClosedDays(store.read, dateAt(now())),
  }
}

/** Why staff closed a day, if they did: what another process wrote a moment ago counts. */
export async function closedBecause(sql: Sql, date: string): Promise<Words | undefined> {
  const row = await sql.get<Row>('SELECT * FROM closed_days WHERE date = ?', date)
  return row && toDay(row).reason
}

export async function readClosedDays(sql: Sql, from: string): Promise<ClosedDay[]> {
  const rows = await sql.all<Row>('SELECT * FROM closed_days WHERE date >= ? ORDER BY date', from)
  return rows.map(toDay)
}

function toDay({ date, reason_vi, reason_en }: Row): ClosedDay {
  return { date, reason: { vi: reason_vi, en: reason_en } }
}
