/** Invitations of staff: single-use links and unique names. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { day, hour } from '../src/kernel/time.ts'
import { clientInfo, device, fulfilledValues, mai } from './support/new-staff-member.ts'
import { goodPassword, isStaffAccessError, openStaffAccess } from './support/staff.ts'

describe('links', () => {
  it('create the first owner, and only the first', async () => {
    const { staffAccess, owner, historyOf } = await openStaffAccess()
    assert.equal(owner.member.role, 'owner')
    assert.equal(await staffAccess.hasOwner(), true)
    assert.equal(await staffAccess.createFirstOwnerLink(), undefined)
    assert.deepEqual(await historyOf(owner.member.id), ['start link_made', 'self joined'])
  })

  it('for the first start are invalid once there is an owner', async () => {
    const { staffAccess, store, owner, clock } = await openStaffAccess()
    await store.write((sql) => sql.run("UPDATE staff SET role = 'host'"))
    assert.equal(await staffAccess.hasOwner(), false)
    const links = [
      await staffAccess.createFirstOwnerLink(),
      await staffAccess.createFirstOwnerLink(),
    ]
    const [one = '', other = ''] = links
    assert.equal((await staffAccess.readLink(one))?.expiresAt, clock.now + day)
    const byTerminal = await staffAccess.createLink({ role: 'host', madeBy: 'terminal' })
    await staffAccess.join(one, mai)
    assert.equal(await staffAccess.readLink(other), undefined)
    await assert.rejects(
      staffAccess.join(other, { ...mai, name: 'Lan' }),
      isStaffAccessError('link_gone'),
    )
    assert.ok(await staffAccess.readLink(byTerminal))
    assert.ok(await staffAccess.findMember(owner.member.id))
  })

  it('show their purpose, and viewing does not use them up', async () => {
    const { staffAccess, owner, clock } = await openStaffAccess()
    const invite = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const back = await staffAccess.createLink({ staffId: owner.member.id, madeBy: owner.actor })
    const shortLived = await staffAccess.createLink({
      role: 'owner',
      madeBy: 'terminal',
      lifetimeMs: hour,
    })
    for (let times = 0; times < 3; times++) {
      assert.deepEqual(await staffAccess.readLink(invite), {
        kind: 'joining',
        role: 'host',
        expiresAt: clock.now + 7 * day,
      })
      assert.deepEqual(await staffAccess.readLink(back), {
        kind: 'returning',
        member: owner.member,
        expiresAt: clock.now + day,
      })
      assert.equal((await staffAccess.readLink(shortLived))?.expiresAt, clock.now + hour)
    }
    assert.equal(await staffAccess.readLink('no such token'), undefined)
    assert.equal((await staffAccess.listOpenLinks()).length, 3)
  })

  it('work once', async () => {
    const { staffAccess, owner } = await openStaffAccess()
    const token = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const { member } = await staffAccess.join(token, { ...mai, name: '  Mai   Anh ', locale: 'en' })
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
    assert.equal(await staffAccess.readLink(token), undefined)
    await assert.rejects(
      staffAccess.join(token, { ...mai, name: 'Lan' }),
      isStaffAccessError('link_gone'),
    )
    assert.equal(await staffAccess.findMemberByName('Lan'), undefined)
  })

  it('accept one of many concurrent uses', async () => {
    const { staffAccess, owner } = await openStaffAccess()
    const token = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const names = ['An', 'Bình', 'Chi', 'Dung', 'Em']
    const won = fulfilledValues(
      await Promise.allSettled(
        names.map((name) => staffAccess.join(token, { name, locale: 'vi', device })),
      ),
    )
    assert.equal(won.length, 1)
    assert.equal((await staffAccess.listMembers()).length, 2)
    assert.equal((await staffAccess.listSessions(won[0]?.member.id ?? '')).length, 1)
  })

  it('stay valid after another error', async () => {
    const { staffAccess, owner } = await openStaffAccess()
    const token = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    await assert.rejects(
      staffAccess.join(token, { ...mai, name: 'cô  ba' }),
      isStaffAccessError('name_taken'),
    )
    await assert.rejects(
      staffAccess.join(token, { ...mai, password: 'ngắn' }),
      isStaffAccessError('password_short'),
    )
    assert.equal((await staffAccess.join(token, mai)).member.name, 'Mai')
  })

  it('expire', async () => {
    const { staffAccess, owner, clock } = await openStaffAccess()
    const invite = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const back = await staffAccess.createLink({ staffId: owner.member.id, madeBy: owner.actor })
    clock.now += day
    assert.equal(await staffAccess.readLink(back), undefined)
    await assert.rejects(
      staffAccess.recoverAccess(back, { device }),
      isStaffAccessError('link_gone'),
    )
    clock.now += 6 * day - 1
    assert.ok(await staffAccess.readLink(invite))
    clock.now += 1
    assert.equal(await staffAccess.readLink(invite), undefined)
    await assert.rejects(staffAccess.join(invite, mai), isStaffAccessError('link_gone'))
  })

  it('restore access, with a new password and one session', async () => {
    const { staffAccess, owner, addMember: bring, historyOf } = await openStaffAccess()
    const { member, token: lost } = await bring('Lan')
    const [one, other] = [
      await staffAccess.createLink({ staffId: member.id, madeBy: 'terminal' }),
      await staffAccess.createLink({ staffId: member.id, madeBy: owner.actor }),
    ]
    const password = 'năm cái ghế màu xanh'
    const back = await staffAccess.recoverAccess(one, { password, device })
    assert.equal(back.member.id, member.id)
    assert.equal(await staffAccess.authenticate(lost), undefined)
    assert.equal((await staffAccess.authenticate(back.token))?.member.id, member.id)
    assert.equal(await staffAccess.readLink(other), undefined)
    await assert.rejects(
      staffAccess.recoverAccess(one, { device }),
      isStaffAccessError('link_gone'),
    )
    await assert.rejects(
      staffAccess.signInByPassword({ name: 'Lan', password: goodPassword, ...clientInfo }),
      isStaffAccessError('wrong'),
    )
    assert.ok(await staffAccess.signInByPassword({ name: 'Lan', password, ...clientInfo }))
    assert.deepEqual(await historyOf(member.id), [
      `${owner.actor} link_made`,
      'self joined',
      'terminal link_made',
      `${owner.actor} link_made`,
      'self came_back',
      'self signed_in',
    ])
  })

  it('work only for their purpose', async () => {
    const { staffAccess, owner } = await openStaffAccess()
    const invite = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const back = await staffAccess.createLink({ staffId: owner.member.id, madeBy: owner.actor })
    await assert.rejects(
      staffAccess.recoverAccess(invite, { device }),
      isStaffAccessError('link_gone'),
    )
    await assert.rejects(staffAccess.join(back, mai), isStaffAccessError('link_gone'))
    assert.ok(await staffAccess.readLink(invite))
    assert.ok(await staffAccess.readLink(back))
  })

  it('are created and withdrawn only by owners', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const host = await bring('Lan')
    for (const madeBy of [host.actor, owner.member.id, 'staff:', 'staff:nobody', 'guest', '']) {
      await assert.rejects(
        staffAccess.createLink({ role: 'host', madeBy }),
        isStaffAccessError('not_allowed'),
      )
    }
    const token = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const [link] = await staffAccess.listOpenLinks()
    assert.equal(link?.madeBy, owner.actor)
    await assert.rejects(
      staffAccess.withdrawLink(link?.hash ?? '', host.actor),
      isStaffAccessError('not_allowed'),
    )
    await staffAccess.withdrawLink(link?.hash ?? '', owner.actor)
    assert.equal(await staffAccess.readLink(token), undefined)
    await assert.rejects(
      staffAccess.withdrawLink(link?.hash ?? '', owner.actor),
      isStaffAccessError('not_found'),
    )
    await assert.rejects(
      staffAccess.createLink({ staffId: 'nobody', madeBy: owner.actor }),
      isStaffAccessError('not_found'),
    )
  })
})

describe('names', () => {
  const unfit = ['', '   ', 'a\nb', 'x'.repeat(61), '\u0301', 'Mai\u202E', 'a\u2028b', 'a\u0000']
  const takenNames = ['Lan Anh', 'LAN ANH', ' lan  anh ', 'Lân Ánh', 'Lan Anh'.normalize('NFD')]

  it('are short, on one line, and unique', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const token = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    for (const name of unfit) {
      await assert.rejects(
        staffAccess.join(token, { ...mai, name }),
        isStaffAccessError('name_unfit'),
        name,
      )
    }
    await bring('Lan Anh')
    for (const name of takenNames) {
      await assert.rejects(
        staffAccess.join(token, { ...mai, name }),
        isStaffAccessError('name_taken'),
        name,
      )
      await assert.rejects(
        staffAccess.rename(owner.member.id, name, owner.actor),
        isStaffAccessError('name_taken'),
      )
    }
    const maxLengthName = 'ễ'.repeat(60)
    assert.equal(
      (await staffAccess.join(token, { ...mai, name: maxLengthName })).member.name,
      maxLengthName,
    )
  })

  it('can be changed, and reused after a revocation', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const { member, actor } = await bring('Lan')
    await staffAccess.rename(member.id, 'Lân', actor)
    assert.equal((await staffAccess.findMember(member.id))?.name, 'Lân')
    await staffAccess.revoke(member.id, owner.actor)
    assert.notEqual((await bring('Lan')).member.id, member.id)
  })
})
