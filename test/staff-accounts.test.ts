/** Who is in the staff room and for how long, what owners decide, and what is kept of it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStaffRoom } from '../src/domain/staff/staff.ts'
import { day, minute } from '../src/kernel/time.ts'
import { bytesOf, onlyOnSqlite } from './support/database.ts'
import { device, here, wins } from './support/new-staff-member.ts'
import { secret } from './support/shop.ts'
import { goodPassword, openRoom, refusedAs } from './support/staff.ts'

describe('sessions', () => {
  it('say who it is, and end by themselves 30 days after the last visit', async () => {
    const { room, owner, clock } = await openRoom()
    const present = await room.whoHas(owner.token)
    assert.deepEqual(present?.member, owner.member)
    assert.equal(present?.sessionHash, present?.session.hash)
    for (const wrong of ['', 'x', owner.token.slice(1), present?.sessionHash ?? '']) {
      assert.equal(await room.whoHas(wrong), undefined)
    }
    for (let visits = 0; visits < 3; visits++) {
      clock.now += 29 * day
      assert.ok(await room.whoHas(owner.token))
    }
    clock.now += 30 * day
    assert.equal(await room.whoHas(owner.token), undefined)
    assert.deepEqual(await room.sessionsOf(owner.member.id), [])
  })

  it('note a visit at most every ten minutes', async () => {
    const { room, owner, clock } = await openRoom()
    const seen = async () => (await room.sessionsOf(owner.member.id))[0]?.seenAt
    const begun = clock.now
    clock.now += 10 * minute - 1
    await room.whoHas(owner.token)
    assert.equal(await seen(), begun)
    clock.now += 1
    await room.whoHas(owner.token)
    assert.equal(await seen(), clock.now)
    assert.equal((await room.members())[0]?.lastSeenAt, clock.now)
  })

  it('are read by their keys alone', onlyOnSqlite(), async () => {
    const { owner, store } = await openRoom()
    const asked: string[] = []
    const read = {
      ...store.read,
      get: (async (statement: string, ...values: string[]) => {
        asked.push(statement)
        return store.read.get(statement, ...values)
      }) as typeof store.read.get,
    }
    const watched = createStaffRoom({ ...store, read }, secret, () => owner.member.createdAt)
    assert.ok(await watched.whoHas(owner.token))
    assert.equal(asked.length, 1)
    const plan = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${asked[0]}`, '', 0)
    for (const { detail } of plan) assert.doesNotMatch(detail, /SCAN/)
  })

  it('are ended by who has them, from another device, and by an owner', async () => {
    const { room, owner, bring, historyOf } = await openRoom()
    const { member, actor, token } = await bring('Lan')
    const signIn = () => room.signInByPassword({ name: 'Lan', password: goodPassword, ...here })
    const hashOf = async (of: string) => (await room.whoHas(of))?.sessionHash ?? ''
    const [one, two, three] = [await signIn(), await signIn(), await signIn()]
    await room.signOut(one.token)
    await room.signOut(one.token)
    assert.equal(await room.whoHas(one.token), undefined)
    await room.endSession(await hashOf(two.token), actor)
    assert.equal(await room.whoHas(two.token), undefined)
    await assert.rejects(
      room.endSession(await hashOf(owner.token), actor),
      refusedAs('not_allowed'),
    )
    assert.ok(await room.whoHas(owner.token))
    assert.equal(await room.endOtherSessions(member.id, await hashOf(three.token), actor), 1)
    assert.equal(await room.whoHas(token), undefined)
    await room.endSession(await hashOf(three.token), owner.actor)
    assert.deepEqual(await room.sessionsOf(member.id), [])
    await assert.rejects(room.endSession('no such', actor), refusedAs('not_found'))
    assert.deepEqual((await historyOf(member.id)).slice(-4), [
      'self signed_out',
      'self session_ended',
      'self sessions_ended',
      `${owner.actor} session_ended`,
    ])
  })
})

describe('owners', () => {
  it('revoke somebody, whose every hold ends at once', async () => {
    const { room, owner, store, bring, historyOf } = await openRoom()
    const { member, token, actor } = await bring('Lan', 'owner')
    const key = room.feedKey(member)
    const [back, given] = [
      await room.makeLink({ staffId: member.id, madeBy: owner.actor }),
      await room.makeLink({ role: 'owner', madeBy: actor }),
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
    await room.revoke(member.id, owner.actor)
    assert.equal(await room.whoHas(token), undefined)
    assert.equal(await room.memberOfFeed(member.id, key), undefined)
    assert.equal(await room.readLink(back), undefined)
    assert.equal(await room.readLink(given), undefined)
    for (const table of ['sessions', 'passkeys', 'push_subscriptions']) {
      assert.deepEqual(
        await store.read.all(`SELECT staff_id FROM ${table} WHERE staff_id = ?`, member.id),
        [],
        table,
      )
    }
    const { revokedAt, hasPassword } = (await room.member(member.id)) ?? {}
    assert.deepEqual([revokedAt !== undefined, hasPassword], [true, false])
    assert.deepEqual(
      (await room.members()).map(({ name }) => name),
      ['Cô Ba', 'Lan'],
    )
    assert.equal((await historyOf(member.id)).at(-1), `${owner.actor} revoked`)
    for (const again of [
      room.revoke(member.id, owner.actor),
      room.changeRole(member.id, 'host', owner.actor),
      room.rename(member.id, 'Hoa', owner.actor),
      room.makeLink({ staffId: member.id, madeBy: owner.actor }),
      room.setPassword(member.id, 'một câu dài khác hẳn', ''),
    ]) {
      await assert.rejects(again, refusedAs('not_found'))
    }
    await assert.rejects(room.makeLink({ role: 'owner', madeBy: actor }), refusedAs('not_allowed'))
  })

  it('need not fear what a revocation left behind', async () => {
    const { room, owner, store, bring } = await openRoom()
    const { member, token } = await bring('Lan')
    const back = await room.makeLink({ staffId: member.id, madeBy: owner.actor })
    await store.write((sql) => sql.run('UPDATE staff SET revoked_at = 1 WHERE id = ?', member.id))
    assert.equal(await room.whoHas(token), undefined)
    assert.equal(await room.readLink(back), undefined)
    await assert.rejects(room.comeBack(back, { device }), refusedAs('link_gone'))
    assert.equal(await room.memberOfFeed(member.id, room.feedKey(member)), undefined)
    await assert.rejects(
      room.signInByPassword({ name: 'Lan', password: goodPassword, ...here }),
      refusedAs('wrong'),
    )
  })

  it('are never without one', async () => {
    const { room, owner, bring } = await openRoom()
    const { id } = owner.member
    await bring('Lan')
    await assert.rejects(room.revoke(id, owner.actor), refusedAs('last_owner'))
    await assert.rejects(room.revoke(id, 'terminal'), refusedAs('last_owner'))
    await assert.rejects(room.changeRole(id, 'host', owner.actor), refusedAs('last_owner'))
    await room.changeRole(id, 'owner', owner.actor)
    assert.ok(await room.whoHas(owner.token))
    const { member, actor } = await bring('Hoa', 'owner')
    const outcomes = await Promise.allSettled([
      room.revoke(member.id, owner.actor),
      room.revoke(id, actor),
      room.changeRole(id, 'host', 'terminal'),
      room.revoke(id, 'terminal'),
    ])
    assert.equal(wins(outcomes).length, 1)
    assert.equal(await room.hasOwner(), true)
  })

  it('change roles, and who is no owner any more has invited nobody', async () => {
    const { room, owner, bring } = await openRoom()
    const { member, actor, token } = await bring('Lan')
    await room.changeRole(member.id, 'owner', owner.actor)
    assert.equal((await room.whoHas(token))?.member.role, 'owner')
    const invite = await room.makeLink({ role: 'owner', madeBy: actor })
    await room.changeRole(member.id, 'host', owner.actor)
    assert.equal(await room.readLink(invite), undefined)
    await assert.rejects(room.revoke(owner.member.id, actor), refusedAs('not_allowed'))
  })

  it('alone decide about others; everyone looks after themselves', async () => {
    const { room, owner, bring } = await openRoom()
    const { member, actor } = await bring('Lan')
    const other = (await bring('Hoa')).member.id
    for (const act of [
      room.revoke(other, actor),
      room.revoke(member.id, actor),
      room.changeRole(member.id, 'owner', actor),
      room.rename(other, 'X', actor),
      room.setLocale(other, 'en', actor),
      room.renewFeed(other, actor),
      room.removePassword(other, actor),
      room.endOtherSessions(other, '', actor),
    ]) {
      await assert.rejects(act, refusedAs('not_allowed'))
    }
    await room.setLocale(member.id, 'en', actor)
    await room.setLocale(other, 'en', owner.actor)
    assert.equal((await room.member(member.id))?.locale, 'en')
    assert.equal((await room.member(other))?.locale, 'en')
  })
})

describe('the calendar feed', () => {
  it('is found by its key until it is renewed', async () => {
    const { room, owner, bring } = await openRoom()
    const { id } = owner.member
    const key = room.feedKey(owner.member)
    assert.match(key, /^[A-Za-z0-9_-]{32}$/)
    assert.equal((await room.memberOfFeed(id, key))?.id, id)
    for (const wrong of ['', key.slice(1), `${key}A`, 'A'.repeat(32), 'ễ'.repeat(32)]) {
      assert.equal(await room.memberOfFeed(id, wrong), undefined)
    }
    const { member } = await bring('Lan')
    assert.equal(await room.memberOfFeed(member.id, key), undefined)
    assert.equal(await room.memberOfFeed('nobody', key), undefined)
    await room.renewFeed(id, owner.actor)
    assert.equal(await room.memberOfFeed(id, key), undefined)
    const renewed = await room.member(id)
    assert.ok(renewed && (await room.memberOfFeed(id, room.feedKey(renewed))))
  })
})

describe('the store', () => {
  it('forgets what has lapsed, and nothing else', async () => {
    const { room, owner, store, clock } = await openRoom()
    const site = { id: 'localhost', name: 'x', origin: 'http://localhost' }
    const count = async () => {
      const counts: number[] = []
      for (const table of ['sessions', 'staff_links', 'challenges', 'failures']) {
        counts.push((await store.read.all(`SELECT 1 AS one FROM ${table}`)).length)
      }
      return counts
    }
    await room.makeLink({ role: 'host', madeBy: owner.actor })
    await room.passkeyChallenge(site)
    await room.signInByPassword({ name: 'A', password: 'x', ...here }).catch(() => {})
    assert.deepEqual(await count(), [1, 2, 1, 2])
    await room.sweep()
    assert.deepEqual(await count(), [1, 2, 1, 2])
    clock.now += day
    await room.sweep()
    assert.deepEqual(await count(), [1, 1, 0, 0])
    clock.now += 29 * day
    await room.sweep()
    assert.deepEqual(await count(), [0, 0, 0, 0])
    assert.ok(await room.member(owner.member.id))
  })

  it('holds no token and no password, and the history no name', async () => {
    const { room, owner, store, bring, file } = await openRoom()
    const { member, token, actor } = await bring('Ngọc Diễm')
    const invite = await room.makeLink({ role: 'host', madeBy: owner.actor })
    const back = await room.makeLink({ staffId: member.id, madeBy: owner.actor })
    await room.rename(member.id, 'Phương Uyên', actor)
    const again = await room.comeBack(back, { password: 'một câu dài khác hẳn', device })
    await room
      .signInByPassword({ name: 'Phương Uyên', password: 'sai mật khẩu rồi', ...here })
      .catch(() => {})
    const { challenge } = await room.passkeyChallenge({ id: 'x', name: 'x', origin: 'http://x' })
    await room.revoke(member.id, owner.actor)
    const audit = JSON.stringify(await store.read.all('SELECT * FROM audit'))
    for (const name of ['Cô Ba', 'co ba', 'Ngọc Diễm', 'ngoc diem', 'Phương', 'phuong']) {
      assert.ok(!audit.includes(name), name)
    }
    const bytes = await bytesOf(file)
    assert.ok(bytes.includes('Phương Uyên'), 'the file is really read')
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
      here.client,
      room.feedKey(owner.member),
    ]
    for (const one of secrets) assert.ok(!bytes.includes(one), one)
  })
})
