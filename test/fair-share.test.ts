/** Limits of open requests by phone number, mailbox, client and network, and of the part of a day that they hold. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countBookableCells } from '../src/domain/booking/fair-share.ts'
import { fairShareLimits } from '../src/kernel/fair-share-limits.ts'
import { day, hour } from '../src/kernel/time.ts'
import type { BookingResponse } from './support/booking.ts'
import { callTool } from './support/mcp.ts'
import { loadSampleShop, type RunningShop, startShop } from './support/shop.ts'
import { openPage, pressButton } from './support/site-form.ts'
import { blockEvening, friday } from './support/waitlist.ts'

const openShop = (options: object = {}) => startShop('restaurant', { trustProxy: 1, ...options })

const table = { name: 'Nguyễn Thị Lan', date: '2026-11-21', party_size: 2, consent: '1' }
const evening = ['17:00', '17:30', '18:00', '18:30', '19:00', '19:30', '20:00', '20:30', '21:00']

/** A different phone number for each guest. */
const phoneOf = (index: number) => `090${String(index).padStart(7, '0')}`

type Sent = { status: number; body: BookingResponse & { detail: string }; retryAfter: number }

async function send(
  app: RunningShop,
  from: string,
  fields: object,
  path = '/api/booking?locale=en',
): Promise<Sent> {
  const response = await app.post(
    path,
    { ...table, ...fields },
    {
      'x-forwarded-for': from,
    },
  )
  return {
    status: response.status,
    body: (await response.json()) as Sent['body'],
    retryAfter: Number(response.headers.get('retry-after')),
  }
}

function assertRejected({ status, body, retryAfter }: Sent, app: RunningShop, limit: RegExp) {
  assert.equal(status, 429, JSON.stringify(body))
  assert.match(body.type, /\/problems\/too-many-open-requests$/)
  assert.match(body.detail, limit)
  assert.ok(body.detail.includes(`call ${app.shop.business.phone}`), body.detail)
  assert.ok(retryAfter > 0 && retryAfter <= 86_400, String(retryAfter))
  assert.equal(body.alternatives, undefined)
}

const openLimits = {
  openPerContact: 3,
  dailyPerContact: 10,
  openPerClient: 5,
  dailyPerClient: 20,
  dayShare: 0.25,
}

describe('one phone number', () => {
  it('may have three open requests from many addresses, in any spelling', async () => {
    const app = await openShop()
    const spellings = ['0912 345 678', '+84912345678', '84-912-345-678', '(+84) 912 345 678']
    const sent = []
    for (const [index, phone] of spellings.entries()) {
      const date = `2026-11-2${index + 1}`
      sent.push(await send(app, `203.0.113.${index}`, { phone, date, time: '19:00' }))
    }
    // 2026-11-23 is a Monday, on which the restaurant is closed.
    assert.deepEqual(
      sent.map(({ status }) => status),
      [202, 202, 422, 202],
    )
    const fourth = await send(app, '203.0.113.9', { phone: '0912345678', time: '12:00' })
    assertRejected(fourth, app, /At most 3 requests from one phone number/)
  })

  it('may send another one after a request was confirmed, declined or has expired', async () => {
    const app = await openShop()
    const phone = '0912345678'
    const actor = 'staff:1'
    const codes = []
    for (const time of ['11:00', '14:00', '19:00']) {
      const { body } = await send(app, '203.0.113.1', { phone, time })
      codes.push(body.code)
    }
    const [first = '', second = ''] = codes
    const next = (from: string, date: string) => send(app, from, { phone, date, time: '19:00' })
    assert.equal((await next('203.0.113.2', '2026-11-22')).status, 429)
    await app.desk.decline({ code: first, version: 1, actor, reason: 'Kín chỗ' })
    assert.equal((await next('203.0.113.2', '2026-11-22')).status, 202)
    assert.equal((await next('203.0.113.3', '2026-11-24')).status, 429)
    await app.desk.confirm({ code: second, version: 1, actor })
    assert.equal((await next('203.0.113.3', '2026-11-24')).status, 202)
    assert.equal((await next('203.0.113.4', '2026-11-25')).status, 429)
    // Not even the background job has run: the request of 19:00 is over.
    app.clock.now = Date.parse('2026-11-21T19:00:00+07:00')
    assert.equal((await next('203.0.113.4', '2026-11-25')).status, 202)
  })

  it('may send ten requests a day, also those that hold no place', async () => {
    const app = await openShop()
    const statuses = []
    for (let index = 0; index < 11; index++) {
      const sent = await send(app, `203.0.113.${index}`, { phone: '0912345678', time: '19:00' })
      statuses.push(sent.status)
      if (index === 10) assertRejected(sent, app, /At most 10 requests from one phone number/)
    }
    assert.deepEqual(statuses, [...Array(10).fill(202), 429])
    app.clock.now += day
    const later = { phone: '0912345678', date: '2026-11-22', time: '19:00' }
    assert.equal((await send(app, '203.0.113.20', later)).status, 202)
  })
})

