/** What staff do to bookings, take back, and are refused; two desks at once included. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { StaffObstacle } from '../src/domain/booking/obstacle.ts'
import { foldNames, searchBookings } from '../src/domain/booking/reading.ts'
import { releaseCells } from '../src/domain/booking/schedule.ts'
import { createStaffDesk, type StaffDesk } from '../src/domain/booking/staff.ts'
import { createClosing } from '../src/domain/closing/closed-days.ts'
import type { Row } from '../src/store/sql.ts'
import { openSqlite } from '../src/store/sqlite.ts'
import { book, dayOf, massage, table } from './support/booking.ts'
import { type Running, startShop } from './support/shop.ts'

const folder = mkdtempSync(join(tmpdir(), 'letan-acts-'))
const file = join(folder, 'acts.sqlite')
const app = await startShop('restaurant', { writeLimit: 100_000, file })
const { desk } = app

/** What another process sees and does with the same file. */
const elsewhere = await openSqlite(file, () => app.clock.now)
const otherDesk = createStaffDesk(
  elsewhere,
  { rules: app.shop.booking, business: app.shop.business },
  () => app.clock.now,
)
after(async () => {
  await elsewhere.close()
  rmSync(folder, { recursive: true })
})

const mai = 'mai'

const day = 86_400_000
const dateOf = (moment: number) => new Date(moment + 7 * 3600_000).toISOString().slice(0, 10)
/** Vietnam's clock on a day. */
const at = (date: string, time: string) => Date.parse(`${date}T${time}:00+07:00`)
const daysAfter = (date: string, days: number) => dateOf(at(date, '12:00') + days * day)

/** The first usual day from this one on: neither a Monday nor special. */
function openFrom(date: string): string {
  const special = app.shop.business.special_days.some(({ from, to }) => from <= date && date <= to)
  const isMonday = new Date(date).getUTCDay() === 1
  return special || isMonday ? openFrom(daysAfter(date, 1)) : date
}

/** Every test has a day of its own, three days ahead. The clock never goes back: no history does. */
function freshDay(): string {
  const date = openFrom(daysAfter(dateOf(app.clock.now), 4))
  app.clock.now = at(date, '09:00') - 3 * day
  return date
}

const monday = (date: string): string =>
  new Date(date).getUTCDay() === 1 ? date : monday(daysAfter(date, 1))
const dayAfter = (date: string) => openFrom(daysAfter(date, 1))

function waitUntil(moment: number): void {
  assert.ok(moment >= app.clock.now, 'the clock never goes back')
  app.clock.now = moment
}

async function ask(date: string, change: object = {}, shop = app): Promise<string> {
  const { status, body } = await book(shop, { ...table, date, ...change })
  assert.equal(status, 202, JSON.stringify(body))
  return body.code
}

const room = { party_size: 10, table_type: 'phong-rieng' }

async function wishOf(code: string, wish: object = { kind: 'cancel' }): Promise<void> {
  const body = { phone_last4: '5678', consent: '1', ...wish }
  assert.equal((await app.post(`/api/booking/${code}/change`, body)).status, 202)
}

async function rowOf(code: string, shop: Running = app): Promise<Row> {
  const plain = code.replaceAll('-', '')
  const row = await shop.store.read.get<Row>('SELECT * FROM bookings WHERE code = ?', plain)
  assert.ok(row, code)
  return row
}

const holderOf = async (code: string) => `booking:${(await rowOf(code)).id}`

/** Everything of a booking that an act may change, but for the count of its changes. */
async function stateOf(code: string) {
  const { version, updated_at, ...row } = await rowOf(code)
  const { read } = app.store
  return {
    ...row,
    cells: await read.all(
      'SELECT cell, resource FROM cells WHERE holder = ? ORDER BY cell, resource',
      `booking:${row.id}`,
    ),
    wishes: await read.all(
      'SELECT id FROM booking_changes WHERE booking_id = ? AND settled_at IS NULL',
      String(row.id),
    ),
    told: await read.get(
      'SELECT staff_note FROM booking_guests WHERE booking_id = ?',
      String(row.id),
    ),
  }
}

async function tablesOf(code: string): Promise<string[]> {
  return JSON.parse(String((await rowOf(code)).given)).tables
}

async function heldBy(holder: string): Promise<string[]> {
  const rows = await app.store.read.all<{ resource: string }>(
    'SELECT DISTINCT resource FROM cells WHERE holder = ? ORDER BY resource',
    holder,
  )
  return rows.map(({ resource }) => resource.replace('table:', ''))
}

