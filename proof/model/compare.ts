/** The tables as they lie against the model: what is held, in what state each is, and its history. */

import { Wrong } from './allowed-resources.ts'
import { countRows, type Stage } from './setup.ts'
import { type Booked, milliseconds, quartersOf, startOf } from './shop-model.ts'
import { clockOf } from './trade.ts'

type Row = {
  id: string
  status: string
  reason: string | null
  visit: string | null
  date: string
  time: string
  starts_at: number
  ends_at: number
  party_size: number
  given: string
  version: number
  deposit: number | null
  deposit_state: string | null
  asks: number
}

const rows = `SELECT bookings.*, (SELECT COUNT(*) FROM booking_changes
  WHERE booking_id = bookings.id AND settled_at IS NULL) AS asks FROM bookings`

/** A quarter hour of Vietnam's clock, as the table counts it. */
const hoursAhead = 7 * 4

/** What a command touched, and that it touched nothing else's history. */
export async function compareOne(stage: Stage, one: Booked | undefined): Promise<void> {
  const { app, book, before } = stage
  const found = await countRows(stage)
  const sum = (of: 'history' | 'news') =>
    [...book.booked, ...book.registered].reduce((all, each) => all + each[of].length, 0)
  const acts = sum('history') + book.otherActs + book.unheard
  same('rows of history', found.audit - before.audit, acts)
  same('pieces of news', found.news - before.news, sum('news') + book.otherActs)
  if (!one) return
  const id = one.holder.slice('booking:'.length)
  compareRow(one, await app.store.read.get<Row>(`${rows} WHERE bookings.id = ?`, id), book.trade)
  const held = await app.store.read.all<Cell>('SELECT * FROM cells WHERE holder = ?', one.holder)
  sameHeld(one.code, held, quartersOf(book, one.holder))
}

/** Everything. */
export async function compareAll(stage: Stage): Promise<void> {
  const { app, book } = stage
  const { read } = app.store
  await compareOne(stage, undefined)
  const held = await read.all<Cell>('SELECT * FROM cells')
  sameHeld('the book', held, quartersOf(book))
  const found = new Map((await read.all<Row>(rows)).map((row) => [`booking:${row.id}`, row]))
  same('bookings', found.size, book.booked.length)
  for (const one of book.booked) compareRow(one, found.get(one.holder), book.trade)
  await compareHistories(stage)
  const blocks = await read.all<{ id: string }>('SELECT id FROM blocks ORDER BY id')
  const known = book.blocks.map(({ id }) => id).sort()
  same('blocks', blocks.map(({ id }) => id).join(), known.join())
  const closed = await read.all<{ date: string }>('SELECT date FROM closed_days ORDER BY date')
  same('closed days', closed.map(({ date }) => date).join(), [...book.closed].sort().join())
}

function compareRow(one: Booked, row: Row | undefined, trade: Stage['book']['trade']): void {
  const [starts, ends] = [startOf(one), startOf(one) + one.length]
  same(
    one.code,
    row && [
      ...[row.status, row.reason, row.visit, row.date, row.time, row.starts_at, row.ends_at],
      ...[row.party_size, row.version, row.asks, row.deposit, row.deposit_state],
      trade.resourcesOf(JSON.parse(row.given)).sort(),
    ],
    [
      ...[one.status, one.reason, one.visit, one.date, clockOf(one.at)],
      ...[milliseconds(starts), milliseconds(ends)],
      ...[trade.partyOf(one.wish), one.version, one.asks ? 1 : 0],
      ...[one.deposit?.amount ?? null, one.deposit?.state ?? null],
      [...one.has].sort(),
    ],
  )
}

/** Each change of a booking has its rows of history and its piece of news, in order. */
async function compareHistories({ app, book }: Stage): Promise<void> {
  const acts = await app.store.read.all<{ subject: string; actor: string; action: string }>(
    "SELECT subject, actor, action FROM audit WHERE subject LIKE 'booking:%' ORDER BY id",
  )
  const news = await app.store.read.all<{ subject: string; kind: string }>(
    "SELECT subject, kind FROM outbox WHERE subject LIKE 'booking:%' ORDER BY id",
  )
  const actsOf = Map.groupBy(acts, ({ subject }) => subject)
  const newsOf = Map.groupBy(news, ({ subject }) => subject)
  for (const { code, holder, history, news: told } of book.booked) {
    const done = actsOf.get(holder)?.map(({ actor, action }) => `${actor} ${action}`)
    same(`the history of ${code}`, done, history)
    same(
      `the news of ${code}`,
      newsOf.get(holder)?.map(({ kind }) => kind),
      told,
    )
  }
}

type Cell = { resource: string; cell: number; holder: string }

function sameHeld(who: string, cells: readonly Cell[], ought: readonly string[]): void {
  const held = cells.map(
    ({ resource, cell, holder }) => `${resource} ${cell + hoursAhead} ${holder}`,
  )
  const [is, should] = [new Set(held), new Set(ought)]
  const more = held.filter((one) => !should.has(one))
  const less = ought.filter((one) => !is.has(one))
  // The same for the same holder twice would be an overlap of the model itself.
  if (more.length + less.length > 0 || held.length !== ought.length)
    throw new Wrong(`${who} holds [${more}] too much and [${less}] too little`)
}

export function same(what: string, found: unknown, ought: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(ought)]
  if (is !== should) throw new Wrong(`${what}: ${is} instead of ${should}`)
}
