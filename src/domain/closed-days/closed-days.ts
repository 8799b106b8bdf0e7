/** Days that staff close on the desk, in addition to the closed days of the content. */
import { BookingActionError } from '../../kernel/action-errors.ts'
import { type DateRange, eachDay } from '../../kernel/date-range.ts'
import type { LocalizedText } from '../../kernel/locale.ts'
import { addDays, type Clock, dateAt, isDate } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { type EventData, enqueueEvent, recordAudit } from '../outbox/events.ts'
import { withFacts } from '../outbox/rows.ts'

export type ClosedDay = { date: string; reason: LocalizedText }

type Row = { date: string; reason_vi: string; reason_en: string }

export type ClosedDays = {
  /** A day, or all days from it to the last, or none of them. */
  close(day: ClosedDay & { until?: string }, actor: string): Promise<void>
  /** The same, for days that are closed. */
  reopen(date: string, actor: string, until?: string): Promise<void>
  /** Takes back the last change of each of these days, which must be this one. */
  undo(days: DateRange, change: ClosedDayChange, actor: string): Promise<void>
  /** From the current service day on. */
  list(): Promise<ClosedDay[]>
}

export type ClosedDayChange = 'closed' | 'reopened'

/** The places that staff have offered to guests on a day. */
type DayOffers = {
  /** Ends them with the day. Returns their ids. */
  withdraw(sql: Sql, date: string, actor: string, now: number): Promise<string[]>
  /** Undoes that. */
  restore(sql: Sql, ids: readonly string[], actor: string, now: number): Promise<void>
}

const maxDaysAhead = 400
const maxDaysTogether = 60

const invalidDayText: LocalizedText = {
  vi: `Ngày đó đã qua, quá xa hoặc không có; hãy chọn từ hôm nay đến ${maxDaysAhead} ngày tới.`,
  en: `That day has passed, is too far ahead or does not exist. Choose a day within ${maxDaysAhead} days from today.`,
}

const invalidRangeText: LocalizedText = {
  vi: `Ngày cuối phải từ ngày đầu trở đi; mỗi lần đóng nhiều nhất ${maxDaysTogether} ngày.`,
  en: `The last day must not be before the first. You can close up to ${maxDaysTogether} days at a time.`,
}

/** `today` is the service day: after midnight, the night of yesterday can still be closed. */
export function createClosedDays(
  store: Store,
  now: Clock,
  offers: DayOffers,
  today = () => dateAt(now()),
): ClosedDays {
  return {
    close: ({ date: first, until = first, reason }, actor) =>
      store.write(async (sql) => {
        assertRange(first, until, today())
        if (reason.vi === '' || reason.en === '') throw new BookingActionError('reason_missing')
        for (const date of eachDay({ from: first, to: until })) {
          await changeDay(sql, offers, { date, reason }, 'closed', actor, now())
        }
      }),
    reopen: (first, actor, until = first) =>
      store.write(async (sql) => {
        for (const date of daysOf({ from: first, to: until })) {
          if (!(await findClosedReason(sql, date))) throw new BookingActionError('not_found')
          await changeDay(sql, offers, { date }, 'reopened', actor, now())
        }
      }),
    undo: (days, change, actor) =>
      store.write(async (sql) => {
        for (const date of daysOf(days)) await undoChange(sql, offers, date, change, actor, now())
      }),
    list: () => loadClosedDays(store.read, today()),
  }
}

function assertRange(first: string, last: string, today: string): void {
  const isPossible = (date: string) =>
    isDate(date) && date >= today && date <= addDays(today, maxDaysAhead)
  if (!isPossible(first) || !isPossible(last)) {
    throw new BookingActionError('not_possible', { reason: invalidDayText })
  }
  if (last < first || addDays(first, maxDaysTogether) <= last) {
    throw new BookingActionError('not_possible', { reason: invalidRangeText })
  }
}

/** At least one day, and not more than can be closed. */
function daysOf({ from, to }: DateRange): string[] {
  const isRange = isDate(from) && isDate(to) && from <= to && to <= addDays(from, maxDaysAhead)
  if (!isRange) throw new BookingActionError('not_found')
  return eachDay({ from, to })
}

/** The audit entry has the reason before and the offers that ended, which is all that an undo needs. */
async function changeDay(
  sql: Sql,
  offers: DayOffers,
  { date, reason }: { date: string; reason?: LocalizedText | undefined },
  change: ClosedDayChange,
  actor: string,
  now: number,
): Promise<void> {
  const before = await findClosedReason(sql, date)
  if (reason) await storeDay(sql, { date, reason }, now)
  else await sql.run('DELETE FROM closed_days WHERE date = ?', date)
  const was = before ? { was_vi: before.vi, was_en: before.en } : {}
  const withdrawn = change === 'closed' ? await offers.withdraw(sql, date, actor, now) : []
  const ended = withdrawn.length > 0 ? { offers: withdrawn.join(',') } : {}
  await recordAudit(sql, now, actor, change, `day:${date}`, { ...was, ...ended })
  await enqueueEvent(sql, now, `day.${change}`, `day:${date}`)
}

async function storeDay(sql: Sql, { date, reason }: ClosedDay, now: number): Promise<void> {
  await sql.run(
    `INSERT INTO closed_days (date, reason_vi, reason_en, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (date) DO UPDATE SET reason_vi = excluded.reason_vi, reason_en = excluded.reason_en`,
    date,
    reason.vi,
    reason.en,
    now,
  )
}

async function undoChange(
  sql: Sql,
  offers: DayOffers,
  date: string,
  change: ClosedDayChange,
  actor: string,
  now: number,
): Promise<void> {
  // The pace of the day has entries of its own, which have nothing to do with this.
  const last = await findLastChange(sql, date)
  if (last?.action !== change) throw new BookingActionError('changed_meanwhile')
  const { was_vi: vi, was_en: en } = last.facts
  const reason = vi ? { vi: String(vi), en: String(en) } : undefined
  await changeDay(sql, offers, { date, reason }, reason ? 'closed' : 'reopened', actor, now)
  if (!reason) await offers.restore(sql, endedOffers(last.facts), actor, now)
}

async function findLastChange(sql: Sql, date: string) {
  const last = await sql.get<{ action: string; facts: string }>(
    `SELECT action, facts FROM audit WHERE subject = ? AND action IN ('closed', 'reopened')
     ORDER BY id DESC LIMIT 1`,
    `day:${date}`,
  )
  return last && withFacts(last)
}

function endedOffers({ offers }: EventData): string[] {
  return offers === undefined ? [] : String(offers).split(',')
}

/** The ids of the offers that ended when staff closed these days. */
export async function findOffersEndedWith(sql: Sql, days: DateRange): Promise<string[]> {
  const ids: string[] = []
  for (const date of eachDay(days)) {
    const last = await findLastChange(sql, date)
    if (last?.action === 'closed') ids.push(...endedOffers(last.facts))
  }
  return ids
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
