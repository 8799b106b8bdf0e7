/** Where and when a booking is: given anew, moved, or held again after an undo. */

import { StaffObstacle } from '../../kernel/action-errors.ts'
import type { Words } from '../../kernel/locale.ts'
import { isDate, isTime, minute, minutesOf, startOfDay } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { closedBecause } from '../closed-days/closed-days.ts'
import { allocate } from '../scheduling/allocate.ts'
import { cellsOf, type Held } from '../scheduling/cells.ts'
import type { Option, Start, Wish } from '../scheduling/rules.ts'
import { holdCells, releaseCells } from './occupancy.ts'
import { readDay } from './occupancy-cache.ts'
import { chooseAnother, dayClosed, isPast, whyNoOption, whyNoStart } from './rejection-reasons.ts'
import type { Book } from './request.ts'
import type { BookingRow } from './status.ts'
import type { Outcome } from './transitions.ts'

export type Place = {
  date: string
  time: string
  /** A resource that must be among what it gets. */
  resource?: string | undefined
  partySize?: number | undefined
  /** The guest has agreed: what was pending is confirmed with it. */
  confirm?: boolean | undefined
}

/** The start at a quarter hour while the door is open. */
export async function startFor(
  sql: Sql,
  book: Book,
  wish: Wish,
  date: string,
  time: string,
  instead = chooseAnother,
): Promise<Start> {
  const reason = isDate(date) ? await closedBecause(sql, date) : undefined
  if (reason) throw notPossible(dayClosed(date, reason, instead, true))
  const quarter = isDate(date) && isTime(time) && minutesOf(time) % 15 === 0
  const start = quarter ? book.rules.startAt(wish, date, minutesOf(time)) : undefined
  if (!start) throw notPossible(whyNoStart(book, wish, date, time))
  return start
}

/** Said first: a day that is past is neither closed nor open. */
export function refusePast(date: string, time: string, before: number): void {
  if (!isDate(date) || !isTime(time)) return
  if (startOfDay(date) + minutesOf(time) * minute <= before) throw notPossible(isPast)
}

function notPossible(why: Words): StaffObstacle {
  return new StaffObstacle('not_possible', { why })
}

export function uses(resource: string | undefined): (option: Option) => boolean {
  return ({ holds }) => resource === undefined || holds.some((hold) => hold.resource === resource)
}

export async function moveBooking(
  sql: Sql,
  book: Book,
  row: BookingRow,
  place: Place,
  now: number,
): Promise<Outcome> {
  const { date, time, resource, partySize = row.party_size, confirm = false } = place
  const wish: Wish = { ...(JSON.parse(row.wish) as Wish), partySize }
  const elsewhen = date !== row.date || time !== row.time
  // Who sits may still get another table; who has gone or never came is not moved.
  if (row.visit !== null && (elsewhen || row.visit !== 'seated')) {
    throw new StaffObstacle('wrong_state')
  }
  if (elsewhen) refusePast(date, time, now)
  const start = await startFor(sql, book, wish, date, time)
  const startsAt = startOfDay(date) + start.at * minute
  if (!Number.isInteger(partySize)) throw new StaffObstacle('not_possible')
  await releaseCells(sql, `booking:${row.id}`)
  const options = book.rules.options(wish, date, start).filter(uses(resource))
  const held = await readDay(sql, date)
  const option = (!elsewhen && keptOf(options, row, start, held)) || allocate(options, start, held)
  if (!option) throw await notFree(sql, book, wish, options, date, start)
  await holdCells(sql, `booking:${row.id}`, option, date, start)
  return {
    action: elsewhen ? 'moved' : 'rearranged',
    next: {
      date,
      time,
      starts_at: startsAt,
      ends_at: startsAt + start.minutes * minute,
      party_size: partySize,
      wish: JSON.stringify(wish),
      given: JSON.stringify(option.given),
      ...(confirm && { status: 'confirmed' }),
    },
    facts: { from: `${row.date} ${row.time}`, to: `${date} ${time}` },
    // Another table answers no wish.
    settles: elsewhen || partySize !== row.party_size,
  }
}

/** What a booking has already, if that still serves it and is free. */
function keptOf(
  options: readonly Option[],
  { given }: BookingRow,
  start: Start,
  held: Held,
): Option | undefined {
  return allocate(options.filter(gives(given)), start, held)
}

function gives(kept: string): (option: Option) => boolean {
  return ({ given }) => JSON.stringify(given) === kept
}

/** Only what the guest can really have is offered; what the booking itself holds counts as free. */
export async function refuseTaken(
  sql: Sql,
  book: Book,
  row: BookingRow,
  times: readonly string[],
  now: number,
): Promise<void> {
  const wish = JSON.parse(row.wish) as Wish
  for (const each of times) {
    const [date = '', time = '', ...more] = each.split(' ')
    refusePast(date, time, now)
    const start = await startFor(sql, book, wish, date, time)
    if (more.length > 0) throw new StaffObstacle('not_possible')
    const held = await readDay(sql, date, `booking:${row.id}`)
    const free = allocate(book.rules.options(wish, date, start), start, held)
    if (!free) throw new StaffObstacle('not_free')
  }
}

/** Holds again what was held before or, if that was taken since, whatever serves as well. */
export async function holdAgain(
  sql: Sql,
  book: Book,
  row: BookingRow,
): Promise<{ given: string; ends_at: number }> {
  const wish = JSON.parse(row.wish) as Wish
  const start = await startFor(sql, book, wish, row.date, row.time)
  await releaseCells(sql, `booking:${row.id}`)
  const held = await readDay(sql, row.date)
  const options = book.rules.options(wish, row.date, start)
  const option = keptOf(options, row, start, held) ?? allocate(options, start, held)
  if (!option) {
    const before = options.filter(gives(row.given))
    throw await notFree(sql, book, wish, before.length > 0 ? before : options, row.date, start)
  }
  await holdCells(sql, `booking:${row.id}`, option, row.date, start)
  return { given: JSON.stringify(option.given), ends_at: row.starts_at + start.minutes * minute }
}

/** Why it is not free: the first who holds something of the best option, if there is any option. */
export async function notFree(
  sql: Sql,
  { rules }: Book,
  wish: Wish,
  options: readonly Option[],
  date: string,
  start: Start,
): Promise<StaffObstacle> {
  const [best] = options.toSorted((one, other) => one.rank - other.rank)
  if (!best) return notPossible(whyNoOption(rules, wish, date, start))
  return new StaffObstacle('not_free', { holder: await whoHolds(sql, best, date, start) })
}

/** The first who holds something of an option. */
export async function whoHolds(
  sql: Sql,
  option: Option,
  date: string,
  start: Start,
): Promise<string | undefined> {
  for (const { cell, resource } of cellsOf(option, date, start)) {
    const taken = await sql.get<{ holder: string }>(
      'SELECT holder FROM cells WHERE cell = ? AND resource = ?',
      cell,
      resource,
    )
    if (taken) return taken.holder
  }
  return undefined
}
