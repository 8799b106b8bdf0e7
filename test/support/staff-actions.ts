/**
 * A restaurant for those who try what staff may do: every test has a day of its own there, and a second
 * desk is open elsewhere. Each test file that imports this has its own.
 */
import assert from 'node:assert/strict'
import { after } from 'node:test'
import { createStaffDesk, type StaffDesk } from '../../src/domain/booking/staff-actions.ts'
import { StaffObstacle } from '../../src/kernel/action-errors.ts'
import { openStore } from '../../src/store/open.ts'
import type { Row } from '../../src/store/sql.ts'
import { book, table } from './booking.ts'
import { newDatabase } from './database.ts'
import { type Running, startShop } from './shop.ts'

const file = await newDatabase()
export const app = await startShop('restaurant', { writeLimit: 100_000, file })
export const { desk } = app

/** What another process sees and does with the same file. */
export const elsewhere = await openStore(file, () => app.clock.now)
export const otherDesk = createStaffDesk(
  elsewhere,
  { rules: app.shop.booking, business: app.shop.business },
  () => app.clock.now,
)
after(() => elsewhere.close())

export const mai = 'mai'

const day = 86_400_000
export const dateOf = (moment: number) => new Date(moment + 7 * 3600_000).toISOString().slice(0, 10)
/** Vietnam's clock on a day. */
export const at = (date: string, time: string) => Date.parse(`${date}T${time}:00+07:00`)
export const daysAfter = (date: string, days: number) => dateOf(at(date, '12:00') + days * day)

/** The first usual day from this one on: neither a Monday nor special. */
export function openFrom(date: string): string {
  const special = app.shop.business.special_days.some(({ from, to }) => from <= date && date <= to)
  const isMonday = new Date(date).getUTCDay() === 1
  return special || isMonday ? openFrom(daysAfter(date, 1)) : date
}

/** Every test has a day of its own, three days ahead. The clock never goes back: no history does. */
export function freshDay(): string {
  const date = openFrom(daysAfter(dateOf(app.clock.now), 4))
  app.clock.now = at(date, '09:00') - 3 * day
  return date
}

export const monday = (date: string): string =>
  new Date(date).getUTCDay() === 1 ? date : monday(daysAfter(date, 1))
export const dayAfter = (date: string) => openFrom(daysAfter(date, 1))

export function waitUntil(moment: number): void {
  assert.ok(moment >= app.clock.now, 'the clock never goes back')
  app.clock.now = moment
}

export async function ask(date: string, change: object = {}, shop = app): Promise<string> {
  const { status, body } = await book(shop, { ...table, date, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

export const room = { party_size: 10, table_type: 'phong-rieng' }

export async function wishOf(code: string, wish: object = { kind: 'cancel' }): Promise<void> {
  const body = { phone_last4: '5678', consent: '1', ...wish }
  assert.equal((await app.post(`/api/booking/${code}/change`, body)).status, 202)
}

export async function rowOf(code: string, shop: Running = app): Promise<Row> {
  const plain = code.replaceAll('-', '')
  const row = await shop.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row, code)
  return row
}

export const holderOf = async (code: string) => `booking:${(await rowOf(code)).id}`

/** Everything of a booking that an act may change, but for the count of its changes. */
export async function stateOf(code: string) {
  const { version, updated_at, ...row } = await rowOf(code)
  const { read } = app.store
  return {
    ...row,
    cells: await read.all(
      'SELECT cell, resource FROM cells WHERE holder = ? ORDER BY cell, resource',
      `booking:${row.id}`,
    ),
    wishes: await read.all(
      'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
      String(row.id),
    ),
    told: await read.get(
      'SELECT staff_note FROM booking_guests WHERE booking_id = ?',
      String(row.id),
    ),
  }
}

export async function tablesOf(code: string): Promise<string[]> {
  return JSON.parse(String((await rowOf(code)).given)).tables
}

export async function heldBy(holder: string): Promise<string[]> {
  const rows = await app.store.read.all<{ resource: string }>(
    'SELECT DISTINCT resource FROM cells WHERE holder = ? ORDER BY resource',
    holder,
  )
  return rows.map(({ resource }) => resource.replace('table:', ''))
}

async function everything(): Promise<string> {
  const names = ['bookings', 'booking_guests', 'cells', 'blocks', 'booking_changes', 'closed_days']
  const tables = [...names, 'audit', 'outbox']
  const rows = await Promise.all(
    tables.map((name) => app.store.read.all(`SELECT * FROM ${name} ORDER BY 1, 2`)),
  )
  return JSON.stringify(rows)
}

/** Refused with this word, and nothing is left of it; the holder that was named, if one was. */
export async function refused(kind: string, work: () => Promise<unknown>, note?: string) {
  const before = await everything()
  const error = await work().then(
    () => assert.fail(`it was done: ${note}`),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StaffObstacle, String(error))
  assert.equal(error.obstacle, kind, note)
  assert.equal(await everything(), before, 'what is refused leaves no trace')
  return error.holder
}

export type Did = {
  code: string
  date: string
  act(): Promise<{ code: string; version: number; actor: string }>
}

/** A booking with the version that is seen now. */
export function seen(code: string, date: string): Did {
  return {
    code,
    date,
    act: async () => ({ code, version: Number((await rowOf(code)).version), actor: mai }),
  }
}

export type Verb = (did: Did) => Promise<unknown>

export const confirm: Verb = async ({ act }) => desk.confirm(await act())
export const decline: Verb = async ({ act }) =>
  desk.decline({ ...(await act()), reason: 'kín chỗ' })
export const cancel: Verb = async ({ act }) => desk.cancel({ ...(await act()), reason: 'mất điện' })
export const undo: Verb = async ({ act }) => desk.undo(await act())
export const settle: Verb = async ({ act }) => desk.settle(await act())
export const note: Verb = async ({ act }) => desk.note({ ...(await act()), note: 'khách quen' })
export const offer: Verb = async ({ act, date }) =>
  desk.offer({ ...(await act()), times: [`${date} 12:00`] })
export const move =
  (place: Partial<Parameters<StaffDesk['move']>[0]>): Verb =>
  async ({ act, date }) =>
    desk.move({ ...(await act()), date, time: '18:30', ...place })
export const mark =
  (visit: 'seated' | 'finished' | 'no_show', time = '18:50'): Verb =>
  async ({ act, date }) => {
    waitUntil(at(date, time))
    return desk.mark({ ...(await act()), visit })
  }

export const door = {
  guest: { name: 'Khách lẻ', phone: '', email: null, note: null },
  marks: [],
  consent: { version: 'spoken', text: 'at the door' },
  locale: 'vi' as const,
  source: 'door',
  client: 'desk',
}

export function walkIn(date: string, time: string, wish: object = { party_size: 4 }) {
  const asked = app.shop.booking.readWish(wish as Record<string, unknown>, 'request')
  assert.ok(asked.wishes)
  return { ...door, wish: asked.wishes[0], date, time }
}

const resources = app.shop.booking.resources.map(({ id }) => id)

/** Keeps every table but these from anybody. */
export async function blockAllBut(date: string, ...free: string[]): Promise<void> {
  const blocks = resources
    .filter((id) => !free.includes(id.replace('table:', '')))
    .map((resource) => ({ resource, date, at: 17 * 60, minutes: 375, reason: 'tiệc riêng' }))
  await desk.blockAll(blocks, mai)
}
