/** Walk-ins, blocks and closed days, which staff enter. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { createStaffActions } from '../src/domain/booking/staff-actions.ts'
import { createClosedDays } from '../src/domain/closed-days/closed-days.ts'
import { offersOfDays } from '../src/domain/waitlist/offers-of-day.ts'
import { dayOf, table } from './support/booking.ts'
import {
  app,
  assertActionRejected,
  at,
  bookingRef,
  confirm,
  dateOf,
  dayAfter,
  daysAfter,
  decline,
  desk,
  freshDay,
  mai,
  monday,
  move,
  nextOpenDate,
  offer,
  openRestaurant,
  otherStore,
  requestBooking,
  resourcesHeldBy,
  rowOf,
  tablesOf,
  undo,
  waitUntil,
  walkIn,
} from './support/staff-actions.ts'

openRestaurant()

describe('a walk-in', () => {
  it('gets the best table or the given one, once', async () => {
    const date = freshDay()
    const any = await desk.createByStaff(walkIn(date, '18:15'), mai)
    assert.deepEqual(await tablesOf(any.code), ['nha-4'])
    const chosen = await desk.createByStaff(walkIn(date, '18:15'), mai, {
      resources: ['table:hien-5'],
    })
    assert.deepEqual(await resourcesHeldBy(`booking:${chosen.id}`), ['hien-5'])
    assert.equal(
      await assertActionRejected('not_free', () =>
        desk.createByStaff(walkIn(date, '19:00'), mai, { resources: ['table:hien-5'] }),
      ),
      `booking:${chosen.id}`,
    )
    const joined = await desk.createByStaff(walkIn(date, '18:15', { party_size: 7 }), mai, {
      resources: ['table:hien-3'],
    })
    assert.deepEqual(await resourcesHeldBy(`booking:${joined.id}`), ['hien-2', 'hien-3'])
  })

  it('is rejected for an invalid time, place or party size', async () => {
    const date = freshDay()
    const refusals: [date: string, time: string, details?: object, resource?: string][] = [
      [date, '18:20'],
      [date, '16:15'],
      [date, '23:30'],
      [date, '10:15'],
      [date, '24:00'],
      [date, ''],
      [monday(date), '18:30'],
      ['2026-11-31', '18:30'],
      [nextOpenDate(daysAfter(date, -14)), '18:30'],
      ['x', '18:30'],
      [date, '18:30', { party_size: 4 }, 'table:nha-1'],
      [date, '18:30', { party_size: 4 }, 'table:gian-bep'],
      [date, '18:30', { party_size: 4 }, 'table:none'],
      [date, '18:30', { party_size: 40 }],
    ]
    for (const [day, time, fields, resource] of refusals) {
      const label = JSON.stringify([day, time, fields, resource])
      await assertActionRejected(
        'not_possible',
        () =>
          desk.createByStaff(walkIn(day, time, fields), mai, {
            resources: resource ? [resource] : [],
          }),
        label,
      )
    }
    await desk.createByStaff(walkIn(date, '23:15'), mai)
  })

  it('can be entered up to an hour later', async () => {
    const date = freshDay()
    waitUntil(at(date, '19:30'))
    await desk.createByStaff(walkIn(date, '18:30'), mai)
    waitUntil(at(date, '19:30') + 1)
    await assertActionRejected('not_possible', () => desk.createByStaff(walkIn(date, '18:30'), mai))
  })
})

describe('blocks', () => {
  const evening = { at: 17 * 60, minutes: 240, reason: 'sơn lại' }

  it('of several places are stored all or none', async () => {
    const date = freshDay()
    const guest = await desk.createByStaff(walkIn(date, '20:00'), mai, {
      resources: ['table:hien-4'],
    })
    const holder = await assertActionRejected('not_free', () =>
      desk.blockAll(
        ['table:hien-2', 'table:hien-3', 'table:hien-4'].map((resource) => ({
          ...evening,
          resource,
          date,
        })),
        mai,
      ),
    )
    assert.equal(holder, `booking:${guest.id}`)
    const veranda = () => dayOf(app, `date=${date}&party_size=8&table_type=hien-vuon`)
    const free = (await veranda()).slots.length
    const two = ['table:hien-2', 'table:hien-3'].map((resource) => ({ ...evening, resource, date }))
    await desk.blockAll(two, mai)
    assert.ok((await veranda()).slots.length < free)
    const rows = await app.store.read.all<{ id: string }>(
      'SELECT id FROM blocks WHERE starts_at = ?',
      at(date, '17:00'),
    )
    assert.equal(rows.length, 2)
    for (const { id } of rows) {
      await desk.unblock(id, mai)
      await assertActionRejected('not_found', () => desk.unblock(id, mai))
    }
    assert.equal((await veranda()).slots.length, free)
  })

  it('end at their exact end, and can extend past midnight', async () => {
    const date = freshDay()
    const block = { resource: 'table:nha-7', date, reason: 'tiệc', actor: mai }
    await desk.block({ ...block, at: 23 * 60, minutes: 120 })
    await desk.createByStaff(walkIn(date, '21:00'), mai, { resources: ['table:nha-7'] })
    await desk.block({ ...block, at: 17 * 60, minutes: 240 })
    await assertActionRejected('not_free', () =>
      desk.block({ ...block, at: 23 * 60 + 45, minutes: 15 }),
    )
  })

  it('without a place, in the past, or of an unknown place are rejected', async () => {
    const date = freshDay()
    const block = { ...evening, resource: 'table:nha-7', date }
    await assertActionRejected('not_possible', () => desk.blockAll([], mai))
    for (const wrong of [
      { date: daysAfter(date, -14) },
      { date: '2026-11-31' },
      { resource: 'nha-7' },
      { at: -15 },
      { at: 1440 },
      { at: Number.NaN },
      { at: 17.5 },
      { minutes: -15 },
      { minutes: 0 },
      { minutes: 1455 },
      { minutes: Number.POSITIVE_INFINITY },
    ]) {
      const label = JSON.stringify(wrong)
      await assertActionRejected(
        'not_possible',
        () => desk.blockAll([{ ...block, ...wrong }], mai),
        label,
      )
    }
    const twice = { ...block, resource: 'table:nha-8' }
    await assertActionRejected('not_free', () => desk.blockAll([twice, twice], mai))
    waitUntil(at(date, '21:00') - 1)
    await desk.blockAll([block], mai)
    waitUntil(at(date, '21:00'))
    await assertActionRejected('not_possible', () => desk.blockAll([twice], mai))
  })
})

describe('a day that staff close', () => {
  const reason = { vi: 'Nhà có việc.', en: 'A family matter.' }
  const closing = createClosedDays(
    otherStore,
    () => app.clock.now,
    offersOfDays(() => createBookingContext(app.shop)),
  )

  it('is closed immediately, before any process has reloaded the closed days', async () => {
    const date = freshDay()
    const waiting = bookingRef(await requestBooking(date), date)
    const confirmed = bookingRef(await requestBooking(date), date)
    const ended = bookingRef(await requestBooking(date), date)
    await confirm(confirmed)
    await decline(ended)
    const next = bookingRef(await requestBooking(dayAfter(date)), date)
    await closing.close({ date, reason }, mai)
    assert.ok((await dayOf(app, `date=${date}&party_size=4`)).slots.length > 0, 'not rebuilt yet')

    for (const [language, expected] of Object.entries(reason)) {
      for (const path of ['/api/booking', '/api/booking?dry_run=1']) {
        const body = { ...table, date }
        const response = await app.post(path, body, { 'accept-language': language })
        const problem = (await response.json()) as { fields: { name: string; message: string }[] }
        assert.equal(response.status, 422)
        assert.deepEqual([problem.fields[0]?.name, problem.fields[0]?.message], ['date', expected])
      }
    }
    const changeRequest = { kind: 'move', date, time: '12:00', phone_last4: '5678', consent: '1' }
    assert.equal((await app.post(`/api/booking/${next.code}/change`, changeRequest)).status, 422)
    for (const [what, action] of Object.entries({
      confirm: () => confirm(waiting),
      'move to it': () => move({ time: '20:00' })(next),
      'move within it': () => move({ time: '20:00' })(confirmed),
      'change the table': () => move({ resources: ['table:nha-7'] })(confirmed),
      'undo a refusal': () => undo(ended),
      offer: () => offer(next),
      admit: () => desk.createByStaff(walkIn(date, '20:00'), mai),
    })) {
      await assertActionRejected('not_possible', action, what)
    }

    await undo(confirmed)
    assert.equal(
      (await rowOf(confirmed.code)).status,
      'pending',
      'seated guests still have a place',
    )
    await move({ date: dayAfter(date), confirm: true })(confirmed)
    await decline(waiting)
    await closing.reopen(date, mai)
    await undo(ended)
    await confirm(ended)
  })

  it('is closed on every interface after the reload, and can be opened again', async () => {
    const date = freshDay()
    const day = () => dayOf(app, `date=${date}&party_size=4`)
    const open = await day()
    await closing.close({ date, reason: { vi: 'Lũ.', en: 'A flood.' } }, mai)
    await closing.close({ date, reason }, mai)
    await app.appHost.refresh()
    const { open: isOpen, slots, reason: reasonText } = await day()
    assert.deepEqual([isOpen, slots, reasonText], [false, [], reason.vi])
    assert.equal(
      app.appHost.shop().booking.bookableStarts(walkIn(date, '18:30').details, date).open,
      false,
    )
    const rebuilt = createStaffActions(
      app.store,
      createBookingContext(app.appHost.shop()),
      () => app.clock.now,
    )
    await assertActionRejected('not_possible', () =>
      rebuilt.createByStaff(walkIn(date, '18:30'), mai),
    )
    await closing.reopen(date, mai)
    await app.appHost.refresh()
    assert.deepEqual(await day(), open)
  })

  it('is today or later, within the booking range, and has a reason in both languages', async () => {
    const today = dateOf(app.clock.now)
    const last = daysAfter(today, 400)
    for (const [kind, date, expected] of [
      ['not_possible', daysAfter(today, -1), reason],
      ['not_possible', daysAfter(last, 1), reason],
      ['not_possible', '2026-11-31', reason],
      ['not_possible', '', reason],
      ['reason_missing', today, { vi: '', en: 'x' }],
      ['reason_missing', today, { vi: 'x', en: '' }],
    ] as const) {
      await assertActionRejected(kind, () => closing.close({ date, reason: expected }, mai), date)
    }
    await assertActionRejected('not_found', () => closing.reopen(today, mai))
    await closing.close({ date: last, reason }, mai)
    await closing.close({ date: today, reason }, mai)
    const closed = await closing.list()
    assert.deepEqual(closed, [
      { date: today, reason },
      { date: last, reason },
    ])
    for (const { date } of closed) await closing.reopen(date, mai)
  })
})
