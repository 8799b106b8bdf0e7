/** What staff do with bookings. Every act names the version it saw; the second of two is told. */
import { newId } from '../../kernel/id.ts'
import { minute, startOfDay } from '../../kernel/time.ts'
import { KeyTaken, type Sql, type Store } from '../../store/sql.ts'
import { announce, record } from '../outbox/news.ts'
import { allocate } from './allocate.ts'
import { plainCode } from './code.ts'
import type { BookingRules, Option, Start, Wish } from './plan.ts'
import {
  type Book,
  type Booking,
  type BookingRequest,
  decideBooking,
  keepBooking,
} from './request.ts'
import { holdCells, readDay, releaseCells } from './schedule.ts'
import { type BookingRow, withStatusNow } from './status.ts'

/** Why staff could not do it, in a word that stays. */
export type Obstacle = 'not_found' | 'changed_meanwhile' | 'wrong_state' | 'not_free'

export class StaffObstacle extends Error {
  readonly obstacle: Obstacle
  /** Who changed it last, where somebody was faster. */
  readonly by: string | undefined

  constructor(obstacle: Obstacle, by?: string) {
    super(by === undefined ? obstacle : `${obstacle}: ${by}`)
    this.name = 'StaffObstacle'
    this.obstacle = obstacle
    this.by = by
  }
}

export type Act = { code: string; version: number; actor: string }

export type StaffDesk = {
  confirm(act: Act): Promise<void>
  decline(act: Act & { reason: string }): Promise<void>
  cancel(act: Act & { reason: string }): Promise<void>
  move(act: Act & { date: string; time: string }): Promise<void>
  mark(act: Act & { visit: 'seated' | 'finished' | 'no_show' }): Promise<void>
  /** A guest at the door or on the phone: confirmed at once. */
  admit(request: BookingRequest): Promise<Booking>
  block(block: Block & { actor: string }): Promise<string>
  unblock(id: string, actor: string): Promise<void>
  /** Cancels the requests that nobody answered by their start; how many. */
  expire(): Promise<number>
}

export type Block = { resource: string; date: string; at: number; minutes: number; reason: string }

export function createStaffDesk(store: Store, book: Book, now: () => number): StaffDesk {
  const { rules } = book

  /** Finds the booking, refuses a stale version, and writes what the act makes of it. */
  const change = (
    { code, version, actor }: Act,
    action: string,
    from: readonly BookingRow['status'][],
    make: (sql: Sql, row: BookingRow, moment: number) => Promise<Partial<BookingRow>>,
  ): Promise<void> =>
    store.write(async (sql) => {
      const moment = now()
      const found = await sql.get<BookingRow>(
        'SELECT * FROM bookings WHERE code = ?',
        plainCode(code),
      )
      if (!found) throw new StaffObstacle('not_found')
      const subject = `booking:${found.id}`
      if (found.version !== version)
        throw new StaffObstacle('changed_meanwhile', await lastActor(sql, subject))
      const row = withStatusNow(found, moment)
      if (!from.includes(row.status)) throw new StaffObstacle('wrong_state')
      const next = { ...row, ...(await make(sql, row, moment)) }
      await sql.run(
        `UPDATE bookings SET status = ?, reason = ?, visit = ?, date = ?, time = ?, starts_at = ?,
          ends_at = ?, given = ?, version = version + 1, updated_at = ? WHERE id = ?`,
        next.status,
        next.reason,
        next.visit,
        next.date,
        next.time,
        next.starts_at,
        next.ends_at,
        next.given,
        moment,
        row.id,
      )
      await sql.run(
        'UPDATE booking_changes SET settled_at = ? WHERE booking_id = ? AND settled_at IS NULL',
        moment,
        row.id,
      )
      await record(sql, moment, actor, action, subject, { from: row.status, to: next.status })
      await announce(sql, moment, `booking.${action}`, subject)
    })

  const release = async (sql: Sql, { id }: BookingRow, reason: string) => {
    await releaseCells(sql, `booking:${id}`)
    return { status: 'cancelled' as const, reason }
  }

  return {
    confirm: (act) =>
      change(act, 'confirmed', ['pending'], async (sql, row) => {
        const held = await sql.get<{ cells: number }>(
          'SELECT COUNT(*) AS cells FROM cells WHERE holder = ?',
          `booking:${row.id}`,
        )
        if (held?.cells === 0) throw new StaffObstacle('not_free')
        return { status: 'confirmed' }
      }),
    decline: (act) =>
      change(act, 'declined', ['pending'], (sql, row) => release(sql, row, act.reason)),
    cancel: (act) =>
      change(act, 'cancelled', ['pending', 'confirmed'], (sql, row) =>
        release(sql, row, act.reason),
      ),
    move: (act) =>
      change(act, 'moved', ['pending', 'confirmed'], (sql, row) =>
        moveBooking(sql, rules, row, act),
      ),
    mark: (act) =>
      change(act, act.visit, ['pending', 'confirmed'], async () => ({
        visit: act.visit,
        status: 'confirmed',
      })),
    admit: (request) =>
      store.write(async (sql) => {
        const moment = now()
        const booking = await decideBooking(sql, book, request, moment, 'staff')
        await keepBooking(sql, booking, 'confirmed', moment)
        return booking
      }),
    block: ({ actor, ...block }) => store.write((sql) => keepBlock(sql, block, actor, now())),
    unblock: (id, actor) =>
      store.write(async (sql) => {
        if ((await sql.run('DELETE FROM blocks WHERE id = ?', id)) === 0) {
          throw new StaffObstacle('not_found')
        }
        await releaseCells(sql, `block:${id}`)
        await record(sql, now(), actor, 'unblocked', `block:${id}`)
      }),
    expire: () => store.write((sql) => expireUnanswered(sql, now())),
  }
}

