/**
 * A restaurant for tests of staff actions: every test has its own day, and a second process has a desk as
 * well. Each test file calls `openRestaurant` and has its own restaurant.
 */
import assert from 'node:assert/strict'
import { createBookingContext } from '../../src/domain/booking/context.ts'
import { createStaffActions, type StaffActions } from '../../src/domain/booking/staff-actions.ts'
import { BookingActionError } from '../../src/kernel/action-errors.ts'
import type { Row } from '../../src/store/sql.ts'
import { book, table } from './booking.ts'
import { newDatabase, openTestStore } from './database.ts'
import { closeAfter, defineResource } from './lifetime.ts'
import { type RunningShop, startShop } from './shop.ts'

let file = ''
const restaurant = defineResource(async () => {
  file = await newDatabase()
  return startShop('restaurant', { writeLimit: 100_000, file })
})
export const app = restaurant.resource
const ownDesk = defineResource(async () => app.desk)
export const desk = ownDesk.resource

/** The staff module of another process with the same database. */
const storeOfOther = defineResource(async () => {
  const store = await openTestStore(file, () => app.clock.now)
  closeAfter(() => store.close())
  return store
})
export const otherStore = storeOfOther.resource
const deskOfOther = defineResource(async () =>
  createStaffActions(otherStore, createBookingContext(app.shop), () => app.clock.now),
)
export const otherDesk = deskOfOther.resource

export function openRestaurant(): void {
  for (const one of [restaurant, ownDesk, storeOfOther, deskOfOther]) one.openBeforeTests()
}

export const mai = 'mai'

const day = 86_400_000
export const dateOf = (atMs: number) => new Date(atMs + 7 * 3600_000).toISOString().slice(0, 10)
/** A time of day in Vietnam. */
export const at = (date: string, time: string) => Date.parse(`${date}T${time}:00+07:00`)
export const daysAfter = (date: string, days: number) => dateOf(at(date, '12:00') + days * day)

/** The first ordinary day from this one on: neither a Monday nor a special day. */
export function nextOpenDate(date: string): string {
  const special = app.shop.business.special_days.some(({ from, to }) => from <= date && date <= to)
  const isMonday = new Date(date).getUTCDay() === 1
  return special || isMonday ? nextOpenDate(daysAfter(date, 1)) : date
}

/** Every test has its own day, three days ahead. The clock never goes back, because a history does not. */
export function freshDay(): string {
  const date = nextOpenDate(daysAfter(dateOf(app.clock.now), 4))
  app.clock.now = at(date, '09:00') - 3 * day
  return date
}

export const monday = (date: string): string =>
  new Date(date).getUTCDay() === 1 ? date : monday(daysAfter(date, 1))
export const dayAfter = (date: string) => nextOpenDate(daysAfter(date, 1))

export function waitUntil(atMs: number): void {
  assert.ok(atMs >= app.clock.now, 'the clock never goes back')
  app.clock.now = atMs
}

export async function requestBooking(
  date: string,
  change: object = {},
  shop = app,
): Promise<string> {
  const { status, body } = await book(shop, { ...table, date, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

export const privateRoom = { party_size: 10, table_type: 'phong-rieng' }

export async function requestChange(
  code: string,
  fields: object = { kind: 'cancel' },
): Promise<void> {
  const body = { phone_last4: '5678', consent: '1', ...fields }
  assert.equal((await app.post(`/api/booking/${code}/change`, body)).status, 202)
}

export async function rowOf(code: string, shop: RunningShop = app): Promise<Row> {
  const plain = code.replaceAll('-', '')
  const row = await shop.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row, code)
  return row
}

export const holderOf = async (code: string) => `booking:${(await rowOf(code)).id}`

/** All data of a booking that an action can change, except its version. */
export async function stateOf(code: string) {
  const { version, updated_at, ...row } = await rowOf(code)
  const { read } = app.store
  return {
    ...row,
    cells: await read.all(
      'SELECT cell, resource FROM cells WHERE holder = ? ORDER BY cell, resource',
      `booking:${row.id}`,
    ),
    changeRequests: await read.all(
      'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
      String(row.id),
    ),
    guest: await read.get(
      'SELECT staff_note FROM booking_guests WHERE booking_id = ?',
      String(row.id),
    ),
  }
}

export async function tablesOf(code: string): Promise<string[]> {
  return JSON.parse(String((await rowOf(code)).given)).tables
}

export async function resourcesHeldBy(holder: string): Promise<string[]> {
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

/** Asserts that an action is rejected with this code and changes nothing; returns the holder, if there is one. */
export async function assertActionRejected(
  kind: string,
  work: () => Promise<unknown>,
  note?: string,
) {
  const before = await everything()
  const error = await work().then(
    () => assert.fail(`it was done: ${note}`),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof BookingActionError, String(error))
  assert.equal(error.code, kind, note)
  assert.equal(await everything(), before, 'a rejected action changes nothing')
  return error.holder
}

export type BookingRef = {
  code: string
  date: string
  staffAction(): Promise<{ code: string; version: number; actor: string }>
}

/** A booking with its current version. */
export function bookingRef(code: string, date: string): BookingRef {
  return {
    code,
    date,
    staffAction: async () => ({ code, version: Number((await rowOf(code)).version), actor: mai }),
  }
}

export type ActionStep = (booking: BookingRef) => Promise<unknown>

export const confirm: ActionStep = async ({ staffAction }) => desk.confirm(await staffAction())
export const decline: ActionStep = async ({ staffAction }) =>
  desk.decline({ ...(await staffAction()), reason: 'kín chỗ' })
export const cancel: ActionStep = async ({ staffAction }) =>
  desk.cancel({ ...(await staffAction()), reason: 'mất điện' })
export const undo: ActionStep = async ({ staffAction }) => desk.undo(await staffAction())
export const resolveChangeRequest: ActionStep = async ({ staffAction }) =>
  desk.resolveChangeRequest(await staffAction())
export const note: ActionStep = async ({ staffAction }) =>
  desk.note({ ...(await staffAction()), note: 'khách quen' })
export const offer: ActionStep = async ({ staffAction, date }) =>
  desk.offer({ ...(await staffAction()), targets: [{ date, time: '12:00' }] })
export const move =
  (target: Partial<Parameters<StaffActions['move']>[0]>): ActionStep =>
  async ({ staffAction, date }) =>
    desk.move({ ...(await staffAction()), date, time: '18:30', ...target })
export const setVisitStatus =
  (visit: 'seated' | 'finished' | 'no_show', time = '18:50'): ActionStep =>
  async ({ staffAction, date }) => {
    waitUntil(at(date, time))
    return desk.setVisitStatus({ ...(await staffAction()), visit })
  }

export const walkInDefaults = {
  guest: { name: 'Khách lẻ', phone: '', email: null, note: null },
  answers: {},
  consent: { version: 'spoken', text: 'in person' },
  locale: 'vi' as const,
  source: 'door',
  client: 'desk',
}

export function walkIn(date: string, time: string, fields: object = { party_size: 4 }) {
  const parsed = app.shop.booking.parseDetails(fields as Record<string, unknown>, 'request')
  assert.ok(parsed.details)
  return { ...walkInDefaults, details: parsed.details[0], date, time }
}

/** Blocks every table except these. */
export async function blockAllExcept(date: string, ...free: string[]): Promise<void> {
  const blocks = app.shop.booking.resources
    .map(({ id }) => id)
    .filter((id) => !free.includes(id.replace('table:', '')))
    .map((resource) => ({ resource, date, at: 17 * 60, minutes: 375, reason: 'tiệc riêng' }))
  await desk.blockAll(blocks, mai)
}
