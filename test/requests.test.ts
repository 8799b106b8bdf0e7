import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseList } from 'structured-headers'
import { type BookingResponse, book, guest, rowCounts, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { startShop } from './support/shop.ts'

const plenty = { writeLimit: 100_000 }
const restaurant = openBefore(() => startShop('restaurant', plenty))
const spa = openBefore(() => startShop('spa', plenty))

describe('a change request', () => {
  const change = (code: string, body: object) =>
    restaurant.post(`/api/booking/${code}/change`, body)

  it('is stored, and changes nothing until staff act', async () => {
    const { code } = (await book(restaurant, { ...table, date: '2026-11-26' })).body
    const before = await rowCounts(restaurant)
    const response = await change(code, { kind: 'cancel', phone_last4: '5678', consent: '1' })
    assert.equal(response.status, 202)
    const body = (await response.json()) as Record<string, unknown>
    assert.equal(body.recorded, true)
    assert.equal(body.status, 'pending')
    const status = await restaurant.json(`/api/booking/${code}`)
    assert.equal(status.status, 'pending')
    assert.equal(status.change_requested, true)
    assert.equal((await rowCounts(restaurant)).cells, before.cells)
  })

  it('with a wrong code and phone pair gets the same response as a missing booking, and is counted', async () => {
    const app = await startShop('restaurant', { writeLimit: 2 })
    const { code } = (await book(app, table)).body
    const bodies: unknown[] = []
    for (const [which, last4] of [
      [code, '0000'],
      ['BAN-0000-0000-00', '5678'],
    ]) {
      const response = await app.post(`/api/booking/${which}/change`, {
        kind: 'cancel',
        phone_last4: last4,
        consent: '1',
      })
      const { instance, ...problem } = (await response.json()) as Record<string, unknown>
      assert.ok(instance)
      bodies.push([response.status, problem])
    }
    assert.deepEqual(bodies[0], bodies[1])
    const third = await app.post(`/api/booking/${code}/change`, {
      kind: 'cancel',
      phone_last4: '5678',
      consent: '1',
    })
    assert.equal(third.status, 429)
    await app.stop()
  })

  it('counts guesses at the same time exactly, and no dry run with the right digits', async () => {
    const app = await startShop('restaurant', { writeLimit: 4 })
    const { code } = (await book(app, table)).body
    const dryRun = (phone_last4: string) =>
      app.post(`/api/booking/${code}/change?dry_run=1`, {
        kind: 'cancel',
        phone_last4,
        consent: '1',
      })
    for (const _ of [1, 2, 3, 4, 5]) assert.equal((await dryRun('5678')).status, 202)
    const guesses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => dryRun(String(index).padStart(4, '0'))),
    )
    const statuses = guesses.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [...Array(4).fill(404), ...Array(16).fill(429)])
    await app.stop()
  })

  it('prevents guessing the phone digits, with a dry run as well', async () => {
    const app = await startShop('restaurant', { writeLimit: 2 })
    const { code } = (await book(app, table)).body
    const guess = (phone_last4: string) =>
      app.post(`/api/booking/${code}/change?dry_run=1`, {
        kind: 'cancel',
        phone_last4,
        consent: '1',
      })
    assert.equal((await guess('0000')).status, 404)
    assert.equal((await guess('0001')).status, 404)
    assert.equal((await guess('0002')).status, 429)
    assert.equal((await guess('5678')).status, 429)
    await app.stop()
  })

  it('with an invalid code is a 404', async () => {
    for (const code of ['%20', 'a'.repeat(300), '%F0%9F%8D%9C']) {
      assert.equal((await restaurant.get(`/api/booking/${code}`)).status, 404)
      const sent = { kind: 'cancel', phone_last4: '5678', consent: '1' }
      assert.equal((await change(code, sent)).status, 404)
    }
  })

  it('to a time that others have taken gets other times, but the time of the booking itself is not taken', async () => {
    const room = { ...table, date: '2026-12-04', party_size: 10, table_type: 'phong-rieng' }
    const { code } = (await book(restaurant, room)).body
    await book(restaurant, { ...room, time: '11:00' })
    const move = async (time: string) => {
      const changeRequest = {
        kind: 'move',
        date: room.date,
        time,
        phone_last4: '5678',
        consent: '1',
      }
      return change(code, changeRequest)
    }
    const taken = await move('11:30')
    assert.equal(taken.status, 409)
    assert.ok(((await taken.json()) as { alternatives: unknown[] }).alternatives.length > 0)
    assert.equal((await move('19:00')).status, 202)
  })

  it('to a time that is taken gets other times, and never its current one', async () => {
    const room = { ...table, date: '2026-11-29', party_size: 10, table_type: 'phong-rieng' }
    assert.equal((await book(restaurant, { ...room, time: '11:00' })).status, 202)
    const { code } = (await book(restaurant, { ...room, time: '17:00' })).body
    const move = { kind: 'move', date: room.date, time: '12:00', phone_last4: '5678', consent: '1' }
    const response = await change(code, move)
    assert.equal(response.status, 409)
    const { alternatives } = (await response.json()) as BookingResponse
    assert.ok(alternatives.some((one) => one.date === room.date))
    for (const { date, time } of alternatives) {
      const again = await change(code, { ...move, date, time })
      assert.equal(again.status, 202, `${date} ${time}`)
    }
  })

  it('requires the fields of its kind', async () => {
    const { code } = (await book(restaurant, { ...table, date: '2026-11-27' })).body
    const cases: [object, string[]][] = [
      [{ kind: 'move' }, ['date', 'time']],
      [{ kind: 'smaller_party' }, ['party_size']],
      [{ kind: 'smaller_party', party_size: 4 }, ['party_size']],
      [{ kind: 'move', date: '2026-11-30', time: '18:00' }, ['date']],
      [{ kind: 'explode' }, ['kind']],
      [{ kind: 'cancel', party_size: 2 }, ['party_size']],
      [{ kind: 'cancel', code: 'BAN' }, ['code']],
    ]
    for (const [body, names] of cases) {
      const response = await change(code, { phone_last4: '5678', consent: '1', ...body })
      assert.equal(response.status, 422)
      const { fields } = (await response.json()) as { fields: { name: string }[] }
      assert.deepEqual(
        fields.map(({ name }) => name),
        names,
      )
    }
    const validChange = { kind: 'smaller_party', party_size: 2, phone_last4: '5678', consent: '1' }
    assert.equal((await change(code, validChange)).status, 202)
  })
})

