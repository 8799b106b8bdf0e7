/** How somebody comes to the staff: links that work once, and names that are theirs alone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour } from '../src/kernel/time.ts'
import { device, here, mai, wins } from './support/new-staff-member.ts'
import { goodPassword, openRoom, refusedAs } from './support/staff.ts'

describe('links', () => {
  it('bring the first owner, and only the first', async () => {
    const { room, owner, historyOf } = await openRoom()
    assert.equal(owner.member.role, 'owner')
    assert.equal(await room.hasOwner(), true)
    assert.equal(await room.ownerLinkAtStart(), undefined)
    assert.deepEqual(await historyOf(owner.member.id), ['start link_made', 'self joined'])
  })

  it('of the start are worth nothing once there is an owner', async () => {
    const { room, store, owner, clock } = await openRoom()
    await store.write((sql) => sql.run("UPDATE staff SET role = 'host'"))
    assert.equal(await room.hasOwner(), false)
    const links = [await room.ownerLinkAtStart(), await room.ownerLinkAtStart()]
    const [one = '', other = ''] = links
    assert.equal((await room.readLink(one))?.lapsesAt, clock.now + day)
    const byTerminal = await room.makeLink({ role: 'host', madeBy: 'terminal' })
    await room.join(one, mai)
    assert.equal(await room.readLink(other), undefined)
    await assert.rejects(room.join(other, { ...mai, name: 'Lan' }), refusedAs('link_gone'))
    assert.ok(await room.readLink(byTerminal))
    assert.ok(await room.member(owner.member.id))
  })

  it('tell what they do, and looking uses nothing up', async () => {
    const { room, owner, clock } = await openRoom()
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: owner.member.id, madeBy: owner.actor })
    const soon = await room.makeLink({ role: 'owner', madeBy: 'terminal', lasts: hour })
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(await room.readLink(invite), {
        kind: 'joining',
        role: 'host',
        lapsesAt: clock.now + 7 * day,
      })
      assert.deepEqual(await room.readLink(back), {
        kind: 'returning',
        member: owner.member,
        lapsesAt: clock.now + day,
      })
      assert.equal((await room.readLink(soon))?.lapsesAt, clock.now + hour)
    }
    assert.equal(await room.readLink('no such token'), undefined)
    assert.equal((await room.openLinks()).length, 3)
  })

  it('work once', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const { member } = await room.join(token, { ...mai, name: '  Mai   Anh ', locale: 'en' })
    assert.deepEqual(
      { ...member, id: '', createdAt: 0 },
      {
        id: '',
        name: 'Mai Anh',
        role: 'host',
        locale: 'en',
        feed: 1,
        hasPassword: true,
        passkeys: 0,
        createdAt: 0,
      },
    )
    assert.equal(await room.readLink(token), undefined)
    await assert.rejects(room.join(token, { ...mai, name: 'Lan' }), refusedAs('link_gone'))
    assert.equal(await room.memberNamed('Lan'), undefined)
  })

  it('let in one of many who come with it at once', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const names = ['An', 'Bình', 'Chi', 'Dung', 'Em']
    const won = wins(
      await Promise.allSettled(
        names.map((name) => room.join(token, { name, locale: 'vi', device })),
      ),
    )
    assert.equal(won.length, 1)
    assert.equal((await room.members()).length, 2)
    assert.equal((await room.sessionsOf(won[0]?.member.id ?? '')).length, 1)
  })

  it('stay good if something else was wrong', async () => {
    const { room, owner } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    await assert.rejects(room.join(token, { ...mai, name: 'cô  ba' }), refusedAs('name_taken'))
    await assert.rejects(
      room.join(token, { ...mai, password: 'ngắn' }),
      refusedAs('password_short'),
    )
    assert.equal((await room.join(token, mai)).member.name, 'Mai')
  })

  it('lapse', async () => {
    const { room, owner, clock } = await openRoom()
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: owner.member.id, madeBy: owner.actor })
    clock.now += day
    assert.equal(await room.readLink(back), undefined)
    await assert.rejects(room.comeBack(back, { device }), refusedAs('link_gone'))
    clock.now += 6 * day - 1
    assert.ok(await room.readLink(invite))
    clock.now += 1
    assert.equal(await room.readLink(invite), undefined)
    await assert.rejects(room.join(invite, mai), refusedAs('link_gone'))
  })

  it('let somebody in again, who then has a new password and one session', async () => {
    const { room, owner, bring, historyOf } = await openRoom()
    const { member, token: lost } = await bring('Lan')
    const [one, other] = [
      await room.makeLink({ staffId: member.id, madeBy: 'terminal' }),
      await room.makeLink({ staffId: member.id, madeBy: owner.actor }),
    ]
    const password = 'năm cái ghế màu xanh'
    const back = await room.comeBack(one, { password, device })
    assert.equal(back.member.id, member.id)
    assert.equal(await room.whoHas(lost), undefined)
    assert.equal((await room.whoHas(back.token))?.member.id, member.id)
    assert.equal(await room.readLink(other), undefined)
    await assert.rejects(room.comeBack(one, { device }), refusedAs('link_gone'))
    await assert.rejects(
      room.signInByPassword({ name: 'Lan', password: goodPassword, ...here }),
      refusedAs('wrong'),
    )
    assert.ok(await room.signInByPassword({ name: 'Lan', password, ...here }))
    assert.deepEqual(await historyOf(member.id), [
      `${owner.actor} link_made`,
      'self joined',
      'terminal link_made',
      `${owner.actor} link_made`,
      'self came_back',
      'self signed_in',
    ])
  })

  it('do only what they were made for', async () => {
    const { room, owner } = await openRoom()
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: owner.member.id, madeBy: owner.actor })
    await assert.rejects(room.comeBack(invite, { device }), refusedAs('link_gone'))
    await assert.rejects(room.join(back, mai), refusedAs('link_gone'))
    assert.ok(await room.readLink(invite))
    assert.ok(await room.readLink(back))
  })

  it('are for owners to make and to withdraw', async () => {
    const { room, owner, bring } = await openRoom()
    const host = await bring('Lan')
    for (const madeBy of [host.actor, owner.member.id, 'staff:', 'staff:nobody', 'guest', '']) {
      await assert.rejects(room.makeLink({ role: 'host', madeBy }), refusedAs('not_allowed'))
    }
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const [link] = await room.openLinks()
    assert.equal(link?.madeBy, owner.actor)
    await assert.rejects(room.withdrawLink(link?.hash ?? '', host.actor), refusedAs('not_allowed'))
    await room.withdrawLink(link?.hash ?? '', owner.actor)
    assert.equal(await room.readLink(token), undefined)
    await assert.rejects(room.withdrawLink(link?.hash ?? '', owner.actor), refusedAs('not_found'))
    await assert.rejects(
      room.makeLink({ staffId: 'nobody', madeBy: owner.actor }),
      refusedAs('not_found'),
    )
  })
})

describe('names', () => {
  const unfit = ['', '   ', 'a\nb', 'x'.repeat(61), '\u0301', 'Mai\u202E', 'a\u2028b', 'a\u0000']
  const taken = ['Lan Anh', 'LAN ANH', ' lan  anh ', 'Lân Ánh', 'Lan Anh'.normalize('NFD')]

  it('are short, on one line, and unlike those of others', async () => {
    const { room, owner, bring } = await openRoom()
    const token = await room.makeLink({ role: 'host', madeBy: owner.actor })
    for (const name of unfit) {
      await assert.rejects(room.join(token, { ...mai, name }), refusedAs('name_unfit'), name)
    }
    await bring('Lan Anh')
    for (const name of taken) {
      await assert.rejects(room.join(token, { ...mai, name }), refusedAs('name_taken'), name)
      await assert.rejects(room.rename(owner.member.id, name, owner.actor), refusedAs('name_taken'))
    }
    const longest = 'ễ'.repeat(60)
    assert.equal((await room.join(token, { ...mai, name: longest })).member.name, longest)
  })

  it('change, and may be taken again after a revocation', async () => {
    const { room, owner, bring } = await openRoom()
    const { member, actor } = await bring('Lan')
    await room.rename(member.id, 'Lân', actor)
    assert.equal((await room.member(member.id))?.name, 'Lân')
    await room.revoke(member.id, owner.actor)
    assert.notEqual((await bring('Lan')).member.id, member.id)
  })
})
