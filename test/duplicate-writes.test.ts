/** A write that is sent again without its key, because the client does not know whether it arrived. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { expectSent } from './support/assistant.ts'
import { massage, rowCounts, table } from './support/booking.ts'
import { type RunningShop, startShop } from './support/shop.ts'

async function send(app: RunningShop, path: string, body: object, key?: string) {
  const response = await app.get(path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body: JSON.stringify(body),
  })
  assert.equal(response.status, 202, await response.clone().text())
  return (await response.json()) as Record<string, unknown> & { code: string }
}

/** Sends with a key, then without: the second response must be the first one, and nothing may be stored. */
async function assertSentOnce(app: RunningShop, path: string, body: object) {
  const first = await send(app, path, body, randomUUID())
  assert.equal(first.already_requested, undefined)
  const before = await rowCounts(app)
  const again = await send(app, path, body)
  assert.deepEqual(again, { ...first, already_requested: true })
  assert.deepEqual(await rowCounts(app), before)
  return first
}

const open = (trade: string) => startShop(trade, { writeLimit: 100 })

const giftCard = {
  ...{ kind: 'gift_card', amount: 500_000, delivery: 'email', email: 'lan@example.com' },
  ...{ name: 'Nguyễn Thị Lan', phone: '0912 345 678', consent: '1' },
}

describe('a write that had a key, sent again without a key', () => {
  it('is the same booking request', async () => {
    const app = await open('restaurant')
    await assertSentOnce(app, '/api/booking', table)
  })

  it('is the same change request, until another one replaces it', async () => {
    const app = await open('restaurant')
    const { code } = await send(app, '/api/booking', table)
    const path = `/api/booking/${code}/change`
    const cancel = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    const move = { ...cancel, kind: 'move', date: '2026-11-21', time: '12:00' }
    await assertSentOnce(app, path, cancel)
    await assertSentOnce(app, path, move)
    const cancelAgain = await send(app, path, cancel)
    assert.equal(cancelAgain.already_requested, undefined)
  })

  it('is a new change request after staff have acted on the first one', async () => {
    const app = await open('spa')
    const { code } = await send(app, '/api/booking', massage)
    const path = `/api/booking/${code}/change`
    const cancel = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    await assertSentOnce(app, path, cancel)
    await app.desk.resolveChangeRequest({ code, version: 2, actor: 'staff:1' })
    assert.equal((await send(app, path, cancel)).already_requested, undefined)
  })

  it('is the same order', async () => {
    const app = await open('spa')
    await assertSentOnce(app, '/api/order', giftCard)
  })

  it('is the same tool call', async () => {
    const app = await open('restaurant')
    const { consent: _, ...args } = table
    const name = 'request_reservation'
    const first = await expectSent(app, name, { ...args, idempotency_key: 'key-of-the-first' })
    const again = await expectSent(app, name, args)
    assert.deepEqual([again.code, again.already_requested], [first.code, true])
  })

  it('is a second booking request with another key', async () => {
    const app = await open('restaurant')
    const first = await send(app, '/api/booking', table, 'key-of-the-first')
    const second = await send(app, '/api/booking', table, 'key-of-the-second')
    assert.notEqual(second.code, first.code)
  })
})
