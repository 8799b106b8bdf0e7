/** What staff take back, and what has become of the place meanwhile; guests who have gone included. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Row } from '../src/store/sql.ts'
import {
  ask,
  at,
  blockAllBut,
  cancel,
  confirm,
  dayAfter,
  decline,
  desk,
  freshDay,
  heldBy,
  holderOf,
  mai,
  mark,
  move,
  note,
  offer,
  refused,
  room,
  rowOf,
  seen,
  settle,
  stateOf,
  tablesOf,
  undo,
  type Verb,
  waitUntil,
  walkIn,
  wishOf,
} from './support/staff-actions.ts'

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
