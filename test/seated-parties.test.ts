/** A seated party holds its place from its arrival until it leaves, also outside its booked time. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { addStaff } from './support/desk.ts'
import { eraseBy } from './support/guest-data-fixtures.ts'
import { openBefore } from './support/lifetime.ts'
import { heldTimes, nextStart, seatable, takeTable, timeOfCell } from './support/places.ts'
import { formsOf, noticeOf, press, visibleTextOf } from './support/screen.ts'
import {
  app,
  assertActionRejected,
  at,
  bookingRef,
  cancel,
  desk,
  freshDay,
  holderOf,
  mai,
  move,
  openRestaurant,
  requestBooking,
  rowOf,
  setVisitStatus,
  stateOf,
  tablesOf,
  undo,
  waitUntil,
} from './support/staff-actions.ts'

openRestaurant()

const host = openBefore(() => addStaff(app, 'Mai'))

describe('a party that comes early', () => {
  it('holds its table from now on, so that no other party is seated there', async () => {
    const date = freshDay()
    const early = await seatable(date, '18:45', 'hien-5')
    await setVisitStatus('seated', '17:20')(early)
    assert.deepEqual((await heldTimes(early, 'hien-5')).slice(0, 4), [
      '17:15',
      '17:30',
      '17:45',
      '18:00',
    ])
    const holder = await assertActionRejected('not_free', takeTable(date, '17:15', 'hien-5'))
    assert.equal(holder, await holderOf(early.code))
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('gives the early time back when the arrival is undone', async () => {
    const date = freshDay()
    const early = await seatable(date, '18:45', 'hien-5')
    const before = await stateOf(early.code)
    await setVisitStatus('seated', '17:20')(early)
    await undo(early)
    assert.deepEqual(await stateOf(early.code), before)
    await takeTable(date, '17:15', 'nha-4')()
  })

  it('leaves the quarter hours of an earlier booking with that booking', async () => {
    const date = freshDay()
    const first = await seatable(date, '17:00', 'hien-5')
    const held = await heldTimes(first, 'hien-5')
    const second = await seatable(date, '19:00', 'hien-5')
    await setVisitStatus('seated', '18:20')(second)
    assert.deepEqual(await heldTimes(first, 'hien-5'), held)
    const own = await heldTimes(second, 'hien-5')
    assert.ok(!own.some((time) => held.includes(time)))
    assert.ok(own.includes('19:00'))
  })
})

describe('a party that stays longer', () => {
  it('holds the current and the next quarter hour until it leaves; later times stay free', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    const { ends_at } = await rowOf(party.code)
    const planned = await heldTimes(party, 'nha-7')
    waitUntil(Number(ends_at) + 20 * 60_000)
    await desk.extendSeated()
    const now = timeOfCell(Math.floor(app.clock.now / 900_000))
    const next = timeOfCell(Math.floor(app.clock.now / 900_000) + 1)
    const afterNext = timeOfCell(Math.floor(app.clock.now / 900_000) + 2)
    const held = await heldTimes(party, 'nha-7')
    assert.deepEqual(held.slice(-2), [now, next])
    assert.deepEqual(held.slice(0, planned.length), planned)
    const holder = await assertActionRejected('not_free', takeTable(date, now, 'nha-7'))
    assert.equal(holder, await holderOf(party.code))
    const later = await takeTable(date, afterNext, 'nha-7')()
    await cancel(bookingRef(later.code, date))
    await setVisitStatus('finished', timeOfCell(app.clock.now / 900_000))(party)
    assert.ok(!(await heldTimes(party, 'nha-7')).includes(now))
    await takeTable(date, now, 'nha-7')()
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('is named with the next booking also after its guest was erased, but neither moved nor brought back', async () => {
    const date = freshDay()
    const phone = '0938 112 233'
    const code = await requestBooking(date, { time: '17:00', phone })
    const party = bookingRef(code, date)
    await move({ time: '17:00', resources: ['table:nha-7'], confirm: true })(party)
    const { ends_at } = await rowOf(code)
    await seatable(date, await nextStart(party), 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    waitUntil(Number(ends_at) + 5 * 60_000)
    await eraseBy(app, phone)
    const page = await host.read('/tonight')
    assert.match(page, /class="notice problem seating-conflict"/)
    const forms = formsOf(page).filter(({ action }) => action.startsWith(`/bookings/${code}/`))
    assert.ok(forms.every(({ action }) => !action.endsWith('/move')))
    const elsewhere = move({ time: '17:00', resources: ['table:nha-4'] })
    await assertActionRejected('wrong_state', () => elsewhere(party))
    await setVisitStatus('finished', timeOfCell(app.clock.now / 900_000))(party)
    await assertActionRejected('wrong_state', () => undo(party))
  })

  it('leaves the next booking its time', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const { ends_at } = await rowOf(party.code)
    const next = await seatable(date, await nextStart(party), 'nha-7')
    const heldByNext = await heldTimes(next, 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    const planned = await heldTimes(party, 'nha-7')
    for (const minutes of [-5, 5, 20]) {
      waitUntil(Number(ends_at) + minutes * 60_000)
      await desk.extendSeated()
      assert.deepEqual(await heldTimes(next, 'nha-7'), heldByNext)
      assert.deepEqual(await heldTimes(party, 'nha-7'), planned)
    }
    // When the next party does not come, the time is held for the one that is there.
    await setVisitStatus('no_show', timeOfCell(app.clock.now / 900_000))(next)
    await desk.extendSeated()
    const now = timeOfCell(Math.floor(app.clock.now / 900_000))
    assert.ok((await heldTimes(party, 'nha-7')).includes(now))
  })

  it('is ended by the clock when the shop closes, with an entry in the history', async () => {
    const date = freshDay()
    const party = await seatable(date, '19:00', 'nha-7')
    await setVisitStatus('seated', '19:05')(party)
    waitUntil(at(date, '21:59'))
    await desk.extendSeated()
    assert.equal((await rowOf(party.code)).visit, 'seated')
    waitUntil(at(date, '23:30'))
    assert.equal(await desk.extendSeated(), 1)
    assert.equal((await rowOf(party.code)).visit, 'finished')
    assert.equal(await desk.extendSeated(), 0)
    const page = await host.read(`/bookings/${party.code}`)
    assert.match(visibleTextOf(page), /Hệ thống báo khách đã xong: tới giờ đóng cửa/)
    const entry = await app.store.read.get<{ facts: string }>(
      'SELECT facts FROM audit WHERE subject = ? ORDER BY id DESC LIMIT 1',
      await holderOf(party.code),
    )
    assert.equal(JSON.parse(entry?.facts ?? '').at_closing, 1)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })
})

describe('a party in the time of another booking', () => {
  /** A party that is still there one minute after its plan, and the next booking of the table. */
  async function overstay() {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const next = await seatable(date, await nextStart(party), 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    waitUntil(Number((await rowOf(next.code)).starts_at) + 60_000)
    await desk.extendSeated()
    const now = timeOfCell(Math.floor(app.clock.now / 900_000))
    return { date, party, next, now }
  }

  it('holds the table as soon as the other booking is cancelled or moved', async () => {
    for (const release of [cancel, move({ resources: ['table:nha-4'] })]) {
      const { date, party, next, now } = await overstay()
      const time = String((await rowOf(next.code)).time)
      await (release === cancel ? cancel(next) : move({ time, resources: ['table:nha-4'] })(next))
      assert.ok((await heldTimes(party, 'nha-7')).includes(now))
      const holder = await assertActionRejected('not_free', takeTable(date, now, 'nha-7'))
      assert.equal(holder, await holderOf(party.code))
    }
  })

  it('holds the table as soon as a block of it is removed', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const from = await nextStart(party)
    const block = { resource: 'table:nha-7', date, minutes: 60, reason: 'tiệc' }
    const minutes = Number(from.slice(0, 2)) * 60 + Number(from.slice(3))
    const [id = ''] = await desk.blockAll([{ ...block, at: minutes }], mai)
    await setVisitStatus('seated', '17:05')(party)
    waitUntil(at(date, from) + 60_000)
    await desk.extendSeated()
    assert.ok(!(await heldTimes(party, 'nha-7')).includes(from))
    await desk.unblock(id, mai)
    assert.ok((await heldTimes(party, 'nha-7')).includes(from))
  })

  it('stays at its table if its leaving is undone or its size changes', async () => {
    const { party } = await overstay()
    await setVisitStatus('finished', timeOfCell(app.clock.now / 900_000))(party)
    await undo(party)
    assert.deepEqual(await tablesOf(party.code), ['nha-7'])
    await move({ time: '17:00', partySize: 5 })(party)
    assert.deepEqual(await tablesOf(party.code), ['nha-7'])
    assert.match(await host.read('/'), /seating-conflict/)
  })

  it('holds only its plan again when a late arrival is undone', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const before = await stateOf(party.code)
    const end = Number((await rowOf(party.code)).ends_at)
    waitUntil(end + 50 * 60_000)
    await setVisitStatus('seated', timeOfCell(app.clock.now / 900_000))(party)
    await undo(party)
    const after = await heldTimes(party, 'nha-7')
    assert.ok(after.length <= before.cells.length)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })
})

