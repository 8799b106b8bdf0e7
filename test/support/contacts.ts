/** Guests to be informed: bookings that staff act on, and the lists of the desk. */
import assert from 'node:assert/strict'
import { book, table } from './booking.ts'
import type { StaffClient } from './desk.ts'
import { formsOf, visibleTextOf } from './screen.ts'
import type { RunningShop } from './shop.ts'

let guests = 0

/** Each guest has a phone number of their own. */
export async function request(app: RunningShop, change: object = {}): Promise<string> {
  const phone = `09125${String(30_000 + guests++)}`
  const { status, body } = await book(app, { ...table, phone, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** The code with the version that staff see. */
export async function seen(app: RunningShop, code: string) {
  const row = await app.store.read.get<{ version: number }>(
    'SELECT version FROM bookings WHERE code = ?',
    code.replaceAll('-', ''),
  )
  return { code, version: row?.version ?? 0, actor: 'staff:mai' }
}

/** The items of a list of guests to be informed. */
export function contactsIn(page: string): string[] {
  return page
    .split('<li class="contact-item')
    .slice(1)
    .map((item) => item.split('</li>')[0] ?? '')
}

/** The item of a guest in a list of the desk. */
export async function contactOf(
  staff: StaffClient,
  path: string,
  name: string,
): Promise<string | undefined> {
  return contactsIn(await staff.read(path)).find((item) => item.includes(`<b>${name}</b>`))
}

/** Presses a button of the item; returns where the desk goes next. */
export async function mark(
  staff: StaffClient,
  path: string,
  name: string,
  button: string,
): Promise<string> {
  const item = (await contactOf(staff, path, name)) ?? ''
  const form = formsOf(item).find(({ buttons }) =>
    buttons.some((label) => label.startsWith(button)),
  )
  assert.ok(form, `no button ${button}: ${visibleTextOf(item)}`)
  const response = await staff.post(form.action, form.fields)
  assert.equal(response.status, 303, visibleTextOf(await response.clone().text()))
  return response.headers.get('location') ?? ''
}