async function lastActor(sql: Sql, subject: string): Promise<string | undefined> {
  const row = await sql.get<{ actor: string }>(
    'SELECT actor FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
    subject,
  )
  return row?.actor
}

async function moveBooking(
  sql: Sql,
  rules: BookingRules,
  row: BookingRow,
  { date, time }: { date: string; time: string },
): Promise<Partial<BookingRow>> {
  const wish = JSON.parse(row.wish) as Wish
  const opening = rules.opening(wish, date)
  const at = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const start = opening.open ? opening.starts.find((one) => one.at === at) : undefined
  if (!start) throw new StaffObstacle('not_free')
  await releaseCells(sql, `booking:${row.id}`)
  const option = allocate(rules.options(wish, date, start), start, await readDay(sql, date))
  if (!option) throw new StaffObstacle('not_free')
  await holdCells(sql, `booking:${row.id}`, option, date, start)
  const startsAt = startOfDay(date) + at * minute
  return {
    date,
    time,
    starts_at: startsAt,
    ends_at: startsAt + start.minutes * minute,
    given: JSON.stringify(option.given),
  }
}

async function keepBlock(sql: Sql, block: Block, actor: string, now: number): Promise<string> {
  const id = newId(now)
  const start: Start = { at: block.at, minutes: block.minutes }
  const option: Option = {
    holds: [{ resource: block.resource, minutes: block.minutes }],
    rank: 0,
    spread: [],
    given: {},
  }
  const startsAt = startOfDay(block.date) + block.at * minute
  await sql.run(
    'INSERT INTO blocks (id, resource, starts_at, ends_at, reason, created_at) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    block.resource,
    startsAt,
    startsAt + block.minutes * minute,
    block.reason,
    now,
  )
  try {
    await holdCells(sql, `block:${id}`, option, block.date, start)
  } catch (error) {
    if (error instanceof KeyTaken) throw new StaffObstacle('not_free')
    throw error
  }
  await record(sql, now, actor, 'blocked', `block:${id}`, { resource: block.resource })
  return id
}

async function expireUnanswered(sql: Sql, now: number): Promise<number> {
  const late = await sql.all<{ id: string }>(
    "SELECT id FROM bookings WHERE status = 'pending' AND starts_at <= ?",
    now,
  )
  for (const { id } of late) {
    await sql.run(
      "UPDATE bookings SET status = 'cancelled', reason = 'unanswered', version = version + 1, updated_at = ? WHERE id = ?",
      now,
      id,
    )
    await releaseCells(sql, `booking:${id}`)
    await record(sql, now, 'clock', 'expired', `booking:${id}`)
    await announce(sql, now, 'booking.expired', `booking:${id}`)
  }
  return late.length
}