describe('a seated party that changes its table', () => {
  it('needs the new table only from now on', async () => {
    const date = freshDay()
    const earlier = await seatable(date, '17:00', 'nha-7')
    const party = await seatable(date, '18:00', 'hien-5')
    await setVisitStatus('seated', '17:05')(earlier)
    await setVisitStatus('seated', '18:05')(party)
    const ends = (await heldTimes(party, 'hien-5')).at(-1)
    await setVisitStatus('finished', '18:25')(earlier)
    waitUntil(at(date, '18:40'))
    await move({ time: '18:00', resources: ['table:nha-7'] })(party)
    assert.deepEqual(await tablesOf(party.code), ['nha-7'])
    const moved = await heldTimes(party, 'nha-7')
    assert.equal(moved[0], '18:30')
    assert.equal(moved.at(-1), ends)
    assert.deepEqual(await heldTimes(party, 'hien-5'), ['18:00', '18:15'])
    const row = (await host.read('/day')).split('<tr').find((text) => text.includes(party.code))
    assert.match(row ?? '', /Nhà 7/)
    assert.doesNotMatch(row ?? '', /Hiên 5/)
    assert.deepEqual(await findBrokenInvariants(app.store.read), [])
  })

  it('also after its planned end, and then holds only the new table longer', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'hien-5')
    await setVisitStatus('seated', '17:05')(party)
    const { ends_at } = await rowOf(party.code)
    waitUntil(Number(ends_at) + 5 * 60_000)
    await desk.extendSeated()
    await move({ time: '17:00', resources: ['table:nha-7'] })(party)
    waitUntil(app.clock.now + 30 * 60_000)
    await desk.extendSeated()
    const now = timeOfCell(Math.floor(app.clock.now / 900_000))
    assert.ok((await heldTimes(party, 'nha-7')).includes(now))
    assert.ok(!(await heldTimes(party, 'hien-5')).includes(now))
  })

  it('is refused with the name of the table that was asked for and of its holder', async () => {
    const date = freshDay()
    const other = await seatable(date, '18:00', 'nha-7')
    const party = await seatable(date, '18:00', 'hien-5')
    await setVisitStatus('seated', '18:05')(other)
    await setVisitStatus('seated', '18:05')(party)
    const target = { date, time: '18:00', resource: 'table:nha-7' }
    const { version } = await rowOf(party.code)
    const response = await host.post(`/bookings/${party.code}/move`, {
      ...target,
      version: String(version),
    })
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /Nhà 7 đã có Khách lẻ, 18:00–/)
  })
})

