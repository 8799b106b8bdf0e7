/** What staff do with bookings. Every act names the version it saw; the second of two is told. */
import { Problem } from '../../kernel/problem.ts'
import { hour, isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql, Store } from '../../store/sql.ts'
import { announce, type Facts, record } from '../outbox/news.ts'
import { allocate } from './allocate.ts'
import { type Block, expireUnanswered, keepBlock, removeBlock } from './blocks.ts'
import { plainCode } from './code.ts'
import { StaffObstacle } from './obstacle.ts'
import type { BookingRules, Start, Wish } from './plan.ts'
import { type Book, type Booking, type BookingRequest, giveStart, keepBooking } from './request.ts'
import { firstCellAt, holdCells, readDay, releaseCells } from './schedule.ts'
import { type BookingRow, type Status, withStatusNow } from './status.ts'

export type Act = { code: string; version: number; actor: string }

export type Visit = 'seated' | 'finished' | 'no_show'

export type StaffDesk = {
  confirm(act: Act): Promise<void>
  decline(act: Act & { reason: string }): Promise<void>
  cancel(act: Act & { reason: string }): Promise<void>
  move(act: Act & { date: string; time: string }): Promise<void>
  mark(act: Act & { visit: Visit }): Promise<void>
  /** The guest's wish was answered in another way. */
  settle(act: Act): Promise<void>
  /** A guest at the door or on the phone: confirmed at once, at any quarter hour. */
  admit(request: BookingRequest, actor: string): Promise<Booking>
  block(block: Block & { actor: string }): Promise<string>
  unblock(id: string, actor: string): Promise<void>
  expire(): Promise<number>
}

/** What an act makes of a booking; `facts` go into its history. */
type Outcome = { next: Partial<BookingRow>; facts?: Facts; settles?: boolean; note?: string }

type Make = (sql: Sql, row: BookingRow, moment: number) => Promise<Outcome>

/** How long before its start a table may be taken, and after it a guest still be let in. */
const early = 2 * hour
const late = hour

export function createStaffDesk(store: Store, { rules }: Book, now: () => number): StaffDesk {
  /** Finds the booking, refuses a stale version or a wrong state, and writes what the act makes. */
  const change = (act: Act, action: string, from: readonly Status[], make: Make): Promise<void> =>
    store.write(async (sql) => {
      const moment = now()
      const found = await sql.get<BookingRow>(
        'SELECT * FROM bookings WHERE code = ?',
        plainCode(act.code),
      )
      if (!found) throw new StaffObstacle('not_found')
      const subject = `booking:${found.id}`
      if (found.version !== act.version) {
        throw new StaffObstacle('changed_meanwhile', await lastActor(sql, subject))
      }
      const row = withStatusNow(found, moment)
      if (!from.includes(row.status)) throw new StaffObstacle('wrong_state')
      const { next, facts, settles = false, note } = await make(sql, row, moment)
      await writeRow(sql, { ...row, ...next }, moment)
      if (settles) await settleChanges(sql, row.id, moment)
      if (note !== undefined) await keepNote(sql, row.id, note)
      await record(sql, moment, act.actor, action, subject, { was: row.status, ...facts })
      await announce(sql, moment, `booking.${action}`, subject)
    })

  const end = (
    act: Act & { reason: string },
    action: string,
    from: readonly Status[],
    why: string,
  ) =>
    change(act, action, from, async (sql, row) => {
      await releaseCells(sql, `booking:${row.id}`)
      return { next: { status: 'cancelled', reason: why }, settles: true, note: act.reason }
    })

  return {
    confirm: (act) =>
      change(act, 'confirmed', ['pending'], async (sql, row) => {
        await checkAgain(sql, rules, row)
        return { next: { status: 'confirmed' } }
      }),
    decline: (act) => end(act, 'declined', ['pending'], 'declined'),
    cancel: (act) => end(act, 'cancelled', ['pending', 'confirmed'], 'by_staff'),
    move: (act) =>
      change(act, 'moved', ['pending', 'confirmed'], (sql, row, moment) =>
        moveBooking(sql, rules, row, act, moment),
      ),
    mark: (act) =>
      change(act, act.visit, ['confirmed'], (sql, row, moment) =>
        markVisit(sql, row, act.visit, moment),
      ),
    settle: (act) =>
      change(act, 'settled', ['pending', 'confirmed'], async () => ({ next: {}, settles: true })),
    admit: (request, actor) =>
      store.write(async (sql) => {
        const moment = now()
        const start = startFor(rules, request.wish, request.date, request.time)
        if (startOfDay(request.date) + start.at * minute < moment - late) {
          throw new StaffObstacle('not_possible')
        }
        const booking = await giveStart(sql, rules, request, start, moment).catch(asObstacle)
        await keepBooking(sql, booking, 'confirmed', moment, actor)
        return booking
      }),
    block: ({ actor, ...block }) =>
      store.write((sql) => keepBlock(sql, rules, block, actor, now())),
    unblock: (id, actor) => store.write((sql) => removeBlock(sql, id, actor, now())),
    expire: () => store.write((sql) => expireUnanswered(sql, now())),
  }
}

