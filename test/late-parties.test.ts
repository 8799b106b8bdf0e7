/** Guests who are late, and a day that is closed during the service: what matters is the time from now on. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findBrokenInvariants } from '../src/domain/integrity/invariants.ts'
import { addStaff } from './support/desk.ts'
import { openBefore } from './support/lifetime.ts'
import { heldTimes, nextStart, seatable, takeTable, timeOfCell } from './support/places.ts'
import { formsOf, noticeOf, press, visibleTextOf } from './support/screen.ts'
import {
  app,
  assertActionRejected,
  at,
  type BookingRef,
  bookingRef,
  cancel,
  desk,
  freshDay,
  holderOf,
  mai,
  move,
  openRestaurant,
  rowOf,
  setVisitStatus,
  tablesOf,
  undo,
  waitUntil,
  walkIn,
} from './support/staff-actions.ts'
import { countReads } from './support/store-reads.ts'

openRestaurant()

const host = openBefore(() => addStaff(app, 'Mai'))

const minuteMs = 60_000
const currentTime = () => timeOfCell(app.clock.now / 900_000)
const quarterAt = (atMs: number) => timeOfCell(Math.floor(atMs / 900_000))
const assertConsistent = async () =>
  assert.deepEqual(await findBrokenInvariants(app.store.read), [])

/** A party that leaves Nhà 7 at 18:25, and one of 18:00 at Hiên 5 that has not come at 18:35. */
async function lateParty(): Promise<{ date: string; late: BookingRef }> {
  const date = freshDay()
  const earlier = await seatable(date, '17:00', 'nha-7')
  const late = await seatable(date, '18:00', 'hien-5')
  await setVisitStatus('seated', '17:05')(earlier)
  await setVisitStatus('finished', '18:25')(earlier)
  waitUntil(at(date, '18:35'))
  return { date, late }
}

describe('a late party', () => {
  it('is moved to a table that is free from now on, although it was not at the booked time', async () => {
    const { late } = await lateParty()
    const { ends_at } = await rowOf(late.code)
    const planned = await heldTimes(late, 'hien-5')
    await move({ time: '18:00', resources: ['table:nha-7'] })(late)
    assert.deepEqual(await tablesOf(late.code), ['nha-7'])
    // 18:00 belonged to the earlier party; 18:15 is past, but was free.
    assert.deepEqual(await heldTimes(late, 'nha-7'), planned.slice(1))
    assert.deepEqual(await heldTimes(late, 'hien-5'), [])
    assert.equal((await rowOf(late.code)).ends_at, ends_at)
    await assertConsistent()
    await setVisitStatus('seated', '18:40')(late)
    assert.deepEqual(await heldTimes(late, 'nha-7'), planned.slice(1))
    await assertConsistent()
  })

  it('gets its own table back in full when the move is undone', async () => {
    const { late } = await lateParty()
    const planned = await heldTimes(late, 'hien-5')
    await move({ time: '18:00', resources: ['table:nha-7'] })(late)
    await undo(late)
    assert.deepEqual(await heldTimes(late, 'hien-5'), planned)
    await assertConsistent()
  })

  it('is refused a table that is taken from now on, with its holder', async () => {
    const { date, late } = await lateParty()
    const { code } = await takeTable(date, '18:30', 'nha-7')()
    const holder = await assertActionRejected('not_free', () =>
      move({ time: '18:00', resources: ['table:nha-7'] })(late),
    )
    assert.equal(holder, await holderOf(code))
  })

  it('holds the current and the next quarter hour if it is moved after its planned end', async () => {
    const date = freshDay()
    const earlier = await seatable(date, '17:00', 'nha-7')
    const late = await seatable(date, '17:00', 'hien-5')
    await setVisitStatus('seated', '17:05')(earlier)
    waitUntil(Number((await rowOf(late.code)).ends_at) + 35 * minuteMs)
    await setVisitStatus('finished', currentTime())(earlier)
    await move({ time: '17:00', resources: ['table:nha-7'] })(late)
    const current = [quarterAt(app.clock.now), quarterAt(app.clock.now + 15 * minuteMs)]
    assert.deepEqual(await heldTimes(late, 'nha-7'), current)
    await assertConsistent()
    await setVisitStatus('seated', currentTime())(late)
    await undo(late)
    assert.deepEqual(await heldTimes(late, 'nha-7'), current)
    await setVisitStatus('seated', currentTime())(late)
    waitUntil(app.clock.now + 15 * minuteMs)
    await desk.extendSeated()
    const next = quarterAt(app.clock.now + 15 * minuteMs)
    assert.equal((await heldTimes(late, 'nha-7')).at(-1), next)
    await assertConsistent()
  })

  it('leaves no gap in its time if it comes later still and its arrival is undone', async () => {
    const date = freshDay()
    const late = await seatable(date, '17:00', 'hien-5')
    waitUntil(Number((await rowOf(late.code)).ends_at) + 20 * minuteMs)
    await move({ time: '17:00', resources: ['table:nha-7'] })(late)
    const held = await heldTimes(late, 'nha-7')
    waitUntil(app.clock.now + 60 * minuteMs)
    await setVisitStatus('seated', currentTime())(late)
    await undo(late)
    assert.deepEqual(await heldTimes(late, 'nha-7'), held)
    await assertConsistent()
  })

  it('is offered such a table in the list of conflicts', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const other = await seatable(date, '17:00', 'hien-5')
    const late = await seatable(date, await nextStart(party), 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    await setVisitStatus('seated', '17:05')(other)
    const startsAt = Number((await rowOf(late.code)).starts_at)
    waitUntil(startsAt + minuteMs)
    await desk.extendSeated()
    waitUntil(startsAt + 20 * minuteMs)
    await setVisitStatus('finished', currentTime())(other)
    await blockAllFrom(date, 'hien-5')
    assert.ok((await heldTimes(other, 'hien-5')).includes(quarterAt(startsAt)))
    const toMove = formsOf(await host.read('/')).find(
      ({ action }) => action === `/bookings/${late.code}/move`,
    )
    assert.equal(toMove?.fields.resource, 'table:hien-5')
    assert.equal((await host.post(toMove.action, toMove.fields)).status, 303)
    assert.deepEqual(await tablesOf(late.code), ['hien-5'])
    await assertConsistent()
  })
})

