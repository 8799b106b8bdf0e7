import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Member, Site } from '../src/domain/staff/staff.ts'
import { minute } from '../src/kernel/time.ts'
import { type Assertion, type Authenticator, createAuthenticator } from './support/authenticator.ts'
import { goodPassword, openRoom, type Room, refusedAs } from './support/staff.ts'

const site: Site = { id: 'desk.example', name: 'Khói Lam', origin: 'https://desk.example' }
const arrival = { client: 'a phone', device: 'Safari, iPhone' }
const { device } = arrival
const newcomer = { name: 'Mai', locale: 'vi', device } as const

async function add({ room }: Room, member: Member, authenticator: Authenticator): Promise<void> {
  const options = await room.passkeyRegistration(member, site)
  await room.keepPasskey(member, site, authenticator.register(options, site.origin))
}

async function signed({ room }: Room, authenticator: Authenticator): Promise<Assertion> {
  return authenticator.assert(await room.passkeyChallenge(site), site.origin)
}

/** The same with one byte of one part turned around. */
function spoiled(assertion: Assertion, part: keyof Assertion['response']): Assertion {
  const bytes = Buffer.from(assertion.response[part], 'base64url')
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
  return {
    ...assertion,
    response: { ...assertion.response, [part]: bytes.toString('base64url') },
  }
}