it('one mailbox may have three open requests, however it is spelled', async () => {
  const app = await openShop()
  const emails = ['lan@example.com', 'LAN@example.com', 'l.a.n@example.com', 'lan+2@example.com']
  const sent = []
  for (const [index, email] of emails.entries()) {
    const fields = { phone: phoneOf(index), email, time: evening[index] }
    sent.push(await send(app, `203.0.113.${index}`, fields))
  }
  assert.deepEqual(
    sent.map(({ status }) => status),
    [202, 202, 202, 429],
  )
  assertRejected(sent[3] as Sent, app, /At most 3 requests from one email address/)
})

describe('one address', () => {
  it('may have five open requests for five guests, and no more in the next hour', async () => {
    const app = await openShop()
    const statuses = []
    for (let index = 0; index < 5; index++) {
      const fields = { phone: phoneOf(index), date: '2026-11-21', time: evening[index] }
      statuses.push((await send(app, '203.0.113.1', fields)).status)
    }
    assert.deepEqual(statuses, [202, 202, 202, 202, 202])
    app.clock.now += hour + 1
    const sixth = await send(app, '203.0.113.1', { phone: phoneOf(6), time: '11:00' })
    assertRejected(sixth, app, /At most 5 requests from one connection/)
    const other = await send(app, '203.0.113.2', { phone: phoneOf(7), time: '11:00' })
    assert.equal(other.status, 202)
  })

  it('may hold a part of a day, but always one request', async () => {
    const contact = { openPerContact: 3, dailyPerContact: 10 }
    const fairShare = { ...contact, openPerClient: 5, dailyPerClient: 20, dayShare: 0.001 }
    const app = await openShop({ fairShare })
    let guests = 0
    const sendFrom = (from: string, date: string, time: string) =>
      send(app, from, { phone: phoneOf(guests++), date, time })
    const first = await sendFrom('203.0.113.1', '2026-11-21', '17:00')
    assert.equal(first.status, 202)
    const second = await sendFrom('203.0.113.1', '2026-11-21', '20:00')
    assertRejected(second, app, /largest allowed part of this day/)
    assert.equal((await sendFrom('203.0.113.1', '2026-11-22', '20:00')).status, 202)
    assert.equal((await sendFrom('203.0.113.2', '2026-11-21', '20:00')).status, 202)
    await app.desk.confirm({ code: first.body.code, version: 1, actor: 'staff:1' })
    assert.equal((await sendFrom('203.0.113.1', '2026-11-21', '20:00')).status, 202)
  })

  it('may hold a quarter of the bookable quarter hours of all tables by default', () => {
    assert.equal(fairShareLimits(5)?.dayShare, 0.25)
    const rules = loadSampleShop('restaurant').booking
    const parsed = rules.parseDetails({ party_size: 2, date: table.date }, 'request')
    const details = parsed.details?.[0]
    assert.ok(details)
    const cells = countBookableCells(rules, details, table.date)
    assert.equal(cells % rules.resources.length, 0)
    // From 11:00, and from 17:00, until the tables of the last starts are free again.
    const hours = cells / rules.resources.length / 4
    assert.ok(hours > 8 && hours < 14, String(hours))
  })
})