/** Blocks all tables that are free for the rest of the evening, except one. */
async function blockAllFrom(date: string, free: string): Promise<void> {
  const now = at(date, '00:00')
  const from = Math.ceil((app.clock.now - now) / minuteMs / 15) * 15 - 15
  for (const { id } of app.shop.booking.resources) {
    if (id === `table:${free}`) continue
    const block = { resource: id, date, at: from, minutes: 60, reason: 'tiệc riêng', actor: mai }
    await desk.block(block).catch(() => {})
  }
}

describe('a seated party', () => {
  it('that becomes larger than its table is refused with the rule, not with itself', async () => {
    const party = await seatable(freshDay(), '17:00', 'hien-5')
    await setVisitStatus('seated', '17:05')(party)
    await assertActionRejected('not_possible', () => move({ time: '17:00', partySize: 14 })(party))
    await move({ time: '17:00', partySize: 14, overrides: ['seats'] })(party)
    assert.deepEqual(await tablesOf(party.code), ['hien-5'])
    await assertConsistent()
  })

  it('does not exchange its time with the next party of its table', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    const next = await seatable(date, await nextStart(party), 'nha-7')
    await setVisitStatus('seated', '17:05')(party)
    const held = [await heldTimes(party, 'nha-7'), await heldTimes(next, 'nha-7')]
    for (const [one, other] of [
      [party, next],
      [next, party],
    ] as const) {
      const version = Number((await rowOf(one.code)).version)
      const partner = { code: other.code, version: Number((await rowOf(other.code)).version) }
      await assertActionRejected('wrong_state', () =>
        desk.swap({ code: one.code, version, actor: mai, other: partner }),
      )
    }
    assert.deepEqual([await heldTimes(party, 'nha-7'), await heldTimes(next, 'nha-7')], held)
    await assertConsistent()
  })
})

describe('a party whose leaving is undone after its planned end', () => {
  it('holds its table again, from now on', async () => {
    const date = freshDay()
    const party = await seatable(date, '17:00', 'nha-7')
    await setVisitStatus('seated', '16:50')(party)
    await setVisitStatus('finished', '16:55')(party)
    waitUntil(Number((await rowOf(party.code)).ends_at) + 20 * minuteMs)
    await undo(party)
    const now = quarterAt(app.clock.now)
    assert.ok((await heldTimes(party, 'nha-7')).includes(now))
    const holder = await assertActionRejected('not_free', takeTable(date, now, 'nha-7'))
    assert.equal(holder, await holderOf(party.code))
    waitUntil(app.clock.now + 30 * minuteMs)
    await desk.extendSeated()
    assert.ok((await heldTimes(party, 'nha-7')).includes(quarterAt(app.clock.now)))
    await assertConsistent()
  })
})