describe('a passkey', () => {
  it('is asked for as one that needs no name typed', async () => {
    const { room, owner } = await openRoom()
    const options = await room.passkeyRegistration(owner.member, site)
    assert.deepEqual(options.rp, { id: site.id, name: site.name })
    assert.equal(Buffer.from(options.user.id, 'base64url').toString(), owner.member.id)
    assert.equal(options.user.name, 'Cô Ba')
    assert.equal(options.authenticatorSelection?.residentKey, 'required')
    assert.equal(options.authenticatorSelection?.userVerification, 'preferred')
    assert.equal(options.attestation, 'none')
    const challenge = await room.passkeyChallenge(site)
    assert.equal(challenge.rpId, site.id)
    assert.equal(challenge.allowCredentials, undefined)
    assert.equal(Buffer.from(challenge.challenge, 'base64url').length, 32)
  })

  it('signs its owner in, again and again, and is in the history', async () => {
    const opened = await openRoom()
    const { room, owner, clock, historyOf } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    for (let times = 0; times < 3; times++) {
      clock.now += minute
      const entered = await room.signInByPasskey(site, await signed(opened, phone), arrival)
      assert.deepEqual([entered.member.id, entered.member.passkeys], [owner.member.id, 1])
      assert.equal((await room.whoHas(entered.token))?.session.device, device)
    }
    const [kept] = await room.passkeysOf(owner.member.id)
    assert.deepEqual(kept?.transports, ['hybrid', 'internal'])
    assert.equal(kept?.usedAt, clock.now)
    assert.deepEqual((await historyOf(owner.member.id)).slice(-4), [
      'self passkey_added',
      'self signed_in',
      'self signed_in',
      'self signed_in',
    ])
  })

  it('may count nothing, and may not know who holds it', async () => {
    const opened = await openRoom()
    const { room, owner } = opened
    const synced = createAuthenticator({ counts: false, verifies: false })
    await add(opened, owner.member, synced)
    for (let times = 0; times < 2; times++) {
      await room.signInByPasskey(site, await signed(opened, synced), arrival)
    }
  })

  it('is not made twice on one device, but on several', async () => {
    const opened = await openRoom()
    const { room, owner } = opened
    const [phone, key] = [createAuthenticator(), createAuthenticator()]
    await add(opened, owner.member, phone)
    await assert.rejects(add(opened, owner.member, phone), /InvalidStateError/)
    await add(opened, owner.member, key)
    assert.equal((await room.member(owner.member.id))?.passkeys, 2)
    for (const one of [phone, key]) {
      await room.signInByPasskey(site, await signed(opened, one), arrival)
    }
  })

  it('does not sign in with what was signed before, for another, elsewhere, or not at all', async () => {
    const opened = await openRoom()
    const { room, owner, bring, clock } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    const refused = (response: unknown, what: string) =>
      assert.rejects(
        room.signInByPasskey(site, response, arrival),
        refusedAs('wrong_passkey'),
        what,
      )

    const used = await signed(opened, phone)
    await room.signInByPasskey(site, used, arrival)
    await refused(used, 'used before')
    for (const part of [
      'signature',
      'authenticatorData',
      'clientDataJSON',
      'userHandle',
    ] as const) {
      await refused(spoiled(await signed(opened, phone), part), part)
    }
    const lapsed = await signed(opened, phone)
    clock.now += 5 * minute
    await refused(lapsed, 'too late')
    const elsewhere = await room.passkeyChallenge(site)
    await refused(phone.assert(elsewhere, 'https://desk.example.evil'), 'another origin')
    const forMember = await room.passkeyRegistration(owner.member, site)
    await refused(
      phone.assert({ ...forMember, rpId: site.id }, site.origin),
      'a challenge for another purpose',
    )
    const ownChallenge = { challenge: 'A'.repeat(43), rpId: site.id }
    await refused(phone.assert(ownChallenge, site.origin), 'a challenge that is not ours')

    const other = await bring('Lan')
    const stranger = createAuthenticator()
    const forOther = await room.passkeyRegistration(other.member, site)
    stranger.register(forOther, site.origin)
    await refused(await signed(opened, stranger), 'a passkey that was never kept')
    const borrowed = await signed(opened, phone)
    const userHandle = Buffer.from(other.member.id).toString('base64url')
    await refused(
      { ...borrowed, response: { ...borrowed.response, userHandle } },
      'a passkey in the name of another',
    )
    for (const nothing of [undefined, null, '', 1, [], {}, { id: 'x' }, { id: 1, response: {} }]) {
      await refused(nothing, JSON.stringify(nothing) ?? 'undefined')
    }
    await room.signInByPasskey(site, await signed(opened, phone), arrival)
  })

  it('whose counter went back was copied', async () => {
    const opened = await openRoom()
    const { room, owner, store } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    await room.signInByPasskey(site, await signed(opened, phone), arrival)
    const counter = async () =>
      (await store.read.get<{ counter: number }>('SELECT counter FROM passkeys'))?.counter
    assert.equal(await counter(), 1)
    await store.write((sql) => sql.run('UPDATE passkeys SET counter = 7'))
    await assert.rejects(
      room.signInByPasskey(site, await signed(opened, phone), arrival),
      refusedAs('wrong_passkey'),
    )
    assert.equal(await counter(), 7)
  })

  it('signs in once of many times at once', async () => {
    const opened = await openRoom()
    const { room, owner } = opened
    const phone = createAuthenticator({ counts: false })
    await add(opened, owner.member, phone)
    const once = await signed(opened, phone)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => room.signInByPasskey(site, once, arrival)),
    )
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
  })

  it('is kept only if it was made for this member, here and now', async () => {
    const opened = await openRoom()
    const { room, owner, bring, clock } = opened
    const { member } = owner
    const other = (await bring('Lan')).member
    const make = async (origin = site.origin) =>
      createAuthenticator().register(await room.passkeyRegistration(member, site), origin)
    const refused = (whose: Member, response: unknown, what: string) =>
      assert.rejects(room.keepPasskey(whose, site, response), refusedAs('wrong_passkey'), what)

    const kept = await make()
    await room.keepPasskey(member, site, kept)
    await refused(member, kept, 'the challenge was used')
    await refused(other, await make(), 'made for another member')
    await refused(member, await make('https://evil.example'), 'made elsewhere')
    const late = await make()
    clock.now += 5 * minute
    await refused(member, late, 'too late')
    const signIn = await room.passkeyChallenge(site)
    const options = await room.passkeyRegistration(member, site)
    const swapped = { ...options, challenge: signIn.challenge }
    await refused(
      member,
      createAuthenticator().register(swapped, site.origin),
      'a challenge for another purpose',
    )
    for (const nothing of [undefined, null, '', {}, { id: 'x', rawId: 'x', type: 'public-key' }]) {
      await refused(member, nothing, JSON.stringify(nothing) ?? 'undefined')
    }
    assert.equal((await room.member(member.id))?.passkeys, 1)
    assert.equal((await room.member(other.id))?.passkeys, 0)
  })

  it('lets in whose name is under attack', async () => {
    const opened = await openRoom()
    const { room, owner } = opened
    const phone = createAuthenticator()
    await add(opened, owner.member, phone)
    const guess = () => room.signInByPassword({ name: 'Cô Ba', password: 'sai rồi', ...arrival })
    for (let times = 0; times < 5; times++) await assert.rejects(guess(), refusedAs('wrong'))
    await assert.rejects(
      room.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...arrival }),
      refusedAs('wait'),
    )
    assert.ok(await room.signInByPasskey(site, await signed(opened, phone), arrival))
  })

  it('is taken away, unless it is the last way in', async () => {
    const opened = await openRoom()
    const { room, owner, bring, historyOf } = opened
    const { member, actor } = owner
    const [phone, key] = [createAuthenticator(), createAuthenticator()]
    await add(opened, member, phone)
    await room.removePassword(member.id, actor)
    await assert.rejects(room.removePassword(member.id, actor), refusedAs('not_found'))
    await assert.rejects(
      room.signInByPassword({ name: 'Cô Ba', password: goodPassword, ...arrival }),
      refusedAs('wrong'),
    )
    const [first] = await room.passkeysOf(member.id)
    const remove = (by = actor) => room.removePasskey(member.id, first?.id ?? '', by)
    await assert.rejects(remove(), refusedAs('last_way_in'))
    assert.equal((await room.member(member.id))?.passkeys, 1)
    await add(opened, member, key)
    await assert.rejects(remove((await bring('Lan')).actor), refusedAs('not_allowed'))
    await remove()
    await assert.rejects(remove(), refusedAs('not_found'))
    await assert.rejects(
      room.signInByPasskey(site, await signed(opened, phone), arrival),
      refusedAs('wrong_passkey'),
    )
    assert.ok(await room.signInByPasskey(site, await signed(opened, key), arrival))
    assert.deepEqual((await historyOf(member.id)).slice(-5), [
      'self passkey_added',
      'self password_removed',
      'self passkey_added',
      'self passkey_removed',
      'self signed_in',
    ])
  })

  it('ends with a revocation, even while it is being used', async () => {
    const opened = await openRoom()
    const { room, owner, bring } = opened
    const { member } = await bring('Lan')
    const phone = createAuthenticator()
    await add(opened, member, phone)
    const ready = await signed(opened, phone)
    const [, entered] = await Promise.allSettled([
      room.revoke(member.id, owner.actor),
      room.signInByPasskey(site, ready, arrival),
    ])
    assert.ok(entered.status === 'rejected' && refusedAs('wrong_passkey')(entered.reason))
    assert.deepEqual(await room.sessionsOf(member.id), [])
    await assert.rejects(add(opened, member, phone), refusedAs('not_found'))
  })
})