describe('a dry run', () => {
  const dryRun = (app: RunningShop, from: string, fields: object) =>
    send(app, from, fields, '/api/booking?locale=en&dry_run=1')

  it('is rejected like the request itself, and counts nothing', async () => {
    const app = await openShop()
    const phone = '0912345678'
    const from = '203.0.113.1'
    for (const time of ['11:00', '14:00']) await send(app, from, { phone, time })
    const next = { phone, date: '2026-11-22', time: '19:00' }
    for (let index = 0; index < 4; index++)
      assert.equal((await dryRun(app, from, next)).status, 202)
    assert.equal((await send(app, from, { phone, time: '19:00' })).status, 202)
    assertRejected(await dryRun(app, from, next), app, /At most 3 requests from one phone number/)
    const otherPhone = { ...next, phone: phoneOf(1) }
    assert.equal((await dryRun(app, from, otherPhone)).status, 202)
    for (const index of [1, 2]) {
      const sent = await send(app, from, { phone: phoneOf(index), time: evening[index] })
      assert.equal(sent.status, 202)
    }
    const third = { ...next, phone: phoneOf(3) }
    assertRejected(await dryRun(app, from, third), app, /At most 5 requests from one connection/)
  })

  it('tells a caller nothing about the requests of others with a phone number or mailbox', async () => {
    const app = await openShop()
    const guest = { phone: '0912345678', email: 'lan@example.com' }
    for (const time of ['11:00', '14:00', '19:00'])
      assert.equal((await send(app, '203.0.113.1', { ...guest, time })).status, 202)
    for (const fields of [guest, { ...guest, email: undefined }, { ...guest, phone: phoneOf(1) }])
      for (const time of ['19:00', '21:00'])
        assert.equal((await dryRun(app, '203.0.113.2', { ...fields, time })).status, 202)
    // Of a caller who may send no more, also those at the time of a request of this number are rejected.
    for (let index = 0; index < 5; index++) {
      const fields = { phone: phoneOf(index), date: '2026-11-22', time: evening[index] }
      assert.equal((await send(app, '203.0.113.2', fields)).status, 202)
    }
    app.clock.now += hour + 1
    for (const time of ['19:00', '21:00']) {
      const fields = { phone: guest.phone, time }
      assertRejected(await dryRun(app, '203.0.113.2', fields), app, /from one connection/)
      assert.equal((await send(app, '203.0.113.2', fields)).status, 429)
    }
  })

  it('is also the review of the form and the preview of a tool', async () => {
    const app = await openShop({ trustProxy: 0 })
    const phone = '0912345678'
    for (const [index, time] of ['11:00', '14:00', '19:00'].entries()) {
      const sent = await app.post('/api/booking', { ...table, phone, time })
      assert.equal(sent.status, 202, String(index))
    }
    const times = await openPage(app, '/en/booking?party_size=2&date=2026-11-22')
    const [, link = ''] =
      /href="(\/en\/booking\?[^"#]*time=19(?::|%3A)00[^"#]*)/.exec(times.text) ?? []
    const guest = { name: table.name, phone }
    const form = await openPage(app, link.replaceAll('&amp;', '&'))
    const review = await pressButton(app, form, guest, { step: 'review' })
    assert.match(review.text, /At most 3 requests from one phone number/)
    const fields = { ...guest, date: '2026-11-22', time: '19:00', party_size: 2, locale: 'en' }
    const preview = await callTool(app, 'request_reservation', fields)
    assert.match(JSON.stringify(preview), /At most 3 requests from one phone number/)
  })

  it('of the waitlist is rejected like the entry itself', async () => {
    const app = await openShop({ fairShare: { ...openLimits, openPerContact: 1 } })
    await blockEvening(app)
    const entry = { date: friday, phone: '0912345678', from: '18:30', to: '19:00' }
    const join = (from: string, query = '') =>
      send(app, from, { ...entry, name: 'Trần Văn Bình' }, `/api/waitlist?locale=en${query}`)
    assert.equal((await join('203.0.113.1', '&dry_run=1')).status, 202)
    assert.equal((await join('203.0.113.1')).status, 202)
    const later = { ...entry, to: '18:30' }
    const dry = await send(app, '203.0.113.1', later, '/api/waitlist?locale=en&dry_run=1')
    assertRejected(dry, app, /on the waitlist at the same time/)
    const other = await send(app, '203.0.113.2', later, '/api/waitlist?locale=en&dry_run=1')
    assert.equal(other.status, 202)
  })
})