describe('the desk', () => {
  it('shows who sits where another party is about to come, and moves either with one button', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const { ends_at } = await rowOf(party.code)
    const next = await seatable(date, await nextStart(party), 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    assert.doesNotMatch(await host.read('/'), /seating-conflict/)
    waitUntil(Number(ends_at) + 60_000)
    await desk.extendSeated()
    for (const path of ['/', '/day', '/timeline']) {
      const page = await host.read(path)
      const [conflict = ''] =
        /<section class="[^"]*seating-conflict[\s\S]*?<\/section>/.exec(page) ?? []
      assert.match(
        visibleTextOf(conflict),
        /^Nhà 7 ?: Khách lẻ, 17:00–.* vẫn còn đó; Khách lẻ, .* đã đặt chỗ này/,
      )
    }
    const [conflict = ''] =
      /<section class="[^"]*seating-conflict[\s\S]*?<\/section>/.exec(await host.read('/')) ?? []
    const forms = formsOf(conflict)
    const moveNext = forms.find(({ action }) => action === `/bookings/${next.code}/move`)
    assert.ok(moveNext, 'a place for the next party')
    assert.ok(forms.some(({ action }) => action === `/bookings/${party.code}/move`))
    assert.equal((await host.post(moveNext.action, moveNext.fields)).status, 303)
    assert.notDeepEqual(await tablesOf(next.code), ['nha-7'])
    assert.doesNotMatch(await host.read('/'), /seating-conflict/)
    const bar = await host.read('/timeline')
    assert.match(bar, /class="bar seated/)
  })
})

describe('a seated party', () => {
  it('is on the screen of the service after closing time, until its visit is ended', async () => {
    const date = freshDay()
    const party = await seatable(date, '21:45', 'nha-7')
    await setVisitStatus('seated', '21:50')(party)
    waitUntil(at(date, '23:31'))
    const before = visibleTextOf(await host.read('/tonight'))
    assert.match(before, /Nhà 7 · 4 khách · Khách lẻ/)
    assert.doesNotMatch(before, /Lần mở cửa tới/)
    await desk.extendSeated()
    assert.match(visibleTextOf(await host.read('/tonight')), /Hôm nay đã hết giờ/)
  })

  it('keeps its table after the undo of its leaving, from now on', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    const planned = await heldTimes(party, 'nha-7')
    await setVisitStatus('finished', '17:50')(party)
    await press(host, `/bookings/${party.code}`, `/bookings/${party.code}/undo`)
    assert.equal((await rowOf(party.code)).visit, 'seated')
    assert.deepEqual(await heldTimes(party, 'nha-7'), planned)
  })
})