describe('a link and a passkey', () => {
  const invite = ({ room, owner }: Room) => room.makeLink({ role: 'host', madeBy: owner.actor })

  it('make an account, a way in and a session at once', async () => {
    const opened = await openRoom()
    const { room, owner, historyOf } = opened
    const token = await invite(opened)
    const phone = createAuthenticator()
    const options = await room.passkeyForLink(token, site, ' Mai ')
    assert.equal(options.user.name, 'Mai')
    assert.ok(await room.readLink(token), 'asking uses nothing up')
    const response = phone.register(options, site.origin)
    const { member, token: session } = await room.joinByPasskey(token, site, {
      ...newcomer,
      response,
    })
    assert.deepEqual([member.role, member.passkeys, member.hasPassword], ['host', 1, false])
    assert.equal((await room.whoHas(session))?.member.id, member.id)
    assert.equal(await room.readLink(token), undefined)
    const again = await room.signInByPasskey(site, await signed(opened, phone), arrival)
    assert.equal(again.member.id, member.id)
    assert.deepEqual(await historyOf(member.id), [
      `${owner.actor} link_made`,
      'self joined',
      'self signed_in',
    ])
  })

  it('let in one of two who come with it at once', async () => {
    const opened = await openRoom()
    const { room } = opened
    const token = await invite(opened)
    const come = async (name: string) => {
      const options = await room.passkeyForLink(token, site, name)
      const response = createAuthenticator().register(options, site.origin)
      return () => room.joinByPasskey(token, site, { ...newcomer, name, response })
    }
    const [one, other] = [await come('Mai'), await come('Lan')]
    const outcomes = await Promise.allSettled([one(), other()])
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
    assert.equal((await room.members()).length, 2)
  })

  it('leave nothing behind if the name is taken or the passkey is not right', async () => {
    const opened = await openRoom()
    const { room, store } = opened
    const token = await invite(opened)
    await assert.rejects(room.passkeyForLink(token, site, 'CÔ BA'), refusedAs('name_taken'))
    await assert.rejects(room.passkeyForLink(token, site), refusedAs('name_unfit'))
    await assert.rejects(room.passkeyForLink('x', site, 'Mai'), refusedAs('link_gone'))
    const options = await room.passkeyForLink(token, site, 'Mai')
    const response = createAuthenticator().register(options, site.origin)
    await assert.rejects(
      room.joinByPasskey(token, site, { ...newcomer, name: 'co ba', response }),
      refusedAs('name_taken'),
    )
    await assert.rejects(
      room.joinByPasskey(token, site, { ...newcomer, response }),
      refusedAs('wrong_passkey'),
    )
    const second = await invite(opened)
    const forSecond = await room.passkeyForLink(second, site, 'Mai')
    await assert.rejects(
      room.joinByPasskey(token, site, {
        ...newcomer,
        response: createAuthenticator().register(forSecond, site.origin),
      }),
      refusedAs('wrong_passkey'),
    )
    assert.ok(await room.readLink(token))
    assert.deepEqual(await store.read.all('SELECT id FROM passkeys'), [])
    assert.equal((await room.members()).length, 1)
  })

  it('let somebody in again', async () => {
    const opened = await openRoom()
    const { room, bring } = opened
    const { member, token: lost } = await bring('Lan')
    const back = await room.makeLink({ staffId: member.id, madeBy: 'terminal' })
    const phone = createAuthenticator()
    const options = await room.passkeyForLink(back, site)
    assert.equal(options.user.name, 'Lan')
    const response = phone.register(options, site.origin)
    await assert.rejects(
      room.joinByPasskey(back, site, { ...newcomer, response }),
      refusedAs('link_gone'),
    )
    const entered = await room.comeBackByPasskey(back, site, { device, response })
    assert.deepEqual([entered.member.id, entered.member.passkeys], [member.id, 1])
    assert.equal(await room.whoHas(lost), undefined)
    assert.equal(await room.readLink(back), undefined)
    assert.ok(await room.signInByPasskey(site, await signed(opened, phone), arrival))
  })
})