async function everything(): Promise<string> {
  const names = ['bookings', 'booking_guests', 'cells', 'blocks', 'booking_changes', 'closed_days']
  const tables = [...names, 'audit', 'outbox']
  const rows = await Promise.all(
    tables.map((name) => app.store.read.all(`SELECT * FROM ${name} ORDER BY 1, 2`)),
  )
  return JSON.stringify(rows)
}

/** Refused with this word, and nothing is left of it; the holder that was named, if one was. */
async function refused(kind: string, work: () => Promise<unknown>, note?: string) {
  const before = await everything()
  const error = await work().then(
    () => assert.fail(`it was done: ${note}`),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof StaffObstacle, String(error))
  assert.equal(error.obstacle, kind, note)
  assert.equal(await everything(), before, 'what is refused leaves no trace')
  return error.holder
}

type Did = {
  code: string
  date: string
  act(): Promise<{ code: string; version: number; actor: string }>
}

/** A booking with the version that is seen now. */
function seen(code: string, date: string): Did {
  return {
    code,
    date,
    act: async () => ({ code, version: Number((await rowOf(code)).version), actor: mai }),
  }
}

type Verb = (did: Did) => Promise<unknown>

const confirm: Verb = async ({ act }) => desk.confirm(await act())
const decline: Verb = async ({ act }) => desk.decline({ ...(await act()), reason: 'kín chỗ' })
const cancel: Verb = async ({ act }) => desk.cancel({ ...(await act()), reason: 'mất điện' })
const undo: Verb = async ({ act }) => desk.undo(await act())
const settle: Verb = async ({ act }) => desk.settle(await act())
const note: Verb = async ({ act }) => desk.note({ ...(await act()), note: 'khách quen' })
const offer: Verb = async ({ act, date }) =>
  desk.offer({ ...(await act()), times: [`${date} 12:00`] })
const move =
  (place: Partial<Parameters<StaffDesk['move']>[0]>): Verb =>
  async ({ act, date }) =>
    desk.move({ ...(await act()), date, time: '18:30', ...place })
const mark =
  (visit: 'seated' | 'finished' | 'no_show', time = '18:50'): Verb =>
  async ({ act, date }) => {
    waitUntil(at(date, time))
    return desk.mark({ ...(await act()), visit })
  }

const door = {
  guest: { name: 'Khách lẻ', phone: '', email: null, note: null },
  marks: [],
  consent: { version: 'spoken', text: 'at the door' },
  locale: 'vi' as const,
  source: 'door',
  client: 'desk',
}

function walkIn(date: string, time: string, wish: object = { party_size: 4 }) {
  const asked = app.shop.booking.readWish(wish as Record<string, unknown>, 'request')
  assert.ok(asked.wishes)
  return { ...door, wish: asked.wishes[0], date, time }
}

const resources = app.shop.booking.resources.map(({ id }) => id)

/** Keeps every table but these from anybody. */
async function blockAllBut(date: string, ...free: string[]): Promise<void> {
  const blocks = resources
    .filter((id) => !free.includes(id.replace('table:', '')))
    .map((resource) => ({ resource, date, at: 17 * 60, minutes: 375, reason: 'tiệc riêng' }))
  await desk.blockAll(blocks, mai)
}

