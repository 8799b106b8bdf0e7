/**
 * Hoa at the desk of a restaurant: requests of guests, and her actions on them. Each test file calls
 * `openRestaurantDesk` and has its own restaurant.
 */
import assert from 'node:assert/strict'
import { book, massage, table } from './booking.ts'
import { addStaff } from './desk.ts'
import { defineResource } from './lifetime.ts'
import { formTo, noticeOf, partOf, visibleTextOf } from './screen.ts'
import { startShop } from './shop.ts'

const restaurant = defineResource(() => startShop('restaurant', { writeLimit: 100_000 }))
export const app = restaurant.resource
const staffMember = defineResource(() => addStaff(app, 'Hoa'))
export const hoa = staffMember.resource

export function openRestaurantDesk(): void {
  restaurant.openBeforeTests()
  staffMember.openBeforeTests()
}

/** A time in November 2026 in Vietnam. */
export const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)
export { monday } from './shop.ts'

export async function requestBooking(change: object = {}, shop = app): Promise<string> {
  const { status, body } = await book(shop, { ...(shop === app ? table : massage), ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** Sends a form of the booking screen. */
export async function submitAction(
  code: string,
  name: string,
  typed: Record<string, string> = {},
  staff = hoa,
) {
  const page = await staff.read(`/bookings/${code}`)
  // The buttons of other times above it are moves as well.
  const part = name === 'move' ? partOf(page, 'id="move"', '</details>') : page
  const { action, fields } = formTo(part, `/bookings/${code}/${name}`)
  return staff.post(action, { ...fields, ...typed })
}

export async function expectRedirect(
  code: string,
  name: string,
  typed: Record<string, string> = {},
) {
  const response = await submitAction(code, name, typed)
  assert.equal(response.status, 303, `${name}: ${noticeOf(await response.text())}`)
  return response.headers.get('location') ?? ''
}

export async function expectConflict(
  code: string,
  name: string,
  typed: Record<string, string> = {},
  staff = hoa,
) {
  const response = await submitAction(code, name, typed, staff)
  const page = await response.text()
  assert.equal(response.status, 409, name)
  return page
}

/** Sends an action whose button the screen does not show. */
export async function forceAction(code: string, name: string, fields: Record<string, string> = {}) {
  const version = (await rowOf(code)).version
  return hoa.post(`/bookings/${code}/${name}`, { version: String(version), ...fields })
}

export const statusOf = async (code: string) => (await app.json(`/api/booking/${code}`)).status

type Row = { id: string; status: string; visit: string | null; version: number; given: string }

export async function rowOf(code: string): Promise<Row> {
  const plain = code.replaceAll('-', '')
  const row = await app.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row)
  return row
}

/** The cells it holds: tables and quarter hours. */
export async function cellsOf(code: string): Promise<string> {
  const rows = await app.store.read.all<{ cell: number; resource: string }>(
    'SELECT cell, resource FROM cells WHERE holder = ? ORDER BY cell, resource',
    `booking:${(await rowOf(code)).id}`,
  )
  return rows.map(({ cell, resource }) => `${cell} ${resource}`).join(', ')
}

export const cardOf = (page: string, code: string) =>
  partOf(page, `id="b-${code.replaceAll('-', '')}"`, '</article>')

export const historyOf = (page: string) =>
  visibleTextOf(partOf(page, '<ol class="history">', '</ol>'))