describe('IPv6 networks', () => {
  const cases = [
    { width: '/64', address: (index: number) => `2001:db8:1:1::${index + 1}`, accepted: 5 },
    { width: '/56', address: (index: number) => `2001:db8:2:${index}::1`, accepted: 10 },
    { width: '/48', address: (index: number) => `2001:db8:3:${index}00::1`, accepted: 20 },
  ]
  for (const { width, address, accepted } of cases) {
    it(`${accepted} open requests of one ${width} are accepted`, async () => {
      const app = await openShop()
      let count = 0
      for (let index = 0; index < accepted + 3; index++) {
        const date = `2026-11-${['20', '21', '22', '24', '25', '26'][index % 6]}`
        const fields = { phone: phoneOf(index), date, time: evening[Math.floor(index / 6)] }
        const { status } = await send(app, address(index), fields)
        if (status === 202) count++
      }
      assert.equal(count, accepted)
      const other = { phone: phoneOf(99), date: '2026-11-27', time: '19:00' }
      assert.equal((await send(app, '2001:db8:4::1', other)).status, 202, 'of another network')
    })
  }
})

it('raising WRITE_LIMIT raises the limits in proportion, and 100 switches them off', async () => {
  for (const [writeLimit, accepted] of [
    [10, 6],
    [100, 9],
  ] as const) {
    const app = await openShop({ writeLimit })
    const statuses = []
    for (const [index, time] of evening.entries()) {
      const fields = { phone: '0912345678', date: `2026-11-2${index % 2}`, time }
      statuses.push((await send(app, '203.0.113.1', fields)).status)
    }
    assert.equal(statuses.filter((status) => status === 202).length, accepted)
  }
})

describe('users that a hosted assistant names behind one address', () => {
  const call = async (app: RunningShop, user: string | undefined, fields: object) => {
    const { consent: _, ...args } = { ...table, ...fields, consent: true }
    const params = {
      name: 'request_reservation',
      arguments: { ...args, consent: true, locale: 'en' },
      ...(user !== undefined && { _meta: { 'openai/subject': user } }),
    }
    const response = await app.post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { 'x-forwarded-for': '198.51.100.7', accept: 'application/json, text/event-stream' },
    )
    const { result } = (await response.json()) as { result: { isError?: boolean } }
    return result.isError !== true
  }

  it('have their own limits, so that a heavy user does not block the others', async () => {
    const app = await openShop()
    const heavy = []
    for (let index = 0; index < 7; index++) {
      const fields = { phone: phoneOf(index), time: evening[index] }
      heavy.push(await call(app, 'user-heavy', fields))
    }
    assert.deepEqual(heavy, [true, true, true, true, true, false, false])
    for (let index = 10; index < 16; index++) {
      const fields = { phone: phoneOf(index), date: '2026-11-22', time: '19:00' }
      assert.ok(await call(app, `user-${index}`, fields))
    }
    // A call that names no user is counted by its address, and has its own limit of five.
    const plain = { phone: phoneOf(20), date: '2026-11-24', time: '19:00' }
    assert.ok(await call(app, undefined, plain))
  })

  it('are checked before their transaction as others are, while the common limit is far', async () => {
    const app = await openShop()
    const { write } = app.store
    let stored = 0
    app.store.write = (work, prepared) => {
      const { storeAll } = prepared ?? {}
      return write(work, {
        ...prepared,
        ...(storeAll && {
          async storeAll(sql, parts) {
            const results = await storeAll(sql, parts)
            stored += results.filter((result) => result !== undefined).length
            return results
          },
        }),
      })
    }
    for (const index of [1, 2, 3]) {
      const fields = { phone: phoneOf(index), time: evening[index] }
      assert.ok(await call(app, `user-${index}`, fields))
    }
    assert.equal(stored, 3)
  })

  it('have a common limit of writes, because a client can invent users', async () => {
    const app = await openShop({ writeLimit: 1 })
    const accepted = []
    for (let index = 0; index < 22; index++) {
      const date = `2026-11-${['20', '21', '22', '24', '25', '26'][index % 6]}`
      const fields = { phone: phoneOf(index), date, time: evening[index % 5] }
      accepted.push(await call(app, `user-${index}`, fields))
    }
    assert.deepEqual(accepted, [...Array(20).fill(true), false, false])
  })
})
