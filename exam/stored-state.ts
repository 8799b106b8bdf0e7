/** What guests have stored in the database of a shop, and how it differs from what a task wants. */
import { answersColumn } from '../src/domain/booking/rows.ts'
import type { Store } from '../src/store/sql.ts'
import type { ExpectedWrite, StateTable } from './tasks/task.ts'

export type StoredRow = {
  table: StateTable
  id: string
  columns: Readonly<Record<string, unknown>>
}

/** Every column that a guest can set; not versions, times and consent texts. */
const queries: Readonly<Record<StateTable, string>> = {
  bookings: `SELECT bookings.id, code, status, date, time, party_size, offer_id, wish AS details,
      g.name, g.phone, g.email, g.note, ${answersColumn}
    FROM bookings JOIN booking_guests g ON g.booking_id = bookings.id`,
  booking_changes: `SELECT c.id, b.code, c.kind, c.date, c.time, c.party_size, c.note
    FROM booking_changes c JOIN bookings b ON b.id = c.booking_id`,
  waitlist: `SELECT id, code, status, date, starts_from, starts_until, party_size, offer_id,
      wish AS details, name, phone, email FROM waitlist`,
  orders: `SELECT o.id, o.code, o.kind, o.status, o.total, o.item, g.name, g.phone, g.email, g.recipient,
      g.message, g.deliver_to
    FROM orders o JOIN order_guests g ON g.order_id = o.id`,
  leads: 'SELECT id, name, phone, email, message, preferred_time FROM leads',
  subscribers: 'SELECT id, email, name, state FROM subscribers',
}

export async function readStoredRows({ read }: Store): Promise<StoredRow[]> {
  const rows: StoredRow[] = []
  for (const [table, query] of Object.entries(queries)) {
    for (const { id, ...columns } of await read.all<{ id: string }>(query)) {
      rows.push({ table: table as StateTable, id, columns })
    }
  }
  return rows
}

export type StateDifference = {
  /** Expected and not stored. */
  missing: readonly ExpectedWrite[]
  /** Stored or changed, and not expected. */
  wrong: readonly StoredRow[]
  /** Stored as expected. */
  right: readonly StoredRow[]
}

export function compareState(
  before: readonly StoredRow[],
  after: readonly StoredRow[],
  expected: readonly ExpectedWrite[],
): StateDifference {
  const known = new Set(before.map((row) => JSON.stringify(row)))
  const written = after.filter((row) => !known.has(JSON.stringify(row)))
  const right: StoredRow[] = []
  const missing = expected.filter((write) => {
    const row = written.find((one) => !right.includes(one) && matches(one, write))
    if (row) right.push(row)
    return !row
  })
  return { missing, right, wrong: written.filter((row) => !right.includes(row)) }
}

function matches({ table, columns }: StoredRow, expected: ExpectedWrite): boolean {
  if (table !== expected.table) return false
  const hasColumns = Object.entries(expected.columns).every(([name, value]) =>
    name === 'code' ? isSameCode(columns.code, value) : columns[name] === value,
  )
  const { preference, boxes } = expected
  return (
    hasColumns &&
    (preference === undefined || String(columns.details).includes(JSON.stringify(preference))) &&
    (boxes === undefined || isSameSet(readBoxes(columns.answers), boxes))
  )
}

export function normalizeCode(code: unknown): string {
  return String(code)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
}

function isSameCode(one: unknown, other: unknown): boolean {
  return normalizeCode(one) === normalizeCode(other)
}

/** The answers that are lists: allergens and health boxes. */
function readBoxes(answers: unknown): string[] {
  const byQuestion = JSON.parse(String(answers ?? '{}')) as Record<string, unknown>
  return Object.values(byQuestion).flatMap((answer) => (Array.isArray(answer) ? answer : []))
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((item) => other.includes(item))
}