describe('an undo', () => {
  const elsewhere = { resource: 'table:nha-7' }
  const cases: [what: string, first: Verb[], act: Verb][] = [
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
    ['an arrival', [confirm], mark('seated')],
    ['another table for who sits', [confirm, mark('seated')], move(elsewhere)],
    ['a leaving', [confirm, mark('seated')], mark('finished', '19:10')],
    ['an absence', [confirm], mark('no_show')],
  ]
  for (const wishing of [false, true]) {
    for (const [what, first, act] of cases) {
      it(`of ${what}${wishing ? ' brings the wish back, too' : ' brings all back'}, once`, async () => {
        const date = freshDay()
        const did = seen(await ask(date), date)
        if (wishing) await wishOf(did.code)
        for (const one of first) await one(did)
        const before = await stateOf(did.code)
        assert.equal(before.wishes.length, Number(wishing))
        await act(did)
        assert.notDeepEqual(await stateOf(did.code), before)
        const { version } = await rowOf(did.code)
        await undo(did)
        assert.deepEqual(await stateOf(did.code), before)
        assert.equal((await rowOf(did.code)).version, Number(version) + 1)
        await refused('wrong_state', () => undo(did), 'an undo of an undo')
      })
    }
  }

  it('takes back the last act only, however many there were', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await confirm(did)
    const confirmed = await stateOf(did.code)
    await move({ time: '20:00' })(did)
    await undo(did)
    assert.deepEqual(await stateOf(did.code), confirmed)
    await refused('wrong_state', () => undo(did))
    await cancel(did)
    await undo(did)
    assert.deepEqual(await stateOf(did.code), confirmed)
  })

  const between: [what: string, acts: Verb[], allowed: boolean][] = [
    ['a note', [note], true],
    ['an offer', [offer], true],
    ['both, twice', [note, offer, offer, note], true],
    ['a wish of the guest', [({ code }) => wishOf(code)], false],
    ['an undo and a note', [undo, note], false],
  ]
  for (const [what, acts, allowed] of between) {
    it(`is ${allowed ? 'still possible' : 'refused'} after ${what}`, async () => {
      const date = freshDay()
      const did = seen(await ask(date), date)
      await confirm(did)
      for (const one of acts) await one(did)
      if (!allowed) await refused('wrong_state', () => undo(did))
      else await undo(did)
      const status = allowed || acts.includes(undo) ? 'pending' : 'confirmed'
      assert.equal((await rowOf(did.code)).status, status)
    })
  }

  it('of a settled wish brings the wish back, and nothing else', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await confirm(did)
    await wishOf(did.code)
    const before = await stateOf(did.code)
    assert.equal(before.wishes.length, 1)
    await settle(did)
    assert.equal((await stateOf(did.code)).wishes.length, 0)
    await undo(did)
    assert.deepEqual(await stateOf(did.code), before)
  })

  it('of a settled wish gives no table back to who has gone', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await wishOf(did.code)
    await confirm(did)
    await mark('no_show')(did)
    const before = await stateOf(did.code)
    await settle(did)
    await undo(did)
    assert.deepEqual(await stateOf(did.code), before)
  })

  it('of an entry cancels it: there is nothing before it', async () => {
    const date = freshDay()
    const did = seen((await desk.admit(walkIn(date, '19:15'), mai)).code, date)
    await undo(did)
    assert.equal((await rowOf(did.code)).status, 'cancelled')
    assert.deepEqual((await stateOf(did.code)).cells, [])
    await refused('wrong_state', () => undo(did))
  })

  it('of what nobody did is refused: a request, what lapsed', async () => {
    const date = freshDay()
    const unknown = { code: 'BAN-0000-0000-00', version: 1, actor: mai }
    await refused('not_found', () => desk.undo(unknown))
    const asked = seen(await ask(date), date)
    await refused('wrong_state', () => undo(asked))
    const late = seen(await ask(date, { time: '11:00' }), date)
    await move({ time: '11:30' })(late)
    waitUntil(at(date, '11:30'))
    await refused('wrong_state', () => undo(late))
    assert.ok((await desk.expire()) >= 1)
    await refused('wrong_state', () => undo(late))
  })

  it('does not make pending again what has begun', async () => {
    for (const act of [confirm, decline, move({ time: '20:00', confirm: true })]) {
      const date = freshDay()
      const did = seen(await ask(date), date)
      await act(did)
      waitUntil(at(date, '18:29'))
      await undo(did)
      await act(did)
      waitUntil(at(date, '18:30'))
      await refused('not_possible', () => undo(did))
    }
  })

  it('names who has the place meanwhile', async () => {
    const date = freshDay()
    const did = seen(await ask(date, room), date)
    await decline(did)
    const other = await ask(date, { ...room, time: '17:00' })
    assert.equal(await refused('not_free', () => undo(did)), await holderOf(other))
    await decline(seen(other, date))
    await undo(did)
    assert.equal((await rowOf(did.code)).status, 'pending')
  })

  it('names who has the very table it had, not whoever has the best one', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await move({ resource: 'table:nha-7', confirm: true })(did)
    await cancel(did)
    const other = await desk.admit(walkIn(date, '19:00'), mai, 'table:nha-7')
    await blockAllBut(date, 'nha-7')
    assert.equal(await refused('not_free', () => undo(did)), `booking:${other.id}`)
  })

  it('takes another table that serves as well, where its own is taken', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    const [own] = await tablesOf(did.code)
    await confirm(did)
    await cancel(did)
    await desk.admit(walkIn(date, '18:30'), mai, `table:${own}`)
    await undo(did)
    const [now, ...others] = await tablesOf(did.code)
    assert.ok(now !== own && others.length === 0)
    assert.deepEqual(await heldBy(await holderOf(did.code)), [now])
  })

  it('of a move goes back only to what is free', async () => {
    const date = freshDay()
    const did = seen(await ask(date, room), date)
    await move({ time: '12:00' })(did)
    const other = await ask(date, room)
    assert.equal(await refused('not_free', () => undo(did)), await holderOf(other))
    assert.equal((await rowOf(did.code)).time, '12:00')
  })

  it('of a refusal takes back what the guest was to be told', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await decline(did)
    assert.equal((await stateOf(did.code)).told?.staff_note, 'kín chỗ')
    await undo(did)
    assert.equal((await stateOf(did.code)).told?.staff_note, null)
  })

  it('brings back the wish that the act answered, and no other of the same moment', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await wishOf(did.code)
    await wishOf(did.code, { kind: 'smaller_party', party_size: 2 })
    const before = await stateOf(did.code)
    await move({ partySize: 2 })(did)
    assert.equal((await stateOf(did.code)).wishes.length, 0)
    await undo(did)
    assert.deepEqual(await stateOf(did.code), before)

    const other = seen(await ask(date), date)
    await wishOf(other.code)
    await settle(other)
    await cancel(other)
    await undo(other)
    assert.equal((await stateOf(other.code)).wishes.length, 0)
  })
})

