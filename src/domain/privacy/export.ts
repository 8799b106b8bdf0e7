/** Subject-access export: all stored data of a guest. */
import { formatCode } from '../../kernel/booking-code.ts'
import { toIsoString } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { PrivacyError } from './errors.ts'
import { findGuest, type GuestQuery, isEmpty } from './find-guest.ts'
import { findStoredResponses } from './stored-responses.ts'

type ExportedRecord = Record<string, unknown>

export async function exportGuest(
  sql: Sql,
  query: GuestQuery,
  now: number,
): Promise<ExportedRecord> {
  const guestRows = await findGuest(sql, query)
  if (isEmpty(guestRows)) throw new PrivacyError('nothing_kept')
  const each = <Exported>(
    ids: readonly string[],
    exportRow: (sql: Sql, id: string) => Promise<Exported>,
  ) => Promise.all(ids.map((id) => exportRow(sql, id)))
  const responses = await findStoredResponses(sql, guestRows)
  return {
    exported_at: toIsoString(now),
    [query.by]: query.value,
    bookings: await each(guestRows.bookings, exportBooking),
    orders: await each(guestRows.orders, exportOrder),
    call_backs: await each(guestRows.leads, exportLead),
    newsletter: await each(guestRows.subscribers, exportSubscriber),
    requests: await each(guestRows.requests, exportDataRequest),
    // Idempotency responses, stored for a day.
    answers: responses.map(({ scope, body, created_at }) => ({
      to: scope,
      at: toIsoString(created_at),
      answer: JSON.parse(body) as unknown,
    })),
    kept_elsewhere: guestRows.elsewhere,
  }
}

async function exportBooking(sql: Sql, id: string): Promise<ExportedRecord> {
  const row = await sql.get(
    `SELECT bookings.*, guest.name, guest.phone, guest.email, guest.note, guest.staff_note,
      guest.desk_note, guest.consent_version, guest.consent_text, guest.consented_at, guest.client,
      health.marks FROM bookings JOIN booking_guests AS guest ON guest.booking_id = bookings.id
     LEFT JOIN booking_health AS health ON health.booking_id = bookings.id WHERE bookings.id = ?`,
    id,
  )
  const changes = await sql.all(
    `SELECT kind, date, time, party_size, note, consent_version, consent_text, source, created_at,
      settled_at
     FROM booking_changes WHERE booking_id = ? ORDER BY id`,
    id,
  )
  return {
    ...toReadable(row),
    changes: changes.map(toReadable),
    ...(await exportHistory(sql, `booking:${id}`)),
  }
}

async function exportOrder(sql: Sql, id: string): Promise<ExportedRecord> {
  const row = await sql.get(
    'SELECT * FROM orders JOIN order_guests ON order_id = orders.id WHERE orders.id = ?',
    id,
  )
  return { ...toReadable(row), ...(await exportHistory(sql, `order:${id}`)) }
}

async function exportLead(sql: Sql, id: string): Promise<ExportedRecord> {
  const row = await sql.get('SELECT * FROM leads WHERE id = ?', id)
  return { ...toReadable(row), ...(await exportHistory(sql, `lead:${id}`)) }
}

async function exportSubscriber(sql: Sql, id: string): Promise<ExportedRecord> {
  const row = await sql.get('SELECT * FROM subscribers WHERE id = ?', id)
  return { ...toReadable(row), ...(await exportHistory(sql, `subscriber:${id}`)) }
}

async function exportDataRequest(sql: Sql, id: string): Promise<ExportedRecord> {
  const row = await sql.get(
    `SELECT kind, way, contact, name, note, came_on, reply_by, due_on, replied_at, done_at, created_at
     FROM guest_requests WHERE id = ?`,
    id,
  )
  return toReadable(row)
}

/** Audit entries and messages, without the addresses of staff. */
async function exportHistory(sql: Sql, subject: string): Promise<ExportedRecord> {
  const history = await sql.all<{ at: number; actor: string; action: string }>(
    'SELECT at, actor, action FROM audit WHERE subject = ? ORDER BY id',
    subject,
  )
  const messages = await sql.all<{ channel: string; kind: string; state: string; at: number }>(
    `SELECT channel, outbox.kind AS kind, state, deliveries.updated_at AS at
     FROM deliveries JOIN outbox ON outbox.id = news_id WHERE deliveries.subject = ?
     ORDER BY deliveries.id`,
    subject,
  )
  return {
    // The role of the actor, not the person: staff data is not the guest's.
    history: history.map(({ at, actor, action }) => ({
      at: toIsoString(at),
      by: actor.split(':')[0],
      action,
    })),
    messages: messages.map(({ at, ...message }) => ({ ...message, at: toIsoString(at) })),
  }
}

const internalColumns = new Set(['id', 'order_id', 'folded', 'handled_by'])

const jsonColumns = new Set(['wish', 'given', 'marks', 'item'])

/** Drops empty and internal columns, and formats times and codes. */
function toReadable(row: ExportedRecord | undefined): ExportedRecord {
  return Object.fromEntries(
    Object.entries(row ?? {}).flatMap(([name, value]) => {
      if (value === null || internalColumns.has(name)) return []
      if (name === 'code') return [[name, formatCode(String(value))]]
      if (jsonColumns.has(name)) return [[name, JSON.parse(String(value)) as unknown]]
      return [[name, name.endsWith('_at') ? toIsoString(Number(value)) : value]]
    }),
  )
}