describe('a seated party on a day that staff close during the service', () => {
  async function closeDuringVisit() {
    const date = freshDay()
    const party = await seatable(date, '18:00', 'hien-5')
    const expected = await seatable(date, '19:00', 'nha-4')
    await setVisitStatus('seated', '18:05')(party)
    waitUntil(at(date, '18:40'))
    const closed = await press(host, '/closed', '/closed/close', { date, reason: 'Mất điện.' })
    assert.equal(closed.status, 303)
    return { date, party, expected }
  }

  const moveAtDesk = async ({ code, date }: BookingRef, time: string) => {
    const version = String((await rowOf(code)).version)
    const target = { date, time, resource: 'table:nha-7', version }
    return host.post(`/bookings/${code}/move`, target)
  }

  it('can change its table, and keeps its plan', async () => {
    const { party } = await closeDuringVisit()
    const { ends_at } = await rowOf(party.code)
    const ends = (await heldTimes(party, 'hien-5')).at(-1)
    assert.equal((await moveAtDesk(party, '18:00')).status, 303)
    assert.deepEqual(await tablesOf(party.code), ['nha-7'])
    assert.equal((await rowOf(party.code)).ends_at, ends_at)
    const held = await heldTimes(party, 'nha-7')
    assert.deepEqual([held[0], held.at(-1)], ['18:30', ends])
    await assertConsistent()
  })

  it('is there again when its leaving is undone', async () => {
    const { party } = await closeDuringVisit()
    const held = await heldTimes(party, 'hien-5')
    await setVisitStatus('finished', '18:50')(party)
    const undone = await press(host, `/bookings/${party.code}`, `/bookings/${party.code}/undo`)
    assert.equal(undone.status, 303)
    assert.equal((await rowOf(party.code)).visit, 'seated')
    assert.deepEqual(await heldTimes(party, 'hien-5'), held)
  })

  it('gets proposals in the list of conflicts', async () => {
    const { date, party } = await closeDuringVisit()
    await press(host, '/closed', '/closed/open', { date })
    const next = await seatable(date, await nextStart(party), 'hien-5')
    await press(host, '/closed', '/closed/close', { date, reason: 'Mất điện.' })
    waitUntil(Number((await rowOf(next.code)).starts_at) + minuteMs)
    await desk.extendSeated()
    const targets = formsOf(await host.read('/')).map(({ action }) => action)
    assert.ok(targets.includes(`/bookings/${party.code}/move`))
    assert.ok(!targets.includes(`/bookings/${next.code}/move`))
  })

  it('is different from an expected party, whose day is closed', async () => {
    const { expected } = await closeDuringVisit()
    const response = await moveAtDesk(expected, '19:00')
    assert.equal(response.status, 409)
    assert.match(noticeOf(await response.text()), /đóng cửa: Mất điện\./)
  })
})

describe('the list of conflicts', () => {
  /** Parties that stay longer at different tables, each with a booking that comes next. */
  async function createConflicts(count: number): Promise<string> {
    const date = freshDay()
    const conflicts: { party: BookingRef; next: BookingRef }[] = []
    for (const { id } of app.shop.booking.resources) {
      if (conflicts.length === count) break
      const party = await enterAt(date, '17:00', id)
      if (!party) continue
      const next = await enterAt(date, await nextStart(party), id)
      assert.ok(next, id)
      conflicts.push({ party, next })
    }
    assert.equal(conflicts.length, count)
    for (const { party } of conflicts) await setVisitStatus('seated', '17:05')(party)
    const starts = await Promise.all(conflicts.map(({ next }) => rowOf(next.code)))
    waitUntil(Math.max(...starts.map(({ starts_at }) => Number(starts_at))) + minuteMs)
    await desk.extendSeated()
    return date
  }

  /** Undefined if the table does not fit four or two guests. */
  async function enterAt(date: string, time: string, id: string): Promise<BookingRef | undefined> {
    for (const party_size of [2, 4]) {
      const entry = walkIn(date, time, { party_size })
      const booking = await desk
        .createByStaff(entry, mai, { resources: [id] })
        .catch(() => undefined)
      const tables = booking?.option.holds.length
      if (booking && tables === 1) return bookingRef(booking.code, date)
      if (booking) await cancel(bookingRef(booking.code, date))
    }
    return undefined
  }

  it('needs no more statements for ten conflicts than for one', async () => {
    const counts: Record<string, number[]> = {}
    for (const count of [1, 10]) {
      await createConflicts(count)
      for (const path of ['/', '/day', '/timeline']) {
        let page = ''
        const reads = await countReads(app.store, async () => {
          page = await host.read(path)
        })
        assert.equal(page.match(/seating-conflict/g)?.length, count, path)
        counts[path] = [...(counts[path] ?? []), reads]
      }
    }
    for (const [path, [few = 0, many = 0]] of Object.entries(counts)) {
      assert.ok(few > 0, path)
      assert.ok(many <= few, `${path}: ${few} statements for one conflict, ${many} for ten`)
    }
    assert.ok(visibleTextOf(await host.read('/')).includes('vẫn còn đó'))
  })
})