describe('guests who have gone or never came', () => {
  it('leave what is still to come, and keep the quarter hours that are past', async () => {
    const date = freshDay()
    const did = seen(await ask(date, room), date)
    await confirm(did)
    const cells = (await stateOf(did.code)).cells
    await mark('no_show', '18:50')(did)
    assert.deepEqual((await stateOf(did.code)).cells, cells.slice(0, 1))
    // Who stands at the door sits down at once, in the quarter hour that has begun.
    const late = await desk.admit(walkIn(date, '18:45', room), mai)
    assert.equal(await refused('not_free', () => undo(did)), `booking:${late.id}`)
    await cancel(seen(late.code, date))
    await undo(did)
    assert.deepEqual((await stateOf(did.code)).cells, cells)
  })

  it('get another table by an undo, for all of their time, the past included', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await confirm(did)
    await mark('seated')(did)
    const { cells } = await stateOf(did.code)
    const [own] = await tablesOf(did.code)
    await mark('finished', '19:05')(did)
    waitUntil(at(date, '19:20'))
    await desk.admit(walkIn(date, '19:15'), mai, `table:${own}`)
    await undo(did)
    const now = await stateOf(did.code)
    assert.equal((await rowOf(did.code)).visit, 'seated')
    const spans = (list: Row[]) => list.map(({ cell }) => cell)
    assert.deepEqual(spans(now.cells), spans(cells))
    assert.notDeepEqual(await tablesOf(did.code), [own])
  })

  it('do not get a table back whose earlier guests sat there during their time', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await confirm(did)
    const [own] = await tablesOf(did.code)
    const other = seen((await desk.admit(walkIn(date, '18:15'), mai, 'table:nha-7')).code, date)
    await mark('seated', '18:30')(other)
    await mark('no_show', '18:50')(did)
    await mark('finished', '19:00')(other)
    await blockAllBut(date, own ?? '', 'nha-7')
    const late = await desk.admit(walkIn(date, '19:00'), mai, `table:${own}`)
    // Nhà 7 is empty from now on, but was not at 18:30, when the booking begins.
    assert.equal(await refused('not_free', () => undo(did)), `booking:${late.id}`)
  })

  const gone: [what: string, marks: Verb[]][] = [
    ['have left', [mark('seated'), mark('finished', '19:00')]],
    ['did not come', [mark('no_show')]],
  ]
  for (const [what, marks] of gone) {
    it(`and ${what} are neither moved nor cancelled nor offered anything`, async () => {
      const date = freshDay()
      const did = seen(await ask(date), date)
      await confirm(did)
      for (const one of marks) await one(did)
      for (const act of [
        move({ resource: 'table:nha-7' }),
        move({ partySize: 2 }),
        move({ time: '20:00' }),
        move({ date: dayAfter(date) }),
        cancel,
        offer,
        confirm,
        decline,
        mark('seated', '19:30'),
      ]) {
        await refused('wrong_state', () => act(did))
      }
      await note(did)
    })
  }

  it('while they sit may change the table or the party, but not the time', async () => {
    const date = freshDay()
    const did = seen(await ask(date), date)
    await confirm(did)
    await mark('seated')(did)
    waitUntil(at(date, '19:10'))
    await refused('wrong_state', () => move({ time: '19:30' })(did))
    await refused('wrong_state', () => cancel(did))
    await move({ resource: 'table:hien-3' })(did)
    await move({ partySize: 3 })(did)
    assert.deepEqual(await tablesOf(did.code), ['hien-3'])
    assert.equal((await rowOf(did.code)).visit, 'seated')
  })
})

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

