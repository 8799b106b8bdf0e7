/** A restaurant whose tables are all blocked on one evening, and guests who wait for it. */
import assert from 'node:assert/strict'
import type { RunningShop } from './shop.ts'

export const friday = '2026-11-20'

export const waiting = {
  date: friday,
  from: '18:00',
  to: '20:00',
  party_size: 2,
  name: 'Trần Thu Hà',
  phone: '0912 345 678',
  consent: '1',
}

export type Joined = Record<string, string> & {
  alternatives: { time: string }[]
  fields: { name: string; code: string }[]
  offers: { id: string; time: string; answer_by: string }[]
  already_requested?: true
}

/** Blocks every table from 17:00 on; returns the ids of the blocks by table. */
export async function blockEvening(app: RunningShop): Promise<Map<string, string>> {
  const blocks = new Map<string, string>()
  for (const { id } of app.shop.booking.resources) {
    const block = { resource: id, date: friday, at: 17 * 60, minutes: 300, reason: 'Tiệc' }
    blocks.set(id, await app.desk.block({ ...block, actor: 'staff:test' }))
  }
  return blocks
}

/** The first table that seats a party of two becomes free. */
export async function freeTable(app: RunningShop, blocks: Map<string, string>): Promise<string> {
  const [details] = app.shop.booking.parseDetails({ party_size: 2 }, 'request').details ?? []
  assert.ok(details)
  const start = { at: 18 * 60, minutes: 90 }
  const single = app.shop.booking
    .options(details, friday, start)
    .find(({ holds }) => holds.length === 1 && blocks.has(holds[0]?.resource ?? ''))
  const resource = single?.holds[0]?.resource ?? ''
  await app.desk.unblock(blocks.get(resource) ?? '', 'staff:test')
  blocks.delete(resource)
  return resource
}

let sent = 0

export async function join(app: RunningShop, change: object = {}, query = '') {
  const response = await app.post(
    `/api/waitlist${query}`,
    { ...waiting, ...change },
    { 'idempotency-key': `waitlist-${sent++}` },
  )
  return { status: response.status, response, body: (await response.json()) as Joined }
}

export async function statusOf(app: RunningShop, code: string): Promise<Joined> {
  return (await app.json(`/api/waitlist/${code}`)) as Joined
}
