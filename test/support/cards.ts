/** Cards for tests: sold at the desk or ordered, with the pages that show them. */
import assert from 'node:assert/strict'
import { type CardView, findCard } from '../../src/domain/cards/rows.ts'
import { guest } from './booking.ts'
import type { StaffClient } from './desk.ts'
import { formTo, press } from './screen.ts'
import type { RunningShop } from './shop.ts'

const sold = { name: 'Nguyễn Thị Lan', phone: '0912 345 678', email: '', months: '12' }

/** Sells a card at the desk and returns its path there. */
export async function sellCard(staff: StaffClient, change: object = {}): Promise<string> {
  const { fields } = formTo(await staff.read('/cards/new'), '/cards/new')
  const response = await staff.post('/cards/new', { ...fields, ...sold, amount: '500k', ...change })
  assert.equal(response.status, 303, await response.text())
  return response.headers.get('location') ?? ''
}

export function numberIn(path: string): string {
  return path.split('/').at(-1) ?? ''
}

export async function cardAt(app: RunningShop, path: string): Promise<CardView> {
  const card = await findCard(app.store.read, numberIn(path))
  assert.ok(card, path)
  return card
}

/** Orders something and marks it as paid; returns the code of the order. */
export async function payOrder(
  app: RunningShop,
  staff: StaffClient,
  change: object,
): Promise<string> {
  const response = await app.post('/api/order', { ...guest, ...change })
  assert.equal(response.status, 202, await response.clone().text())
  const { code } = (await response.json()) as { code: string }
  await press(staff, '/orders', `/orders/${code}/pay`)
  return code
}

export async function redeem(
  staff: StaffClient,
  path: string,
  typed: Record<string, string>,
): Promise<Response> {
  const { fields } = formTo(await staff.read(path), `${path}/redeem`)
  return staff.post(`${path}/redeem`, { ...fields, ...typed })
}
