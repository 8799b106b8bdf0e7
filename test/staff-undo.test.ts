/** Undo of staff actions, also if the place was taken meanwhile or the guests have left. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createBookingContext } from '../src/domain/booking/context.ts'
import { createClosedDays } from '../src/domain/closed-days/closed-days.ts'
import { offersOfDays } from '../src/domain/waitlist/offers-of-day.ts'
import type { Row } from '../src/store/sql.ts'
import {
  type ActionStep,
  app,
  assertActionRejected,
  at,
  blockAllExcept,
  bookingRef,
  cancel,
  confirm,
  dayAfter,
  decline,
  desk,
  freshDay,
  holderOf,
  mai,
  move,
  note,
  offer,
  openRestaurant,
  privateRoom,
  requestBooking,
  requestChange,
  resolveChangeRequest,
  resourcesHeldBy,
  rowOf,
  setVisitStatus,
  stateOf,
  tablesOf,
  undo,
  waitUntil,
  walkIn,
} from './support/staff-actions.ts'

openRestaurant()

const closeDay = (date: string) => {
  const reason = { vi: 'Mất điện', en: 'No electricity' }
  return createClosedDays(
    app.store,
    () => app.clock.now,
    offersOfDays(() => createBookingContext(app.shop)),
  ).close({ date, reason }, mai)
}

describe('an undo', () => {
  const elsewhere = { resources: ['table:nha-7'] }
  const cases: [what: string, first: ActionStep[], act: ActionStep][] = [
    ['a confirmation', [], confirm],
    ['a refusal', [], decline],
    ['the cancellation of a request', [], cancel],
    ['the cancellation of a booking', [confirm], cancel],
    ['a move', [], move({ time: '20:15' })],
    ['a move that confirms', [], move({ time: '12:00', confirm: true })],
    ['a move of a larger party', [confirm], move({ time: '19:00', partySize: 9 })],
    ['a change of the table', [confirm], move(elsewhere)],
    ['a change of the table that confirms', [], move({ ...elsewhere, confirm: true })],
    ['a change of the party', [confirm], move({ partySize: 2 })],
    ['a larger party at another table', [], move({ partySize: 8 })],
    ['an arrival', [confirm], setVisitStatus('seated')],
    ['another table for seated guests', [confirm, setVisitStatus('seated')], move(elsewhere)],
    ['a leaving', [confirm, setVisitStatus('seated')], setVisitStatus('finished', '19:10')],
    ['an absence', [confirm], setVisitStatus('no_show')],
  ]
  for (const hasChangeRequest of [false, true]) {
    for (const [what, first, step] of cases) {
      it(`of ${what}${hasChangeRequest ? ' also restores the change request' : ' restores everything'}, once`, async () => {
        const date = freshDay()
        const booking = bookingRef(await requestBooking(date), date)
        if (hasChangeRequest) await requestChange(booking.code)
        for (const one of first) await one(booking)
        const before = await stateOf(booking.code)
        assert.equal(before.changeRequests.length, Number(hasChangeRequest))
        await step(booking)
        assert.notDeepEqual(await stateOf(booking.code), before)
        const { version } = await rowOf(booking.code)
        await undo(booking)
        assert.deepEqual(await stateOf(booking.code), before)
        assert.equal((await rowOf(booking.code)).version, Number(version) + 1)
        await assertActionRejected('wrong_state', () => undo(booking), 'an undo of an undo')
      })
    }
  }

  it('reverts only the last action', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    const confirmed = await stateOf(booking.code)
    await move({ time: '20:00' })(booking)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), confirmed)
    await assertActionRejected('wrong_state', () => undo(booking))
    await cancel(booking)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), confirmed)
  })

  const offerLater: ActionStep = async ({ staffAction, date }) =>
    desk.offer({ ...(await staffAction()), targets: [{ date, time: '12:30' }] })

  const between: [what: string, acts: ActionStep[], allowed: boolean][] = [
    ['a note', [note], true],
    ['an offer', [offer], true],
    ['both, twice', [note, offer, offerLater, note], true],
    ['a change request', [({ code }) => requestChange(code)], false],
    ['an undo and a note', [undo, note], false],
  ]
  for (const [what, steps, allowed] of between) {
    it(`is ${allowed ? 'still possible' : 'rejected'} after ${what}`, async () => {
      const date = freshDay()
      const booking = bookingRef(await requestBooking(date), date)
      await confirm(booking)
      for (const one of steps) await one(booking)
      if (!allowed) await assertActionRejected('wrong_state', () => undo(booking))
      else await undo(booking)
      const status = allowed || steps.includes(undo) ? 'pending' : 'confirmed'
      assert.equal((await rowOf(booking.code)).status, status)
    })
  }

  it('of a settled change request restores it, and nothing else', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    await requestChange(booking.code)
    const before = await stateOf(booking.code)
    assert.equal(before.changeRequests.length, 1)
    await resolveChangeRequest(booking)
    assert.equal((await stateOf(booking.code)).changeRequests.length, 0)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), before)
  })

  it('of a settled change request assigns no table to guests who have left', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await requestChange(booking.code)
    await confirm(booking)
    await setVisitStatus('no_show')(booking)
    const before = await stateOf(booking.code)
    await resolveChangeRequest(booking)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), before)
  })

  it('of a new booking cancels it', async () => {
    const date = freshDay()
    const booking = bookingRef((await desk.createByStaff(walkIn(date, '19:15'), mai)).code, date)
    await undo(booking)
    assert.equal((await rowOf(booking.code)).status, 'cancelled')
    assert.deepEqual((await stateOf(booking.code)).cells, [])
    await assertActionRejected('wrong_state', () => undo(booking))
  })

  it('is rejected for a request and an expiry, which staff did not do', async () => {
    const date = freshDay()
    const unknown = { code: 'BAN-0000-0000-00', version: 1, actor: mai }
    await assertActionRejected('not_found', () => desk.undo(unknown))
    const booking = bookingRef(await requestBooking(date), date)
    await assertActionRejected('wrong_state', () => undo(booking))
    const late = bookingRef(await requestBooking(date, { time: '11:00' }), date)
    await move({ time: '11:30' })(late)
    waitUntil(at(date, '11:30'))
    for (const step of [undo, note])
      await assertActionRejected('wrong_state', () => step(late), step.name)
    assert.ok((await desk.expire()) >= 1)
    await assertActionRejected('wrong_state', () => undo(late))
  })

  it('does not make a booking pending again after its start', async () => {
    for (const step of [confirm, decline, move({ time: '20:00', confirm: true })]) {
      const date = freshDay()
      const booking = bookingRef(await requestBooking(date), date)
      await step(booking)
      waitUntil(at(date, '18:29'))
      await undo(booking)
      await step(booking)
      waitUntil(at(date, '18:30'))
      await assertActionRejected('not_possible', () => undo(booking))
    }
  })

  it('reports who has the place meanwhile', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date, privateRoom), date)
    await decline(booking)
    const other = await requestBooking(date, { ...privateRoom, time: '17:00' })
    assert.equal(await assertActionRejected('not_free', () => undo(booking)), await holderOf(other))
    await decline(bookingRef(other, date))
    await undo(booking)
    assert.equal((await rowOf(booking.code)).status, 'pending')
  })

  it('reports who has the original table, not who has the best one', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await move({ resources: ['table:nha-7'], confirm: true })(booking)
    await cancel(booking)
    const other = await desk.createByStaff(walkIn(date, '19:00'), mai, {
      resources: ['table:nha-7'],
    })
    await blockAllExcept(date, 'nha-7')
    assert.equal(await assertActionRejected('not_free', () => undo(booking)), `booking:${other.id}`)
  })

  it('assigns an equivalent table if the original one is taken', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    const [own] = await tablesOf(booking.code)
    await confirm(booking)
    await cancel(booking)
    await desk.createByStaff(walkIn(date, '18:30'), mai, { resources: [`table:${own}`] })
    await undo(booking)
    const [now, ...others] = await tablesOf(booking.code)
    assert.ok(now !== own && others.length === 0)
    assert.deepEqual(await resourcesHeldBy(await holderOf(booking.code)), [now])
  })

  it('of a move needs a free original time', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date, privateRoom), date)
    await move({ time: '12:00' })(booking)
    const other = await requestBooking(date, privateRoom)
    assert.equal(await assertActionRejected('not_free', () => undo(booking)), await holderOf(other))
    assert.equal((await rowOf(booking.code)).time, '12:00')
  })

  it('restores the end of a booking that got more time on a day that was closed', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date, { time: '22:00' }), date)
    const before = await stateOf(booking.code)
    await closeDay(date)
    await move({ time: '22:00', confirm: true, overrides: ['closed_day'] })(booking)
    assert.notDeepEqual((await stateOf(booking.code)).cells, before.cells)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), before)
  })

  it('restores the agreed end of a seated party although the day was closed since', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    await setVisitStatus('seated', '18:35')(booking)
    await move({ until: '21:15' })(booking)
    const before = await stateOf(booking.code)
    await move({ until: '21:00' })(booking)
    await closeDay(date)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), before)
  })

  it('of a declined request withdraws the message to the guest', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await decline(booking)
    assert.equal((await stateOf(booking.code)).guest?.staff_note, 'kín chỗ')
    await undo(booking)
    assert.equal((await stateOf(booking.code)).guest?.staff_note, null)
  })

  it('restores the change request that the action answered, and no other of the same moment', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await requestChange(booking.code)
    await requestChange(booking.code, { kind: 'smaller_party', party_size: 2 })
    const before = await stateOf(booking.code)
    await move({ partySize: 2 })(booking)
    assert.equal((await stateOf(booking.code)).changeRequests.length, 0)
    await undo(booking)
    assert.deepEqual(await stateOf(booking.code), before)

    const other = bookingRef(await requestBooking(date), date)
    await requestChange(other.code)
    await resolveChangeRequest(other)
    await cancel(other)
    await undo(other)
    assert.equal((await stateOf(other.code)).changeRequests.length, 0)
  })
})

describe('guests who have left or never came', () => {
  it('release the remaining cells, and keep the past ones', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date, privateRoom), date)
    await confirm(booking)
    const cells = (await stateOf(booking.code)).cells
    await setVisitStatus('no_show', '18:50')(booking)
    assert.deepEqual((await stateOf(booking.code)).cells, cells.slice(0, 1))
    // A walk-in is seated immediately, in the current quarter hour.
    const late = await desk.createByStaff(walkIn(date, '18:45', privateRoom), mai)
    assert.equal(await assertActionRejected('not_free', () => undo(booking)), `booking:${late.id}`)
    await cancel(bookingRef(late.code, date))
    await undo(booking)
    assert.deepEqual((await stateOf(booking.code)).cells, cells)
  })

  it('continue at another table after an undo, from now on, if theirs was taken', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    await setVisitStatus('seated')(booking)
    const { cells } = await stateOf(booking.code)
    const [own] = await tablesOf(booking.code)
    await setVisitStatus('finished', '19:05')(booking)
    waitUntil(at(date, '19:20'))
    await desk.createByStaff(walkIn(date, '19:15'), mai, { resources: [`table:${own}`] })
    await undo(booking)
    const now = await stateOf(booking.code)
    assert.equal((await rowOf(booking.code)).visit, 'seated')
    const [other] = await tablesOf(booking.code)
    assert.notEqual(other, own)
    const spanOf = (list: Row[], table = '') =>
      list.filter(({ resource }) => resource === `table:${table}`).map(({ cell }) => Number(cell))
    const planned = spanOf(cells, own)
    // They left at 19:05, in the third quarter hour, and came back at 19:20, in the fourth.
    assert.deepEqual(spanOf(now.cells, own), planned.slice(0, 2))
    assert.deepEqual(spanOf(now.cells, other), planned.slice(3))
  })

  it('are not there again if others have had all of their time since', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    const [own] = await tablesOf(booking.code)
    await setVisitStatus('seated', '18:30')(booking)
    await setVisitStatus('finished', '18:30')(booking)
    const onTheirs = { resources: [`table:${own}`] }
    const other = await desk.createByStaff(walkIn(date, '18:30'), mai, onTheirs)
    await setVisitStatus('seated', '18:30')(bookingRef(other.code, date))
    waitUntil(at(date, '20:40'))
    await desk.extendSeated()
    assert.equal(await assertActionRejected('not_free', () => undo(booking)), `booking:${other.id}`)
    assert.equal((await rowOf(booking.code)).visit, 'finished')
  })

  it('are expected again at a table that is free from now on, although others sat there before', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    const [own] = await tablesOf(booking.code)
    const other = bookingRef(
      (await desk.createByStaff(walkIn(date, '18:15'), mai, { resources: ['table:nha-7'] })).code,
      date,
    )
    await setVisitStatus('seated', '18:30')(other)
    await setVisitStatus('no_show', '18:50')(booking)
    await setVisitStatus('finished', '19:00')(other)
    await blockAllExcept(date, own ?? '', 'nha-7')
    const late = await desk.createByStaff(walkIn(date, '19:00'), mai, {
      resources: [`table:${own}`],
    })
    // Nhà 7 is empty from now on, although it was not at 18:30, when the booking begins.
    await undo(booking)
    assert.deepEqual(await tablesOf(booking.code), ['nha-7'])
    const held = (await stateOf(booking.code)).cells.map(({ cell }) => Number(cell) * 900_000)
    assert.equal(held[0], at(date, '19:00'))
    assert.deepEqual(await tablesOf(late.code), [own])
  })

  const cases: [what: string, marks: ActionStep[]][] = [
    ['have left', [setVisitStatus('seated'), setVisitStatus('finished', '19:00')]],
    ['did not come', [setVisitStatus('no_show')]],
  ]
  for (const [what, visitSteps] of cases) {
    it(`and ${what} are neither moved nor cancelled nor offered anything`, async () => {
      const date = freshDay()
      const booking = bookingRef(await requestBooking(date), date)
      await confirm(booking)
      for (const one of visitSteps) await one(booking)
      for (const step of [
        move({ resources: ['table:nha-7'] }),
        move({ partySize: 2 }),
        move({ time: '20:00' }),
        move({ date: dayAfter(date) }),
        cancel,
        offer,
        confirm,
        decline,
        setVisitStatus('seated', '19:30'),
      ]) {
        await assertActionRejected('wrong_state', () => step(booking))
      }
      await note(booking)
    })
  }

  it('can change the table or the party size while seated, but not the time', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await confirm(booking)
    await setVisitStatus('seated')(booking)
    waitUntil(at(date, '19:10'))
    await assertActionRejected('wrong_state', () => move({ time: '19:30' })(booking))
    await assertActionRejected('wrong_state', () => cancel(booking))
    await move({ resources: ['table:hien-3'] })(booking)
    await move({ partySize: 3 })(booking)
    assert.deepEqual(await tablesOf(booking.code), ['hien-3'])
    assert.equal((await rowOf(booking.code)).visit, 'seated')
  })
})