describe('the contact, newsletter and order endpoints', () => {
  it('store a callback request', async () => {
    const response = await spa.post('/api/lead', {
      ...guest,
      message: 'Xin gọi lại',
      preferred_time: 'sau 18 giờ',
    })
    assert.equal(response.status, 201)
    const body = (await response.json()) as Record<string, string>
    assert.equal(body.received_at, '2026-11-16T09:00:00+07:00')
    assert.match(body.next_step ?? '', /gọi lại cho bạn trước 10:00 hôm nay/)
    const row = await spa.store.read.get('SELECT * FROM leads WHERE id = ?', body.id ?? '')
    assert.equal(row?.message, 'Xin gọi lại')
  })

  it('give every newsletter sign-up the same response, and send at most one email a day', async () => {
    const app = await startShop('spa')
    const subscribe = async () => {
      const response = await app.post('/api/subscribe', { email: 'Lan@Example.com', consent: '1' })
      assert.equal(response.status, 202)
      return response.text()
    }
    const mails = async () =>
      (await app.store.read.all("SELECT * FROM outbox WHERE kind = 'subscriber.asked'")).length
    const first = await subscribe()
    assert.equal(await subscribe(), first)
    assert.equal(await mails(), 1)
    app.clock.now += 25 * 3600_000
    assert.equal(await subscribe(), first)
    assert.equal(await mails(), 2)
    const other = await app.post('/api/subscribe', { email: 'b@example.com', consent: '1' })
    const [quota] = parseList(other.headers.get('ratelimit') ?? '')
    assert.equal(quota?.[1].get('r'), 5)
    await app.stop()
  })

  it('limit the emails to other people that one client can cause', async () => {
    const app = await startShop('spa')
    const texts = new Set<string>()
    for (let index = 0; index < 25; index++) {
      const email = `stranger-${index}@example.com`
      const response = await app.post('/api/subscribe', { email, consent: '1' })
      assert.equal(response.status, 202)
      texts.add(await response.text())
    }
    assert.equal(texts.size, 1)
    const mails = await app.store.read.all("SELECT id FROM outbox WHERE kind = 'subscriber.asked'")
    assert.equal(mails.length, 20)
    await app.stop()
  })

  it('accept orders of a gift card and a membership, to be paid by transfer', async () => {
    const card = {
      ...guest,
      kind: 'gift_card',
      amount: 500000,
      delivery: 'zalo',
      recipient: 'Minh',
      message: 'Mừng!',
    }
    const response = await spa.post('/api/order', card)
    assert.equal(response.status, 202)
    const order = (await response.json()) as Record<string, unknown> & { code: string }
    assert.match(order.code, /^THE-/)
    assert.equal(order.status, 'pending_payment')
    assert.deepEqual(order.total, { amount: 500000, currency: 'VND', display: '500.000 ₫' })
    const status = await spa.get(`/api/order/${order.code}`)
    assert.doesNotMatch(await status.text(), /Minh|Lan|Mừng|912345678/)

    const five = await spa.post('/api/order', { ...guest, kind: 'membership', visits: 5 })
    const membership = (await five.json()) as {
      total: { amount: number }
      item: { offerId: string }
    }
    const listed = (await spa.json('/api/offers?category=the')) as unknown as {
      offers: { price: { amount: number } }[]
    }
    assert.equal(membership.total.amount, listed.offers[0]?.price.amount)
  })

  it('reject an inconsistent order', async () => {
    const cases: [object, string[]][] = [
      [{ kind: 'gift_card', delivery: 'zalo' }, ['amount']],
      [{ kind: 'gift_card', amount: 500000, offerId: 'co-vai-gay', delivery: 'zalo' }, ['amount']],
      [{ kind: 'gift_card', amount: 123 }, ['amount', 'delivery']],
      [{ kind: 'membership', visits: 7 }, ['visits']],
      [{ kind: 'gift_card', amount: 500000, delivery: 'email' }, ['email']],
      [{ kind: 'membership', visits: 7, phone: '1' }, ['visits', 'phone']],
      [{ kind: 'membership', visits: 5, amount: 500000 }, ['amount']],
    ]
    for (const [body, names] of cases) {
      const response = await spa.post('/api/order', { ...guest, ...body })
      assert.equal(response.status, 422)
      const { fields } = (await response.json()) as { fields: { name: string }[] }
      assert.deepEqual(
        fields.map(({ name }) => name),
        names,
        JSON.stringify(body),
      )
    }
    assert.equal((await restaurant.post('/api/order', guest)).status, 404)
  })
})
