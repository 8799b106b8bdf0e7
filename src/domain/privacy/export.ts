/** Everything that is kept of a guest, to be handed to him. */

import { showCode } from '../../kernel/booking-code.ts'
import { stamp } from '../../kernel/time.ts'
import type { Sql } from '../../store/sql.ts'
import { GuestObstacle } from './errors.ts'
import { type Asked, findGuest, isNothing } from './find-guest.ts'
import { answersTo } from './stored-responses.ts'

type Facts = Record<string, unknown>

export async function exportGuest(sql: Sql, asked: Asked, now: number): Promise<Facts> {
  const kept = await findGuest(sql, asked)
  if (isNothing(kept)) throw new GuestObstacle('nothing_kept')
  const each = <Told>(ids: readonly string[], tell: (sql: Sql, id: string) => Promise<Told>) =>
    Promise.all(ids.map((id) => tell(sql, id)))
  const answers = await answersTo(sql, kept)
  return {
    exported_at: stamp(now),
    [asked.by]: asked.value,
    bookings: await each(kept.bookings, tellBooking),
    orders: await each(kept.orders, tellOrder),
    call_backs: await each(kept.leads, tellLead),
    newsletter: await each(kept.subscribers, tellSubscriber),
    requests: await each(kept.requests, tellRequest),
    // What was answered to him, kept for a day in case the same is asked again.
    answers: answers.map(({ scope, body, created_at }) => ({
      to: scope,
      at: stamp(created_at),
      answer: JSON.parse(body) as unknown,
    })),
    kept_elsewhere: kept.elsewhere,
  }
}

async function tellBooking(sql: Sql, id: string): Promise<Facts> {
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
    ...readable(row),
    changes: changes.map(readable),
    ...(await tellNews(sql, `booking:${id}`)),
  }
}

async function tellOrder(sql: Sql, id: string): Promise<Facts> {
  const row = await sql.get(
    'SELECT * FROM orders JOIN order_guests ON order_id = orders.id WHERE orders.id = ?',
    id,
  )
  return { ...readable(row), ...(await tellNews(sql, `order:${id}`)) }
}

async function tellLead(sql: Sql, id: string): Promise<Facts> {
  const row = await sql.get('SELECT * FROM leads WHERE id = ?', id)
  return { ...readable(row), ...(await tellNews(sql, `lead:${id}`)) }
}

async function tellSubscriber(sql: Sql, id: string): Promise<Facts> {
  const row = await sql.get('SELECT * FROM subscribers WHERE id = ?', id)
  return { ...readable(row), ...(await tellNews(sql, `subscriber:${id}`)) }
}

async function tellRequest(sql: Sql, id: string): Promise<Facts> {
  const row = await sql.get(
    `SELECT kind, way, contact, name, note, came_on, reply_by, due_on, replied_at, done_at, created_at
     FROM guest_requests WHERE id = ?`,
    id,
  )
  return readable(row)
}

/** Its history and the messages about it; to whom they went is the shop's own. */
async function tellNews(sql: Sql, subject: string): Promise<Facts> {
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
    // Which of the staff it was is theirs.
    history: history.map(({ at, actor, action }) => ({
      at: stamp(at),
      by: actor.split(':')[0],
      action,
    })),
    messages: messages.map(({ at, ...message }) => ({ ...message, at: stamp(at) })),
  }
}

/** What only the program needs to find its way. */
const internal = new Set(['id', 'order_id', 'folded', 'handled_by'])

const asJson = new Set(['wish', 'given', 'marks', 'item'])

/** A row without what is empty, with moments and codes as people read them. */
function readable(row: Facts | undefined): Facts {
  return Object.fromEntries(
    Object.entries(row ?? {}).flatMap(([name, value]) => {
      if (value === null || internal.has(name)) return []
      if (name === 'code') return [[name, showCode(String(value))]]
      if (asJson.has(name)) return [[name, JSON.parse(String(value)) as unknown]]
      return [[name, name.endsWith('_at') ? stamp(Number(value)) : value]]
    }),
  )
}
