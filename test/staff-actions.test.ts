/** What staff do to bookings, find of them, and are refused; two desks at once included. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { releaseCells } from '../src/domain/booking/occupancy.ts'
import { foldNames, searchBookings } from '../src/domain/booking/queries.ts'
import type { StaffDesk } from '../src/domain/booking/staff-actions.ts'
import { StaffObstacle } from '../src/kernel/action-errors.ts'
import { book, massage } from './support/booking.ts'
import { startShop } from './support/shop.ts'
import {
  app,
  ask,
  at,
  blockAllBut,
  confirm,
  type Did,
  daysAfter,
  decline,
  desk,
  door,
  elsewhere,
  freshDay,
  heldBy,
  holderOf,
  mai,
  move,
  openFrom,
  otherDesk,
  refused,
  room,
  rowOf,
  seen,
  stateOf,
  tablesOf,
  undo,
  waitUntil,
  walkIn,
  wishOf,
} from './support/staff-actions.ts'

describe('a move', () => {
  it('goes to the table that is named, and says who has it otherwise', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    const other = await desk.admit(walkIn(date, '19:00'), mai, 'table:nha-7')
    const refusals: [kind: string, place: Parameters<typeof move>[0], holder?: string][] = [
      ['not_free', { resource: 'table:nha-7' }, `booking:${other.id}`],
      ['not_free', { resource: 'table:nha-7', time: '20:30' }, `booking:${other.id}`],
      ['not_possible', { resource: 'table:nha-1' }],
      ['not_possible', { resource: 'table:nha-8' }],
      ['not_possible', { resource: 'table:gian-bep' }],
      ['not_possible', { resource: 'table:nha-99' }],
      ['not_possible', { resource: 'nha-7' }],
      ['not_possible', { resource: "' OR 1=1 --" }],
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
    for (const [kind, place, holder] of refusals) {
      const named = await refused(kind, () => move(place)(did), JSON.stringify(place))
      assert.equal(named, holder, JSON.stringify(place))
    }
    await move({ resource: 'table:nha-7', time: '21:00' })(did)
    assert.deepEqual(await heldBy(await holderOf(did.code)), ['nha-7'])
    await move({ resource: 'table:hien-4', time: '21:00', partySize: 10 })(did)
    assert.deepEqual(await tablesOf(did.code), ['hien-4', 'hien-5'])
  })

  it('goes no earlier than the next minute, and not on a version that was never seen', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    waitUntil(at(date, '17:00'))
    await refused('not_possible', () => move({ time: '17:00' })(did))
    const { version, ...act } = await did.act()
    for (const wrong of [version - 1, version + 1, Number.NaN]) {
      const stale = { ...act, version: wrong, date, time: '17:15' }
      await refused('changed_meanwhile', () => desk.move(stale), String(wrong))
    }
    await move({ time: '17:15' })(did)
  })

  const actions: [place: Parameters<typeof move>[0], action: string, status: string][] = [
    [{ time: '20:00' }, 'moved', 'pending'],
    [{ time: '20:00', confirm: true }, 'moved', 'confirmed'],
    [{ resource: 'table:nha-7' }, 'rearranged', 'pending'],
    [{ resource: 'table:nha-7', confirm: true }, 'rearranged', 'confirmed'],
    [{ partySize: 3 }, 'rearranged', 'pending'],
    [{ time: '20:00', partySize: 6, resource: 'table:nha-8' }, 'moved', 'pending'],
  ]
  for (const [place, action, status] of actions) {
    it(`${JSON.stringify(place)} is told as ${action} and leaves it ${status}`, async () => {
      const date = freshDay()
      const did = seen(await ask(date), date)
      await move(place)(did)
      const { id, ...row } = await rowOf(did.code)
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
      const told = await app.json(`/api/booking/${did.code}`)
      assert.equal(told.party_size, place.partySize ?? 4)
      assert.equal(told.starts_at, `${date}T${place.time ?? '18:30'}:00+07:00`)
    })
  }

  it('that changes the party keeps the table where it can, and finds another where not', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await move({ resource: 'table:nha-6' })(did)
    await move({ partySize: 3 })(did)
    assert.deepEqual(await tablesOf(did.code), ['nha-6'])
    assert.equal((await rowOf(did.code)).ends_at, at(date, '20:15'))
    await move({ partySize: 7 })(did)
    assert.deepEqual(await tablesOf(did.code), ['nha-8'])
    await move({ partySize: 14 })(did)
    assert.equal((await tablesOf(did.code)).length > 1, true)
    assert.equal((await rowOf(did.code)).ends_at, at(date, '21:00'))
    await blockAllBut(date, ...(await tablesOf(did.code)))
    await refused('not_possible', () => move({ partySize: 3, resource: 'table:nha-1' })(did))
  })

  it('that makes the party stay longer than its table is free is given another one', async () => {
    const date = freshDay()
    const did = seen(await ask(date, { party_size: 2, time: '18:00' }), date)
    const [own] = await tablesOf(did.code)
    await desk.admit(walkIn(date, '19:45', { party_size: 2 }), mai, `table:${own}`)
    await move({ time: '18:00', resource: 'table:nha-4' })(did)
    await desk.admit(walkIn(date, '19:45', { party_size: 2 }), mai, 'table:nha-4')
    await move({ time: '18:00', partySize: 3 })(did)
    assert.notDeepEqual(await tablesOf(did.code), ['nha-4'])
  })

  const wishes: [place: Parameters<typeof move>[0], open: number][] = [
    [{ resource: 'table:nha-7' }, 1],
    [{ confirm: true }, 1],
    [{ partySize: 3 }, 0],
    [{ time: '19:00' }, 0],
  ]
  for (const [place, open] of wishes) {
    it(`${JSON.stringify(place)} ${open ? 'leaves the guest’s wish open' : 'answers it'}`, async () => {
      const date = freshDay()
      const did = seen(await ask(date), date)
      await wishOf(did.code)
      await move(place)(did)
      assert.equal((await stateOf(did.code)).wishes.length, open)
    })
  }

  it('does not make a treatment for one a treatment for two', async () => {
    const spa = await startShop('spa', { writeLimit: 100 })
    const { code } = (await book(spa, massage)).body
    const act = { code, version: 1, actor: mai, date: massage.date }
    for (const partySize of [2, 0, 3]) {
      await assert.rejects(
        spa.desk.move({ ...act, time: '10:00', partySize }),
        (error) => error instanceof StaffObstacle && error.obstacle === 'not_possible',
      )
    }
    await spa.desk.move({ ...act, time: '11:00', partySize: 1 })
    const row = await rowOf(code, spa)
    assert.deepEqual([row.time, row.party_size], ['11:00', 1])
    await spa.stop()
  })
})

describe('a confirmation', () => {
  it('is refused where the place is no longer held', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    const holder = await holderOf(did.code)
    await elsewhere.write((sql) => releaseCells(sql, holder))
    await refused('not_free', () => confirm(did))
    await move({})(did)
    await confirm(did)
  })
})

describe('an offer', () => {
  it('names only times that the guest can have', async () => {
    const date = freshDay()
    const did = seen(await ask(date, room), date)
    await ask(date, { ...room, time: '11:00' })
    const refusals: [kind: string, times: string[]][] = [
      ['not_possible', []],
      ['not_possible', ['']],
      ['not_possible', ['gọi 0912345678']],
      ['not_possible', [`${date} 21:00 gọi Lan`]],
      ['not_possible', [`${date} 16:30`]],
      ['not_possible', [`${openFrom(daysAfter(date, -14))} 18:30`]],
      ['not_free', [`${date} 12:30`]],
      ['not_free', [`${date} 21:00`, `${date} 11:00`]],
    ]
    for (const [kind, times] of refusals) {
      await refused(kind, async () => desk.offer({ ...(await did.act()), times }), times.join())
    }
    const before = await stateOf(did.code)
    await desk.offer({ ...(await did.act()), times: [`${date} 19:00`, `${date} 21:00`] })
    assert.deepEqual(await stateOf(did.code), before, 'an offer holds nothing')
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
      await desk.admit({ ...walkIn(date, '18:30'), guest: { ...door.guest, name, phone } }, mai)
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
    it(`for “${text}” finds ${names.length === 0 ? 'nobody' : names.join(', ')}`, async () => {
      assert.deepEqual(await found(text), names)
    })
  }

  it('for a code finds it, however it is written', async () => {
    const code = await ask(date, { name: 'Mã Số' })
    for (const text of [code, code.toLowerCase(), code.replaceAll('-', ' '), ` ${code} `]) {
      assert.deepEqual(await found(text), ['Mã Số'], text)
    }
    assert.deepEqual(await found(code.slice(0, -1)), [])
  })

  it('finds guests of an older version once their names are folded', async () => {
    const rows = await elsewhere.write((sql) => sql.run('UPDATE booking_guests SET folded = NULL'))
    assert.deepEqual(await found('thuy tram'), [])
    assert.equal(await app.store.write(foldNames), Math.min(rows, 500))
    while ((await app.store.write(foldNames)) > 0);
    assert.deepEqual(await found('thuy tram'), [tram])
    const changed = await app.store.read.get(
      'SELECT folded FROM booking_guests WHERE name = ?',
      'Lan_Anh',
    )
    assert.equal(changed?.folded, 'lan_anh')
  })
})

describe('two desks at once', () => {
  const acts: ((
    desk: StaffDesk,
    act: Awaited<ReturnType<Did['act']>>,
    date: string,
  ) => Promise<void>)[] = [
    (desk, act) => desk.cancel({ ...act, reason: 'mất điện' }),
    (desk, act) => desk.undo(act),
    (desk, act) => desk.note({ ...act, note: 'khách quen' }),
    (desk, act) => desk.settle(act),
    (desk, act, date) => desk.offer({ ...act, times: [`${date} 12:00`] }),
    (desk, act, date) => desk.move({ ...act, date, time: '20:00' }),
    (desk, act, date) => desk.move({ ...act, date, time: '18:30', resource: 'table:nha-7' }),
    (desk, act, date) => desk.move({ ...act, date, time: '18:30', partySize: 9 }),
  ]

  for (const [first] of acts.entries()) {
    it(`one of eight different acts on the same version is done, beginning with the ${first + 1}.`, async () => {
      const date = freshDay()
      const did = seen(await ask(date), date)
      await confirm(did)
      const { code, version } = await did.act()
      const results = await Promise.allSettled(
        acts.map((_, place) => {
          const act = acts[(first + place) % acts.length]
          const actor = `colleague-${place}`
          return act?.(place % 2 === 0 ? desk : otherDesk, { code, version, actor }, date)
        }),
      )
      const winners = results.flatMap(({ status }, place) =>
        status === 'fulfilled' ? [place] : [],
      )
      assert.equal(winners.length, 1)
      for (const result of results) {
        if (result.status === 'fulfilled') continue
        assert.ok(result.reason instanceof StaffObstacle, String(result.reason))
        assert.equal(result.reason.obstacle, 'changed_meanwhile')
        assert.equal(result.reason.by, `colleague-${winners[0]}`)
      }
      assert.equal((await rowOf(code)).version, version + 1)
    })
  }

  it('the last table goes to one of eight at the door', async () => {
    const date = freshDay()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, place) =>
        (place % 2 === 0 ? desk : otherDesk).admit(
          walkIn(date, place < 4 ? '18:30' : '19:00', room),
          `colleague-${place}`,
          'table:gian-bep',
        ),
      ),
    )
    const inside = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    assert.equal(inside.length, 1)
    for (const result of results) {
      if (result.status === 'fulfilled') continue
      assert.ok(result.reason instanceof StaffObstacle, String(result.reason))
      assert.deepEqual(
        [result.reason.obstacle, result.reason.holder],
        ['not_free', `booking:${inside[0]?.id}`],
      )
    }
  })

  it('the last table goes to one: a request, a guest at the door, a block, a move or an undo', async () => {
    const date = freshDay()
    const moved = seen(await ask(date, { ...room, time: '12:00' }), date)
    const undone = seen(await ask(date, room), date)
    await decline(undone)
    const results = await Promise.allSettled([
      ask(date, room),
      otherDesk.admit(walkIn(date, '18:30', room), mai),
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
