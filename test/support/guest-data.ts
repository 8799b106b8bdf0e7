/** A spa with data of a guest, and an owner who handles privacy requests at its desk. */
import assert from 'node:assert/strict'
import { book, massage } from './booking.ts'
import { newDatabase } from './database.ts'
import { addStaff, type StaffClient } from './desk.ts'
import { her as guest } from './guest-data-fixtures.ts'
import { formTo, partOf } from './screen.ts'
import { type RunningShop, startShop } from './shop.ts'

/** With the email address as it is stored. */
export const her = { ...guest, email: guest.email.toLowerCase() }

export type PrivacyShop = { app: RunningShop; file: string; mai: StaffClient }

export async function startPrivacyShop(): Promise<PrivacyShop> {
  const file = await newDatabase()
  const app = await startShop('spa', { file, writeLimit: 1_000, logLevel: 'debug' })
  return { app, file, mai: await addStaff(app, 'Mai') }
}

/** Two bookings, a callback request and the newsletter. */
export async function createGuestRecords({ app }: PrivacyShop, person = her): Promise<string[]> {
  const first = await book(app, { ...massage, ...person, note: 'zyxq', health: ['recent_surgery'] })
  const second = await book(app, { ...massage, ...person, time: '14:00' })
  for (const { status, body } of [first, second]) assert.equal(status, 202, JSON.stringify(body))
  await app.post('/api/lead', { ...person, message: 'zyxq hỏi' })
  await app.post('/api/subscribe', { email: person.email, consent: '1' })
  return [first.body.code, second.body.code]
}

export const readResponse = async (pending: Promise<Response>) => {
  const response = await pending
  const location = response.headers.get('location') ?? ''
  return { response, status: response.status, location, text: await response.text() }
}

export const defaultRequest = { came_on: '2026-11-16', way: 'phone', name: '', note: '' }

export async function register(
  { mai }: PrivacyShop,
  fields: Record<string, string>,
): Promise<string> {
  const { status, location, text } = await readResponse(
    mai.post('/guest-data/requests', { ...defaultRequest, ...fields }),
  )
  assert.equal(status, 303, text)
  return location
}

/** Submits a form on the current page of a privacy request. */
export async function step({ mai }: PrivacyShop, path: string, name: string, typed: object = {}) {
  const { fields } = formTo(await mai.read(path), `${path}/save`)
  return readResponse(mai.post(`${path}/${name}`, { ...fields, ...typed }))
}

/** The badge beside the tab. */
export async function readTabCount(staff: StaffClient, path = '/'): Promise<string> {
  const tab = partOf(await staff.read(path), '<a href="/guest-data"', '</a>')
  return /<b class="count">(\d+)/.exec(tab)?.[1] ?? ''
}

export async function readAudit({ app }: PrivacyShop, subject: string): Promise<string[]> {
  const rows = await app.store.read.all<{ actor: string; action: string }>(
    'SELECT actor, action FROM audit WHERE subject LIKE ? ORDER BY id',
    subject,
  )
  const members = await app.appHost.staffAccess.listMembers()
  const nameOf = (actor: string) => members.find(({ id }) => actor === `staff:${id}`)?.name ?? actor
  return rows.map(({ actor, action }) => `${nameOf(actor)} ${action}`)
}

export const receiptIn = (text: string) => /BN-\w{4}-\w{4}-\w{2}/.exec(text)?.[0] ?? ''