describe('a guest at the door', () => {
  it('gets the best table or the one that is named, once', async () => {
    const date = freshDay()
    const any = await desk.admit(walkIn(date, '18:15'), mai)
    assert.deepEqual(await tablesOf(any.code), ['nha-4'])
    const chosen = await desk.admit(walkIn(date, '18:15'), mai, 'table:hien-5')
    assert.deepEqual(await heldBy(`booking:${chosen.id}`), ['hien-5'])
    assert.equal(
      await refused('not_free', () => desk.admit(walkIn(date, '19:00'), mai, 'table:hien-5')),
      `booking:${chosen.id}`,
    )
    const joined = await desk.admit(walkIn(date, '18:15', { party_size: 7 }), mai, 'table:hien-3')
    assert.deepEqual(await heldBy(`booking:${joined.id}`), ['hien-2', 'hien-3'])
  })

  it('is refused where there is no such time, place or party', async () => {
    const date = freshDay()
    const refusals: [date: string, time: string, wish?: object, resource?: string][] = [
      [date, '18:20'],
      [date, '16:15'],
      [date, '23:30'],
      [date, '10:15'],
      [date, '24:00'],
      [date, ''],
      [monday(date), '18:30'],
      ['2026-11-31', '18:30'],
      [openFrom(daysAfter(date, -14)), '18:30'],
      ['x', '18:30'],
      [date, '18:30', { party_size: 4 }, 'table:nha-1'],
      [date, '18:30', { party_size: 4 }, 'table:gian-bep'],
      [date, '18:30', { party_size: 4 }, 'table:none'],
      [date, '18:30', { party_size: 40 }],
    ]
    for (const [day, time, wish, resource] of refusals) {
      const words = JSON.stringify([day, time, wish, resource])
      await refused('not_possible', () => desk.admit(walkIn(day, time, wish), mai, resource), words)
    }
    await desk.admit(walkIn(date, '23:15'), mai)
  })

  it('is written down up to an hour later', async () => {
    const date = freshDay()
    waitUntil(at(date, '19:30'))
    await desk.admit(walkIn(date, '18:30'), mai)
    waitUntil(at(date, '19:30') + 1)
    await refused('not_possible', () => desk.admit(walkIn(date, '18:30'), mai))
  })
})

describe('blocks', () => {
  const evening = { at: 17 * 60, minutes: 240, reason: 'sơn lại' }

  it('of several places are all kept or none', async () => {
    const date = freshDay()
    const guest = await desk.admit(walkIn(date, '20:00'), mai, 'table:hien-4')
    const holder = await refused('not_free', () =>
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
      await refused('not_found', () => desk.unblock(id, mai))
    }
    assert.equal((await veranda()).slots.length, free)
  })

  it('end where they end, and may run past midnight', async () => {
    const date = freshDay()
    const block = { resource: 'table:nha-7', date, reason: 'tiệc', actor: mai }
    await desk.block({ ...block, at: 23 * 60, minutes: 120 })
    await desk.admit(walkIn(date, '21:00'), mai, 'table:nha-7')
    await desk.block({ ...block, at: 17 * 60, minutes: 240 })
    await refused('not_free', () => desk.block({ ...block, at: 23 * 60 + 45, minutes: 15 }))
  })

  it('of nothing, of the past, or of what does not exist are refused', async () => {
    const date = freshDay()
    const block = { ...evening, resource: 'table:nha-7', date }
    await refused('not_possible', () => desk.blockAll([], mai))
    for (const wrong of [
      { date: daysAfter(date, -14) },
      { date: '2026-11-31' },
      { resource: 'nha-7' },
      { at: -15 },
      { at: 1440 },
      { at: Number.NaN },
      { at: 17.5 },
      { minutes: -15 },
      { minutes: 1455 },
      { minutes: Number.POSITIVE_INFINITY },
    ]) {
      const words = JSON.stringify(wrong)
      await refused('not_possible', () => desk.blockAll([{ ...block, ...wrong }], mai), words)
    }
    const twice = { ...block, resource: 'table:nha-8' }
    await refused('not_free', () => desk.blockAll([twice, twice], mai))
    waitUntil(at(date, '21:00') - 1)
    await desk.blockAll([block], mai)
    waitUntil(at(date, '21:00'))
    await refused('not_possible', () => desk.blockAll([twice], mai))
  })
})

