/** Compares the tables with the model: cells, bookings, history and events. */
import { findBrokenInvariants } from '../../src/domain/integrity/invariants.ts'
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
  assignment: string
  version: number
  deposit: number | null
  deposit_state: string | null
  openChanges: number
}

const rows = `SELECT bookings.*, given AS assignment, (SELECT COUNT(*) FROM booking_changes
  WHERE booking_id = bookings.id AND settled_at IS NULL) AS openChanges FROM bookings`

/** The table counts quarter hours in UTC, the model in the time zone of Vietnam. */
const timeZoneOffsetQuarters = 7 * 4

/** Compares the booking of the last command and the total numbers of history rows and events. */
export async function compareOne(setup: ModelSetup, one: ModelBooking | undefined): Promise<void> {
  const { app, model, initialCounts } = setup
  const counts = await countRows(setup)
  const sum = (of: 'history' | 'events') =>
    [...model.bookings, ...model.dataRequests].reduce((all, each) => all + each[of].length, 0)
  const auditCount = sum('history') + model.otherActions + model.auditOnlyRows
  assertSame('history rows', counts.audit - initialCounts.audit, auditCount)
  assertSame('events', counts.events - initialCounts.events, sum('events') + model.otherActions)
  if (!one) return
  const id = one.holder.slice('booking:'.length)
  compareRow(one, await app.store.read.get<Row>(`${rows} WHERE bookings.id = ?`, id), model.trade)
  const held = await app.store.read.all<Cell>('SELECT * FROM cells WHERE holder = ?', one.holder)
  assertSameCells(one.code, held, listHeldQuarters(model, one.holder))
}

export async function compareAll(setup: ModelSetup): Promise<void> {
  const { app, model } = setup
  const { read } = app.store
  await compareOne(setup, undefined)
  assertSame('broken invariants', await findBrokenInvariants(read), [])
  const held = await read.all<Cell>('SELECT * FROM cells')
  assertSameCells('the shop', held, listHeldQuarters(model))
  const found = new Map((await read.all<Row>(rows)).map((row) => [`booking:${row.id}`, row]))
  assertSame('bookings', found.size, model.bookings.length)
  for (const one of model.bookings) compareRow(one, found.get(one.holder), model.trade)
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
      ...[row.party_size, row.version, row.openChanges, row.deposit, row.deposit_state],
      trade.resourcesOf(JSON.parse(row.assignment)).sort(),
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

/** Each change of a booking has its history rows and its event, in order. */
async function compareHistories({ app, model }: ModelSetup): Promise<void> {
  const auditRows = await app.store.read.all<{ subject: string; actor: string; action: string }>(
    "SELECT subject, actor, action FROM audit WHERE subject LIKE 'booking:%' ORDER BY id",
  )
  const events = await app.store.read.all<{ subject: string; kind: string }>(
    "SELECT subject, kind FROM outbox WHERE subject LIKE 'booking:%' ORDER BY id",
  )
  const auditRowsOf = Map.groupBy(auditRows, ({ subject }) => subject)
  const eventsOf = Map.groupBy(events, ({ subject }) => subject)
  for (const { code, holder, history, events: expectedEvents } of model.bookings) {
    const actualHistory = auditRowsOf.get(holder)?.map(({ actor, action }) => `${actor} ${action}`)
    assertSame(`the history of ${code}`, actualHistory, history)
    assertSame(
      `the events of ${code}`,
      eventsOf.get(holder)?.map(({ kind }) => kind),
      expectedEvents,
    )
  }
}

type Cell = { resource: string; cell: number; holder: string }

function assertSameCells(who: string, cells: readonly Cell[], expected: readonly string[]): void {
  const held = cells.map(
    ({ resource, cell, holder }) => `${resource} ${cell + timeZoneOffsetQuarters} ${holder}`,
  )
  const [is, should] = [new Set(held), new Set(expected)]
  const extra = held.filter((one) => !should.has(one))
  const missing = expected.filter((one) => !is.has(one))
  // A duplicate for the same holder would be an overlap in the model.
  if (extra.length + missing.length > 0 || held.length !== expected.length)
    throw new ModelMismatch(`${who}: unexpected cells [${extra}], missing cells [${missing}]`)
}

export function assertSame(what: string, found: unknown, expected: unknown): void {
  const [is, should] = [JSON.stringify(found), JSON.stringify(expected)]
  if (is !== should) throw new ModelMismatch(`${what}: ${is} instead of ${should}`)
}
