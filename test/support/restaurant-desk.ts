/**
 * Hoa at the desk of a restaurant: guests who ask for a table, and what she does about it. Each test file
 * that imports this has its own.
 */
import assert from 'node:assert/strict'
import { book, massage, table } from './booking.ts'
import { hire } from './desk.ts'
import { formTo, noticeOf, partOf, wordsOf } from './screen.ts'
import { startShop } from './shop.ts'

export const app = await startShop('restaurant', { writeLimit: 100_000 })
export const hoa = await hire(app, 'Hoa')

/** A moment of that November in Vietnam. */
export const november = (day: number, hours: number, minutes = 0) =>
  Date.UTC(2026, 10, day, hours - 7, minutes)
export const { now: monday } = app.clock

export async function ask(change: object = {}, shop = app): Promise<string> {
  const { status, body } = await book(shop, { ...(shop === app ? table : massage), ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** Sends a form of the booking's own screen. */
export async function act(
  code: string,
  name: string,
  typed: Record<string, string> = {},
  who = hoa,
) {
  const page = await who.read(`/bookings/${code}`)
  // The other times above it are moves, too.
  const part = name === 'move' ? partOf(page, 'id="move"', '</details>') : page
  const { action, fields } = formTo(part, `/bookings/${code}/${name}`)
  return who.post(action, { ...fields, ...typed })
}

export async function done(code: string, name: string, typed: Record<string, string> = {}) {
  const answer = await act(code, name, typed)
  assert.equal(answer.status, 303, `${name}: ${noticeOf(await answer.text())}`)
  return answer.headers.get('location') ?? ''
}

export async function refused(
  code: string,
  name: string,
  typed: Record<string, string> = {},
  who = hoa,
) {
  const answer = await act(code, name, typed, who)
  const page = await answer.text()
  assert.equal(answer.status, 409, name)
  return page
}

/** A button that the screen does not show: sent all the same. */
export async function force(code: string, name: string, fields: Record<string, string> = {}) {
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

/** What it holds: tables and quarter hours. */
export async function cellsOf(code: string): Promise<string> {
  const rows = await app.store.read.all<{ cell: number; resource: string }>(
    'SELECT cell, resource FROM cells WHERE holder = ? ORDER BY cell, resource',
    `booking:${(await rowOf(code)).id}`,
  )
  return rows.map(({ cell, resource }) => `${cell} ${resource}`).join(', ')
}

export const cardOf = (page: string, code: string) =>
  partOf(page, `id="b-${code.replaceAll('-', '')}"`, '</article>')

export const historyOf = (page: string) => wordsOf(partOf(page, '<ol class="history">', '</ol>'))
