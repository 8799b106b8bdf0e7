/** Sessions of staff, the permissions of owners, and the stored account data. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStaffAccess } from '../src/domain/staff/staff.ts'
import { day, minute } from '../src/kernel/time.ts'
import { bytesOf, onlyOnSqlite } from './support/database.ts'
import { clientInfo, device, fulfilledValues } from './support/new-staff-member.ts'
import { secret } from './support/shop.ts'
import { goodPassword, isStaffAccessError, openStaffAccess } from './support/staff.ts'

describe('sessions', () => {
  it('identify the staff member, and expire 30 days after the last use', async () => {
    const { staffAccess, owner, clock } = await openStaffAccess()
    const authenticated = await staffAccess.authenticate(owner.token)
    assert.deepEqual(authenticated?.member, owner.member)
    assert.equal(authenticated?.sessionHash, authenticated?.session.hash)
    for (const wrong of ['', 'x', owner.token.slice(1), authenticated?.sessionHash ?? '']) {
      assert.equal(await staffAccess.authenticate(wrong), undefined)
    }
    for (let attempts = 0; attempts < 3; attempts++) {
      clock.now += 29 * day
      assert.ok(await staffAccess.authenticate(owner.token))
    }
    clock.now += 30 * day
    assert.equal(await staffAccess.authenticate(owner.token), undefined)
    assert.deepEqual(await staffAccess.listSessions(owner.member.id), [])
  })

  it('record their use at most every ten minutes', async () => {
    const { staffAccess, owner, clock } = await openStaffAccess()
    const readSeenAt = async () => (await staffAccess.listSessions(owner.member.id))[0]?.lastSeenAt
    const begun = clock.now
    clock.now += 10 * minute - 1
    await staffAccess.authenticate(owner.token)
    assert.equal(await readSeenAt(), begun)
    clock.now += 1
    await staffAccess.authenticate(owner.token)
    assert.equal(await readSeenAt(), clock.now)
    assert.equal((await staffAccess.listMembers())[0]?.lastSeenAt, clock.now)
  })

  it('are read by primary key', onlyOnSqlite(), async () => {
    const { owner, store } = await openStaffAccess()
    const asked: string[] = []
    const read = {
      ...store.read,
      get: (async (statement: string, ...values: string[]) => {
        asked.push(statement)
        return store.read.get(statement, ...values)
      }) as typeof store.read.get,
    }
    const watched = createStaffAccess({ ...store, read }, secret, () => owner.member.createdAt)
    assert.ok(await watched.authenticate(owner.token))
    assert.equal(asked.length, 1)
    const plan = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${asked[0]}`, '', 0)
    for (const { detail } of plan) assert.doesNotMatch(detail, /SCAN/)
  })

  it('are ended by the staff member, from another device, and by an owner', async () => {
    const { staffAccess, owner, addMember: bring, historyOf } = await openStaffAccess()
    const { member, actor, token } = await bring('Lan')
    const signIn = () =>
      staffAccess.signInByPassword({ name: 'Lan', password: goodPassword, ...clientInfo })
    const hashOf = async (of: string) => (await staffAccess.authenticate(of))?.sessionHash ?? ''
    const [one, two, three] = [await signIn(), await signIn(), await signIn()]
    await staffAccess.signOut(one.token)
    await staffAccess.signOut(one.token)
    assert.equal(await staffAccess.authenticate(one.token), undefined)
    await staffAccess.endSession(await hashOf(two.token), actor)
    assert.equal(await staffAccess.authenticate(two.token), undefined)
    await assert.rejects(
      staffAccess.endSession(await hashOf(owner.token), actor),
      isStaffAccessError('not_allowed'),
    )
    assert.ok(await staffAccess.authenticate(owner.token))
    assert.equal(await staffAccess.endOtherSessions(member.id, await hashOf(three.token), actor), 1)
    assert.equal(await staffAccess.authenticate(token), undefined)
    await staffAccess.endSession(await hashOf(three.token), owner.actor)
    assert.deepEqual(await staffAccess.listSessions(member.id), [])
    await assert.rejects(staffAccess.endSession('no such', actor), isStaffAccessError('not_found'))
    assert.deepEqual((await historyOf(member.id)).slice(-4), [
      'self signed_out',
      'self session_ended',
      'self sessions_ended',
      `${owner.actor} session_ended`,
    ])
  })
})

describe('owners', () => {
  it('revoke a staff member, whose access ends immediately', async () => {
    const { staffAccess, owner, store, addMember: bring, historyOf } = await openStaffAccess()
    const { member, token, actor } = await bring('Lan', 'owner')
    const key = staffAccess.feedKey(member)
    const [back, recoveryLink] = [
      await staffAccess.createLink({ staffId: member.id, madeBy: owner.actor }),
      await staffAccess.createLink({ role: 'owner', madeBy: actor }),
    ]
    await store.write(async (sql) => {
      await sql.run(
        "INSERT INTO passkeys (id, staff_id, public_key, counter, transports, created_at) VALUES ('k', ?, '', 0, '[]', 0)",
        member.id,
      )
      await sql.run(
        "INSERT INTO push_subscriptions (id, staff_id, endpoint, p256dh, auth, created_at) VALUES ('p', ?, 'e', '', '', 0)",
        member.id,
      )
    })
    await staffAccess.revoke(member.id, owner.actor)
    assert.equal(await staffAccess.authenticate(token), undefined)
    assert.equal(await staffAccess.findMemberByFeedKey(member.id, key), undefined)
    assert.equal(await staffAccess.readLink(back), undefined)
    assert.equal(await staffAccess.readLink(recoveryLink), undefined)
    for (const table of ['sessions', 'passkeys', 'push_subscriptions']) {
      assert.deepEqual(
        await store.read.all(`SELECT staff_id FROM ${table} WHERE staff_id = ?`, member.id),
        [],
        table,
      )
    }
    const { revokedAt, hasPassword } = (await staffAccess.findMember(member.id)) ?? {}
    assert.deepEqual([revokedAt !== undefined, hasPassword], [true, false])
    assert.deepEqual(
      (await staffAccess.listMembers()).map(({ name }) => name),
      ['Cô Ba', 'Lan'],
    )
    assert.equal((await historyOf(member.id)).at(-1), `${owner.actor} revoked`)
    for (const again of [
      staffAccess.revoke(member.id, owner.actor),
      staffAccess.changeRole(member.id, 'host', owner.actor),
      staffAccess.rename(member.id, 'Hoa', owner.actor),
      staffAccess.createLink({ staffId: member.id, madeBy: owner.actor }),
      staffAccess.setPassword(member.id, 'một câu dài khác hẳn', ''),
    ]) {
      await assert.rejects(again, isStaffAccessError('not_found'))
    }
    await assert.rejects(
      staffAccess.createLink({ role: 'owner', madeBy: actor }),
      isStaffAccessError('not_allowed'),
    )
  })

  it('leave no access behind after a revocation', async () => {
    const { staffAccess, owner, store, addMember: bring } = await openStaffAccess()
    const { member, token } = await bring('Lan')
    const back = await staffAccess.createLink({ staffId: member.id, madeBy: owner.actor })
    await store.write((sql) => sql.run('UPDATE staff SET revoked_at = 1 WHERE id = ?', member.id))
    assert.equal(await staffAccess.authenticate(token), undefined)
    assert.equal(await staffAccess.readLink(back), undefined)
    await assert.rejects(
      staffAccess.recoverAccess(back, { device }),
      isStaffAccessError('link_gone'),
    )
    assert.equal(
      await staffAccess.findMemberByFeedKey(member.id, staffAccess.feedKey(member)),
      undefined,
    )
    await assert.rejects(
      staffAccess.signInByPassword({ name: 'Lan', password: goodPassword, ...clientInfo }),
      isStaffAccessError('wrong'),
    )
  })

  it('always number at least one', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const { id } = owner.member
    await bring('Lan')
    await assert.rejects(staffAccess.revoke(id, owner.actor), isStaffAccessError('last_owner'))
    await assert.rejects(staffAccess.revoke(id, 'terminal'), isStaffAccessError('last_owner'))
    await assert.rejects(
      staffAccess.changeRole(id, 'host', owner.actor),
      isStaffAccessError('last_owner'),
    )
    await staffAccess.changeRole(id, 'owner', owner.actor)
    assert.ok(await staffAccess.authenticate(owner.token))
    const { member, actor } = await bring('Hoa', 'owner')
    const outcomes = await Promise.allSettled([
      staffAccess.revoke(member.id, owner.actor),
      staffAccess.revoke(id, actor),
      staffAccess.changeRole(id, 'host', 'terminal'),
      staffAccess.revoke(id, 'terminal'),
    ])
    assert.equal(fulfilledValues(outcomes).length, 1)
    assert.equal(await staffAccess.hasOwner(), true)
  })

  it('change roles, and the invitations of a former owner are invalid', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const { member, actor, token } = await bring('Lan')
    await staffAccess.changeRole(member.id, 'owner', owner.actor)
    assert.equal((await staffAccess.authenticate(token))?.member.role, 'owner')
    const invite = await staffAccess.createLink({ role: 'owner', madeBy: actor })
    await staffAccess.changeRole(member.id, 'host', owner.actor)
    assert.equal(await staffAccess.readLink(invite), undefined)
    await assert.rejects(
      staffAccess.revoke(owner.member.id, actor),
      isStaffAccessError('not_allowed'),
    )
  })

  it('are the only ones who change other accounts; staff change their own', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const { member, actor } = await bring('Lan')
    const other = (await bring('Hoa')).member.id
    for (const action of [
      staffAccess.revoke(other, actor),
      staffAccess.revoke(member.id, actor),
      staffAccess.changeRole(member.id, 'owner', actor),
      staffAccess.rename(other, 'X', actor),
      staffAccess.setLocale(other, 'en', actor),
      staffAccess.renewFeed(other, actor),
      staffAccess.removePassword(other, actor),
      staffAccess.endOtherSessions(other, '', actor),
    ]) {
      await assert.rejects(action, isStaffAccessError('not_allowed'))
    }
    await staffAccess.setLocale(member.id, 'en', actor)
    await staffAccess.setLocale(other, 'en', owner.actor)
    assert.equal((await staffAccess.findMember(member.id))?.locale, 'en')
    assert.equal((await staffAccess.findMember(other))?.locale, 'en')
  })
})

describe('the calendar feed', () => {
  it('is found by its key until it is renewed', async () => {
    const { staffAccess, owner, addMember: bring } = await openStaffAccess()
    const { id } = owner.member
    const key = staffAccess.feedKey(owner.member)
    assert.match(key, /^[A-Za-z0-9_-]{32}$/)
    assert.equal((await staffAccess.findMemberByFeedKey(id, key))?.id, id)
    for (const wrong of ['', key.slice(1), `${key}A`, 'A'.repeat(32), 'ễ'.repeat(32)]) {
      assert.equal(await staffAccess.findMemberByFeedKey(id, wrong), undefined)
    }
    const { member } = await bring('Lan')
    assert.equal(await staffAccess.findMemberByFeedKey(member.id, key), undefined)
    assert.equal(await staffAccess.findMemberByFeedKey('nobody', key), undefined)
    await staffAccess.renewFeed(id, owner.actor)
    assert.equal(await staffAccess.findMemberByFeedKey(id, key), undefined)
    const renewed = await staffAccess.findMember(id)
    assert.ok(renewed && (await staffAccess.findMemberByFeedKey(id, staffAccess.feedKey(renewed))))
  })
})

describe('the store', () => {
  it('deletes expired rows and no others', async () => {
    const { staffAccess, owner, store, clock } = await openStaffAccess()
    const site = { id: 'localhost', name: 'x', origin: 'http://localhost' }
    const count = async () => {
      const counts: number[] = []
      for (const table of ['sessions', 'staff_links', 'challenges', 'failures']) {
        counts.push((await store.read.all(`SELECT 1 AS one FROM ${table}`)).length)
      }
      return counts
    }
    await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    await staffAccess.passkeySignInOptions(site)
    await staffAccess.signInByPassword({ name: 'A', password: 'x', ...clientInfo }).catch(() => {})
    assert.deepEqual(await count(), [1, 2, 1, 2])
    await staffAccess.purgeExpired()
    assert.deepEqual(await count(), [1, 2, 1, 2])
    clock.now += day
    await staffAccess.purgeExpired()
    assert.deepEqual(await count(), [1, 1, 0, 0])
    clock.now += 29 * day
    await staffAccess.purgeExpired()
    assert.deepEqual(await count(), [0, 0, 0, 0])
    assert.ok(await staffAccess.findMember(owner.member.id))
  })

  it('contains no token and no password, and the history contains no name', async () => {
    const { staffAccess, owner, store, addMember: bring, file } = await openStaffAccess()
    const { member, token, actor } = await bring('Ngọc Diễm')
    const invite = await staffAccess.createLink({ role: 'host', madeBy: owner.actor })
    const back = await staffAccess.createLink({ staffId: member.id, madeBy: owner.actor })
    await staffAccess.rename(member.id, 'Phương Uyên', actor)
    const again = await staffAccess.recoverAccess(back, {
      password: 'một câu dài khác hẳn',
      device,
    })
    await staffAccess
      .signInByPassword({ name: 'Phương Uyên', password: 'sai mật khẩu rồi', ...clientInfo })
      .catch(() => {})
    const { challenge } = await staffAccess.passkeySignInOptions({
      id: 'x',
      name: 'x',
      origin: 'http://x',
    })
    await staffAccess.revoke(member.id, owner.actor)
    const audit = JSON.stringify(await store.read.all('SELECT * FROM audit'))
    for (const name of ['Cô Ba', 'co ba', 'Ngọc Diễm', 'ngoc diem', 'Phương', 'phuong']) {
      assert.ok(!audit.includes(name), name)
    }
    const bytes = await bytesOf(file)
    assert.ok(bytes.includes('Phương Uyên'), 'the file contains the data')
    const secrets = [
      owner.token,
      token,
      again.token,
      invite,
      back,
      challenge,
      goodPassword,
      'một câu dài khác hẳn',
      'sai mật khẩu rồi',
      clientInfo.client,
      staffAccess.feedKey(owner.member),
    ]
    for (const one of secrets) assert.ok(!bytes.includes(one), one)
  })
})