describe('a day that staff close', () => {
  const reason = { vi: 'Nhà có việc.', en: 'A family matter.' }
  const closing = createClosing(elsewhere, () => app.clock.now)

  it('is closed for everyone in the very moment, before any process has looked', async () => {
    const date = freshDay()
    const waiting = seen(await ask(date), date)
    const confirmed = seen(await ask(date), date)
    const ended = seen(await ask(date), date)
    await confirm(confirmed)
    await decline(ended)
    const next = seen(await ask(dayAfter(date)), date)
    await closing.close({ date, reason }, mai)
    assert.ok((await dayOf(app, `date=${date}&party_size=4`)).slots.length > 0, 'not rebuilt yet')

    for (const [language, words] of Object.entries(reason)) {
      for (const path of ['/api/booking', '/api/booking?dry_run=1']) {
        const body = { ...table, date }
        const answer = await app.post(path, body, { 'accept-language': language })
        const told = (await answer.json()) as { fields: { name: string; message: string }[] }
        assert.equal(answer.status, 422)
        assert.deepEqual([told.fields[0]?.name, told.fields[0]?.message], ['date', words])
      }
    }
    const wish = { kind: 'move', date, time: '12:00', phone_last4: '5678', consent: '1' }
    assert.equal((await app.post(`/api/booking/${next.code}/change`, wish)).status, 422)
    for (const [what, act] of Object.entries({
      confirm: () => confirm(waiting),
      'move to it': () => move({ time: '20:00' })(next),
      'move within it': () => move({ time: '20:00' })(confirmed),
      'change the table': () => move({ resource: 'table:nha-7' })(confirmed),
      'undo a refusal': () => undo(ended),
      offer: () => offer(next),
      admit: () => desk.admit(walkIn(date, '20:00'), mai),
    })) {
      await refused('not_possible', act, what)
    }

    await undo(confirmed)
    assert.equal((await rowOf(confirmed.code)).status, 'pending', 'who is there still has a place')
    await move({ date: dayAfter(date), confirm: true })(confirmed)
    await decline(waiting)
    await closing.reopen(date, mai)
    await undo(ended)
    await confirm(ended)
  })

  it('is closed on every face once the house has looked, and open again after', async () => {
    const date = freshDay()
    const day = () => dayOf(app, `date=${date}&party_size=4`)
    const open = await day()
    await closing.close({ date, reason: { vi: 'Lũ.', en: 'A flood.' } }, mai)
    await closing.close({ date, reason }, mai)
    await app.house.refresh()
    const { open: isOpen, slots, reason: told } = await day()
    assert.deepEqual([isOpen, slots, told], [false, [], reason.vi])
    assert.equal(app.house.shop().booking.opening(walkIn(date, '18:30').wish, date).open, false)
    const rules = app.house.shop().booking
    const rebuilt = createStaffDesk(
      app.store,
      { rules, business: app.house.shop().business },
      () => app.clock.now,
    )
    await refused('not_possible', () => rebuilt.admit(walkIn(date, '18:30'), mai))
    await closing.reopen(date, mai)
    await app.house.refresh()
    assert.deepEqual(await day(), open)
  })

  it('is today or later, within sight, and has its reason in both languages', async () => {
    const today = dateOf(app.clock.now)
    const last = daysAfter(today, 400)
    for (const [kind, date, words] of [
      ['not_possible', daysAfter(today, -1), reason],
      ['not_possible', daysAfter(last, 1), reason],
      ['not_possible', '2026-11-31', reason],
      ['not_possible', '', reason],
      ['reason_missing', today, { vi: '', en: 'x' }],
      ['reason_missing', today, { vi: 'x', en: '' }],
    ] as const) {
      await refused(kind, () => closing.close({ date, reason: words }, mai), date)
    }
    await refused('not_found', () => closing.reopen(today, mai))
    await closing.close({ date: last, reason }, mai)
    await closing.close({ date: today, reason }, mai)
    const closed = await closing.days()
    assert.deepEqual(closed, [
      { date: today, reason },
      { date: last, reason },
    ])
    for (const { date } of closed) await closing.reopen(date, mai)
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
