import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNewsletter } from '../src/domain/newsletter/newsletter.ts'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import { book, dayOf, massage, table } from './support/booking.ts'
import { openBefore } from './support/lifetime.ts'
import { secret, startShop } from './support/shop.ts'

const app = openBefore(() => startShop('restaurant', { writeLimit: 100_000 }))
const desk = openBefore(async () => app.desk)
const mai = 'mai'
const hung = 'hung'

async function statusOf(code: string): Promise<string> {
  return String((await app.json(`/api/booking/${code}`)).status)
}

async function historyOf(code: string): Promise<string[]> {
  const rows = await app.store.read.all<{ actor: string; action: string }>(
    `SELECT actor, action FROM audit JOIN bookings ON subject = 'booking:' || bookings.id
     WHERE code = ? ORDER BY audit.id`,
    code.replaceAll('-', ''),
  )
  return rows.map(({ actor, action }) => `${actor} ${action}`)
}

function isBookingActionError(kind: string) {
  return (error: unknown) => error instanceof BookingActionError && error.code === kind
}

describe('staff', () => {
  it('confirm a request, and the guest sees it', async () => {
    const { code } = (await book(app, table)).body
    await desk.confirm({ code, version: 1, actor: mai })
    assert.equal(await statusOf(code), 'confirmed')
    assert.deepEqual(await historyOf(code), ['api requested', 'mai confirmed'])
    const events = await app.store.read.all(
      "SELECT kind FROM outbox WHERE kind = 'booking.confirmed'",
    )
    assert.equal(events.length, 1)
  })

  it('see who acted first if they act second', async () => {
    const { code } = (await book(app, { ...table, time: '11:00' })).body
    const results = await Promise.allSettled([
      desk.confirm({ code, version: 1, actor: mai }),
      desk.decline({ code, version: 1, actor: hung, reason: 'đông khách' }),
    ])
    assert.deepEqual(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected'],
    )
    const [, second] = results
    assert.ok(second?.status === 'rejected' && second.reason instanceof BookingActionError)
    assert.equal(second.reason.code, 'changed_meanwhile')
    assert.equal(second.reason.changedBy, mai)
    assert.equal(await statusOf(code), 'confirmed')
  })

  it('decline and cancel, and the time is free again', async () => {
    const request = { ...table, date: '2026-11-25', party_size: 14, table_type: 'phong-rieng' }
    const free = async () =>
      (await dayOf(app, 'date=2026-11-25&party_size=14&table_type=phong-rieng')).slots.length
    const before = await free()
    const { code } = (await book(app, request)).body
    assert.ok((await free()) < before)
    await desk.decline({ code, version: 1, actor: mai, reason: 'phòng đang sửa' })
    assert.equal(await statusOf(code), 'cancelled')
    assert.equal(await free(), before)
    const again = (await book(app, request)).body.code
    await desk.confirm({ code: again, version: 1, actor: mai })
    await desk.cancel({ code: again, version: 2, actor: mai, reason: 'khách gọi' })
    assert.equal(await free(), before)
  })

  it('cannot perform an action that the state of a booking does not allow', async () => {
    const { code } = (await book(app, { ...table, time: '12:00' })).body
    await desk.cancel({ code, version: 1, actor: mai, reason: 'x' })
    for (const action of [
      desk.confirm({ code, version: 2, actor: mai }),
      desk.cancel({ code, version: 2, actor: mai, reason: 'x' }),
      desk.move({ code, version: 2, actor: mai, date: '2026-11-20', time: '18:00' }),
      desk.setVisitStatus({ code, version: 2, actor: mai, visit: 'seated' }),
    ]) {
      await assert.rejects(action, isBookingActionError('wrong_state'))
    }
    await assert.rejects(
      desk.confirm({ code: 'BAN-0000-0000-00', version: 1, actor: mai }),
      isBookingActionError('not_found'),
    )
  })

  it('move a booking to a free time, and not to one that is taken', async () => {
    const room = { ...table, date: '2026-11-26', party_size: 10, table_type: 'phong-rieng' }
    const { code } = (await book(app, room)).body
    const other = (await book(app, { ...room, time: '11:00' })).body.code
    await assert.rejects(
      desk.move({ code, version: 1, actor: mai, date: '2026-11-26', time: '11:30' }),
      isBookingActionError('not_free'),
    )
    assert.equal((await app.json(`/api/booking/${code}`)).starts_at, '2026-11-26T18:30:00+07:00')
    await desk.move({ code, version: 1, actor: mai, date: '2026-11-27', time: '19:00' })
    const moved = await app.json(`/api/booking/${code}`)
    assert.equal(moved.starts_at, '2026-11-27T19:00:00+07:00')
    assert.equal(moved.status, 'pending')
    assert.ok(other)
    const day = await dayOf(app, 'date=2026-11-26&party_size=10&table_type=phong-rieng')
    assert.ok(day.slots.some(({ time }) => time === '18:30'))
  })

  it('mark a visit only at a possible time', async () => {
    const { code } = (await book(app, { ...table, time: '14:00' })).body
    const setVisitStatus = (visit: 'seated' | 'finished' | 'no_show', version: number) =>
      desk.setVisitStatus({ code, version, actor: mai, visit })
    await assert.rejects(setVisitStatus('seated', 1), isBookingActionError('wrong_state'))
    await desk.confirm({ code, version: 1, actor: mai })
    for (const visit of ['seated', 'finished', 'no_show'] as const) {
      await assert.rejects(setVisitStatus(visit, 2), isBookingActionError('wrong_state'), visit)
    }
    const before = app.clock.now
    app.clock.now = Date.UTC(2026, 10, 20, 7, 20)
    await setVisitStatus('no_show', 2)
    await assert.rejects(setVisitStatus('seated', 3), isBookingActionError('wrong_state'))
    app.clock.now = before
  })

  it('cannot move a booking into the past, or to a day or time that does not exist', async () => {
    const { code } = (await book(app, { ...table, time: '14:30' })).body
    for (const [date, time] of [
      ['2026-11-13', '18:30'],
      ['2026-11-31', '18:30'],
      ['2026-11-21', '26:00'],
      ['2026-11-21', '18:07'],
      ['2026-11-23', '18:30'],
    ] as const) {
      await assert.rejects(
        desk.move({ code, version: 1, actor: mai, date, time }),
        isBookingActionError('not_possible'),
        `${date} ${time}`,
      )
    }
    await desk.move({ code, version: 1, actor: mai, date: '2026-11-21', time: '18:15' })
    const row = await app.store.read.get<{ facts: string }>(
      "SELECT facts FROM audit WHERE action = 'moved' ORDER BY id DESC",
    )
    const { was, from, to } = JSON.parse(row?.facts ?? '')
    assert.deepEqual([was, from, to], ['pending', '2026-11-20 14:30', '2026-11-21 18:15'])
  })

  it('get a conflict if a guest requested a change meanwhile, and confirming does not lose the request', async () => {
    const { code } = (await book(app, { ...table, date: '2026-12-02' })).body
    await app.post(`/api/booking/${code}/change`, {
      kind: 'cancel',
      phone_last4: '5678',
      consent: '1',
    })
    await assert.rejects(
      desk.confirm({ code, version: 1, actor: mai }),
      isBookingActionError('changed_meanwhile'),
    )
    await desk.confirm({ code, version: 2, actor: mai })
    assert.equal((await app.json(`/api/booking/${code}`)).change_requested, true)
    await desk.resolveChangeRequest({ code, version: 3, actor: mai })
    assert.equal((await app.json(`/api/booking/${code}`)).change_requested, false)
  })

  it('store their reason for declining apart from the schedule', async () => {
    const { code } = (await book(app, { ...table, date: '2026-12-03' })).body
    await desk.decline({ code, version: 1, actor: mai, reason: 'chị Lan 0912345678 gọi lại' })
    const row = await app.store.read.get(
      'SELECT * FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    assert.equal(row?.reason, 'declined')
    const guestRow = await app.store.read.get(
      'SELECT staff_note FROM booking_guests WHERE booking_id = ?',
      String(row?.id),
    )
    assert.match(String(guestRow?.staff_note), /gọi lại/)
    const auditText = JSON.stringify(await app.store.read.all('SELECT facts FROM audit'))
    assert.doesNotMatch(auditText, /0912345678/)
  })

  it('settle a change request by acting on it', async () => {
    const { code } = (await book(app, { ...table, time: '13:00' })).body
    await app.post(`/api/booking/${code}/change`, {
      kind: 'cancel',
      phone_last4: '5678',
      consent: '1',
    })
    assert.equal((await app.json(`/api/booking/${code}`)).change_requested, true)
    await desk.cancel({ code, version: 2, actor: mai, reason: 'khách xin' })
    assert.equal((await app.json(`/api/booking/${code}`)).change_requested, false)
  })

  it('mark a visit, seat a walk-in immediately, and block a table', async () => {
    const walkIn = {
      details: app.shop.booking.parseDetails({ party_size: 2 }, 'request').details?.[0] ?? fail(),
      date: '2026-11-17',
      time: '11:00',
      guest: { name: 'Khách vãng lai', phone: '+84900000000', email: null, note: null },
      answers: {},
      consent: { version: '2026-01-01', text: 'in person' },
      locale: 'vi' as const,
      source: 'desk',
      client: 'desk',
    }
    app.clock.now = Date.UTC(2026, 10, 17, 4, 10)
    const { code } = await desk.createByStaff({ ...walkIn, time: '11:15' }, mai)
    assert.equal(await statusOf(code), 'confirmed')
    await desk.setVisitStatus({ code, version: 1, actor: mai, visit: 'seated' })
    await assert.rejects(
      desk.setVisitStatus({ code, version: 2, actor: mai, visit: 'no_show' }),
      isBookingActionError('wrong_state'),
    )
    await desk.setVisitStatus({ code, version: 2, actor: mai, visit: 'finished' })
    assert.deepEqual(await historyOf(code), ['mai admitted', 'mai seated', 'mai finished'])
    const held = await app.store.read.all(
      "SELECT cell FROM cells JOIN bookings ON holder = 'booking:' || id WHERE code = ?",
      code.replaceAll('-', ''),
    )
    assert.equal(held.length, 0)
    for (const time of ['11:10', '09:00', '04:00', '16:45']) {
      await assert.rejects(
        desk.createByStaff({ ...walkIn, time }, mai),
        isBookingActionError('not_possible'),
        time,
      )
    }

    const block = {
      resource: 'table:gian-bep',
      date: '2026-11-28',
      at: 17 * 60,
      minutes: 360,
      reason: 'sơn lại',
    }
    const id = await desk.block({ ...block, actor: mai })
    await assert.rejects(desk.block({ ...block, actor: hung }), isBookingActionError('not_free'))
    for (const wrong of [
      { at: 1085 },
      { minutes: 0 },
      { minutes: 20 },
      { resource: 'table:x' },
      { date: 'x' },
    ]) {
      const odd = { ...block, date: '2026-12-01', ...wrong, actor: mai }
      await assert.rejects(
        desk.block(odd),
        isBookingActionError('not_possible'),
        JSON.stringify(wrong),
      )
    }
    const evening = async () =>
      (await dayOf(app, 'date=2026-11-28&party_size=10&table_type=phong-rieng')).slots.filter(
        ({ time }) => time >= '17:00',
      ).length
    assert.equal(await evening(), 0)
    await desk.unblock(id, mai)
    assert.ok((await evening()) > 0)
    app.clock.now = Date.UTC(2026, 10, 16, 2)
  })
})

describe('an unanswered request', () => {
  it('is cancelled with that reason at its start, and its cells are released', async () => {
    const own = await startShop('spa', { writeLimit: 100 })
    const { code } = (await book(own, massage)).body
    const answered = (await book(own, { ...massage, time: '13:00' })).body.code
    await own.desk.confirm({ code: answered, version: 1, actor: mai })
    own.clock.now = Date.UTC(2026, 10, 20, 3, 0)
    assert.equal((await own.json(`/api/booking/${code}`)).status, 'cancelled')
    await assert.rejects(
      own.desk.confirm({ code, version: 1, actor: mai }),
      isBookingActionError('wrong_state'),
    )
    assert.equal(await own.desk.expire(), 1)
    assert.equal(await own.desk.expire(), 0)
    const row = await own.store.read.get(
      'SELECT * FROM bookings WHERE code = ?',
      code.replaceAll('-', ''),
    )
    assert.deepEqual([row?.status, row?.reason], ['cancelled', 'unanswered'])
    own.clock.now = Date.UTC(2026, 10, 20, 8, 0)
    assert.equal((await own.json(`/api/booking/${answered}`)).status, 'confirmed')
    const held = await own.store.read.get<{ rows: number }>(
      'SELECT COUNT(*) AS rows FROM cells WHERE holder = ?',
      `booking:${row?.id}`,
    )
    assert.equal(held?.rows, 0)
    await own.stop()
  })
})

describe('the newsletter links', () => {
  it('show a question when they are opened, and act when the button is pressed', async () => {
    const own = await startShop('spa')
    await own.post('/api/subscribe', { email: 'lan@example.com', consent: '1' })
    const row = await own.store.read.get<{ id: string }>('SELECT id FROM subscribers')
    const links = createNewsletter(own.store, secret, () => own.clock.now)
    const state = async () =>
      (await own.store.read.get<{ state: string }>('SELECT state FROM subscribers'))?.state

    const confirm = links.linkFor('confirm', row?.id ?? '')
    const page = await own.get(confirm)
    assert.equal(page.status, 200)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    assert.match(await page.text(), /<form method="post" action="\/newsletter\/confirm\?token=/)
    assert.equal(await state(), 'asked')
    await own.get(confirm, { method: 'POST' })
    assert.equal(await state(), 'confirmed')

    const unsubscribeLink = links.linkFor('leave', row?.id ?? '')
    await own.get(unsubscribeLink)
    assert.equal(await state(), 'confirmed')
    await own.get(confirm.replace('confirm', 'leave'), { method: 'POST' })
    assert.equal(await state(), 'confirmed')
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    assert.equal((await own.get(unsubscribeLink, { method: 'POST', body })).status, 200)
    assert.equal(await state(), undefined)
    assert.match(
      await (await own.get('/en/newsletter/leave?token=x')).text(),
      /is invalid or can no longer be used/,
    )
    const late = await own.get(`/en${confirm}`, { method: 'POST' })
    assert.equal(late.headers.get('location'), '/en/newsletter/confirm?result=invalid')
    assert.match(
      await (await own.get('/en/newsletter/confirm?result=invalid')).text(),
      /is invalid or can no longer be used/,
    )
    await own.post('/api/subscribe', { email: 'lan@example.com', consent: '1' })
    assert.equal(await state(), undefined, 'a second mail within a day')
    await own.stop()
  })
})

function fail(): never {
  throw new Error('the requested resource of the fixture is invalid')
}
