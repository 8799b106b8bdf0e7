/** Live events for open desks: immediate, complete, without duplicates, and only while the session is valid. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { setTimeout as pass } from 'node:timers/promises'
import { enqueueEvent } from '../src/domain/outbox/events.ts'
import { newId } from '../src/kernel/id.ts'
import { book, guest, massage, table } from './support/booking.ts'
import { newDatabase, openTestStore } from './support/database.ts'
import {
  addStaff,
  cookieOf,
  createStaffClient,
  form,
  password,
  type StaffClient,
} from './support/desk.ts'
import { openStream, type Stream } from './support/event-stream.ts'
import { openBefore, prepare } from './support/lifetime.ts'
import { sendRaw } from './support/raw.ts'
import { press } from './support/screen.ts'
import { type RunningShop, startShop } from './support/shop.ts'
import { assertDuration, assertElapsed } from './support/timing.ts'
import { until } from './support/until.ts'

/** Closed before the shop stops: an aborted stream is an error, not an end. */
const openStreams: Stream[] = []
after(() => {
  for (const stream of openStreams) stream.close()
})

const plenty = { writeLimit: 100_000 }
let file = ''
const app = openBefore(async () => {
  file = await newDatabase()
  return startShop('restaurant', { ...plenty, file })
})
const hoa = openBefore(() => addStaff(app, 'Hoa'))
const tuan = openBefore(() => addStaff(app, 'Tuấn', 'host'))
prepare(() => tuan.post('/account/language', { locale: 'en' }))

async function listen(
  staff: StaffClient,
  query = '',
  headers: Record<string, string> = {},
  shop: RunningShop = app,
): Promise<Stream> {
  const stream = await openStream(`${shop.deskUrl}/live${query}`, {
    cookie: staff.cookie,
    ...headers,
  })
  assert.equal(stream.status, 200)
  openStreams.push(stream)
  return stream
}

/** The newest event that a page of the desk already shows. */
async function sinceOf(staff: StaffClient, path = '/'): Promise<string> {
  return /data-live="\/live(\?since=[0-9a-f]+)"/.exec(await staff.read(path))?.[1] ?? ''
}

