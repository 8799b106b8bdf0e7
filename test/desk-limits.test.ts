/** Blocks, searches and other times at their limits: allowed, and just beyond rejected or not found. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { loadBlocks } from '../src/domain/booking/queries.ts'
import { searchBookings } from '../src/domain/booking/search.ts'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import { book, table } from './support/booking.ts'
import { addStaff } from './support/desk.ts'
import { type RunningShop, runShop } from './support/shop.ts'

let app: RunningShop
before(async () => {
  app = await runShop('restaurant', { writeLimit: 100_000 })
})
after(() => app.stop())

const at = (local: string) => Date.parse(`${local}+07:00`)

describe('a block', () => {
  const block = { resource: 'table:nha-1', date: '2026-11-24', reason: 'sơn lại', actor: 'staff:1' }

  it('lasts from 15 minutes to a day, in quarter hours, and starts within its day', async () => {
    for (const [name, start, minutes, isPossible] of [
      ['a quarter hour at midnight', 0, 15, true],
      ['a quarter hour before midnight', 1425, 15, true],
      ['a whole day', 0, 1440, true],
      ['no time', 600, 0, false],
      ['more than a day', 0, 1455, false],
      ['a start on the next day', 1440, 15, false],
      ['a start on the day before', -15, 30, false],
      ['a start off the quarter hour', 601, 15, false],
      ['a length off the quarter hour', 600, 20, false],
    ] as const) {
      const made = app.desk.block({ ...block, at: start, minutes })
      if (!isPossible) {
        await assert.rejects(
          made,
          (error) => error instanceof BookingActionError && error.code === 'not_possible',
          name,
        )
        continue
      }
      const id = await made
      const row = await app.store.read.get<{ starts_at: number; ends_at: number }>(
        'SELECT starts_at, ends_at FROM blocks WHERE id = ?',
        id,
      )
      const startsAt = at('2026-11-24T00:00:00') + start * 60_000
      assert.deepEqual({ ...row }, { starts_at: startsAt, ends_at: startsAt + minutes * 60_000 })
      await app.desk.unblock(id, 'staff:1')
      await assert.rejects(app.desk.unblock(id, 'staff:1'), BookingActionError)
    }
  })

  it('may have begun, but not ended', async () => {
    const start = app.clock.now
    app.clock.now = at('2026-11-24T11:00:00')
    await assert.rejects(app.desk.block({ ...block, at: 600, minutes: 60 }), BookingActionError)
    app.clock.now -= 1
    await app.desk.unblock(await app.desk.block({ ...block, at: 600, minutes: 60 }), 'staff:1')
    app.clock.now = start
  })

  it('is listed for a period that it touches, not for one that begins or ends with it', async () => {
    const id = await app.desk.block({ ...block, at: 600, minutes: 60 })
    const [start, end] = [at('2026-11-24T10:00:00'), at('2026-11-24T11:00:00')]
    const count = async (from: number, to: number) =>
      (await loadBlocks(app.store.read, { begin: from, end: to })).length
    assert.deepEqual(
      [
        await count(start - 60_000, start),
        await count(start - 60_000, start + 1),
        await count(end - 1, end + 60_000),
        await count(end, end + 60_000),
      ],
      [0, 1, 1, 0],
    )
    await app.desk.unblock(id, 'staff:1')
  })
})

describe('a search', () => {
  it('takes three digits for a part of a phone number, and two for a part of a name', async () => {
    const { body } = await book(app, { ...table, date: '2026-11-25', name: 'Bàn 12' })
    assert.equal(body.status, 'pending')
    const count = async (text: string) =>
      (await searchBookings(app.store.read, text, app.clock.now)).length
    // The phone number is 0912 345 678.
    assert.deepEqual(
      [await count('345'), await count('0912'), await count('34'), await count('12')],
      [1, 1, 0, 1],
    )
    assert.deepEqual([await count(''), await count(body.code)], [0, 1])
  })
})

describe('other times for a taken one', () => {
  it('include the same hour on the seventh day, and not on the eighth', async () => {
    const mai = await addStaff(app, 'Mai')
    const close = async (day: number) => {
      const date = `2026-11-${day}`
      assert.equal((await mai.post('/closed/close', { date, reason: 'Nghỉ' })).status, 303)
    }
    const room = { ...table, date: '2026-11-18', party_size: 10, table_type: 'phong-rieng' }
    const datesOfOthers = async () => {
      const { status, body } = await book(app, room)
      assert.equal(status, 409, JSON.stringify(body))
      return body.alternatives.map(({ date }) => date)
    }
    assert.equal((await book(app, room)).status, 202)
    for (const day of [19, 20, 21, 22, 23, 24]) await close(day)
    const sameDay = Array.from({ length: 4 }, () => room.date)
    assert.deepEqual(await datesOfOthers(), [...sameDay, '2026-11-25'])
    await close(25)
    assert.deepEqual(await datesOfOthers(), [...sameDay, room.date])
  })

  it('are at most two weeks before or after', async () => {
    const hoa = await addStaff(app, 'Hoa')
    const closed = new Set<string>()
    const dayAfter = (days: number) =>
      new Date(Date.UTC(2026, 11, 16 + days)).toISOString().slice(0, 10)
    for (let days = -15; days <= 15; days++) {
      if (days === 0 || Math.abs(days) >= 14) continue
      const date = dayAfter(days)
      const response = await hoa.post('/closed/close', { date, reason: 'Nghỉ' })
      if (response.status === 303) closed.add(date)
    }
    assert.ok(closed.size > 20)
    const room = { ...table, date: dayAfter(0), party_size: 10, table_type: 'phong-rieng' }
    for (const { time } of (
      (await app.json(
        `/api/availability?date=${dayAfter(0)}&party_size=10&table_type=phong-rieng`,
      )) as { slots: { time: string }[] }
    ).slots)
      await book(app, { ...room, time })
    const { status, body } = await book(app, { ...room, time: '18:30' })
    assert.equal(status, 409, JSON.stringify(body))
    assert.deepEqual(
      body.alternatives.map(({ date }) => date),
      [dayAfter(14), dayAfter(14), dayAfter(-14), dayAfter(-14)],
    )
  })
})