/** The start at a quarter hour while the door is open. */
function startFor(rules: BookingRules, wish: Wish, date: string, time: string): Start {
  const quarter = isDate(date) && isTime(time) && minutesOf(time) % 15 === 0
  const start = quarter ? rules.startAt(wish, date, minutesOf(time)) : undefined
  if (!start) throw new StaffObstacle('not_possible')
  return start
}

/** A confirmation is a promise: the day must still be open and everything still held. */
async function checkAgain(sql: Sql, rules: BookingRules, row: BookingRow): Promise<void> {
  const wish = JSON.parse(row.wish) as Wish
  const open = rules.startAt(wish, row.date, minutesOf(row.time)) !== undefined
  const held = await sql.get<{ cells: number }>(
    'SELECT COUNT(*) AS cells FROM cells WHERE holder = ?',
    `booking:${row.id}`,
  )
  if (!open || !held?.cells) throw new StaffObstacle('not_free')
}

async function moveBooking(
  sql: Sql,
  rules: BookingRules,
  row: BookingRow,
  { date, time }: { date: string; time: string },
  now: number,
): Promise<Outcome> {
  const wish = JSON.parse(row.wish) as Wish
  const start = startFor(rules, wish, date, time)
  const startsAt = startOfDay(date) + start.at * minute
  if (startsAt <= now) throw new StaffObstacle('not_possible')
  await releaseCells(sql, `booking:${row.id}`)
  const option = allocate(rules.options(wish, date, start), start, await readDay(sql, date))
  if (!option) throw new StaffObstacle('not_free')
  await holdCells(sql, `booking:${row.id}`, option, date, start)
  return {
    next: {
      date,
      time,
      starts_at: startsAt,
      ends_at: startsAt + start.minutes * minute,
      given: JSON.stringify(option.given),
    },
    facts: { from: `${row.date} ${row.time}`, to: `${date} ${time}` },
    settles: true,
  }
}

/** Seated, then finished; or not come. Who has gone or never came holds nothing any more. */
async function markVisit(sql: Sql, row: BookingRow, visit: Visit, now: number): Promise<Outcome> {
  const possible = {
    seated: row.visit === null && now >= row.starts_at - early,
    finished: row.visit === 'seated',
    no_show: row.visit === null && now >= row.starts_at,
  }
  if (!possible[visit]) throw new StaffObstacle('wrong_state')
  if (visit !== 'seated') await releaseCells(sql, `booking:${row.id}`, firstCellAt(now))
  return { next: { visit } }
}

async function writeRow(sql: Sql, row: BookingRow, now: number): Promise<void> {
  await sql.run(
    `UPDATE bookings SET status = ?, reason = ?, visit = ?, date = ?, time = ?, starts_at = ?,
      ends_at = ?, given = ?, version = version + 1, updated_at = ? WHERE id = ?`,
    row.status,
    row.reason,
    row.visit,
    row.date,
    row.time,
    row.starts_at,
    row.ends_at,
    row.given,
    now,
    row.id,
  )
}

async function settleChanges(sql: Sql, bookingId: string, now: number): Promise<void> {
  await sql.run(
    'UPDATE booking_changes SET settled_at = ? WHERE booking_id = ? AND settled_at IS NULL',
    now,
    bookingId,
  )
}

async function keepNote(sql: Sql, bookingId: string, note: string): Promise<void> {
  await sql.run('UPDATE booking_guests SET staff_note = ? WHERE booking_id = ?', note, bookingId)
}

async function lastActor(sql: Sql, subject: string): Promise<string | undefined> {
  const row = await sql.get<{ actor: string }>(
    'SELECT actor FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
    subject,
  )
  return row?.actor
}

function asObstacle(error: unknown): never {
  throw error instanceof Problem && error.code === 'slot-taken'
    ? new StaffObstacle('not_free')
    : error
}
