/** Actions of staff on bookings, search, rejected actions, and concurrent desks. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { releaseCells } from '../src/domain/booking/occupancy.ts'
import { createOccupancyCache } from '../src/domain/booking/occupancy-cache.ts'
import { backfillFoldedNames } from '../src/domain/booking/queries.ts'
import { searchBookings } from '../src/domain/booking/search.ts'
import type { StaffActions } from '../src/domain/booking/staff-actions.ts'
import { BookingActionError } from '../src/kernel/action-errors.ts'
import { book, massage, table } from './support/booking.ts'
import { startShop } from './support/shop.ts'
import {
  app,
  assertActionRejected,
  at,
  type BookingRef,
  blockAllExcept,
  bookingRef,
  confirm,
  daysAfter,
  decline,
  desk,
  freshDay,
  holderOf,
  mai,
  move,
  nextOpenDate,
  openRestaurant,
  otherDesk,
  otherStore,
  privateRoom,
  requestBooking,
  requestChange,
  resourcesHeldBy,
  rowOf,
  stateOf,
  tablesOf,
  undo,
  waitUntil,
  walkIn,
  walkInDefaults,
} from './support/staff-actions.ts'

openRestaurant()

describe('a move', () => {
  it('goes to the given table, or reports who has it', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    const other = await desk.createByStaff(walkIn(date, '19:00'), mai, {
      resources: ['table:nha-7'],
    })
    const refusals: [kind: string, place: Parameters<typeof move>[0], holder?: string][] = [
      ['not_free', { resources: ['table:nha-7'] }, `booking:${other.id}`],
      ['not_free', { resources: ['table:nha-7'], time: '20:30' }, `booking:${other.id}`],
      ['not_possible', { resources: ['table:nha-1'] }],
      ['not_possible', { resources: ['table:nha-8'] }],
      ['not_possible', { resources: ['table:gian-bep'] }],
      ['not_possible', { resources: ['table:nha-99'] }],
      ['not_possible', { resources: ['nha-7'] }],
      ['not_possible', { resources: ["' OR 1=1 --"] }],
      ['not_possible', { time: '16:30' }],
      ['not_possible', { time: '18:35' }],
      ['not_possible', { time: '' }],
      ['not_possible', { date: '2026-02-30' }],
      ['not_possible', { date: daysAfter(date, -7) }],
      ['not_possible', { partySize: 0 }],
      ['not_possible', { partySize: -2 }],
      ['not_possible', { partySize: 2.5 }],
      ['not_possible', { partySize: Number.NaN }],
      ['not_possible', { partySize: 15 }],
    ]
    for (const [kind, target, holder] of refusals) {
      const named = await assertActionRejected(
        kind,
        () => move(target)(booking),
        JSON.stringify(target),
      )
      assert.equal(named, holder, JSON.stringify(target))
    }
    await move({ resources: ['table:nha-7'], time: '21:00' })(booking)
    assert.deepEqual(await resourcesHeldBy(await holderOf(booking.code)), ['nha-7'])
    await move({ resources: ['table:hien-4'], time: '21:00', partySize: 10 })(booking)
    assert.deepEqual(await tablesOf(booking.code), ['hien-4', 'hien-5'])
  })

  it('goes to the next minute at the earliest, and fails for an unknown version', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    waitUntil(at(date, '17:00'))
    await assertActionRejected('not_possible', () => move({ time: '17:00' })(booking))
    const { version, ...staffAction } = await booking.staffAction()
    for (const wrong of [version - 1, version + 1, Number.NaN]) {
      const stale = { ...staffAction, version: wrong, date, time: '17:15' }
      await assertActionRejected('changed_meanwhile', () => desk.move(stale), String(wrong))
    }
    await move({ time: '17:15' })(booking)
  })

  const actions: [place: Parameters<typeof move>[0], action: string, status: string][] = [
    [{ time: '20:00' }, 'moved', 'pending'],
    [{ time: '20:00', confirm: true }, 'moved', 'confirmed'],
    [{ resources: ['table:nha-7'] }, 'rearranged', 'pending'],
    [{ resources: ['table:nha-7'], confirm: true }, 'rearranged', 'confirmed'],
    [{ partySize: 3 }, 'rearranged', 'pending'],
    [{ time: '20:00', partySize: 6, resources: ['table:nha-8'] }, 'moved', 'pending'],
  ]
  for (const [target, action, status] of actions) {
    it(`${JSON.stringify(target)} is recorded as ${action} and leaves the status ${status}`, async () => {
      const date = freshDay()
      const booking = bookingRef(await requestBooking(date), date)
      await move(target)(booking)
      const { id, ...row } = await rowOf(booking.code)
      assert.equal(row.status, status)
      for (const [from, what] of [
        ['audit', 'action'],
        ['outbox', 'kind'],
      ]) {
        const last = await app.store.read.get<Record<string, string>>(
          `SELECT ${what} AS done FROM ${from} WHERE subject = ? ORDER BY id DESC`,
          `booking:${id}`,
        )
        assert.equal(last?.done?.replace('booking.', ''), action)
      }
      const publicStatus = await app.json(`/api/booking/${booking.code}`)
      assert.equal(publicStatus.party_size, target.partySize ?? 4)
      assert.equal(publicStatus.starts_at, `${date}T${target.time ?? '18:30'}:00+07:00`)
    })
  }

  it('that changes the party size keeps the table if possible, and finds another if not', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    await move({ resources: ['table:nha-6'] })(booking)
    await move({ partySize: 3 })(booking)
    assert.deepEqual(await tablesOf(booking.code), ['nha-6'])
    assert.equal((await rowOf(booking.code)).ends_at, at(date, '20:15'))
    await move({ partySize: 7 })(booking)
    assert.deepEqual(await tablesOf(booking.code), ['nha-8'])
    await move({ partySize: 14 })(booking)
    assert.equal((await tablesOf(booking.code)).length > 1, true)
    assert.equal((await rowOf(booking.code)).ends_at, at(date, '21:00'))
    await blockAllExcept(date, ...(await tablesOf(booking.code)))
    await assertActionRejected('not_free', () =>
      move({ partySize: 3, resources: ['table:nha-1'] })(booking),
    )
  })

  it('that lasts longer than its table is free gets another table', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date, { party_size: 2, time: '18:00' }), date)
    const [own] = await tablesOf(booking.code)
    await desk.createByStaff(walkIn(date, '19:45', { party_size: 2 }), mai, {
      resources: [`table:${own}`],
    })
    await move({ time: '18:00', resources: ['table:nha-4'] })(booking)
    await desk.createByStaff(walkIn(date, '19:45', { party_size: 2 }), mai, {
      resources: ['table:nha-4'],
    })
    await move({ time: '18:00', partySize: 3 })(booking)
    assert.notDeepEqual(await tablesOf(booking.code), ['nha-4'])
  })

  const cases: [place: Parameters<typeof move>[0], open: number][] = [
    [{ resources: ['table:nha-7'] }, 1],
    [{ confirm: true }, 1],
    [{ partySize: 3 }, 0],
    [{ time: '19:00' }, 0],
  ]
  for (const [target, openCount] of cases) {
    it(`${JSON.stringify(target)} ${openCount ? 'leaves the change request open' : 'answers the change request'}`, async () => {
      const date = freshDay()
      const booking = bookingRef(await requestBooking(date), date)
      await requestChange(booking.code)
      await move(target)(booking)
      assert.equal((await stateOf(booking.code)).changeRequests.length, openCount)
    })
  }

  it('does not turn a treatment for one into a treatment for two', async () => {
    const spa = await startShop('spa', { writeLimit: 100 })
    const { code } = (await book(spa, massage)).body
    const staffAction = { code, version: 1, actor: mai, date: massage.date }
    for (const partySize of [2, 0, 3]) {
      await assert.rejects(
        spa.desk.move({ ...staffAction, time: '10:00', partySize }),
        (error) => error instanceof BookingActionError && error.code === 'not_possible',
      )
    }
    await spa.desk.move({ ...staffAction, time: '11:00', partySize: 1 })
    const row = await rowOf(code, spa)
    assert.deepEqual([row.time, row.party_size], ['11:00', 1])
    await spa.stop()
  })
})

describe('a confirmation', () => {
  it('is rejected if the place is no longer held', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date), date)
    const holder = await holderOf(booking.code)
    await otherStore.write((sql) => releaseCells(sql, createOccupancyCache(), holder))
    await assertActionRejected('not_free', () => confirm(booking))
    await move({})(booking)
    await confirm(booking)
  })
})

describe('an offer', () => {
  const heldByOffers = () =>
    app.store.read.all("SELECT cell FROM cells WHERE holder LIKE 'offer:%'")

  it('contains only times that are available to the guest', async () => {
    const date = freshDay()
    const booking = bookingRef(await requestBooking(date, privateRoom), date)
    await requestBooking(date, { ...privateRoom, time: '11:00' })
    const at = (time: string, day = date) => ({ date: day, time })
    const refusals: [kind: string, targets: { date: string; time: string }[]][] = [
      ['not_possible', []],
      ['not_possible', [at('', '')]],
      ['not_possible', [at('gọi 0912345678')]],
      ['not_possible', [at('21:00', 'gọi Lan')]],
      ['not_possible', [at('16:30')]],
      ['not_possible', [at('18:30')]],
      ['not_possible', [at('18:30', nextOpenDate(daysAfter(date, -14)))]],
      ['not_possible', [at('19:00'), at('19:00')]],
      ['not_possible', [at('19:00'), at('19:15'), at('19:30'), at('19:45')]],
      ['not_free', [at('12:30')]],
      ['not_free', [at('21:00'), at('11:00')]],
    ]
    const before = await stateOf(booking.code)
    for (const [kind, targets] of refusals) {
      await assertActionRejected(
        kind,
        async () => desk.offer({ ...(await booking.staffAction()), targets }),
        JSON.stringify(targets),
      )
    }
    assert.deepEqual(await heldByOffers(), [], 'a refused offer holds nothing')
    const targets = [at('19:00'), at('21:00')]
    await desk.offer({ ...(await booking.staffAction()), targets })
    assert.deepEqual(await stateOf(booking.code), before, 'the booking stays as it is')
    assert.notEqual((await heldByOffers()).length, 0, 'the offered times are held')
    const { status } = await book(app, { ...table, ...privateRoom, date, time: '21:00' })
    assert.equal(status, 409)
  })
})

describe('a search', () => {
  let date = ''
  const people: [name: string, phone: string][] = [
    ['Đặng Thùy Trâm', '+84703340619'],
    ['ĐỖ  văn   Ước', '+84841298412'],
    ['Lan_Anh', '+84987650001'],
    ['Trịnh 100%', '+84987650002'],
    ['Bùi (Tí!)', '+84987650003'],
    ['Smith', '+14155550132'],
  ]
  before(async () => {
    date = freshDay()
    for (const [name, phone] of people) {
      await desk.createByStaff(
        { ...walkIn(date, '18:30'), guest: { ...walkInDefaults.guest, name, phone } },
        mai,
      )
    }
  })
  const found = async (text: string) =>
    (await searchBookings(app.store.read, text, app.clock.now)).map(({ name }) => name)

  const [tram, uoc, lanAnh, hundred, ti, smith] = people.map(([name]) => name)
  const cases: [text: string, names: (string | undefined)[]][] = [
    ['thuy tram', [tram]],
    ['THÙY', [tram]],
    ['Thùy'.normalize('NFD'), [tram]],
    ['  dang   thuy ', [tram]],
    ['đô van ươc', [uoc]],
    ['do van uoc', [uoc]],
    ['lan_anh', [lanAnh]],
    ['lan%anh', []],
    ['lananh', []],
    ['_', [lanAnh]],
    ['%', [hundred]],
    ['100%', [hundred]],
    ['!', [ti]],
    ['(tí!)', [ti]],
    ['\\', []],
    ["' OR '1'='1", []],
    ['', []],
    ['   ', []],
    ['0619', [tram]],
    ['619', [tram]],
    ['0703 340 619', [tram]],
    ['0703.340', [tram]],
    ['+84 703', [tram]],
    ['84703', [tram]],
    ['8412', [uoc]],
    ['084129', [uoc]],
    ['0841', [uoc]],
    ['0000', []],
    ['(415) 555-0132', [smith]],
    ['67', []],
  ]
  for (const [text, names] of cases) {
    it(`for “${text}” finds ${names.length === 0 ? 'no one' : names.join(', ')}`, async () => {
      const bookings = await searchBookings(app.store.read, text, app.clock.now)
      // A code is random, so it can contain these digits too.
      const byContact = bookings.filter(
        ({ name, code }) => names.includes(name) || text === '' || !code.includes(text),
      )
      assert.deepEqual(
        byContact.map(({ name }) => name),
        names,
      )
    })
  }

  it('for a code finds it in any format', async () => {
    const code = await requestBooking(date, { name: 'Mã Số' })
    for (const text of [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code} `]) {
      assert.deepEqual(await found(text), ['Mã Số'], text)
    }
    for (const part of [code.slice(0, -1), code.slice(0, 8), code.slice(4), code.slice(4, 8)]) {
      assert.deepEqual(await found(part), ['Mã Số'], part)
    }
    assert.deepEqual(await found(`${code}0`), [])
  })

  it('finds guests stored by an older version once their names are folded', async () => {
    const rows = await otherStore.write((sql) => sql.run('UPDATE booking_guests SET folded = NULL'))
    assert.deepEqual(await found('thuy tram'), [])
    assert.equal(await app.store.write(backfillFoldedNames), Math.min(rows, 500))
    while ((await app.store.write(backfillFoldedNames)) > 0);
    assert.deepEqual(await found('thuy tram'), [tram])
    const changed = await app.store.read.get(
      'SELECT folded FROM booking_guests WHERE name = ?',
      'Lan_Anh',
    )
    assert.equal(changed?.folded, 'lan_anh')
  })
})

describe('concurrent desks', () => {
  const actions: ((
    desk: StaffActions,
    staffAction: Awaited<ReturnType<BookingRef['staffAction']>>,
    date: string,
  ) => Promise<void>)[] = [
    (desk, staffAction) => desk.cancel({ ...staffAction, reason: 'mất điện' }),
    (desk, staffAction) => desk.undo(staffAction),
    (desk, staffAction) => desk.note({ ...staffAction, note: 'khách quen' }),
    (desk, staffAction) => desk.resolveChangeRequest(staffAction),
    (desk, staffAction, date) => desk.offer({ ...staffAction, targets: [{ date, time: '12:00' }] }),
    (desk, staffAction, date) => desk.move({ ...staffAction, date, time: '20:00' }),
    (desk, staffAction, date) =>
      desk.move({ ...staffAction, date, time: '18:30', resources: ['table:nha-7'] }),
    (desk, staffAction, date) => desk.move({ ...staffAction, date, time: '18:30', partySize: 9 }),
  ]

  for (const [first] of actions.entries()) {
    it(`complete one of eight different actions on the same version, beginning with number ${first + 1}`, async () => {
      const date = freshDay()
      const booking = bookingRef(await requestBooking(date), date)
      await confirm(booking)
      const { code, version } = await booking.staffAction()
      const results = await Promise.allSettled(
        actions.map((_, index) => {
          const action = actions[(first + index) % actions.length]
          const actor = `colleague-${index}`
          return action?.(index % 2 === 0 ? desk : otherDesk, { code, version, actor }, date)
        }),
      )
      const winners = results.flatMap(({ status }, index) =>
        status === 'fulfilled' ? [index] : [],
      )
      assert.equal(winners.length, 1)
      for (const result of results) {
        if (result.status === 'fulfilled') continue
        assert.ok(result.reason instanceof BookingActionError, String(result.reason))
        assert.equal(result.reason.code, 'changed_meanwhile')
        assert.equal(result.reason.changedBy, `colleague-${winners[0]}`)
      }
      assert.equal((await rowOf(code)).version, version + 1)
    })
  }

  it('give the last table to one of eight walk-ins', async () => {
    const date = freshDay()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? desk : otherDesk).createByStaff(
          walkIn(date, index < 4 ? '18:30' : '19:00', privateRoom),
          `colleague-${index}`,
          { resources: ['table:gian-bep'] },
        ),
      ),
    )
    const inside = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    assert.equal(inside.length, 1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      assert.ok(result.reason instanceof BookingActionError, String(result.reason))
      assert.deepEqual(
        [result.reason.code, result.reason.holder],
        ['not_free', `booking:${inside[0]?.id}`],
      )
    }
  })

  it('give the last table to one of a request, a walk-in, a block, a move or an undo', async () => {
    const date = freshDay()
    const moved = bookingRef(await requestBooking(date, { ...privateRoom, time: '12:00' }), date)
    const undone = bookingRef(await requestBooking(date, privateRoom), date)
    await decline(undone)
    const results = await Promise.allSettled([
      requestBooking(date, privateRoom),
      otherDesk.createByStaff(walkIn(date, '18:30', privateRoom), mai),
      desk.block({
        resource: 'table:gian-bep',
        date,
        at: 1110,
        minutes: 60,
        reason: 'tiệc',
        actor: mai,
      }),
      move({ time: '18:30' })(moved),
      undo(undone),
    ])
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const holders = await app.store.read.all(
      "SELECT DISTINCT holder FROM cells WHERE resource = 'table:gian-bep' AND cell = ?",
      at(date, '18:30') / 900_000,
    )
    assert.equal(holders.length, 1)
  })
})