const requestBooking = async (change: object = {}, shop = app) => {
  const { status, body } = await book(shop, { ...table, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

/** Long enough for any pending event. */
const quiet = () => pass(450)

/** Two sessions that end at the start of the tests: their streams close while the others are tested. */
const linh = openBefore(() => addStaff(app, 'Linh', 'host'))
const oanh = openBefore(() => addStaff(app, 'Oanh', 'host'))
const staying = openBefore(() => listen(hoa))
const ending = [openBefore(() => listen(linh)), openBefore(() => listen(oanh))]
let begun = 0
let allEnded: Promise<number>
prepare(async () => {
  const { id: linhsId } = (await app.appHost.staffAccess.findMemberByName('Linh')) ?? { id: '' }
  assert.equal((await hoa.post(`/team/${linhsId}/revoke`, {})).status, 303)
  assert.equal((await oanh.post('/sign-out', {})).status, 303)
  begun = performance.now()
  allEnded = Promise.all(ending.map(({ ended }) => ended)).then(() => performance.now())
})

describe('booking request of a guest', () => {
  it('appears on every open desk within a second, in the language of each, without a name (timing)', async () => {
    const streams = await Promise.all([listen(hoa), listen(tuan), listen(hoa)])
    assert.equal(streams[0]?.headers.get('content-type'), 'text/event-stream')
    assert.equal(streams[0]?.headers.get('cache-control'), 'no-store')
    const late: number[] = []
    for (const time of ['18:00', '18:30', '19:00', '19:30', '20:00']) {
      await requestBooking({ time, party_size: 2 })
      const sent = performance.now()
      const events = await Promise.all(streams.map((stream) => stream.next()))
      late.push(...events.map(({ at }) => at - sent))
      assert.equal(new Set(events.map(({ id }) => id)).size, 1)
      const texts = events.map(({ data }) => data.text)
      const vi = `Yêu cầu mới: 2 khách, T6 20/11 ${time}`
      assert.deepEqual(texts, [vi, `New request: 2 guests, Fri 20 Nov ${time}`, vi])
      assert.deepEqual(events[0]?.data.kind, 'booking.requested')
    }
    assertDuration(Math.max(...late), { belowMs: 1000 })
    await quiet()
    for (const { events } of streams) {
      assert.equal(events.length, 5)
      assert.doesNotMatch(JSON.stringify(events), /Lan|912345678|BAN/)
    }
    for (const stream of streams) stream.close()
  })

  it('is announced, as are change and callback requests; actions of staff only update the screen', async () => {
    const stream = await listen(hoa)
    const code = await requestBooking({ date: '2026-11-21' })
    await press(tuan, '/', `/bookings/${code}/confirm`)
    const change = { kind: 'cancel', phone_last4: '5678', consent: '1' }
    await app.post(`/api/booking/${code}/change`, change)
    await app.post('/api/lead', guest)
    await hoa.post('/closed/close', { date: '2026-12-01', reason: 'Nghỉ' })
    const received = []
    for (let index = 0; index < 5; index++) received.push((await stream.next()).data)
    assert.deepEqual(received, [
      { kind: 'booking.requested', text: 'Yêu cầu mới: 4 khách, T7 21/11 18:30' },
      { kind: 'booking.confirmed' },
      { kind: 'booking.change_requested', text: 'Khách xin đổi hoặc huỷ: 4 khách, T7 21/11 18:30' },
      { kind: 'lead.requested', text: 'Có khách xin được gọi lại' },
      { kind: 'day.closed' },
    ])
    stream.close()
  })

  it('that arrives before the first page has loaded is not missed, even if it is the first event (timing)', async () => {
    const own = await startShop('spa', plenty)
    const mai = await addStaff(own, 'Mai')
    const since = await sinceOf(mai)
    await book(own, massage)
    const stream = await listen(mai, since, {}, own)
    const { data } = await stream.next()
    assert.equal(data.text, 'Yêu cầu mới: 1 khách, T6 20/11 10:00')
    const order = { ...guest, kind: 'membership', visits: 5 }
    assert.equal((await own.post('/api/order', order)).status, 202)
    assert.equal((await stream.next()).data.text, 'Đơn mới')
    stream.close()

    // Open streams do not delay the shutdown.
    const address = `http://127.0.0.1:${own.deskPort}/live`
    const streams = await Promise.all(
      [1, 2, 3].map(() => openStream(address, { cookie: mai.cookie })),
    )
    const begun = performance.now()
    await own.stop()
    await Promise.all(streams.map(({ ended }) => ended))
    assertElapsed(begun, { belowMs: 4_000 })
  })
})

describe('reconnecting desk', () => {
  it('receives missed events in order and once, then new ones (timing)', async () => {
    app.clock.now += 60_000
    const stream = await listen(hoa)
    await requestBooking({ date: '2026-11-22', time: '12:00', party_size: 2 })
    const { id: last } = await stream.next()
    stream.close()
    await stream.ended
    app.clock.now += 60_000
    for (const time of ['12:30', '13:00', '13:30']) {
      await requestBooking({ date: '2026-11-22', time, party_size: 2 })
    }
    for (const [query, headers] of [
      ['', { 'last-event-id': last }],
      [`?since=${last}`, {}],
      // The Last-Event-ID of the browser is newer than the page.
      ['?since=000000000000', { 'last-event-id': last }],
    ] as const) {
      const back = await listen(hoa, query, headers)
      const times = []
      for (let index = 0; index < 3; index++) {
        times.push(String((await back.next()).data.text).slice(-5))
      }
      assert.deepEqual(times, ['12:30', '13:00', '13:30'])
      await quiet()
      assert.equal(back.events.length, 3)
      assert.ok(back.events.every(({ id }) => id > last))
      back.close()
    }
    const live = await listen(hoa, `?since=${last}`)
    for (let index = 0; index < 3; index++) await live.next()
    await requestBooking({ date: '2026-11-22', time: '14:00', party_size: 2 })
    assert.match(String((await live.next()).data.text), /14:00$/)
    assert.equal(new Set(live.events.map(({ id }) => id)).size, 4)
    live.close()
  })

  it('does not receive an event twice (timing)', async () => {
    const stream = await listen(hoa)
    for (const time of ['17:00', '17:30', '18:00']) {
      await requestBooking({ date: '2026-11-22', time, party_size: 2 })
    }
    await stream.next()
    const { id: last } = await stream.next()
    const { id: missed } = await stream.next()
    stream.close()
    const back = await listen(hoa, '', { 'last-event-id': last })
    await until(() => back.events.some(({ data }) => data.text), 'the missed event')
    await quiet()
    assert.deepEqual(
      back.events.filter(({ data }) => data.text).map(({ id }) => id),
      [missed],
    )
    assert.equal(new Set(back.events.map(({ id }) => id)).size, back.events.length)
    back.close()
  })

  it('receives only new events if its last event id is missing or invalid (timing)', async () => {
    const cases = [
      '',
      '?since=',
      '?since=0',
      '?since=xyz',
      `?since=${'f'.repeat(5000)}`,
      '?since=%00',
    ]
    const streams = await Promise.all([
      ...cases.map((query) => listen(hoa, query)),
      listen(hoa, '', { 'last-event-id': '<b>' }),
    ])
    await quiet()
    await requestBooking({ date: '2026-11-24', time: '12:00', party_size: 2 })
    for (const stream of streams) {
      assert.match(String((await stream.next()).data.text), /12:00$/)
      assert.equal(stream.events.length, 1)
      stream.close()
    }
  })

  it('after a long time is asked to reload, and continues to receive events', async () => {
    const stream = await listen(hoa)
    const last = newId(app.clock.now)
    app.clock.now += 60_000
    // In several transactions: one of all of them could exceed its deadline on a busy machine.
    for (let first = 0; first < 1_100; first += 100) {
      await app.store.write(async (sql) => {
        for (let index = first; index < first + 100; index++) {
          await enqueueEvent(sql, app.clock.now, 'block.kept', `block:${index}`)
        }
      })
    }
    const back = await listen(hoa, `?since=${last}`)
    assert.equal((await back.next()).event, 'reload')
    await requestBooking({ date: '2026-11-24', time: '13:00', party_size: 2 })
    const nextRequestText = async (one: Stream) => {
      for (;;) {
        const { data } = await one.next()
        if (data.kind === 'booking.requested') return String(data.text)
      }
    }
    for (const one of [stream, back]) {
      assert.match(await nextRequestText(one), /13:00$/)
      one.close()
    }
    assert.ok(stream.events.length > 1100)
    app.clock.now += 60_000
  })
})

describe('event of another process', () => {
  it('is received within a second (timing)', async () => {
    const other = await openTestStore(file, () => app.clock.now)
    const stream = await listen(hoa)
    await other.write((sql) => enqueueEvent(sql, app.clock.now, 'lead.requested', 'lead:x'))
    const sent = performance.now()
    const { at, data } = await stream.next()
    assert.equal(data.text, 'Có khách xin được gọi lại')
    assertDuration(at - sent, { belowMs: 1000 })
    await other.close()
    stream.close()
  })

  it('is received on the desks of both processes, regardless of which one the guest used', async () => {
    const second = await startShop('restaurant', { ...plenty, file, now: app.clock.now })
    const signedIn = await fetch(`${second.deskUrl}/sign-in`, form({ name: 'Hoa', password }))
    const there = createStaffClient(second, 'Hoa', cookieOf(signedIn))
    const streams = [await listen(hoa), await listen(there, '', {}, second)]
    const code = await requestBooking({ date: '2026-11-25', time: '12:00' }, second)
    for (const stream of streams) assert.match(String((await stream.next()).data.text), /12:00$/)
    await press(hoa, '/', `/bookings/${code}/confirm`)
    for (const stream of streams) {
      assert.equal((await stream.next()).data.kind, 'booking.confirmed')
    }
    // The first process shows which staff member acted in the second.
    const late = await there.post(`/bookings/${code}/confirm`, { version: '1' })
    assert.match(await late.text(), /Hoa vừa xác nhận/)
    for (const stream of streams) stream.close()
    await second.stop()
  })

  it('with a clock that is behind is announced too', async () => {
    await requestBooking({ date: '2026-11-25', time: '13:00', party_size: 2 })
    const stream = await listen(hoa, await sinceOf(hoa))
    await quiet()
    const before = stream.events.length
    await app.store.write((sql) =>
      enqueueEvent(sql, app.clock.now - 5000, 'lead.requested', 'lead:y'),
    )
    await until(() => stream.events.length > before, 'the event')
    await quiet()
    assert.deepEqual(
      stream.events.slice(before).map(({ data }) => data.text),
      ['Có khách xin được gọi lại'],
    )
    stream.close()
  })
})

describe('event stream', () => {
  it('sends heartbeats, and ends soon after its session (timing)', async () => {
    assertDuration((await allEnded) - begun, { belowMs: 5_500 })
    const beatsOfEnded = ending.map(({ beats }) => beats)
    const { beats } = staying
    for (let tries = 0; staying.beats === beats && tries < 150; tries++) await pass(100)
    assert.ok(staying.beats > beats)
    assert.deepEqual(
      ending.map((stream) => stream.beats),
      beatsOfEnded,
    )
    for (const staff of [linh, oanh]) assert.equal((await staff.get('/live')).status, 401)
    const counts = () => [staying, ...ending].map(({ events }) => events.length)
    const [eventCount = 0, ...others] = counts()
    await requestBooking({ date: '2026-11-26', time: '12:00', party_size: 2 })
    await until(() => staying.events.length > eventCount, 'the event')
    await quiet()
    assert.match(String(staying.events[eventCount]?.data.text), /12:00$/)
    assert.deepEqual(counts(), [eventCount + 1, ...others])
  })

  it('responds to HEAD and ends, and rejects POST', async () => {
    const requestHead = (requestLine: string) =>
      `${requestLine} HTTP/1.1\r\nHost: localhost\r\nCookie: ${hoa.cookie}\r\n`
    const response = await sendRaw(
      app.deskPort,
      `${requestHead('HEAD /live')}\r\n${requestHead('GET /healthz')}Connection: close\r\n\r\n`,
      5_000,
    )
    assert.match(response.text, /^HTTP\/1\.1 200 [\s\S]*event-stream[\s\S]*\{"status":"ok"\}$/)
    assert.equal((await hoa.post('/live', {})).status, 405)
  })

  it('is in the log by its path only', () => {
    const lines = app.log.join('').split('\n')
    assert.ok(lines.some((line) => line.includes('"route":"/live"')))
    const personalData = /since|Lan|912345678|"level":"(warn|error)"/
    assert.deepEqual(
      lines.filter((line) => personalData.test(line)),
      [],
    )
  })
})
