/** The tables as they lie against the model: what is held, in what state each is, and its history. */

import { ModelMismatch } from './allowed-resources.ts'
import { countRows, type ModelSetup } from './setup.ts'
import { listHeldQuarters, type ModelBooking, startOf, toEpochMs } from './shop-model.ts'
import { formatClockTime } from './trade.ts'

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
export async function compareOne(setup: ModelSetup, one: ModelBooking | undefined): Promise<void> {
  const { app, model, initialCounts } = setup
  const counts = await countRows(setup)
  const sum = (of: 'history' | 'events') =>
    [...model.booked, ...model.registered].reduce((all, each) => all + each[of].length, 0)
  const auditCount = sum('history') + model.otherActions + model.auditOnlyRows
  assertSame('rows of history', counts.audit - initialCounts.audit, auditCount)
  assertSame(
    'pieces of news',
    counts.events - initialCounts.events,
    sum('events') + model.otherActions,
  )
  if (!one) return
  const id = one.holder.slice('booking:'.length)
  compareRow(one, await app.store.read.get<Row>(`${rows} WHERE bookings.id = ?`, id), model.trade)
  const held = await app.store.read.all<Cell>('SELECT * FROM cells WHERE holder = ?', one.holder)
  assertSameCells(one.code, held, listHeldQuarters(model, one.holder))
}

/** Everything. */
export async function compareAll(setup: ModelSetup): Promise<void> {
  const { app, model } = setup
  const { read } = app.store
  await compareOne(setup, undefined)
  const held = await read.all<Cell>('SELECT * FROM cells')
  assertSameCells('the book', held, listHeldQuarters(model))
  const found = new Map((await read.all<Row>(rows)).map((row) => [`booking:${row.id}`, row]))
  assertSame('bookings', found.size, model.booked.length)
  for (const one of model.booked) compareRow(one, found.get(one.holder), model.trade)
  await compareHistories(setup)
  const blocks = await read.all<{ id: string }>('SELECT id FROM blocks ORDER BY id')
  const known = model.blocks.map(({ id }) => id).sort()
  assertSame('blocks', blocks.map(({ id }) => id).join(), known.join())
  const closed = await read.all<{ date: string }>('SELECT date FROM closed_days ORDER BY date')
  assertSame('closed days', closed.map(({ date }) => date).join(), [...model.closed].sort().join())
}

function compareRow(
  one: ModelBooking,
  row: Row | undefined,
  trade: ModelSetup['model']['trade'],
): void {
  const [starts, ends] = [startOf(one), startOf(one) + one.length]
  assertSame(
    one.code,
    row && [
      ...[row.status, row.reason, row.visit, row.date, row.time, row.starts_at, row.ends_at],
      ...[row.party_size, row.version, row.asks, row.deposit, row.deposit_state],
      trade.resourcesOf(JSON.parse(row.given)).sort(),
    ],
    [
      ...[one.status, one.reason, one.visit, one.date, formatClockTime(one.at)],
      ...[toEpochMs(starts), toEpochMs(ends)],
      ...[trade.partyOf(one.details), one.version, one.changeRequest ? 1 : 0],
      ...[one.deposit?.amount ?? null, one.deposit?.state ?? null],
      [...one.resources].sort(),
    ],
  )
}

/** Each change of a booking has its rows of history and its piece of news, in order. */
async function compareHistories({ app, model }: ModelSetup): Promise<void> {
  const auditRows = await app.store.read.all<{ subject: string; actor: string; action: string }>(
    "SELECT subject, actor, action FROM audit WHERE subject LIKE 'booking:%' ORDER BY id",
  )
  const events = await app.store.read.all<{ subject: string; kind: string }>(
    "SELECT subject, kind FROM outbox WHERE subject LIKE 'booking:%' ORDER BY id",
  )
  const auditRowsOf = Map.groupBy(auditRows, ({ subject }) => subject)
  const eventsOf = Map.groupBy(events, ({ subject }) => subject)
  for (const { code, holder, history, events: expectedEvents } of model.booked) {
    const actualHistory = auditRowsOf.get(holder)?.map(({ actor, action }) => `${actor} ${action}`)
    assertSame(`the history of ${code}`, actualHistory, history)
    assertSame(
      `the news of ${code}`,
      eventsOf.get(holder)?.map(({ kind }) => kind),
      expectedEvents,
    )
  }
}

type Cell = { resource: string; cell: number; holder: string }

function assertSameCells(who: string, cells: readonly Cell[], expected: readonly string[]): void {
  const held = cells.map(
    ({ resource, cell, holder }) => `${resource} ${cell + hoursAhead} ${holder}`,
  )
  const [is, should] = [new Set(held), new Set(expected)]
  const extra = held.filter((one) => !should.has(one))
  const missing = expected.filter((one) => !is.has(one))
  // The same for the same holder twice would be an overlap of the model itself.
  if (extra.length + missing.length > 0 || held.length !== expected.length)
    throw new ModelMismatch(`${who} holds [${extra}] too much and [${missing}] too little`)
}

export function assertSame(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== should) throw new ModelMismatch(`${what}: ${is} instead of ${should}`)
}
